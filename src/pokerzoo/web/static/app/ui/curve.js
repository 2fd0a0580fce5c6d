// A curve that comes nearer to nought, as exploitability does: drawn on a logarithmic scale, told in words, and in a table.
import { html, useState } from "../html.js";
import { count, counted, distance, seconds } from "../model/numbers.js";
import { Chart, ChartKey } from "./chart.js";
import { Table } from "./table.js";

const ROWS = 12; // of the table, at most
// What x counts, by its name on the axis: as it is told, as it stands on the axis, and the least that the axis shows.
const COUNTED = {
  iterations: { told: x => counted(x, "iteration"), shown: count, least: 1 },
  seconds: { told: x => `After ${seconds(x)}`, shown: distance, least: 0.001 },
};
const COLOURS = ["var(--accent)", "var(--bet)", "var(--call)", "var(--fold)"];

// A few points of many: the first, the last, and those between at even steps of the logarithm.
function thinned(points, most = ROWS) {
  if (points.length <= most) return points;
  const steps = Array.from({ length: most }, (_, k) => Math.round(points.length ** (k / (most - 1))) - 1);
  return [...new Set(steps)].map(index => points[index]);
}

/**
 * The axis of numbers that come nearer to nought.
 *
 * @param {number[]} values
 * @param {number | null} target
 */
function nearing(values, target) {
  const known = target > 0 ? [...values, target] : values;
  const power = 10 ** Math.floor(Math.log10(Math.min(...known) / 1.3));
  const from = power * [5, 2, 1].find(step => step * power <= Math.min(...known) / 1.3);
  return { from, to: 1.6 * Math.max(...known), log: true, shown: distance };
}

/**
 * @param {object} props
 * @param {{ name: string, points: number[][] }[]} props.series
 * @param {number | null} [props.target] a line to reach
 * @param {string} [props.unit] follows the numbers: "%" or " chips"
 * @param {"iterations" | "seconds"} [props.xLabel] what x counts
 * @param {string} [props.about] the sentence that says what is drawn
 * @param {number} [props.height]
 * @param {boolean} [props.logX]
 * @param {string} [props.empty]
 */
export function Curve({
  series,
  target = null,
  unit = "",
  xLabel = "iterations",
  about,
  height = 280,
  logX = false,
  empty = "Nothing has been measured yet.",
}) {
  const [pointed, setPointed] = useState(null);
  const drawn = series.map((one, k) => ({
    ...one,
    points: one.points.filter(([, y]) => y > 0),
    colour: COLOURS[k % COLOURS.length],
  }));
  const xs = [...new Set(drawn.flatMap(({ points }) => points.map(([x]) => x)))].sort((a, b) => a - b);
  const { told, shown, least } = COUNTED[xLabel];
  if (!xs.length)
    return html`<div class="curve stack tight"><div class="small muted curve-told"> </div><div class="loading" role="img" aria-label=${empty} style=${{ height: `${height}px` }}>${empty}</div></div>`;
  const at =
    pointed === null ? xs.at(-1) : xs.reduce((near, x) => (Math.abs(x - pointed) < Math.abs(near - pointed) ? x : near));
  const of = (k, x) => drawn[k].points.find(([one]) => one === x)?.[1] ?? null;
  const tell = x =>
    `${told(x)}: ` +
    drawn
      .map((one, k) => `${series.length > 1 ? one.name + " " : ""}${of(k, x) === null ? "–" : distance(of(k, x)) + unit}`)
      .join(", ");
  const first = logX ? Math.max(least, xs.find(x => x > 0) ?? least) : 0;
  const axis = { from: first, to: Math.max(xs.at(-1), least, logX ? 1.01 * first : 0), log: logX, name: xLabel, shown };
  const seen = logX ? drawn.map(one => ({ ...one, points: one.points.filter(([x]) => x > 0) })) : drawn;
  return html`<div class="curve stack tight">
    <div class="small muted curve-told" aria-hidden="true">${tell(at)}</div>
    <${Chart} label=${about ?? "Curve: " + tell(xs.at(-1))} series=${seen} x=${axis} y=${nearing(
      drawn.flatMap(({ points }) => points.map(([, y]) => y)),
      target,
    )} height=${height} target=${target > 0 ? { value: target, text: `until ${distance(target)}${unit}` } : null} at=${pointed === null ? null : at} onAt=${setPointed} />
    ${series.length > 1 && html`<${ChartKey} series=${drawn} />`}
    <details>
      <summary class="small">The same as a table</summary>
      <${Table} label="Points of the curve" caption=${unit.trim() === "%" ? "in percent of the starting pot" : `in${unit}`} captioned=${true} kind="">
        <thead><tr><th scope="col">${xLabel}</th>${series.map(one => html`<th scope="col" key=${one.name}>${one.name}</th>`)}</tr></thead>
        <tbody>${thinned(xs).map(x => html`<tr key=${x}><td>${shown(x)}</td>${drawn.map((_, k) => html`<td>${distance(of(k, x))}</td>`)}</tr>`)}</tbody>
      <//>
    </details>
  </div>`;
}
