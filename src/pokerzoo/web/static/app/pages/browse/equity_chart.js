// Equity of the ranges from their worst hands to their best, as a chart and as numbers.
import { html, useState } from "../../html.js";
import { percent } from "../../model/numbers.js";
import { Chart } from "../../ui/chart.js";
import { nameOf } from "./data.js";

export const SHARES = { from: 0, to: 1, ticks: [0, 0.25, 0.5, 0.75, 1], shown: share => percent(share, 0) };

export function EquityChart({ node }) {
  const [at, setAt] = useState(50);
  const last = node.distribution[0].length - 1;
  const series = node.players
    .map((one, k) => ({
      name: nameOf(node, k),
      equity: one.equity,
      points: node.distribution[k].map((value, place) => [place / last, value]),
    }))
    .filter(({ points }) => points[0][1] !== null);
  if (!series.length)
    return html`<p class="muted">No equity here: ${node.over ? "the hand ended by a fold" : "the line is never played"}.</p>`;
  const told = k => `${series[k].name} ${percent(series[k].points[at][1])}`;
  return html`<${Chart} label="Equity of the ranges, from the worst hands to the best" series=${series} x=${{ ...SHARES, name: "share of the range, worst hands first" }} y=${SHARES}
      height=${300} at=${at / last} onAt=${share => setAt(Math.round(last * share))} told=${told} />
    <label class="row small">at <input type="range" min="0" max=${last} value=${at} aria-valuetext=${`${at}% of the range: ${series.map((_, k) => told(k)).join(", ")}`} onInput=${event => setAt(Number(event.target.value))} /> ${Math.round((100 * at) / last)}% of the range</label>
    <p class="muted small">Mean: ${series.map(one => `${one.name} ${percent(one.equity)}`).join(", ")}. Each range is sorted from its worst hand to its best. Where a line is higher, that range has more equity at the same percentile.</p>`;
}
