// Where the flop is due: choose its cards, or see on which flops the big blind does best and worst.
import { html, useState } from "../../html.js";
import { percent } from "../../model/numbers.js";
import { Cards, Dialog, Loading } from "../../ui/parts.js";
import { useSpot } from "./data.js";
import { evHead, evText, inUnits } from "../../model/evs.js";
import { FlopPicker } from "./steps.js";

const SHOWN = 10;

export function NextFlops({ policy, spot, paid, line, onPick }) {
  const [picking, setPicking] = useState(false);
  const [listed, setListed] = useState(false);
  return html`<div class="stack tight">
    <h3>The flop</h3>
    <div class="row">
      <button type="button" class="button primary small" onClick=${() => setPicking(true)}>Choose its cards</button>
      ${!listed && html`<button type="button" class="button small" onClick=${() => setListed(true)}>Compare all flops</button>`}
    </div>
    ${listed && html`<${Flops} policy=${policy} spot=${spot} paid=${paid} line=${line} onPick=${onPick} />`}
    <${Dialog} open=${picking} title="Choose the three cards of the flop" onClose=${() => setPicking(false)}>
      <${FlopPicker} spot=${spot} step=${{ board: [] }} onPick=${cards => {
        setPicking(false);
        onPick(cards);
      }} />
    <//>
  </div>`;
}

function Flops({ policy, spot, paid, line, onPick }) {
  const { data, error } = useSpot(policy, "next-cards", line);
  const [worst, setWorst] = useState(false);
  if (!data || error) return html`<${Loading} error=${error} />`;
  const { ev, equity } = inUnits(data, spot, paid);
  const order = data.cards
    .map((_, k) => k)
    .filter(k => ev[0][k] !== null)
    .sort((a, b) => ev[0][b] - ev[0][a]);
  const shown = worst ? order.slice(-SHOWN).reverse() : order.slice(0, SHOWN);
  const name = spot.players[0];
  return html`<div class="table" tabindex="0" role="region" aria-label="Flops">
      <table class="lean">
        <caption>${data.cards.length.toLocaleString("en-US")} flops differ by more than suits: the ${SHOWN} ${worst ? "worst" : "best"} for ${name}</caption>
        <thead><tr><th>Flop</th><th>Equity</th><th>${evHead(spot)}</th>${data.action_means.map(action => html`<th key=${action.token}>${spot.players[data.player]} ${action.name}</th>`)}</tr></thead>
        <tbody>
          ${shown.map(
            k => html`<tr key=${data.cards[k]}>
              <td><button type="button" class="as-link" onClick=${() => onPick(data.cards[k])}><${Cards} names=${data.cards[k].match(/../g)} /></button></td>
              <td>${percent(equity[0][k])}</td><td>${evText(spot, ev[0][k])}</td>
              ${data.action_means.map((action, a) => html`<td key=${action.token}>${percent(data.frequencies[a][k], 0)}</td>`)}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <div><button type="button" class="button quiet small" onClick=${() => setWorst(!worst)}>${worst ? "The best" : "The worst"}</button></div>`;
}
