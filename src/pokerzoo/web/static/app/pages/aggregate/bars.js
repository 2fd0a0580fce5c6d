// A stacked bar for each group, side by side, in the order of the table; one of them is chosen by pointer or slider.
import { html, useMemo } from "../../html.js";
import { counted } from "../../model/numbers.js";
import { setQuery } from "../../route.js";
import { Swatch } from "../../ui/parts.js";
import { GroupName, boardsOf, nameOf, spaced, written } from "./grouping.js";

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
