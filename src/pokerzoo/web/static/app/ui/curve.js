// A curve that comes nearer to nought, as exploitability does: drawn on a logarithmic scale, told in words, and in a table.
import { html, useState } from "../html.js";
import { count, counted, distance, seconds } from "../model/numbers.js";
import { Chart } from "./chart.js";
import { Table } from "./table.js";

const ROWS = 12; // of the table, at most
// What x counts, by its name on the axis: as it is told, as it stands on the axis, and the least that the axis shows.
const COUNTED = {
  iterations: { told: x => counted(x, "iteration"), shown: count, least: 1 },
  seconds: { told: x => `After ${seconds(x)}`, shown: distance, least: 0.001 },
};

// A few points of many: the first, the last, and those between at even steps of the logarithm.
function thinned(points) {
  if (points.length <= ROWS) return points;
  const steps = Array.from({ length: ROWS }, (_, k) => Math.round(points.length ** (k / (ROWS - 1))) - 1);
  return [...new Set(steps)].map(index => points[index]);
}

// The axis of numbers that come nearer to nought.
function nearing(values) {
  const least = Math.min(...values) / 1.3;
  const power = 10 ** Math.floor(Math.log10(least));
  return {
    from: power * [5, 2, 1].find(step => step * power <= least),
    to: 1.6 * Math.max(...values),
    log: true,
    shown: distance,
  };
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
  const drawn = series.map(one => ({ ...one, points: one.points.filter(([x, y]) => y > 0 && (x > 0 || !logX)) }));
  const xs = [...new Set(drawn.flatMap(({ points }) => points.map(([x]) => x)))].sort((a, b) => a - b);
  const { told, shown, least } = COUNTED[xLabel];
  if (!xs.length)
    return html`<div class="loading" role="img" aria-label=${empty} style=${{ height: `${height}px` }}>${empty}</div>`;
  const at =
    pointed === null ? xs.at(-1) : xs.reduce((near, x) => (Math.abs(x - pointed) < Math.abs(near - pointed) ? x : near));
  const of = (line, x) => line.points.find(([one]) => one === x)?.[1] ?? null;
  const numbers = x => drawn.map(line => (series.length > 1 ? line.name + " " : "") + distance(of(line, x)) + unit).join(", ");
  const first = logX ? Math.max(least, xs[0]) : 0;
  const axis = { from: first, to: Math.max(xs.at(-1), least, logX ? 1.01 * first : 0), log: logX, name: xLabel, shown };
  const values = drawn.flatMap(({ points }) => points.map(([, y]) => y));
  const until = target > 0 ? { value: target, text: `until ${distance(target)}${unit}` } : null;
  return html`<div class="curve stack tight">
    <div class="small muted curve-told" aria-hidden="true">${told(at)}: ${numbers(at)}</div>
    <${Chart} label=${about ?? `Curve: ${told(xs.at(-1))}: ${numbers(xs.at(-1))}`} series=${drawn} x=${axis} y=${nearing(until ? [...values, target] : values)}
      height=${height} target=${until} at=${pointed === null ? null : at} onAt=${setPointed} told=${series.length > 1 ? k => series[k].name : null} />
    <details>
      <summary class="small">The same as a table</summary>
      <${Table} label="Points of the curve" caption=${unit.trim() === "%" ? "in percent of the starting pot" : `in${unit}`} captioned=${true} kind=""
        columns=${[{ head: xLabel, cell: shown }, ...drawn.map(line => ({ head: line.name, cell: x => distance(of(line, x)) }))]} rows=${thinned(xs)} />
    </details>
  </div>`;
}
