// A range by what its hands have made and may still make, and what is done with each kind.
import { html } from "../../html.js";
import { combos, percent } from "../../model/numbers.js";
import { Bar } from "../../ui/bar.js";
import { capital } from "../../model/words.js";
import { isAlive, nameOf, summary } from "./data.js";
import { evHead, evText } from "../../model/evs.js";

export function Breakdown({ spot, node, player, filters, onFilter }) {
  const alive = spot.hands.map((_, k) => k).filter(k => isAlive(node, k));
  const groups = [
    ["Made hands", "made", spot.made_hands.map((name, index) => [name, index, alive.filter(k => node.made[k] === index)])],
    ["Draws", "draw", spot.draws.map((name, bit) => [name, bit, alive.filter(k => (node.draws[k] >> bit) & 1)])],
  ];
  const acts = node.player === player;
  return html`<div class="columns">
    ${groups.map(([title, kind, rows]) => {
      const found = rows
        .map(([name, index, hands]) => ({ name, index, ...summary(spot, node, player, hands) }))
        .filter(row => row.combos > 0.005);
      return html`<div class="table" key=${title} tabindex="0" role="region" aria-label=${title}>
        <table class="lean">
          <caption>${title} of ${nameOf(node, player)}${kind === "draw" ? "; a hand may have several" : ""}</caption>
          <thead><tr><th>${title}</th><th>Combos</th><th>Share</th>${acts && html`<th class="mix-cell">Strategy</th>`}<th>Equity</th><th>${evHead(spot)}</th></tr></thead>
          <tbody>
            ${found.map(
              row => html`<tr key=${row.name}>
                <td><button type="button" class="as-link" aria-pressed=${filters[kind].includes(row.index) ? "true" : "false"} onClick=${() => onFilter(kind, row.index)}>${capital(row.name)}</button></td>
                <td>${combos(row.combos)}</td><td>${percent(row.share)}</td>
                ${acts && html`<td class="mix-cell"><${Bar} parts=${node.action_totals.map((action, a) => ({ colour: action.colour, share: row.frequencies[a] ?? 0 }))} label=${node.action_totals.map((action, a) => `${action.name} ${percent(row.frequencies[a], 0)}`).join(", ")} /></td>`}
                <td>${percent(row.equity)}</td><td>${evText(spot, row.ev)}</td>
              </tr>`,
            )}
            ${found.length === 0 && html`<tr><td class="muted" colspan="6">None here</td></tr>`}
          </tbody>
        </table>
      </div>`;
    })}
  </div>`;
}
