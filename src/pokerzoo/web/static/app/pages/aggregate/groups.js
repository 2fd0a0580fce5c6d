// The groups as a table: sorted by any measure, a page at a time, each with the way to its strategy where that was kept.
import { post } from "../../api.js";
import { html, useState } from "../../html.js";
import { counted, percent } from "../../model/numbers.js";
import { navigate, setQuery } from "../../route.js";
import { Wrong } from "../../ui/parts.js";
import { Pages, Table, pageOf, pageWith, sortedBy } from "../../ui/table.js";
import { Value, nameOf, spaced, written } from "./grouping.js";

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
  const isHere = (_, n) => shown.first + n === at;
  const browse = group =>
    post(`/sweeps/${encodeURIComponent(sweep.id)}/policies/${group.key}`)
      .then(policy => navigate(`/browse/${policy.id}`, { line: report.line, ev, unit, bb }))
      .catch(setFailed);
  const columns = [
    ...report.by.map((name, k) => ({
      head: spaced(name),
      kind: "text",
      cell: (group, n) => {
        const value = html`<${Value} name=${name} value=${group.group[k]} />`;
        const pick = () => setQuery({ at: nameOf(group) }, { replace: true });
        return k > 0
          ? value
          : html`<button type="button" aria-pressed=${isHere(group, n) ? "true" : "false"} onClick=${pick}>${value}</button>`;
      },
    })),
    {
      id: "share",
      head: "weight",
      cell: group => html`<span title=${counted(group.spots, "spot")}>${percent(group.share, 2)}</span>`,
    },
    ...report.measures.map((measure, k) => ({
      id: `m.${k}`,
      head: measure.title,
      colour: measure.colour,
      cell: group => written(measure, group.means[k], group.errors?.[k]),
    })),
    groups.some(group => group.key !== null) && {
      head: "strategy",
      kind: "text",
      cell: group =>
        group.key &&
        html`<button type="button" class="button small quiet" onClick=${() => browse(group)}>Browse<span class="sr-only"> ${nameOf(group)}</span></button>`,
    },
  ];
  return html`<${Wrong} error=${failed} />
    <${Table} label="Groups in numbers" caption=${`Groups by ${report.by.join(", ")}; a heading sorts by its column`} region="tall agg-table" columns=${columns} rows=${shown.rows} keyOf=${nameOf} chosen=${isHere}
      sort=${sort ?? ""} onSort=${id => setQuery({ sort: id, page: null, at: null }, { replace: true })} />
    <${Pages} at=${shown.at} pages=${shown.pages} onPage=${next => setQuery({ page: next })} />`;
}
