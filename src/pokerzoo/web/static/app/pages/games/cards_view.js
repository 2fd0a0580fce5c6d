// The bet/fold game: its strategies as curves over the cards.
import { html, useId } from "../../html.js";
import { percent } from "../../model/numbers.js";
import { Chart, ChartKey } from "../../ui/chart.js";

const COLOURS = ["var(--accent)", "var(--bet)", "var(--call)", "var(--fold)"];
const often = { from: 0, to: 1, ticks: [0, 0.25, 0.5, 0.75, 1], shown: share => percent(share, 0) };

// Lines: [{label, values (0 to 1)}] by card; `card` is marked.
export function CardsView({ cards, lines, card, onCard }) {
  const id = useId();
  const series = lines.map(({ label, values }, k) => ({
    name: label,
    points: values.map((p, c) => [c, p]),
    colour: COLOURS[k % COLOURS.length],
    dash: k % 2 === 1,
  }));
  const about = lines.map(
    line => `${line.label}, bets half of the time or more from card ${line.values.findIndex(p => p >= 0.5)} on`,
  );
  return html`<div class="stack tight">
    <${Chart} label=${`Probability of a bet by card: ${about.join("; ")}`} series=${series} x=${{ from: 0, to: cards - 1, name: "card", shown: String }} y=${often} height=${260} at=${card} onAt=${c => onCard(Math.round(c))} />
    <${ChartKey} series=${series} told=${k => `${lines[k].label}: ${percent(lines[k].values[card])} with card ${card}`} />
    <div class="field"><label for=${id}>Card ${card}</label><input id=${id} type="range" min="0" max=${cards - 1} value=${card} onInput=${event => onCard(Number(event.target.value))} /></div>
  </div>`;
}
