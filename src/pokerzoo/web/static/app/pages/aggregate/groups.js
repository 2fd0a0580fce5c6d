// The groups as a table: sorted by any measure, a page at a time, each with the way to its strategy where that was kept.
import { post } from "../../api.js";
import { html, useState } from "../../html.js";
import { navigate, setQuery } from "../../route.js";
import { counted, percent } from "../../model/numbers.js";
import { Notice } from "../../ui/parts.js";
import { Pages, SortHead, Table, pageOf, pageWith, sortedBy } from "../../ui/table.js";
import { nameOf, Value } from "./names.js";
import { withError } from "./numbers.js";

// The groups in the order of a column, "share" or "m.3"; without one as they came.
export function sorted(report, sort) {
  const [what, number] = (sort ?? "").replace(/^-/, "").split(".");
  if (what === "share") return sortedBy(report.groups, sort, group => group.share);
  return what === "m" && report.measures[number] ? sortedBy(report.groups, sort, group => group.means[number]) : report.groups;
}

export function Groups({ sweep, report, groups, at, query }) {
  const { sort, page, ev, unit, bb } = query;
  const [failed, setFailed] = useState(null);
  const shown = pageOf(groups, page ?? pageWith(at));
  const onSort = id => setQuery({ sort: id, page: null, at: null }, { replace: true });
  const browse = group =>
    post(`/sweeps/${encodeURIComponent(sweep.id)}/policies/${group.key}`)
      .then(policy => navigate(`/browse/${policy.id}`, { line: report.line, ev, unit, bb }))
      .catch(error => setFailed(error.message));
  const keys = groups.some(group => group.key !== null);
  return html`<div class="stack tight">
    ${failed && html`<${Notice} kind="bad">${failed}<//>`}
    <${Table} label="Groups in numbers" caption=${`Groups by ${report.by.join(", ")}; a heading sorts by its column`} region="agg-table">
      <thead><tr>
        ${report.by.map(name => html`<th key=${name} class="text" scope="col">${name.replaceAll("_", " ")}</th>`)}
        <${SortHead} id="share" title="weight" sort=${sort} onSort=${onSort} />
        ${report.measures.map((measure, k) => html`<${SortHead} key=${measure.name} id=${`m.${k}`} title=${measure.title} colour=${measure.colour} sort=${sort} onSort=${onSort} />`)}
        ${keys && html`<th class="text">strategy</th>`}
      </tr></thead>
      <tbody>
        ${shown.rows.map((group, n) => {
          const here = shown.first + n === at;
          return html`<tr key=${nameOf(group)} class=${here ? "chosen" : ""}>
            ${report.by.map((name, k) => html`<td key=${name} class="text">${k === 0 ? html`<button type="button" class="agg-pick" aria-pressed=${here ? "true" : "false"} onClick=${() => setQuery({ at: nameOf(group) }, { replace: true })}><${Value} name=${name} value=${group.group[k]} /></button>` : html`<${Value} name=${name} value=${group.group[k]} />`}</td>`)}
            <td title="${counted(group.spots, "spot")}">${percent(group.share, 2)}</td>
            ${report.measures.map((measure, k) => html`<td key=${measure.name}>${withError(measure, group.means[k], group.errors?.[k])}</td>`)}
            ${keys && html`<td class="text">${group.key && html`<button type="button" class="button small quiet" onClick=${() => browse(group)}>Browse<span class="sr-only"> ${nameOf(group)}</span></button>`}</td>`}
          </tr>`;
        })}
      </tbody>
    <//>
    <${Pages} at=${shown.at} pages=${shown.pages} onPage=${next => setQuery({ page: next })} />
  </div>`;
}
