// A matrix game: payoffs, and beside rows and columns how often each is chosen.
import { html } from "../../html.js";
import { percent } from "../../model/numbers.js";
import { SHARES } from "../browse/equity_chart.js";
import { Name } from "./infosets.js";
import { colourOf, share, worth } from "./words.js";
import { Bar, Input } from "../../ui/parts.js";
import { Chart } from "../../ui/chart.js";
import { Table } from "../../ui/table.js";

export function MatrixView({ tree, shares, values, focus, onFocus }) {
  const { rows, columns, payoffs } = tree.matrix;
  const names = [rows, columns];
  const most = Math.max(1e-12, ...payoffs.flat().map(Math.abs));
  const tint = x => ({
    display: "block",
    padding: "0.5rem",
    background: `color-mix(in oklab, var(${x > 0 ? "--good-soft" : "--bad-soft"}) ${Math.round((100 * Math.abs(x)) / most)}%, transparent)`,
  });
  const told = (player, k) =>
    html`<${Bar} parts=${[{ colour: colourOf(names[player][k], k), share: shares?.[player][k] ?? 0 }]} />
      <b>${share(shares?.[player][k])}</b>${values && html` <span class="muted small">worth ${worth(values[player][k])}</span>`}`;
  const who = player =>
    html`<${Name} player=${player} on=${focus === player} onClick=${() => onFocus(player)}>Player ${player}<//>`;
  const shown = [
    { head: who(0), heads: true, cell: r => (r < 0 ? who(1) : html`${rows[r]}${told(0, r)}`) },
    ...columns.map((name, c) => ({
      head: name,
      kind: "payoff",
      cell: r =>
        r < 0 ? told(1, c) : html`<span style=${tint(payoffs[r][c])}>${worth(payoffs[r][c]).replace(/\.?0+$/, "")}</span>`,
    })),
  ];
  return html`<${Table} label="Payoff matrix" kind="matrix" captioned=${true} columns=${shown} rows=${[-1, ...rows.keys()]}
    caption="What player 0 wins from player 1, chips: player 0 chooses a row, player 1 a column, both at once." />`;
}

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
