// Where the flop is due: choose its cards, or see on which flops the big blind does best and worst.
import { html, useState } from "../../html.js";
import { evHead, evText, inUnits } from "../../model/evs.js";
import { count, percent } from "../../model/numbers.js";
import { Cards, Loading } from "../../ui/parts.js";
import { Table } from "../../ui/table.js";
import { useSpot } from "./data.js";
import { CardDialog } from "./steps.js";

const SHOWN = 10;

export function NextFlops({ policy, spot, paid, line, onPick }) {
  const [picking, setPicking] = useState(false);
  const [listed, setListed] = useState(false);
  return html`<h3>The flop</h3>
    <div class="row">
      <button type="button" class="button primary small" onClick=${() => setPicking(true)}>Choose its cards</button>
      ${!listed && html`<button type="button" class="button small" onClick=${() => setListed(true)}>Compare all flops</button>`}
    </div>
    ${listed && html`<${Flops} policy=${policy} spot=${spot} paid=${paid} line=${line} onPick=${onPick} />`}
    ${picking && html`<${CardDialog} spot=${spot} step=${{ board: [] }} onPick=${onPick} onClose=${() => setPicking(false)} />`}`;
}

function Flops({ policy, spot, paid, line, onPick }) {
  const { data, error } = useSpot(policy, "next-cards", line);
  const [worst, setWorst] = useState(false);
  if (!data || error) return html`<${Loading} error=${error} />`;
  const { ev, equity } = inUnits(data, spot, paid);
  const known = data.cards.map((_, k) => k).filter(k => ev[0][k] !== null);
  const order = known.sort((a, b) => (ev[0][b] - ev[0][a]) * (worst ? -1 : 1));
  const columns = [
    {
      head: "Flop",
      cell: k =>
        html`<button type="button" class="link" onClick=${() => onPick(data.cards[k])}><${Cards} names=${data.cards[k]} /></button>`,
    },
    { head: "Equity", cell: k => percent(equity[0][k]) },
    { head: evHead(spot), cell: k => evText(spot, ev[0][k]) },
    ...data.action_means.map((action, a) => ({
      head: `${spot.players[data.player]} ${action.name}`,
      cell: k => percent(data.frequencies[a][k], 0),
    })),
  ];
  return html`<${Table} label="Flops" captioned=${true} columns=${columns} rows=${order.slice(0, SHOWN)}
      caption=${`${count(data.cards.length)} flops differ by more than suits: the ${SHOWN} ${worst ? "worst" : "best"} for ${spot.players[0]}`} />
    <div><button type="button" class="button quiet small" onClick=${() => setWorst(!worst)}>${worst ? "The best" : "The worst"}</button></div>`;
}
