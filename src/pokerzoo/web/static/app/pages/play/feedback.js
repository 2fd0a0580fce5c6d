// What the coach says of decisions: the mix of the coach's policy as bars, what each action is worth, and what the choice lost.
import { html } from "../../html.js";
import { evHead, evText, evWords, readEvs, inUnits } from "../../model/evs.js";
import { EvChoice } from "../../ui/ev_choice.js";
import { useRoute } from "../../route.js";
import { chips, percent } from "../../model/numbers.js";
import { Bar } from "../../ui/bar.js";
import { Panel } from "../../ui/parts.js";
import { kindOf } from "../../model/words.js";

const COLOURS = { fold: "--fold", call: "--call", bet: "--bet" };
const VERDICTS = {
  best: ["Best", "good"],
  fine: ["Fine", "good"],
  inaccuracy: ["Inaccuracy", "warn"],
  mistake: ["Mistake", "bad"],
  unsure: ["Too close to say", ""],
  unknown: ["Not known", ""],
};

export const Verdict = ({ name }) => html`<span class=${"play-verdict " + VERDICTS[name][1]}>${VERDICTS[name][0]}</span>`;

// How EVs of a table are told, as it was chosen last; net chips in games without a pot, which have no other.
function useSpot({ pot_before, blind_before: big_blind }) {
  const { query } = useRoute();
  if (pot_before === null) return { pot_before, big_blind: null, evs: { from: "net", unit: "chips", blind: null } };
  return { pot_before, big_blind, evs: readEvs(query, { big_blind }) };
}

// `latest`: only the last decision is of interest, the hand goes on.
export function Feedback({ table, decisions, waits, latest = false }) {
  const shown = latest ? decisions.slice(-1) : decisions;
  return html`<${Panel} title="Coach">
    <div class="play-feedback stack">
      ${shown.length === 0 && html`<p class="muted">${waits}</p>`}
      ${shown.map((one, k) => html`<${Decision} key=${k} table=${table} decision=${one} number=${decisions.length > 1 ? decisions.length - shown.length + k + 1 : null} />`)}
      ${shown.length > 0 && html`<${Meaning} table=${table} />`}
    </div>
  <//>`;
}

export function Meaning({ table }) {
  const spot = useSpot(table);
  return html`<div class="row between"><p class="small muted">${evWords(spot)}, if all play the coach's policy from then on, as your opponent may not.</p>${spot.pot_before !== null && html`<${EvChoice} evs=${spot.evs} bigBlind=${spot.big_blind} />`}</div>`;
}

export function Decision({ table, decision, number = null }) {
  const { options, lost_pot_percent: share, verdict, infoset } = decision;
  const spot = useSpot(table);
  const { action_ev: evs } = inUnits({ player: 0, action_ev: options.map(one => one.ev) }, spot, [decision.paid]);
  const [lost, error] = inUnits({ ev_lost: [decision.lost, decision.error] }, spot, [decision.paid]).ev_lost;
  return html`<div class="stack tight">
    <div class="row">
      ${number !== null && html`<span class="muted small">Decision ${number}</span>`}
      <${Verdict} name=${verdict} />
      <span>${told(verdict, lost, share, error, UNITS[spot.evs.unit])}</span>
    </div>
    <table class="play-options">
      <caption class="sr-only">Actions at ${infoset}: how often the coach's policy takes them, and what they are worth</caption>
      <thead><tr><th scope="col">action</th><th scope="col" class="text">coach's policy</th><th scope="col">${evHead(spot)}</th></tr></thead>
      <tbody>
        ${options.map(
          (one, k) => html`<tr key=${one.id} class=${one.chosen ? "chosen" : ""}>
            <th scope="row">${one.name}${one.chosen && html` <span class="play-mark">you</span>`}</th>
            <td class="text"><div class="play-bar-row"><${Bar} parts=${[{ colour: `var(${COLOURS[kindOf(one.name)] ?? "--accent"})`, share: one.probability }]} /><span class="number">${percent(one.probability, 0)}</span></div></td>
            <td>${evText(spot, evs[k])}${one.best ? html` <span class="play-star" title="no action is worth more"><span aria-hidden="true">★</span><span class="sr-only">best</span></span>` : html` <span class="play-star" aria-hidden="true"></span>`}</td>
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

export const UNITS = { chips: " chips", bb: " bb", pot: "% of the pot at the start" };

function told(verdict, lost, share, error, unit) {
  if (verdict === "unknown") return "The coach's policy never leads here, so it does not say what others hold.";
  if (verdict === "unsure")
    return `The coach's own EVs may be off by more than what this choice seems to lose (±${chips(error)}${unit}).`;
  if (verdict === "best") return "Nothing lost.";
  if (lost < 0.005) return "Next to nothing lost.";
  return `Lost ${chips(lost)}${unit}${share === null ? "" : `, ${share.toFixed(share < 10 ? 1 : 0)}% of the pot here`}.`;
}
