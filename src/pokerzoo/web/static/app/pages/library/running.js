// Solves that run or wait, one line each.
import { html } from "../../html.js";
import { Link } from "../../route.js";
import { far } from "../../ui/exploitability.js";
import { counted, seconds } from "../../ui/numbers.js";
import { Panel } from "../../ui/parts.js";
import { isOpen } from "../../ui/solve_state.js";

function told(solve) {
  const { state, position, iterations, seconds: time, exploitability, exploitability_pot_percent: percent, until } = solve;
  if (state === "queued") return `waits, number ${position} in the queue`;
  const now = far(solve) + (percent != null ? " of pot" : "");
  return [counted(iterations, "iteration"), seconds(time), exploitability == null ? null : `exploitable for ${now}`, until == null ? null : `until ${until}`].filter(Boolean).join(" · ");
}

export function Running({ solves }) {
  const open = solves.filter(isOpen);
  if (!open.length) return null;
  return html`<${Panel} title="Solving now" actions=${html`<${Link} class="button small quiet" to="/solves">All solves<//>`}>
    <ul class="solving">
      ${open.map((solve) => html`<li key=${solve.id}><span class=${"pulse " + solve.state} aria-hidden="true" /><${Link} to=${`/solves/${solve.id}`}>${solve.title}<//><span class="muted">${told(solve)}</span></li>`)}
    </ul>
  <//>`;
}
