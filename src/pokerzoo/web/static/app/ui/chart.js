// Lines over an axis, as SVG as wide as its place: linear or logarithmic, with a cursor that a pointer moves.
import { html, useEffect, useRef, useState } from "../html.js";

const EDGE = { left: 56, right: 22, top: 10, bottom: 38 };

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
/** @param {{ from: number, to: number, log?: boolean }} axis @param {number} [most] */
export function ticksOf({ from, to, log = false }, most = 6) {
  if (!log) {
    const rough = (to - from) / most;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = power * [1, 2, 5, 10].find(one => one * power >= rough);
    const first = Math.ceil(from / step - 1e-9);
    return Array.from({ length: Math.floor(to / step + 1e-9) - first + 1 }, (_, k) =>
      Number(((first + k) * step).toPrecision(12)),
    );
  }
  const powers = [];
  for (let power = Math.floor(Math.log10(from)); power <= Math.ceil(Math.log10(to)); power++) powers.push(power);
  const every = Math.ceil(powers.length / most);
  const steps = powers.length > 3 ? [1] : [1, 2, 5];
  const all = powers.filter(power => power % every === 0).flatMap(power => steps.map(step => Number(`${step}e${power}`)));
  return all.filter(one => one >= from * 0.999 && one <= to * 1.001);
}

/**
 * @typedef {{ from: number, to: number, log?: boolean, name?: string, ticks?: number[], shown: (value: number) => string }} Axis
 * @param {object} props
 * @param {string} props.label what is read aloud
 * @param {{ name: string, points: number[][], colour: string, dash?: boolean }[]} props.series
 * @param {Axis} props.x
 * @param {Axis} props.y
 * @param {number} [props.height]
 * @param {{ value: number, text: string } | null} [props.target] a line to reach
 * @param {number | null} [props.at] where the cursor is
 * @param {((x: number) => void) | null} [props.onAt] a pointer is at this x
 */
export function Chart({ label, series, x, y, height = 280, target = null, at = null, onAt = null }) {
  const place = useRef(null);
  const width = useWidth(place, 640);
  const scaled = (/** @type {Axis} */ { from, to, log }, value) =>
    log ? Math.log(value / from) / Math.log(to / from) : (value - from) / (to - from || 1);
  const across = value => EDGE.left + scaled(x, value) * (width - EDGE.left - EDGE.right);
  const down = value => height - EDGE.bottom - scaled(y, value) * (height - EDGE.top - EDGE.bottom);
  const path = points => points.map(([a, b], k) => `${k ? "L" : "M"}${across(a).toFixed(1)} ${down(b).toFixed(1)}`).join("");
  const [left, right, low, high] = [EDGE.left, width - EDGE.right, height - EDGE.bottom, EDGE.top];
  const move = event => {
    const share = (event.clientX - place.current.getBoundingClientRect().left - left) / (right - left);
    const within = Math.min(1, Math.max(0, share));
    onAt(x.log ? x.from * (x.to / x.from) ** within : x.from + within * (x.to - x.from));
  };
  const marked = series.map(({ points }) => points.find(([one]) => one === at));
  return html`<div class="chart" ref=${place} style=${{ height: `${height}px` }}>
    <svg width=${width} height=${height} role="img" aria-label=${label} onPointerMove=${onAt && move}>
      ${(y.ticks ?? ticksOf(y)).map(tick => html`<g key=${"y" + tick}><line x1=${left} x2=${right} y1=${down(tick)} y2=${down(tick)} /><text x=${left - 6} y=${down(tick) + 4} text-anchor="end">${y.shown(tick)}</text></g>`)}
      ${(x.ticks ?? ticksOf(x, width / 80)).map(tick => html`<text key=${"x" + tick} x=${across(tick)} y=${low + 16} text-anchor="middle">${x.shown(tick)}</text>`)}
      ${x.name && html`<text x=${(left + right) / 2} y=${height - 4} text-anchor="middle">${x.name}</text>`}
      ${target && html`<g class="chart-target"><line x1=${left} x2=${right} y1=${down(target.value)} y2=${down(target.value)} /><text x=${left + 6} y=${down(target.value) - 5}>${target.text}</text></g>`}
      ${at !== null && html`<line class="chart-cursor" x1=${across(at)} x2=${across(at)} y1=${high} y2=${low} />`}
      ${series.map(one => html`<path key=${one.name} d=${path(one.points)} style=${{ stroke: one.colour, strokeDasharray: one.dash ? "7 3" : undefined }} />`)}
      ${series.map((one, k) => (one.points.length === 1 || marked[k]) && html`<circle key=${one.name} cx=${across((marked[k] ?? one.points[0])[0])} cy=${down((marked[k] ?? one.points[0])[1])} r="4" style=${{ fill: one.colour }} />`)}
    </svg>
  </div>`;
}

// The names of lines with their colours; `told(k)`: what is said of a line.
export const ChartKey = ({ series, told = k => series[k].name }) =>
  html`<ul class="chart-key small" aria-label="Lines">${series.map((one, k) => html`<li key=${one.name}><span class=${"chart-mark" + (one.dash ? " dash" : "")} style=${{ borderColor: one.colour }} aria-hidden="true"></span>${told(k)}</li>`)}</ul>`;
