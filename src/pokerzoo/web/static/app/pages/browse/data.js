// Nodes of a policy: asked for once; likely next ones are asked for beforehand. Sums over some of a node's hands.
import { askOnce, useOnce } from "../../api.js";
import { RANKS_DOWN } from "../../model/cards.js";
import { percent } from "../../model/numbers.js";
import { CLASS_NAMES } from "../../ui/hand_grid.js";

export const pathOf = policy => `/spots/${encodeURIComponent(policy)}`;

// {data, error, loading}: of a node ("node") or of the cards after it ("next-cards"); the old data stays while new comes.
export const useSpot = (policy, what, line) =>
  useOnce(policy === null || line === null ? null : `${pathOf(policy)}/${what}`, { line });

// What is likely to be asked for next: nodes after each action, with the cards where one is due (of flops there are too many).
export async function prefetch(policy, node) {
  for (const action of node.action_totals.slice(0, 6)) {
    try {
      const next = await askOnce(`${pathOf(policy)}/node`, { line: action.line }, true).promise;
      if (next.card_due && next.board.length >= 3)
        await askOnce(`${pathOf(policy)}/next-cards`, { line: action.line }, true).promise;
    } catch {
      return; // it is asked for again when it is needed, and the error told
    }
  }
}

// The class of a hand by its number in the grid.
export function classOf(hand) {
  const [a, b] = [RANKS_DOWN.indexOf(hand[0]), RANKS_DOWN.indexOf(hand[2])];
  const [high, low] = [Math.min(a, b), Math.max(a, b)];
  return high !== low && hand[1] !== hand[3] ? 13 * low + high : 13 * high + low;
}

// For each of the 169 kinds the numbers of its hands; found once for the hands of a spot.
const classes = new WeakMap();
export function byClass(hands) {
  if (classes.has(hands)) return classes.get(hands);
  const found = CLASS_NAMES.map(() => []);
  hands.forEach((hand, k) => found[classOf(hand)].push(k));
  classes.set(hands, found);
  return found;
}

// How often a player holds a hand here. On a line that is never played: how often they are dealt it, so that one sees what they would do.
export function weightOf(spot, node, player, hand) {
  if (!isAlive(node, hand)) return 0;
  return node.probability > 0 ? (node.share[player][hand] ?? 0) : spot.weights[player][hand];
}
export const combosOf = (spot, node, player, hand) =>
  !isAlive(node, hand) ? 0 : node.probability > 0 ? (node.reach[player][hand] ?? 0) : spot.weights[player][hand];

// Some hands of a player together: combos, share of the range, means by how often each is held; null where there is none.
export function summary(spot, node, player, hands) {
  const acts = node.player === player;
  const weights = hands.map(hand => weightOf(spot, node, player, hand));
  const sum = values => values.reduce((total, value) => total + value, 0);
  const mean = of => {
    let [total, weight] = [0, 0];
    hands.forEach((hand, k) => {
      const value = of[hand] ?? null;
      if (value === null || !(weights[k] > 0)) return;
      total += weights[k] * value;
      weight += weights[k];
    });
    return weight > 0 ? total / weight : null;
  };
  return {
    combos: sum(hands.map(hand => combosOf(spot, node, player, hand))),
    share: sum(weights),
    equity: mean(node.equity[player]),
    ev: mean(node.ev[player]),
    lost: acts ? mean(node.ev_lost) : null,
    frequencies: acts ? node.action_totals.map((_, k) => mean(node.strategy[k])) : [],
  };
}

// What the player to act does, as parts of a bar. `of(k)`: how often action k is taken.
export const partsOf = (node, of) => node.action_totals.map((action, k) => ({ colour: action.colour, share: of(k) ?? 0 }));
export const mixOf = (node, of, digits = 0) =>
  node.action_totals.map((action, k) => `${action.name} ${percent(of(k), digits)}`).join(", ");

// What a player is called at a node: OOP and IP, or BB and SB in games that begin at the blinds.
export const nameOf = (node, player) => node.players[player].player;

// Whether the board leaves a hand. Before the flop no hand has made anything, and all are there.
export const isAlive = (node, hand) => node.board.length < 3 || node.made[hand] >= 0;

export const parentOf = node => (node.steps.length > 1 ? node.steps[node.steps.length - 2].line : null);
