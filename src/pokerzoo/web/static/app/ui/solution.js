// How far a policy can be trusted: its exploitability and how it is known; with more than two players each player's gain.
import { html } from "../html.js";
import { exploitableFor, gainText, largestGain, locksText, markOf } from "../model/exploitability.js";
import { counted, when } from "../model/numbers.js";
import { Link } from "../route.js";

// A policy of a flop that was solved alone: its exploitability is not known, and turns are solved when they are opened.
export const isFlopAlone = ({ metadata }) => metadata.streets === 2;

const TITLE = "What a best response gains, in the mean over the players, while the others stay as they are";

// What is measured, in words: {sums, says, warns}.
function words({ grade, players, judged_by: by, ...measured }) {
  if (by !== "largest" || !players?.length)
    return {
      sums: `Exploitable for ${exploitableFor(measured)}`,
      warns: grade === "far" && "Far from an equilibrium: frequencies and EVs here may change much.",
    };
  const good = grade === "good";
  return {
    sums: `A best response gains ${players.map(one => `player ${one.player} ${gainText(one)}`).join(", ")}`,
    says:
      good &&
      `An approximate equilibrium: no player gains more than ${gainText(largestGain(players))}. With ${players.length} players other equilibria may have other values.`,
    warns: !good && `No promise: with ${players.length} players CFR may not converge. The gains are exact.`,
  };
}

// `measured` is null until it is known; `onMeasure` asks for it where that takes long. `solve`: the id of the solve that can go on.
export function Trust({ measured, onMeasure = null, solve = null }) {
  if (!measured || measured.exploitability === null) {
    const unknown = measured ? "Exploitability not known" : "Measuring exploitability";
    return html`<p class="trust row small">${onMeasure ? html`<span class="badge warn">Exploitability not measured</span> <button type="button" class="link" onClick=${onMeasure}>Measure it</button>` : html`<span class="muted">${unknown}</span>`}</p>`;
  }
  const { grade, iterations, source, when: moment } = measured;
  const { sums, says, warns } = words(measured);
  return html`<p class="trust row small">
    <span class=${markOf(grade)} title=${TITLE}>${sums}${locksText(measured)}</span>
    ${says && html`<span>${says}</span>`} ${warns && html`<strong class="bad">${warns}</strong>`}
    <span class="muted">${iterations === null ? "" : counted(iterations, "iteration") + ", "}${source === "solve" ? "measured by the solve" : "measured"} ${when(moment)}</span>
    ${markOf(grade) && solve && html`<${Link} to=${`/solves/${encodeURIComponent(solve)}`}>Go on solving<//>`}
  </p>`;
}
