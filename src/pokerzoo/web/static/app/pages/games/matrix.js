// A matrix game: payoffs, and beside rows and columns how often each is chosen.
import { html } from "../../html.js";
import { Bar } from "../../ui/bar.js";
import { colourOf, share, worth } from "./words.js";

export function MatrixView({ tree, shares, values, focus, onFocus }) {
  const { rows, columns, payoffs } = tree.matrix;
  const most = Math.max(1e-12, ...payoffs.flat().map(Math.abs));
  const tint = x => ({
    background:
      x === 0
        ? "transparent"
        : `color-mix(in oklab, var(${x > 0 ? "--good-soft" : "--bad-soft"}) ${Math.round((100 * Math.abs(x)) / most)}%, transparent)`,
  });
  const told = (
    player,
    k,
  ) => html`<span class="column"><${Bar} parts=${[{ colour: colourOf(player ? columns[k] : rows[k], k), share: shares?.[player][k] ?? 0 }]} />
    <b>${share(shares?.[player][k])}</b>${values && html`<span class="muted small">worth ${worth(values[player][k])}</span>`}</span>`;
  return html`<div class="table" tabindex="0" role="region" aria-label="Payoff matrix">
    <table class="matrix">
      <caption>What player 0 wins from player 1, chips: player 0 chooses a row, player 1 a column, both at once.</caption>
      <thead>
        <tr><td></td><td></td>${columns.map((name, k) => html`<th key=${k} scope="col">${name}</th>`)}</tr>
        <tr><td></td><th><button class="link-button" aria-pressed=${focus === 1 ? "true" : "false"} onClick=${() => onFocus(1)}><span class="mark p1">1</span> Player 1</button></th>${columns.map((_, k) => html`<td key=${k}>${told(1, k)}</td>`)}</tr>
      </thead>
      <tbody>
        <tr><td></td><th><button class="link-button" aria-pressed=${focus === 0 ? "true" : "false"} onClick=${() => onFocus(0)}><span class="mark p0">0</span> Player 0</button></th>${columns.map((_, k) => html`<td key=${k}></td>`)}</tr>
        ${rows.map((name, r) => html`<tr key=${r}><th scope="row">${name}</th><td>${told(0, r)}</td>${payoffs[r].map((x, c) => html`<td key=${c} class="payoff" style=${tint(x)}>${worth(x).replace(/\.?0+$/, "")}</td>`)}</tr>`)}
      </tbody>
    </table>
  </div>`;
}
