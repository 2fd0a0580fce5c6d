// A curve that comes nearer to nought, as exploitability does: drawn on a logarithmic scale, told in words, and in a table.
import { html, useEffect, useRef, useState } from "../html.js";
import { count, counted, distance, seconds } from "../model/numbers.js";

const ROWS = 12; // of the table, at most
// What x counts, by its name on the axis: as it is told, as it stands on the axis, and the least that the axis shows.
const COUNTED = {
  iterations: { told: x => counted(x, "iteration"), shown: count, least: 1 },
  seconds: { told: x => `After ${seconds(x)}`, shown: distance, least: 0 },
};
const COLOURS = ["--accent", "--bet", "--call", "--fold"];
const colour = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// uPlot is loaded when the first curve is drawn: other pages do without it.
let library = null;
const loadLibrary = () => (library ??= import("../../vendor/uplot.js").then(module => module.default));

// All x of all series, and each series' y there (null where it has none), as uPlot takes them.
function aligned(series) {
  const xs = [...new Set(series.flatMap(({ points }) => points.map(([x]) => x)))].sort((a, b) => a - b);
  return [
    xs,
    ...series.map(({ points }) => {
      const found = new Map(points.filter(([, y]) => y > 0));
      return xs.map(x => found.get(x) ?? null);
    }),
  ];
}

// A few points of many: the first, the last, and those between at even steps of the logarithm.
function thinned(points, most = ROWS) {
  if (points.length <= most) return points;
  const steps = Array.from({ length: most }, (_, k) => Math.round(points.length ** (k / (most - 1))) - 1);
  return [...new Set(steps)].map(index => points[index]);
}

// The largest of 1, 2 and 5 times a power of ten that is no larger.
function roundDown(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * [5, 2, 1].find(step => step * power <= value * 1.000001);
}

function options(uPlot, { width, height, series, target, xLabel, unit, logX }) {
  const ink = colour("--muted");
  const axis = {
    stroke: ink,
    grid: { stroke: colour("--line"), width: 1 },
    ticks: { stroke: colour("--line"), width: 1 },
    font: "12px system-ui, sans-serif",
    labelFont: "12px system-ui, sans-serif",
    labelSize: 18,
  };
  const drawTarget = plot => {
    if (!(target > 0) || !(target >= plot.scales.y.min && target <= plot.scales.y.max)) return;
    const y = Math.round(plot.valToPos(target, "y", true));
    const { ctx, bbox } = plot;
    ctx.save();
    ctx.strokeStyle = ctx.fillStyle = colour("--good");
    ctx.lineWidth = 1.5 * devicePixelRatio;
    ctx.setLineDash([5 * devicePixelRatio, 4 * devicePixelRatio]);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    ctx.font = `${12 * devicePixelRatio}px system-ui, sans-serif`;
    ctx.textAlign = "left";
    ctx.fillText(`until ${distance(target)}${unit}`, bbox.left + 6 * devicePixelRatio, y - 5 * devicePixelRatio); // curves are high there
    ctx.restore();
  };
  const yRange = (plot, low, high) => {
    return [roundDown(Math.min(low ?? 1, target > 0 ? target : Infinity) / 1.3), 1.6 * Math.max(high ?? 1, target ?? 0)];
  };
  const shown = values => values.map(value => (value === null ? "" : distance(value)));
  return {
    width,
    height,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 8 } },
    scales: {
      x: {
        time: false,
        distr: logX ? 3 : 1,
        range: logX ? undefined : (plot, low, high) => [0, Math.max(high ?? 1, COUNTED[xLabel].least)],
      },
      y: { distr: 3, range: yRange },
    },
    axes: [
      {
        ...axis,
        label: xLabel,
        size: 34,
        values: (plot, values) => values.map(value => (value === null ? "" : COUNTED[xLabel].shown(value))),
      },
      { ...axis, size: 58, values: (plot, values) => shown(values) },
    ],
    series: [
      {},
      ...series.map((one, number) => ({
        label: one.name,
        stroke: colour(COLOURS[number % COLOURS.length]),
        width: 2,
        spanGaps: true,
        points: { show: one.points.length < 2, size: 7 },
      })),
    ],
    hooks: { draw: [drawTarget] },
  };
}

