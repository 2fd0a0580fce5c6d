// Aggregate reports: means over the spots of a sweep, by groups. All that is asked stands in the address.
import { useGet } from "../api.js";
import { readEvs } from "../model/evs.js";
import { html, useMemo, useRef } from "../html.js";
import { Loading, Missing, Notice, Panel, useTitle } from "../ui/parts.js";
import { Bars, Groups, Totals, sorted } from "./aggregate/report.js";
import { Head, Sweeps } from "./aggregate/head.js";
import { defaultBy, nameOf } from "./aggregate/grouping.js";
import { Question } from "./aggregate/question.js";

export default function Aggregate({ parts, query }) {
  return parts[0] === undefined ? html`<${Sweeps} />` : html`<${One} id=${parts[0]} query=${query} key=${parts[0]} />`;
}

// What the server is asked with.
const askedOf = (query, by) => ({
  by: (query.by ?? by).split(";"),
  line: query.line,
  only: (query.only ?? "").split(";"),
  where: query.where,
  sizes: query.sizes === "together" ? "false" : undefined,
  ...evsOf(query),
});

function evsOf(query) {
  const { from, unit, blind } = readEvs(query, { big_blind: null });
  return { ev: from, unit, blind: unit === "bb" ? blind : undefined };
}

function One({ id, query }) {
  const path = `/sweeps/${encodeURIComponent(id)}`;
  const sweep = useGet(path);
  const by = sweep.data ? defaultBy(sweep.data) : "board";
  const asked = askedOf(query, by);
  const { data, error, loading } = useGet(sweep.data && sweep.data.done > 0 ? address(`${path}/aggregate`, asked) : null);
  const held = useRef(null); // what came last stays until there is something new
  if (data && !loading && !error) held.current = data;
  useTitle(sweep.data?.title);
  if (!sweep.data) return html`<${Loading} error=${sweep.error} /><${Missing} extra="sweeps" what="Reports need" />`;
  const report = held.current;
  const asking = !report && !error;
  return html`<div class="stack">
    <${Head} sweep=${sweep.data} />
    <${Missing} extra="sweeps" what="Reports need" /><${Missing} extra="plot" what="Their pictures need" />
    ${
      sweep.data.done === 0
        ? html`<${Notice}>No spot is done yet. Load this page again once the first one is.<//>`
        : html`<${Question} key=${JSON.stringify({ ...asked, ev: null, unit: null, blind: null })} sweep=${sweep.data} query=${query} by=${asked.by} error=${error} />
          ${asking && html`<${Loading} />`} ${report && html`<${Found} sweep=${sweep.data} report=${report} query=${query} path=${path} asked=${asked} stale=${error !== null} />`}`
    }
  </div>`;
}

function address(path, asked) {
  const search = new URLSearchParams(["by", "only"].flatMap(name => asked[name].filter(Boolean).map(one => [name, one])));
  for (const name of ["line", "where", "sizes", "ev", "unit", "blind"]) if (asked[name]) search.set(name, asked[name]);
  return `${path}?${search}`;
}

function Found({ sweep, report, query, path, asked, stale }) {
  const groups = useMemo(() => sorted(report, query.sort), [report, query.sort]);
  const named = groups.findIndex(group => nameOf(group) === query.at);
  const at = Math.max(0, named);
  const files = kind => "/api" + address(`${path}/aggregate.${kind}`, asked);
  const actions = html`<a class="button small" href=${files("csv")} download>CSV</a><a class="button small" href=${files("png")} download>PNG</a>`;
  return html`${stale && html`<p class="small muted">Below is the answer to the question before.</p>`}
    <${Totals} report=${report} from=${asked.ev} unit=${asked.unit} blind=${Number(query.bb) || null} />
    ${
      report.groups.length > 0 &&
      html`<${Panel} title=${`By ${report.by.join(", ")}`} actions=${actions}>
      <${Bars} sweep=${sweep} report=${report} groups=${groups} at=${at} />
      <${Groups} sweep=${sweep} report=${report} groups=${groups} at=${at} query=${query} />
    <//>`
    }`;
}
