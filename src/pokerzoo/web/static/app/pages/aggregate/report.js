// All spots together, each by its weight: what is done, and what it is worth to the players.
import { post } from "../../api.js";
import { html, useMemo, useState } from "../../html.js";
import { navigate, setQuery } from "../../route.js";
import { evHead } from "../../model/evs.js";
import { capital, counted, percent } from "../../model/numbers.js";
import { GroupName, Value, boardsOf, nameOf, spaced, written } from "./grouping.js";
import { Bar, Panel, Swatch, Wrong } from "../../ui/parts.js";
import { EvChoice } from "../../ui/ev_choice.js";
import { Pages, Table, pageOf, pageWith, sortedBy } from "../../ui/table.js";

const unitOf = name => (name.endsWith("percent") ? "pot" : name.endsWith("big_blinds") ? "bb" : "chips");

export function Totals({ report, from, unit, blind }) {
  const { overall, to_act: actor } = report;
  const measures = report.measures.map((one, k) => ({
    ...one,
    mean: overall.means[k],
    text: written(one, overall.means[k], overall.errors?.[k]),
  }));
  const actions = measures.filter(measure => measure.kind === "frequency");
  const of = name => measures.find(measure => measure.name === name)?.text;
  const ev = measures.find(measure => /^(ev|net)_/.test(measure.name)).name.split(" ")[0]; // of what was asked last
  const columns = [
    { head: "Player", cell: name => html`${name}${name === actor && html` <span class="muted small">acts</span>`}` },
    { head: evHead({ evs: { unit: unitOf(ev) } }), cell: name => of(`${ev} ${name}`) },
    { head: "Equity", cell: name => of(`equity ${name}`) },
    {
      head: "Equity realisation",
      title: "What is expected of the pot, divided by the equity of it",
      cell: name => of(`equity_realisation ${name}`) ?? "–",
    },
  ];
  return html`<${Panel} title=${`${capital(report.words)}: ${counted(overall.spots, "spot")} together`} actions=${html`<${EvChoice} evs=${{ from, unit, blind }} />`}>
    ${actions.length > 0 && html`<${Bar} parts=${actions.map(({ colour, mean }) => ({ colour, share: mean }))} label=${actions.map(one => `${one.title} ${one.text}`).join(", ")} />`}
    <ul class="row">
      ${actions.map(one => html`<li key=${one.name}><${Swatch} colour=${one.colour} /> ${one.title} <strong>${one.text}</strong></li>`)}
      ${of("reached") && html`<li>reached <strong>${of("reached")}</strong></li>`}
    </ul>
    <${Table} label="Players" caption="The players over all spots" columns=${columns} rows=${["OOP", "IP"].filter(name => of(`equity ${name}`))} />
    ${report.notes.map(note => html`<p key=${note} class="small muted">${note}</p>`)}
  <//>`;
}

const HEIGHT = 180;
const WIDTH = 1000;
const NAMED = 12; // so many bars have their names below

export function Bars({ sweep, report, groups, at }) {
  const actions = report.measures.map((measure, k) => ({ ...measure, k })).filter(({ kind }) => kind === "frequency");
  const drawn = useMemo(() => paths(groups, actions), [groups]); // of all flops these are long
  if (actions.length === 0 || groups.length === 0) return null;
  const choose = k => setQuery({ at: nameOf(groups[Math.min(groups.length - 1, k)]) }, { replace: true });
  const point = event => {
    const box = event.currentTarget.getBoundingClientRect();
    choose(Math.floor(((event.clientX - box.left) / box.width) * groups.length));
  };
  const chosen = groups[at];
  const share = action => written(action, chosen.means[action.k]);
  const boards = boardsOf(sweep, report, chosen);
  const names =
    groups.length <= NAMED
      ? groups.map(group => html`<span key=${nameOf(group)}><${GroupName} report=${report} group=${group} /></span>`)
      : html`<span>${counted(groups.length, "group")} by ${report.by.map(spaced).join(", ")}</span>`;
  return html`<div class="agg-bars">
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true" onClick=${point}>
      ${drawn.map(({ colour, path }, k) => html`<path key=${k} d=${path} fill=${colour} />`)}
      <rect fill="none" stroke="currentColor" stroke-width="2" vector-effect="non-scaling-stroke" x=${(WIDTH * at) / groups.length} y="0" width=${WIDTH / groups.length} height=${HEIGHT} />
    </svg>
    <div class="agg-x small muted" aria-hidden="true">${names}</div>
    <input type="range" min="1" max=${groups.length} value=${at + 1} aria-label="Groups" aria-valuetext=${`${nameOf(chosen)}: ${actions.map(one => `${one.title} ${share(one)}`).join(", ")}`} onInput=${event => choose(Number(event.target.value) - 1)} />
    <p class="row agg-told"><strong><${GroupName} report=${report} group=${chosen} /></strong>
      ${actions.map(one => html`<span key=${one.k}><${Swatch} colour=${one.colour} /> ${one.title} ${share(one)}</span>`)}
      ${boards && html`<button type="button" class="button small" onClick=${() => setQuery(boards)}>Boards of this group<span class="sr-only">: ${nameOf(chosen)}</span></button>`}
    </p>
  </div>`;
}

// One path for each action: a rectangle for each group. From below: what costs most chips, so that checks and folds are on top.
function paths(groups, actions) {
  const floor = groups.map(() => HEIGHT);
  const width = WIDTH / groups.length;
  const gap = width > 6 ? 1 : 0;
  return actions.toReversed().map(({ k, colour }) => {
    const path = groups.map((group, n) => {
      const height = HEIGHT * (group.means[k] ?? 0);
      floor[n] -= height;
      const [x, y, wide, tall] = [n * width, floor[n], width - gap, height].map(number => number.toFixed(2));
      return height > 0 ? `M${x} ${y}h${wide}v${tall}h-${wide}z` : "";
    });
    return { colour, path: path.join("") };
  });
}

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
