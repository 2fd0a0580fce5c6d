// What the coach says of decisions: the mix of the coach's policy as bars, what each action is worth, and what the choice lost.
import { html } from "../../html.js";
import { evHead, evText, evWords, inUnits, readEvs } from "../../model/evs.js";
import { chips, kindOf, percent } from "../../model/numbers.js";
import { useRoute } from "../../route.js";
import { Bar, Panel } from "../../ui/parts.js";
import { EvChoice } from "../../ui/ev_choice.js";
import { Table } from "../../ui/table.js";

const COLOURS = { fold: "--fold", call: "--call", bet: "--bet" };
const VERDICTS = {
  best: ["Best", "good"],
  fine: ["Fine", "good"],
  inaccuracy: ["Inaccuracy", "warn"],
  mistake: ["Mistake", "bad"],
  unsure: ["Too close to say", ""],
  unknown: ["Not known", ""],
};
const UNITS = { chips: " chips", bb: " bb", pot: "% of the pot at the start" };

export const Verdict = ({ name }) => html`<span class=${"play-verdict badge " + VERDICTS[name][1]}>${VERDICTS[name][0]}</span>`;

// How EVs of a table are told, as it was chosen last; net chips in games without a pot, which have no other.
function useSpot({ pot_before, blind_before: big_blind }) {
  const { query } = useRoute();
  if (pot_before === null) return { pot_before, big_blind: null, evs: { from: "net", unit: "chips", blind: null } };
  return { pot_before, big_blind, evs: readEvs(query, { big_blind }) };
}

// `latest`: only the last decision is of interest, the hand goes on.
export function Feedback({ table, decisions, waits, latest = false }) {
  const spot = useSpot(table);
  const shown = latest ? decisions.slice(-1) : decisions;
  const first = decisions.length - shown.length + 1;
  return html`<${Panel} title="Coach" style=${{ minHeight: "16rem" }}>
    ${shown.length === 0 && html`<p class="muted">${waits}</p>`}
    ${shown.map((one, k) => html`<${Decision} key=${k} spot=${spot} decision=${one} number=${decisions.length > 1 ? first + k : null} />`)}
    ${shown.length > 0 && html`<div class="row between"><p class="small muted">${evWords(spot)}, if all play the coach's policy from then on, as your opponent may not.</p>${spot.pot_before !== null && html`<${EvChoice} evs=${spot.evs} bigBlind=${spot.big_blind} />`}</div>`}
  <//>`;
}

// An action's share as a bar and a number.
export const ShareBar = ({ colour, share }) =>
  html`<span class="play-bar-row"><${Bar} parts=${[{ colour, share }]} /><span class="number">${percent(share, 0)}</span></span>`;

// The actions at a decision with their names, then other columns. `mark`: what is said of the chosen one.
export const OptionsTable = ({ caption, mark, swatch = null, options, columns }) =>
  html`<${Table} kind="play-options" caption=${caption} rows=${options} keyOf=${one => one.name} chosen=${one => one.chosen}
    columns=${[{ head: "action", heads: true, kind: "words", cell: one => html`${swatch?.(one)} ${one.name}${one.chosen && html` <span class="badge on">${mark}</span>`}` }, ...columns]} />`;

function Decision({ spot, decision, number }) {
  const { options, lost_pot_percent: share, verdict, infoset, paid } = decision;
  const { action_ev: evs } = inUnits({ player: 0, action_ev: options.map(one => one.ev) }, spot, [paid]);
  const [lost, error] = inUnits({ ev_lost: [decision.lost, decision.error] }, spot, [paid]).ev_lost;
  const star = html` <span class="good" title="no action is worth more"><span aria-hidden="true">★</span><span class="sr-only">best</span></span>`;
  const columns = [
    {
      head: "coach's policy",
      kind: "text",
      cell: one => html`<${ShareBar} colour=${`var(${COLOURS[kindOf(one.name)] ?? "--accent"})`} share=${one.probability} />`,
    },
    { head: evHead(spot), cell: (one, k) => html`${evText(spot, evs[k])}${one.best && star}` },
  ];
  return html`<div class="stack tight">
    <div class="row">
      ${number !== null && html`<span class="muted small">Decision ${number}</span>`}
      <${Verdict} name=${verdict} />
      <span>${told(verdict, lost, share, error, UNITS[spot.evs.unit])}</span>
    </div>
    <${OptionsTable} caption=${`Actions at ${infoset}: how often the coach's policy takes them, and what they are worth`} mark="you" options=${options} columns=${columns} />
  </div>`;
}

function told(verdict, lost, share, error, unit) {
  if (verdict === "unknown") return "The coach's policy never leads here, so it does not say what others hold.";
  if (verdict === "unsure")
    return `The coach's own EVs may be off by more than what this choice seems to lose (±${chips(error)}${unit}).`;
  if (verdict === "best") return "Nothing lost.";
  if (lost < 0.005) return "Next to nothing lost.";
  return `Lost ${chips(lost)}${unit}${share === null ? "" : `, ${share.toFixed(share < 10 ? 1 : 0)}% of the pot here`}.`;
}
