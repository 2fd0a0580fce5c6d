// The largest leaks as a table: where, what is played and what is best, what it costs, and the part of the whole.
import { html } from "../../html.js";
import { amountsLike, percent } from "../../model/numbers.js";
import { Bar } from "../../ui/bar.js";
import { movedBy } from "../../ui/keys.js";
import { Hand, Plays, inWords } from "./node.js";

export function RankedTable({ data, at, won, onChoose }) {
  const { rows, chosen } = data;
  if (rows.length === 0) return html`<p class="muted">Nothing is lost here.</p>`;
  const pot = rows[0].pot_percent !== null;
  const [chips, potPercent] = [amountsLike(rows[0].chips), amountsLike(rows[0].pot_percent ?? 0)];
  const plays = rows.some(row => row.policy);
  const largest = rows[0].share;
  let sum = 0;
  const rest = Math.max(0, chosen.chips - rows.reduce((all, row) => all + row.chips, 0));
  const move = (event, k) => {
    const to = movedBy(event, k, 1, rows.length);
    if (to === null || to === k) return;
    event.currentTarget.closest("tbody").querySelectorAll("button")[to].focus();
    onChoose(to);
  };
  return html`<div class="table" tabindex="0" role="region" aria-label="Ranking">
    <table class="leak-table">
      <caption class="sr-only">The largest leaks; a row's button shows its node. Arrow keys go from row to row.</caption>
      <thead>
        <tr>
          <th class="text">where</th>
          ${plays && html`<th class="text wide">plays</th><th class="text wide">best</th>`}
          <th>${won ? "could win" : "loses"}, chips</th>${pot && html`<th class="wide">% of pot</th>`}<th class="text">share</th><th class="wide">all so far</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map((row, k) => {
          sum += row.share;
          const strategy = row.policy && Object.entries(row.policy);
          const best = row.best_response && Object.entries(row.best_response);
          return html`<tr key=${k} class=${k === at ? "chosen" : ""} onClick=${() => onChoose(k)}>
            <td class="where">
              <button class="leak-where" aria-pressed=${k === at ? "true" : "false"} tabindex=${k === at ? 0 : -1} onKeyDown=${event => move(event, k)}>
                <${Place} row=${row} players=${data.players} />
              </button>
              ${strategy && html`<div class="narrow muted small">plays ${inWords(strategy)}; best: ${inWords(best)}</div>`}
            </td>
            ${
              plays &&
              html`<td class="text wide">${strategy && html`<${Plays} strategy=${strategy} colours=${row.colours} />`}</td>
              <td class="text wide best">${best && inWords(best)}</td>`
            }
            <td>${chips(row.chips)}</td>${pot && html`<td class="wide">${potPercent(row.pot_percent)}</td>`}
            <td class="text share"><span class="cell"><${Bar} parts=${[{ colour: "var(--bet)", share: row.share / largest }]} />${percent(row.share)}</span></td>
            <td class="wide muted">${percent(sum)}</td>
          </tr>`;
        })}
      </tbody>
      ${
        rest > 1e-9 * chosen.chips &&
        html`<tfoot>
        <tr class="muted">
          <td class="text">all others</td>
          ${plays && html`<td class="wide"></td><td class="wide"></td>`}
          <td>${chips(rest)}</td>${pot && html`<td class="wide">${potPercent((rest * chosen.pot_percent) / chosen.chips)}</td>`}<td class="text share"><span class="cell"><span></span>${percent((rest * chosen.share) / chosen.chips)}</span></td>
          <td class="wide">${percent(chosen.share)}</td>
        </tr>
      </tfoot>`
      }
    </table>
  </div>`;
}

// Where a leak is: who, with what, after which betting.
function Place({ row, players }) {
  const name = players[row.player].name;
  return html`<span class="leak-place">
    <span class="who">${name}</span>
    ${row.hand !== null && html`<strong class="hand"><${Hand} name=${row.hand} /></strong>`}
    <span class="when">${row.line === null ? html`<span class="mono">${row.infoset}</span>` : row.when}</span>
  </span>`;
}