// series: [{name, points: [[x, y], ...]}], y in `unit` (a string that follows the number: "%" or " chips"); `target`: a line to
// reach, in the same unit; `xLabel` says what x counts: iterations or seconds. `about` is the sentence that says what is drawn.
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
  const place = useRef(null);
  const plot = useRef(null);
  const [pointed, setPointed] = useState(null);
  const [theme, setTheme] = useState(0);
  const isEmpty = series.every(({ points }) => points.length === 0);
  const shape = JSON.stringify([
    series.map(({ name, points }) => [name, points.length < 2]),
    target,
    unit,
    xLabel,
    height,
    theme,
    logX,
    isEmpty,
  ]);
  const latest = useRef(series);
  latest.current = series;

  useEffect(() => {
    const changed = () => setTheme(turn => turn + 1);
    addEventListener("themechange", changed);
    return () => removeEventListener("themechange", changed);
  }, []);

  useEffect(() => {
    if (isEmpty) return undefined;
    let gone = false;
    let watcher = null;
    loadLibrary().then(uPlot => {
      if (gone) return;
      const settings = options(uPlot, {
        width: place.current.clientWidth,
        height,
        series: latest.current,
        target,
        xLabel,
        unit,
        logX,
      });
      settings.hooks.setCursor = [self => setPointed(self.cursor.idx ?? null)];
      plot.current = new uPlot(settings, aligned(latest.current), place.current);
      watcher = new ResizeObserver(() => place.current && plot.current?.setSize({ width: place.current.clientWidth, height }));
      watcher.observe(place.current);
    });
    return () => {
      gone = true;
      watcher?.disconnect();
      plot.current?.destroy();
      plot.current = null;
    };
  }, [shape]);

  useEffect(() => plot.current?.setData(aligned(series)), [series]);

  const rows = aligned(series);
  const told = pointed !== null && rows[0][pointed] !== undefined ? pointed : rows[0].length - 1;
  const tell = index =>
    `${COUNTED[xLabel].told(rows[0][index])}: ` +
    series
      .map(
        (one, k) =>
          `${series.length > 1 ? one.name + " " : ""}${rows[k + 1][index] === null ? "–" : distance(rows[k + 1][index]) + unit}`,
      )
      .join(", ");
  return html`<div class="curve stack tight">
    <div class="small muted curve-told" aria-hidden="true">${isEmpty ? " " : tell(told)}</div>
    <div class="curve-place" ref=${place} role="img" aria-label=${about ?? (isEmpty ? empty : "Curve: " + tell(rows[0].length - 1))} style=${{ height: `${height}px` }}>
      ${isEmpty && html`<div class="loading">${empty}</div>`}
    </div>
    ${
      series.length > 1 &&
      html`<ul class="curve-names small" aria-label="Curves">${series.map((one, k) => html`<li key=${one.name}><span class="curve-mark" style=${{ background: `var(${COLOURS[k % COLOURS.length]})` }} aria-hidden="true"></span>${one.name}</li>`)}</ul>`
    }
    ${!isEmpty && html`<${CurveTable} series=${series} xLabel=${xLabel} unit=${unit} />`}
  </div>`;
}

function CurveTable({ series, xLabel, unit }) {
  const all = aligned(series);
  const rows = thinned(all[0].map((x, k) => [x, ...all.slice(1).map(one => one[k])]));
  return html`<details>
    <summary class="small">The same as a table</summary>
    <div class="table" tabindex="0" role="region" aria-label="Points of the curve">
      <table>
        <caption>${unit.trim() === "%" ? "in percent of the starting pot" : `in${unit}`}</caption>
        <thead><tr><th scope="col">${xLabel}</th>${series.map(one => html`<th scope="col" key=${one.name}>${one.name}</th>`)}</tr></thead>
        <tbody>${rows.map(([x, ...ys]) => html`<tr key=${x}><td>${COUNTED[xLabel].shown(x)}</td>${ys.map(y => html`<td>${distance(y)}</td>`)}</tr>`)}</tbody>
      </table>
    </div>
  </details>`;
}
