// Equity of the ranges from their worst hands to their best, as a chart and as numbers.
import { html, useState } from "../../html.js";
import { percent } from "../../model/numbers.js";
import { nameOf } from "./data.js";

const WIDTH = 640,
  HEIGHT = 300,
  LEFT = 44,
  BOTTOM = 34,
  TOP = 10,
  RIGHT = 12;
const x = share => LEFT + share * (WIDTH - LEFT - RIGHT);
const y = equity => TOP + (1 - equity) * (HEIGHT - TOP - BOTTOM);

export function EquityChart({ node }) {
  const [at, setAt] = useState(50);
  const names = node.players.map((_, player) => nameOf(node, player));
  const known = names.map((_, k) => k).filter(k => node.distribution[k][0] !== null);
  const last = node.distribution[0].length - 1;
  if (!known.length)
    return html`<p class="muted">No equity here: ${node.over ? "the hand ended by a fold" : "the line is never played"}.</p>`;
  const path = values => values.map((value, k) => `${k ? "L" : "M"}${x(k / last).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  const told = k => `${names[k]} ${percent(node.distribution[k][at])}`;
  const ticks = [0, 0.25, 0.5, 0.75, 1];
  const move = event => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = (((event.clientX - box.left) / box.width) * WIDTH - LEFT) / (WIDTH - LEFT - RIGHT);
    setAt(Math.round(last * Math.min(1, Math.max(0, share))));
  };
  return html`<div class="stack tight equity">
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label="Equity of the ranges, from the worst hands to the best" onPointerMove=${move}>
      ${ticks.map(
        tick => html`<g key=${tick} class="equity-axis">
          <line x1=${x(0)} x2=${x(1)} y1=${y(tick)} y2=${y(tick)} /><text x=${LEFT - 6} y=${y(tick) + 4} text-anchor="end">${100 * tick}%</text>
          <text x=${x(tick)} y=${HEIGHT - BOTTOM + 16} text-anchor="middle">${100 * tick}%</text>
        </g>`,
      )}
      <text class="axis-name" x=${x(0.5)} y=${HEIGHT - 3} text-anchor="middle">share of the range, worst hands first</text>
      <line class="cursor" x1=${x(at / last)} x2=${x(at / last)} y1=${TOP} y2=${HEIGHT - BOTTOM} />
      ${known.map(k => html`<path key=${k} class=${"line-" + k} d=${path(node.distribution[k])} />`)}
      ${known.map(k => html`<circle key=${k} class=${"dot-" + k} cx=${x(at / last)} cy=${y(node.distribution[k][at])} r="4" />`)}
    </svg>
    <div class="row">
      ${known.map(k => html`<span key=${k} class=${"key key-" + k}>${told(k)}</span>`)}
      <label class="row small">at <input type="range" min="0" max=${last} value=${at} aria-valuetext=${`${at}% of the range: ${known.map(told).join(", ")}`} onInput=${event => setAt(Number(event.target.value))} /> ${Math.round((100 * at) / last)}% of the range</label>
    </div>
    <p class="muted small">Mean: ${known.map(k => `${names[k]} ${percent(node.players[k].equity)}`).join(", ")}. Each range is sorted from its worst hand to its best. Where a line is higher, that range has more equity at the same percentile.</p>
  </div>`;
}
