// Nodes of a policy: asked for once, kept for a while; likely next ones are asked for beforehand. Sums over some of a node's hands.
import { get, getQuietly } from "../../api.js";
import { useLayoutEffect, useRef, useState } from "../../html.js";
import { RANKS_DOWN } from "../../model/cards.js";
import { CLASS_NAMES } from "../../ui/range_grid.js";

const KEPT = 150;
const kept = new Map();

// Nodes of a policy that is left: a solve that goes on may put another one in its place.
export function forget(policy) {
  for (const key of kept.keys()) if (key.startsWith(`/spots/${encodeURIComponent(policy)}/`)) kept.delete(key);
}
const keyOf = (path, query) => `${path}?${JSON.stringify(query)}`;

export function ask(path, query, quiet = false) {
  const key = keyOf(path, query);
  let found = kept.get(key);
  if (!found) {
    found = { data: null };
    found.promise = (quiet ? getQuietly : get)(path, query).then(
      data => (found.data = data),
      error => {
        kept.delete(key);
        throw error;
      },
    );
    kept.set(key, found);
    if (kept.size > KEPT) kept.delete(kept.keys().next().value);
  }
  return found;
}

// {data, error, loading}: of a node ("node") or of the cards after it ("next-cards"); the old data stays while new comes.
export function useSpot(policy, what, line) {
  const path = policy === null || line === null ? null : `/spots/${encodeURIComponent(policy)}/${what}`;
  const key = keyOf(path, { line });
  const last = useRef(null);
  const [state, setState] = useState({ key: null, error: null });
  const ready = path && kept.get(key)?.data;
  if (ready) last.current = ready;
  useLayoutEffect(() => {
    // asked for at once, not after the next picture
    if (path === null || kept.get(key)?.data) return undefined;
    let wanted = true;
    const done = error => wanted && setState({ key, error });
    ask(path, { line }).promise.then(() => done(null), done);
    return () => (wanted = false);
  }, [key]);
  if (path === null) return { data: null, error: null, loading: false };
  const failed = state.key === key ? state.error : null;
  return { data: last.current, error: failed, loading: !ready && !failed };
}

// What is likely to be asked for next: nodes after each action, with the cards where one is due (of flops there are too many).
export async function prefetch(policy, node) {
  const path = `/spots/${encodeURIComponent(policy)}`;
  for (const action of node.action_totals.slice(0, 6)) {
    try {
      const next = await ask(`${path}/node`, { line: action.line }, true).promise;
      if (next.card_due && next.board.length >= 3) await ask(`${path}/next-cards`, { line: action.line }, true).promise;
    } catch {
      return; // it is asked for again when it is needed, and the error told
    }
  }
}

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
  const sums = { combos: 0, share: 0 };
  const means = { equity: mean(), ev: mean(), lost: mean() };
  const frequencies = node.action_totals.map(mean),
    evs = node.action_totals.map(mean);
  for (const hand of hands) {
    const weight = weightOf(spot, node, player, hand);
    sums.combos += combosOf(spot, node, player, hand);
    sums.share += weight;
    means.equity.add(node.equity[player][hand], weight);
    means.ev.add(node.ev[player][hand], weight);
    if (!acts) continue;
    means.lost.add(node.ev_lost[hand], weight);
    node.action_totals.forEach((_, k) => {
      frequencies[k].add(node.strategy[k][hand], weight);
      evs[k].add(node.action_ev[k][hand], weight);
    });
  }
  const value = one => one.value();
  return {
    ...sums,
    equity: means.equity.value(),
    ev: means.ev.value(),
    lost: means.lost.value(),
    frequencies: acts ? frequencies.map(value) : [],
    evs: acts ? evs.map(value) : [],
  };
}

function mean() {
  let total = 0,
    weight = 0;
  return {
    add(value, share) {
      if (value === null || value === undefined || !(share > 0)) return;
      total += share * value;
      weight += share;
    },
    value: () => (weight > 0 ? total / weight : null),
  };
}

// What a player is called at a node: OOP and IP, or BB and SB in games that begin at the blinds.
export const nameOf = (node, player) => node.players[player].player;

// Whether the board leaves a hand. Before the flop no hand has made anything, and all are there.
export const isAlive = (node, hand) => node.board.length < 3 || node.made[hand] >= 0;

export const parentOf = node => (node.steps.length > 1 ? node.steps[node.steps.length - 2].line : null);
