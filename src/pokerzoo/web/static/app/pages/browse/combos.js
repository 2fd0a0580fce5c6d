// A hand class suit by suit: what each combo does, what it expects, what it is.
import { html } from "../../html.js";
import { combos, percent } from "../../model/numbers.js";
import { Card } from "../../ui/parts.js";
import { CLASS_NAMES } from "../../ui/range_grid.js";
import { Bar } from "../../ui/bar.js";
import { capital } from "../../model/words.js";
import { byClass, combosOf, isAlive, nameOf, summary } from "./data.js";
import { evText } from "../../model/evs.js";

// What a hand has made and may still make; nothing before the flop.
export const madeOf = (spot, node, k) =>
  node.made[k] < 0
    ? ""
    : [capital(spot.made_hands[node.made[k]]), ...spot.draws.filter((_, bit) => (node.draws[k] >> bit) & 1)].join(", ");

export function Combos({ spot, node, player, name, hand, locked, onHand }) {
  const at = CLASS_NAMES.indexOf(name);
  const hands = at < 0 ? [] : byClass(spot.hands)[at].filter(k => isAlive(node, k) && combosOf(spot, node, player, k) > 1e-6);
  if (!hands.length)
    return html`<p class="muted">${nameOf(node, player)} never has ${name} here. Choose another cell of the grid.</p>`;
  const whole = summary(spot, node, player, hands);
  const acts = node.player === player;
  return html`<div class="stack tight">
    <div class="row between"><h3>${nameOf(node, player)} ${name}</h3><span class="muted small">${combos(whole.combos, 2)} combos, equity ${percent(whole.equity)}, EV ${evText(spot, whole.ev)}</span></div>
    <div class="tiles">
      ${hands.map(k => {
        const id = spot.hands[k];
        return html`<button key=${id} type="button" class="tile" aria-pressed=${id === hand ? "true" : "false"} onClick=${() => onHand(id === hand ? name : id)}>
          <span class="row between"><span><${Card} name=${id.slice(0, 2)} /> <${Card} name=${id.slice(2)} /></span><span class="muted" title="combos here">${acts && (locked?.[id] || node.locked_hands.includes(id)) && html`<span class="lock-mark">${locked?.[id] ? "to lock" : "locked"}</span> `}${combosOf(spot, node, player, k).toFixed(2)}</span></span>
          ${acts && html`<${Bar} label="" parts=${node.action_totals.map((action, a) => ({ colour: action.colour, share: node.strategy[a][k] ?? 0 }))} />`}
          <span class="tile-rows">
            ${
              acts &&
              node.action_totals.map(
                (action, a) =>
                  html`<span key=${action.token} class="tile-row"><span class="swatch" style=${{ background: action.colour }}></span><span class="tile-name">${capital(action.name).replace(" to ", " ")}</span><span>${percent(node.strategy[a][k], 0)}</span><span>${evText(spot, node.action_ev[a][k])}</span></span>`,
              )
            }
            <span class="tile-row total"><span></span><span class="tile-name">Equity ${percent(node.equity[player][k])}</span><span></span><span>${evText(spot, node.ev[player][k])}</span></span>
          </span>
          <span class="muted tile-words">${madeOf(spot, node, k)}</span>
        </button>`;
      })}
    </div>
  </div>`;
}
