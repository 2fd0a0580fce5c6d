// Solves: those that run or wait, one line each, and all that were over before.
import { html } from "../../html.js";
import { Link } from "../../route.js";
import { Panel } from "../../ui/parts.js";
import { far } from "../../model/exploitability.js";
import { count, counted, seconds, when } from "../../model/numbers.js";
import { StateBadge, isOpen } from "../../ui/solve_state.js";
import { markOf } from "../../ui/trust.js";

function told(solve) {
  const { state, position, iterations, seconds: time, exploitability, exploitability_pot_percent: percent, until } = solve;
  if (state === "queued") return `waits, number ${position} in the queue`;
  const now = far(solve) + (percent != null ? " of pot" : "");
  return [
    counted(iterations, "iteration"),
    seconds(time),
    exploitability == null ? null : `exploitable for ${now}`,
    until == null ? null : `until ${until}`,
  ]
    .filter(Boolean)
    .join(" · ");
}

export function Running({ solves }) {
  const open = solves.filter(isOpen).sort((a, b) => a.position - b.position);
  if (!open.length) return null;
  return html`<${Panel} title="Solving now">
    <ul class="solving">
      ${open.map(solve => html`<li key=${solve.id}><span class=${"pulse " + solve.state} aria-hidden="true" /><${Link} to=${`/solves/${solve.id}`}>${solve.title}<//><span class="muted">${told(solve)}</span></li>`)}
    </ul>
  <//>`;
}

export function PastSolves({ solves }) {
  const past = solves.filter(solve => !isOpen(solve));
  if (!past.length) return null;
  return html`<${Panel} title="Solves"><div class="table solves-list" tabindex="0" role="region" aria-label="Solves that are over">
    <table>
      <caption class="sr-only">Solves</caption>
      <thead>
        <tr><th scope="col">name</th><th scope="col" class="text">state</th><th scope="col">exploitability</th><th scope="col" class="hide-narrow">iterations</th><th scope="col" class="hide-narrow">time</th><th scope="col" class="text hide-narrow">asked for</th></tr>
      </thead>
      <tbody>
        ${past.map(
          solve => html`<tr key=${solve.id}>
            <td><${Link} to=${`/solves/${solve.id}`}>${solve.title}<//></td>
            <td class="text"><${StateBadge} solve=${solve} /></td>
            <td><span class=${markOf(solve.grade)}>${far(solve)}</span></td>
            <td class="hide-narrow">${count(solve.iterations)}</td>
            <td class="hide-narrow">${seconds(solve.seconds || null)}</td>
            <td class="text hide-narrow">${when(solve.created)}</td>
          </tr>`,
        )}
      </tbody>
    </table>
  </div><//>`;
}
