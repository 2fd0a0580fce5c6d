// How far a policy can be trusted: its exploitability, how it is known, amber above 1% of the pot, in words above 5%.
import { html } from "../html.js";
import { Link } from "../route.js";
import { count, distance, when } from "./numbers.js";

const KINDS = { good: "", rough: "warn", far: "bad", unknown: "" };

// "0.376% of the pot", "3.2 mbb" or "0.001 chips".
export function exploitableFor({ exploitability, exploitability_pot_percent: percent, exploitability_mbb: mbb }) {
  if (percent != null) return `${distance(percent)}% of the pot`;
  return mbb != null ? `${distance(mbb)} mbb` : `${distance(exploitability)} chips`;
}

// `measured` is null until it is known; `onMeasure` asks for it where that takes long. `solve`: the id of the solve that can go on.
export function Trust({ measured, onMeasure, solve }) {
  if (!measured || measured.exploitability === null) {
    return html`<p class="trust small">${onMeasure ? html`<span class="trust-mark warn">Exploitability not measured</span> <button type="button" class="as-link" onClick=${onMeasure}>Measure it</button>` : html`<span class="muted">${measured ? "Exploitability not known" : "Measuring exploitability"}</span>`}</p>`;
  }
  const { grade, iterations, source, when: moment } = measured;
  const how = [iterations === null ? null : `${count(iterations)} iterations`, `${source === "solve" ? "measured by the solve" : "measured"} ${when(moment)}`].filter(Boolean).join(", ");
  return html`<p class="trust small">
    <span class=${"trust-mark " + KINDS[grade]} title=${"What a best response gains, in the mean over the players: " + how}>Exploitable for ${exploitableFor(measured)}</span>
    ${grade === "far" && html`<strong class="trust-words">Far from an equilibrium: frequencies and EVs here may change much.</strong>`}
    <span class="muted">${how}</span>
    ${grade !== "good" && grade !== "unknown" && solve && html`<${Link} to=${`/solves/${encodeURIComponent(solve)}`}>Go on solving<//>`}
  </p>`;
}
