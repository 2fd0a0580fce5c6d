// The bet/fold game: its strategies as curves over the cards.
import { html } from "../../html.js";
import { percent } from "../../model/numbers.js";
import { Chart } from "../../ui/chart.js";
import { Input } from "../../ui/parts.js";
import { SHARES } from "../browse/equity_chart.js";

// Lines: [{label, values (0 to 1)}] by card; `card` is marked.
export function CardsView({ cards, lines, card, onCard }) {
  const series = lines.map(({ label, values }) => ({ name: label, points: values.map((p, c) => [c, p]) }));
  const about = lines.map(
    ({ label, values }) => `${label}, bets half of the time or more from card ${values.findIndex(p => p >= 0.5)} on`,
  );
  const told = k => `${lines[k].label}: ${percent(lines[k].values[card])} with card ${card}`;
  return html`<${Chart} label=${`Probability of a bet by card: ${about.join("; ")}`} series=${series} x=${{ from: 0, to: cards - 1, name: "card", shown: String }} y=${SHARES} height=${260} at=${card} onAt=${c => onCard(Math.round(c))} told=${told} />
    <${Input} type="range" label=${`Card ${card}`} min="0" max=${cards - 1} value=${card} onInput=${c => onCard(Number(c))} />`;
}
