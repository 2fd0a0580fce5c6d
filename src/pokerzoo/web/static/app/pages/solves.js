// Solves: the queue and what was solved before; below /solves/ID one of them.
import { html, useState } from "../html.js";
import { useEvents, useGet } from "../api.js";
import { Link } from "../route.js";
import { Loading, Panel } from "../ui/parts.js";
import { far } from "../ui/exploitability.js";
import { count, seconds, when } from "../ui/numbers.js";
import { StateBadge, isOpen } from "../ui/solve_state.js";
import { markOf } from "../ui/trust.js";
import { OneSolve } from "./one_solve.js";

function Rows({ solves, caption }) {
  return html`<div class="table solves-list" tabindex="0" role="region" aria-label=${caption}>
    <table>
      <caption class="sr-only">${caption}</caption>
      <thead>
        <tr><th scope="col">name</th><th scope="col" class="text">state</th><th scope="col">exploitability</th><th scope="col" class="hide-narrow">iterations</th><th scope="col" class="hide-narrow">time</th><th scope="col" class="text hide-narrow">asked for</th></tr>
      </thead>
      <tbody>
        ${solves.map(
          (solve) => html`<tr key=${solve.id}>
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
  </div>`;
}

function AllSolves() {
  const { data, error } = useGet("/solves");
  const [news, setNews] = useState(null);
  useEvents("/solves/events", ["solves"], (name, solves) => setNews(solves));
  const solves = news ?? data;
  if (!solves) return html`<${Loading} error=${error} />`;
  const open = solves.filter(isOpen).sort((a, b) => a.position - b.position);
  const past = solves.filter((solve) => !isOpen(solve));
  return html`<div class="stack">
    <div class="row between"><h1>Solves</h1><${Link} class="button primary" to="/setup">Set up a spot<//></div>
    <${Panel} title="Now">
      ${open.length === 0 ? html`<p class="muted">Nothing is being solved. You can ask for several; they are solved one after the other.</p>` : html`<${Rows} solves=${open} caption="Running and waiting" />`}
    <//>
    <${Panel} title="Before">
      ${past.length === 0 ? html`<p class="muted">What was solved is kept here, with its curve.</p>` : html`<${Rows} solves=${past} caption="Solved before" />`}
    <//>
  </div>`;
}

export default function Solves({ parts, query }) {
  return parts.length ? html`<${OneSolve} id=${parts[0]} axis=${query.x} key=${parts[0]} />` : html`<${AllSolves} />`;
}
