// A hand class suit by suit: what each combo does, what it expects, what it is.
import { html } from "../../html.js";
import { evText } from "../../model/evs.js";
import { combos, percent } from "../../model/numbers.js";
import { capital } from "../../model/words.js";
import { Bar } from "../../ui/bar.js";
import { CLASS_NAMES } from "../../ui/hand_grid.js";
import { Cards, Swatch } from "../../ui/parts.js";
import { byClass, combosOf, isAlive, nameOf, partsOf, summary } from "./data.js";

// What a hand has made and may still make; nothing before the flop.
export const madeOf = (spot, node, k) =>
  node.made[k] < 0
    ? ""
    : [capital(spot.made_hands[node.made[k]]), ...spot.draws.filter((_, bit) => (node.draws[k] >> bit) & 1)].join(", ");

export const shortName = action => capital(action.name).replace(" to ", " ");

export function Combos({ spot, node, player, name, hand, locked, onHand }) {
  const at = CLASS_NAMES.indexOf(name);
  const hands = at < 0 ? [] : byClass(spot.hands)[at].filter(k => isAlive(node, k) && combosOf(spot, node, player, k) > 1e-6);
  if (!hands.length)
    return html`<p class="muted">${nameOf(node, player)} never has ${name} here. Choose another cell of the grid.</p>`;
  const whole = summary(spot, node, player, hands);
  const actions = node.player === player ? node.action_totals : [];
  const tile = k => {
    const id = spot.hands[k];
    const lock = actions.length > 0 && (locked?.[id] ? "to lock" : node.locked_hands.includes(id) ? "locked" : "");
    return html`<button key=${id} type="button" class="tile stack tight" aria-pressed=${id === hand ? "true" : "false"} onClick=${() => onHand(id === hand ? name : id)}>
      <span class="row between"><span><${Cards} names=${id} /></span><span class="muted" title="combos here">${lock && html`<span class="badge warn">${lock}</span> `}${combosOf(spot, node, player, k).toFixed(2)}</span></span>
      ${actions.length > 0 && html`<${Bar} parts=${partsOf(node, a => node.strategy[a][k])} />`}
      <span class="tile-rows">
        ${actions.map((action, a) => html`<span key=${action.token}><${Swatch} colour=${action.colour} /> ${shortName(action)}</span><span>${percent(node.strategy[a][k], 0)}</span><span>${evText(spot, node.action_ev[a][k])}</span>`)}
        <span>Equity ${percent(node.equity[player][k])}</span><span></span><span>${evText(spot, node.ev[player][k])}</span>
      </span>
      <span class="muted">${madeOf(spot, node, k)}</span>
    </button>`;
  };
  return html`<div class="row between"><h3>${nameOf(node, player)} ${name}</h3><span class="muted small">${combos(whole.combos, 2)} combos, equity ${percent(whole.equity)}, EV ${evText(spot, whole.ev)}</span></div>
    <div class="tiles">${hands.map(tile)}</div>`;
}
