// How far a policy can be trusted: its exploitability, how it is known, amber above 1% of the pot, in words above 5%. With
// more than two players it is each player's gain.
import { html } from "../html.js";
import { Link } from "../route.js";
import { counted, distance, when } from "../model/numbers.js";

// A policy of a flop that was solved alone: its exploitability is not known, and turns are solved when they are opened.
export const isFlopAlone = ({ metadata }) => metadata.streets === 2;

const KINDS = { good: "", rough: "warn", far: "bad", unknown: "" };

// The class of a number that is exploitability, by its grade; "" where it has none.
export const markOf = grade => (KINDS[grade] ? "trust-mark " + KINDS[grade] : "");

// "0.376% of the pot", "3.2 mbb" or "0.001 chips".
export function exploitableFor({ exploitability, exploitability_pot_percent: percent, exploitability_mbb: mbb }) {
  if (percent != null) return `${distance(percent)}% of the pot`;
  return mbb != null ? `${distance(mbb)} mbb` : `${distance(exploitability)} chips`;
}

const howMade = ({ iterations, source, when: moment }) =>
  [
    iterations === null ? null : counted(iterations, "iteration"),
    `${source === "solve" ? "measured by the solve" : "measured"} ${when(moment)}`,
  ]
    .filter(Boolean)
    .join(", ");

// ", the locks kept; 12.3% of the pot if they may be broken": best responses to a policy with locks keep to them.
function locksText({ locked, locks_broken: chips, locks_broken_pot_percent: percent }) {
  if (!locked) return "";
  const broken =
    chips == null
      ? ""
      : `; ${percent == null ? `${distance(chips)} chips` : `${distance(percent)}% of the pot`} if they may be broken`;
  return `, the locks kept${broken}`;
}

export function gainText({ gain_pot_percent: percent, gain_chips: amount }) {
  return percent === null ? `${distance(amount)} chips` : `${distance(percent)}% of the pot`;
}

export const largestGain = players => players.reduce((one, two) => (two.gain_chips > one.gain_chips ? two : one));

// What a best response gains each player, and what follows. No word of an equilibrium unless all gains are small.
function Gains({ measured, solve }) {
  const { grade, players } = measured;
  const most = largestGain(players);
  return html`<p class="trust small">
    <span class=${"trust-mark " + KINDS[grade]} title="What a best response gains each player while the others stay as they are">A best response gains ${players.map(one => `player ${one.player} ${gainText(one)}`).join(", ")}${locksText(measured)}</span>
    ${grade === "good" ? html`<span>An approximate equilibrium: no player gains more than ${gainText(most)}. With ${players.length} players other equilibria may have other values.</span>` : html`<strong class="trust-words">No promise: with ${players.length} players CFR may not converge. The gains are exact.</strong>`}
    <span class="muted">${howMade(measured)}</span>
    ${grade !== "good" && solve && html`<${Link} to=${`/solves/${encodeURIComponent(solve)}`}>Go on solving<//>`}
  </p>`;
}

// `measured` is null until it is known; `onMeasure` asks for it where that takes long. `solve`: the id of the solve that can go on.
export function Trust({ measured, onMeasure, solve }) {
  if (!measured || measured.exploitability === null) {
    return html`<p class="trust small">${onMeasure ? html`<span class="trust-mark warn">Exploitability not measured</span> <button type="button" class="as-link" onClick=${onMeasure}>Measure it</button>` : html`<span class="muted">${measured ? "Exploitability not known" : "Measuring exploitability"}</span>`}</p>`;
  }
  if (measured.judged_by === "largest" && measured.players?.length)
    return html`<${Gains} measured=${measured} solve=${solve} />`;
  const { grade } = measured;
  const how = howMade(measured);
  return html`<p class="trust small">
    <span class=${"trust-mark " + KINDS[grade]} title=${"What a best response gains, in the mean over the players: " + how}>Exploitable for ${exploitableFor(measured)}${locksText(measured)}</span>
    ${grade === "far" && html`<strong class="trust-words">Far from an equilibrium: frequencies and EVs here may change much.</strong>`}
    <span class="muted">${how}</span>
    ${grade !== "good" && grade !== "unknown" && solve && html`<${Link} to=${`/solves/${encodeURIComponent(solve)}`}>Go on solving<//>`}
  </p>`;
}
