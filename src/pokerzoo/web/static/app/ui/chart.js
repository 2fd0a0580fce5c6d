// Lines over an axis, as SVG as wide as its place: linear or logarithmic, with a cursor that a pointer moves; their names below.
import { html, useEffect, useRef, useState } from "../html.js";
import { count, counted, distance, seconds } from "../model/numbers.js";
import { Table } from "./table.js";

const EDGE = { left: 56, right: 22, top: 10, bottom: 38 };
const COLOURS = ["var(--accent)", "var(--bet)", "var(--call)", "var(--fold)"];

// The width of an element, as it is now.
export function useWidth(element, first) {
  const [width, setWidth] = useState(first);
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => setWidth(Math.floor(entry.contentRect.width)));
    watch.observe(element.current);
    return () => watch.disconnect();
  }, []);
  return width;
}

// Round numbers between two others: steps of 1, 2 or 5, or powers of ten with what is between them where they are few.
export function ticksOf({ from, to, log = false }, most = 6) {
  if (!log) {
    const rough = (to - from) / most;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = power * [1, 2, 5, 10].find(one => one * power >= rough);
    const first = Math.ceil(from / step - 1e-9);
    const count = Math.floor(to / step + 1e-9) - first + 1;
    return Array.from({ length: count }, (_, k) => Number(((first + k) * step).toPrecision(12)));
  }
  const powers = [];
  for (let power = Math.floor(Math.log10(from)); power <= Math.ceil(Math.log10(to)); power++) powers.push(power);
  const every = Math.ceil(powers.length / most);
  const steps = powers.length > 3 ? [1] : [1, 2, 5];
  const all = powers.filter(power => power % every === 0).flatMap(power => steps.map(step => Number(`${step}e${power}`)));
  return all.filter(one => one >= from * 0.999 && one <= to * 1.001);
}

// An axis: {from, to, shown(value), name, ticks, log}. `series`: {name, points, colour}; every second one is dashed. `target`: {value,
// text} of a line to reach; `at`: where the cursor is, `onAt` the x of a pointer; `told(k)`: what is said of a line below.
export function Chart({ label, series, x, y, height = 280, target = null, at = null, onAt = null, told = null }) {
  const place = useRef(null);
  const width = useWidth(place, 640);
  const [left, right, low, high] = [EDGE.left, width - EDGE.right, height - EDGE.bottom, EDGE.top];
  const scaled = ({ from, to, log }, value) =>
    log ? Math.log(value / from) / Math.log(to / from) : (value - from) / (to - from || 1);
  const across = value => left + scaled(x, value) * (right - left);
  const down = value => low - scaled(y, value) * (low - high);
  const path = points => points.map(([a, b], k) => `${k ? "L" : "M"}${across(a).toFixed(1)} ${down(b).toFixed(1)}`).join("");
  const move = event => {
    const share = (event.clientX - place.current.getBoundingClientRect().left - left) / (right - left);
    const within = Math.min(1, Math.max(0, share));
    onAt(x.log ? x.from * (x.to / x.from) ** within : x.from + within * (x.to - x.from));
  };
  const lines = series.map((line, k) => ({ colour: COLOURS[k % COLOURS.length], dash: k % 2 === 1, ...line }));
  const level = value => html`<line x1=${left} x2=${right} y1=${down(value)} y2=${down(value)} />`;
  const dotOf = points => points.find(([one]) => one === at) ?? (points.length === 1 ? points[0] : null);
  const dot = ([a, b], colour) => html`<circle cx=${across(a)} cy=${down(b)} r="4" style=${{ fill: colour }} />`;
  return html`<div class="chart" ref=${place}>
    <svg width=${width} height=${height} role="img" aria-label=${label} onPointerMove=${onAt && move}>
      ${(y.ticks ?? ticksOf(y)).map(tick => html`<g key=${"y" + tick}>${level(tick)}<text x=${left - 6} y=${down(tick) + 4} text-anchor="end">${y.shown(tick)}</text></g>`)}
      ${(x.ticks ?? ticksOf(x, width / 80)).map(tick => html`<text key=${"x" + tick} x=${across(tick)} y=${low + 16} text-anchor="middle">${x.shown(tick)}</text>`)}
      ${x.name && html`<text x=${(left + right) / 2} y=${height - 4} text-anchor="middle">${x.name}</text>`}
      ${target && html`<g class="chart-target">${level(target.value)}<text x=${left + 6} y=${down(target.value) - 5}>${target.text}</text></g>`}
      ${at !== null && html`<line class="chart-cursor" x1=${across(at)} x2=${across(at)} y1=${high} y2=${low} />`}
      ${lines.map(({ name, points, colour, dash }) => html`<g key=${name}><path d=${path(points)} style=${{ stroke: colour, strokeDasharray: dash ? "7 3" : undefined }} />${dotOf(points) && dot(dotOf(points), colour)}</g>`)}
    </svg>
    ${told && html`<ul class="row small" aria-label="Lines">${lines.map(({ name, colour, dash }, k) => html`<li key=${name}><span class="chart-mark" style=${{ borderTop: `3px ${dash ? "dashed" : "solid"} ${colour}` }} aria-hidden="true"></span>${told(k)}</li>`)}</ul>`}
  </div>`;
}

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

// `series`: {name, points}; `unit` follows the numbers, "%" or " chips"; `xLabel` is what x counts; `about` says what is drawn.
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
