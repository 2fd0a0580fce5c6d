// Lines over an axis, as SVG as wide as its place: linear or logarithmic, with a cursor that a pointer moves; their names below.
import { html, useEffect, useRef, useState } from "../html.js";

const EDGE = { left: 56, right: 22, top: 10, bottom: 38 };
export const COLOURS = ["var(--accent)", "var(--bet)", "var(--call)", "var(--fold)"];

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

/**
 * @typedef {{ from: number, to: number, log?: boolean, name?: string, ticks?: number[], shown: (value: number) => string }} Axis
 * @typedef {{ name: string, points: number[][], colour?: string }} Line points where y is null are left out
 * @param {object} props
 * @param {string} props.label what is read aloud
 * @param {Line[]} props.series every second one is dashed
 * @param {Axis} props.x
 * @param {Axis} props.y
 * @param {number} [props.height]
 * @param {{ value: number, text: string } | null} [props.target] a line to reach
 * @param {number | null} [props.at] where the cursor is
 * @param {((x: number) => void) | null} [props.onAt] a pointer is at this x
 * @param {((k: number) => string) | null} [props.told] what is said of a line below; null: nothing
 */
export function Chart({ label, series, x, y, height = 280, target = null, at = null, onAt = null, told = null }) {
  const place = useRef(null);
  const width = useWidth(place, 640);
  const [left, right, low, high] = [EDGE.left, width - EDGE.right, height - EDGE.bottom, EDGE.top];
  const scaled = (/** @type {Axis} */ { from, to, log }, value) =>
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
