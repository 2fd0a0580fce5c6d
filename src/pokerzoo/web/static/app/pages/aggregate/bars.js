// A stacked bar for each group, side by side, in the order of the table; one of them is chosen by pointer or arrow keys.
import { html, useMemo } from "../../html.js";
import { setQuery } from "../../route.js";
import { counted, percent } from "../../model/numbers.js";
import { boardsOf } from "./grouping.js";
import { GroupName, nameOf } from "./names.js";
import { written } from "./numbers.js";

const HEIGHT = 180;
const WIDTH = 1000;
const NAMED = 12; // so many bars have their names below

export function Bars({ sweep, report, groups, at }) {
  const places = useMemo(
    () => report.measures.map((measure, k) => (measure.kind === "frequency" ? k : -1)).filter(k => k >= 0),
    [report],
  );
  const drawn = useMemo(() => paths(report, groups, places), [groups]); // of all flops these are long
  if (places.length === 0 || groups.length === 0) return null;
  const choose = k => setQuery({ at: nameOf(groups[Math.max(0, Math.min(groups.length - 1, k))]) }, { replace: true });
  const keys = event => {
    const to = {
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      Home: 0,
      End: groups.length - 1,
      PageUp: at + 10,
      PageDown: at - 10,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    choose(to);
  };
  const point = event => {
    const box = event.currentTarget.getBoundingClientRect();
    choose(Math.floor(((event.clientX - box.left) / box.width) * groups.length));
  };
  const chosen = groups[at];
  const told = `${nameOf(chosen)}: ${places.map(k => `${report.measures[k].title} ${written(report.measures[k], chosen.means[k])}`).join(", ")}`;
  const boards = boardsOf(sweep, report, chosen);
  const open = event => event.key === "Enter" && boards && setQuery(boards);
  return html`<div class="agg-bars">
    <div class="agg-axes"><span class="agg-y small muted" aria-hidden="true"><span>100%</span><span>of hands</span><span>0%</span></span>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="slider" tabindex="0" aria-label="Groups" aria-valuemin="1" aria-valuemax=${groups.length} aria-valuenow=${at + 1} aria-valuetext=${told} onKeyDown=${event => (keys(event), open(event))} onClick=${point}>
      ${drawn.map(({ colour, path }, k) => html`<path key=${k} d=${path} style=${{ fill: colour }} />`)}
      <rect class="agg-cursor" x=${(WIDTH * at) / groups.length} y="0" width=${WIDTH / groups.length} height=${HEIGHT} />
    </svg>
    <span class="agg-x small muted" aria-hidden="true">${groups.length <= NAMED ? groups.map(group => html`<span key=${nameOf(group)}><${GroupName} report=${report} group=${group} /></span>`) : html`<span>${counted(groups.length, "group")} by ${report.by.map(name => name.replaceAll("_", " ")).join(", ")}</span>`}</span></div>
    <p class="agg-told"><strong><${GroupName} report=${report} group=${chosen} /></strong>
      ${places.map(k => html`<span key=${k}><span class="swatch" style=${{ background: report.measures[k].colour }}></span>${report.measures[k].title} ${percent(chosen.means[k])}</span>`)}
      ${boards && html`<button type="button" class="button small" onClick=${() => setQuery(boards)}>Boards of this group<span class="sr-only">: ${nameOf(chosen)}</span></button>`}
    </p>
  </div>`;
}

// One path for each action: a rectangle for each group. From below: what costs most chips, so that checks and folds are on top.
function paths(report, groups, places) {
  const floor = groups.map(() => HEIGHT);
  const width = WIDTH / groups.length;
  const gap = width > 6 ? 1 : 0;
  return [...places].reverse().map(k => {
    const path = groups.map((group, n) => {
      const height = HEIGHT * (group.means[k] ?? 0);
      floor[n] -= height;
      return height > 0
        ? `M${(n * width).toFixed(2)} ${floor[n].toFixed(2)}h${(width - gap).toFixed(2)}v${height.toFixed(2)}h${(gap - width).toFixed(2)}z`
        : "";
    });
    return { colour: report.measures[k].colour, path: path.join("") };
  });
}
