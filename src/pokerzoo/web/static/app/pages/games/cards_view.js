// The bet/fold game: its strategies as curves over the cards.
import { html, useId } from "../../html.js";
import { percent } from "../../model/numbers.js";
import { playerClass } from "./words.js";

const W = 760;
const H = 260;
const LEFT = 46;
const BOTTOM = 30;
const TOP = 12;

// Lines: [{label, values (0 to 1), name}] by card; `card` is marked.
export function CardsView({ cards, lines, card, onCard }) {
  const id = useId();
  const x = c => LEFT + ((W - LEFT - 10) * c) / (cards - 1);
  const y = p => TOP + (H - TOP - BOTTOM) * (1 - p);
  const step = Math.max(1, Math.round(cards / 10 / 5) * 5 || 1);
  const ticks = Array.from({ length: Math.floor((cards - 1) / step) + 1 }, (_, k) => k * step);
  return html`<div class="stack tight">
    <svg class="cards" viewBox=${`0 0 ${W} ${H}`} role="img" aria-label=${`Probability of a bet by card: ${lines.map(line => `${line.label}, bets half of the time or more from card ${line.values.findIndex(p => p >= 0.5)} on`).join("; ")}`}>
      ${[0, 0.25, 0.5, 0.75, 1].map(p => html`<g key=${p}><line class="grid" x1=${LEFT} x2=${W - 10} y1=${y(p)} y2=${y(p)} /><text x=${LEFT - 6} y=${y(p) + 4} text-anchor="end">${percent(p, 0)}</text></g>`)}
      ${ticks.map(c => html`<text key=${"t" + c} x=${x(c)} y=${H - 12} text-anchor="middle">${c}</text>`)}
      <line class="card-mark" x1=${x(card)} x2=${x(card)} y1=${TOP} y2=${H - BOTTOM} />
      ${lines.map((line, k) => html`<g key=${line.label} class=${line.name ?? playerClass(k)}><polyline class="curve-line" points=${line.values.map((p, c) => `${x(c)},${y(p)}`).join(" ")} /><circle cx=${x(card)} cy=${y(line.values[card])} r="4" /></g>`)}
    </svg>
    <div class="row legend small">${lines.map((line, k) => html`<span key=${line.label} class=${line.name ?? playerClass(k)}><span class="line-key" aria-hidden="true"></span> ${line.label}: ${percent(line.values[card])} with card ${card}</span>`)}</div>
    <div class="field"><label for=${id}>Card ${card}</label><input id=${id} type="range" min="0" max=${cards - 1} value=${card} onInput=${event => onCard(Number(event.target.value))} /></div>
  </div>`;
}
