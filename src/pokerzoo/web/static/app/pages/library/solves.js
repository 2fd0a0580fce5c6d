// Solves: those that run or wait, one line each, and all that were over before.
import { html } from "../../html.js";
import { far, markOf } from "../../model/exploitability.js";
import { count, counted, seconds, when } from "../../model/numbers.js";
import { Link } from "../../route.js";
import { Panel } from "../../ui/parts.js";
import { StateBadge, isOpen } from "../../ui/solve_state.js";
import { Table } from "../../ui/table.js";

function told(solve) {
  const { state, position, iterations, seconds: time, exploitability, exploitability_pot_percent: percent, until } = solve;
  if (state === "queued") return `waits, number ${position} in the queue`;
  const reached = exploitability != null && `exploitable for ${far(solve)}${percent != null ? " of pot" : ""}`;
  return [counted(iterations, "iteration"), seconds(time), reached, until != null && `until ${until}`]
    .filter(Boolean)
    .join(" · ");
}

const Title = ({ solve }) => html`<${Link} to=${`/solves/${solve.id}`}>${solve.title}<//>`;

export function Running({ solves }) {
  const open = solves.filter(isOpen).sort((a, b) => a.position - b.position);
  if (!open.length) return null;
  return html`<${Panel} title="Solving now">
    <ul class="list">${open.map(solve => html`<li key=${solve.id} class="row"><${StateBadge} solve=${solve} /><${Title} solve=${solve} /><span class="muted">${told(solve)}</span></li>`)}</ul>
  <//>`;
}

export function PastSolves({ solves }) {
  const past = solves.filter(solve => !isOpen(solve));
  if (!past.length) return null;
  const columns = [
    { head: "name", kind: "words", cell: solve => html`<${Title} solve=${solve} />` },
    { head: "state", kind: "text", cell: solve => html`<${StateBadge} solve=${solve} />` },
    { head: "exploitability", cell: solve => html`<span class=${markOf(solve.grade)}>${far(solve)}</span>` },
    { head: "iterations", kind: "wide", cell: solve => count(solve.iterations) },
    { head: "time", kind: "wide", cell: solve => seconds(solve.seconds || null) },
    { head: "asked for", kind: "wide", cell: solve => when(solve.created) },
  ];
  return html`<${Panel} title="Solves"><${Table} label="Solves that are over" caption="Solves" kind="" columns=${columns} rows=${past} keyOf=${solve => solve.id} /><//>`;
}
