// Push/fold at a table, and what the stacks of a tournament are worth in prize money. The address holds all that is asked for.
import { html } from "../html.js";
import { Link } from "../route.js";
import { Icm } from "./tournament/icm.js";
import { PushFold } from "./tournament/push_fold.js";

export default function Tournament({ parts, query }) {
  const icm = parts[0] === "icm";
  return html`<div class="tournament stack">
    <div class="row"><h1>${icm ? "Prize money of stacks" : "Push/fold"}</h1>
      <nav class="choice" aria-label="Push/fold and prizes">
        <${Link} class="button small" to="/tournament" aria-current=${icm ? undefined : "true"}>Push/fold<//>
        <${Link} class="button small" to="/tournament/icm" aria-current=${icm ? "true" : undefined}>ICM<//>
      </nav>
    </div>
    ${icm ? html`<${Icm} query=${query} />` : html`<${PushFold} query=${query} />`}
  </div>`;
}
