// The groups as a table: sorted by any measure, a page at a time, each with the way to its strategy where that was kept.
import { post } from "../../api.js";
import { html, useState } from "../../html.js";
import { navigate, setQuery } from "../../route.js";
import { counted, percent } from "../../model/numbers.js";
import { Notice } from "../../ui/parts.js";
import { nameOf, Value } from "./names.js";
import { withError } from "./numbers.js";

const PAGE = 50;

export function Groups({ sweep, report, groups, at, query }) {
  const { sort, page, ev, unit, bb } = query;
  const [failed, setFailed] = useState(null);
  const pages = Math.max(1, Math.ceil(groups.length / PAGE));
  const shown = Math.min(Math.max(0, (Number(page ?? Math.floor(at / PAGE) + 1) || 1) - 1), pages - 1);
  const order = id =>
    setQuery({ sort: sort === id ? "-" + id : sort === "-" + id ? null : id, page: null, at: null }, { replace: true });
  const browse = group =>
    post(`/sweeps/${encodeURIComponent(sweep.id)}/policies/${group.key}`)
      .then(policy => navigate(`/browse/${policy.id}`, { line: report.line, ev, unit, bb }))
      .catch(error => setFailed(error.message));
  const keys = groups.some(group => group.key !== null);
  const heading = (
    id,
    title,
    colour,
  ) => html`<th key=${id} aria-sort=${sort === id ? "descending" : sort === "-" + id ? "ascending" : undefined}>
    <button type="button" class="agg-sort" onClick=${() => order(id)}>${colour && html`<span class="swatch" style=${{ background: colour }}></span>`}${title}<span class="arrow" aria-hidden="true">${sort === id ? "↓" : sort === "-" + id ? "↑" : ""}</span></button>
  </th>`;
  return html`<div class="stack tight">
    ${failed && html`<${Notice} kind="bad">${failed}<//>`}
    <div class="table agg-table" tabindex="0" role="region" aria-label="Groups in numbers">
      <table class="lean">
        <caption class="sr-only">Groups by ${report.by.join(", ")}; a heading sorts by its column</caption>
        <thead><tr>
          ${report.by.map(name => html`<th key=${name} class="text" scope="col">${name.replaceAll("_", " ")}</th>`)}
          ${heading("share", "weight")} ${report.measures.map((measure, k) => heading(`m.${k}`, measure.title, measure.colour))}
          ${keys && html`<th class="text">strategy</th>`}
        </tr></thead>
        <tbody>
          ${groups.slice(PAGE * shown, PAGE * (shown + 1)).map(
            (group, n) => html`<tr key=${nameOf(group)} class=${PAGE * shown + n === at ? "chosen" : ""}>
              ${report.by.map((name, k) => html`<td key=${name} class="text">${k === 0 ? html`<button type="button" class="agg-pick" aria-pressed=${PAGE * shown + n === at ? "true" : "false"} onClick=${() => setQuery({ at: nameOf(group) }, { replace: true })}><${Value} name=${name} value=${group.group[k]} /></button>` : html`<${Value} name=${name} value=${group.group[k]} />`}</td>`)}
              <td title="${counted(group.spots, "spot")}">${percent(group.share, 2)}</td>
              ${report.measures.map((measure, k) => html`<td key=${measure.name}>${withError(measure, group.means[k], group.errors?.[k])}</td>`)}
              ${keys && html`<td class="text">${group.key && html`<button type="button" class="button small quiet" onClick=${() => browse(group)}>Browse<span class="sr-only"> ${nameOf(group)}</span></button>`}</td>`}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${pages > 1 && html`<div class="row"><button type="button" class="button small" disabled=${shown === 0} onClick=${() => setQuery({ page: shown })}>Previous</button><span class="small">Page ${shown + 1} of ${pages}</span><button type="button" class="button small" disabled=${shown === pages - 1} onClick=${() => setQuery({ page: shown + 2 })}>Next</button></div>`}
  </div>`;
}
