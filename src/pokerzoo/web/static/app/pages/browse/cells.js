// What the cells of a range grid show: strategy, range, equity, EV, EV lost, or how a frequency differs from another node's.
import { RANKS_DOWN, SUITS_DOWN } from "../../model/cards.js";
import { evText, lossText } from "../../model/evs.js";
import { combos, percent } from "../../model/numbers.js";
import { diverging, extent, gradient, sequential } from "../../model/scales.js";
import { CLASS_NAMES, leakPaint, stretchOf } from "../../ui/hand_grid.js";
import { byClass, classOf, isAlive, mixOf, partsOf, summary } from "./data.js";

export const VIEWS = [
  ["strategy", "Strategy"],
  ["range", "Range"],
  ["equity", "Equity"],
  ["ev", "EV"],
  ["together", "All three"],
  ["lost", "EV lost"],
  ["leak", "Leaks"],
];

const plain = says => ({ parts: [{ colour: "var(--held)", share: 1 }], plain: true, says });
const minus = text => text.replace(/^-(?=0\.?0*$)/, "").replace("-", "−");
const lost = { of: row => row.lost, short: value => (value < 0.005 ? "0" : value.toFixed(2)), long: lossText };

// Numbers that colour a grid: of a row, as short as in a cell, and with their unit.
const NUMBERS = {
  equity: {
    name: "equity",
    of: row => row.equity,
    short: value => String(Math.round(100 * value)),
    long: (spot, value) => percent(value),
  },
  ev: {
    name: "EV",
    of: row => row.ev,
    short: value => minus(Math.abs(value) < 10 ? value.toFixed(1) : String(Math.round(value))),
    long: evText,
  },
  lost: { name: "EV lost", ...lost },
  gained: { name: "EV gained", ...lost },
};

/**
 * Cells of a player's range at a node, the legend of a view by a number, and what heights are multiplied by, if by anything.
 *
 * @param {any} spot
 * @param {any} node
 * @param {number} player
 * @param {string} view
 * @param {{ name: string, of: (hands: number[]) => number | null } | null} [difference] how much more often another node takes an action
 * @param {any} [leaks] what the hand classes lose, as /api/leaks/at tells it
 */
export function gridOf(spot, node, player, view, difference = null, leaks = null) {
  const kinds = byClass(spot.hands);
  const left = combosLeft(node.board);
  const rows = kinds.map((hands, at) => {
    const found = summary(
      spot,
      node,
      player,
      hands.filter(hand => isAlive(node, hand)),
    );
    return found.combos > 1e-6 ? { ...found, held: found.combos / Math.max(1, left(at)) } : null;
  });
  const stretch = stretchOf(rows.map(row => row?.held));
  const { paint, legend = null } = painter(spot, node, player, view, rows, difference && { ...difference, kinds }, leaks);
  const cells = rows.map((row, at) => row && { fill: Math.min(1, stretch * row.held), ...paint(row, at) });
  return { cells, legend, stretched: stretch > 1 ? stretch : null };
}

// The hand classes with a hand that was locked here.
export const lockedClasses = node => new Set(node.locked_hands.map(hand => CLASS_NAMES[classOf(hand)]));

// How many combos of a kind the board leaves.
function combosLeft(board) {
  const free = [...RANKS_DOWN].map(rank => [...SUITS_DOWN].filter(suit => !board.includes(rank + suit)));
  return at => {
    const [row, column] = [Math.floor(at / 13), at % 13];
    const [first, second] = [free[row], free[column]];
    if (row === column) return (first.length * (first.length - 1)) / 2;
    const alike = first.filter(suit => second.includes(suit)).length;
    return row < column ? alike : first.length * second.length - alike;
  };
}

const here = row => `${combos(row.combos, 2)} combos`;

// {paint, legend}: paint(row, at) is a cell without its height.
function painter(spot, node, player, view, rows, difference, leaks) {
  if (difference) return byDifference(difference);
  if (view === "leak" && leaks !== null && node.player === player) {
    const byLeaks = leakPaint(leaks.hand_classes);
    return { ...byLeaks, paint: (row, at) => byLeaks.paint(at) };
  }
  if (view in NUMBERS) return byNumber(spot, rows, view, true);
  if (view === "together") return byAll(spot, painter(spot, node, player, "strategy", rows, null, null));
  if (view !== "strategy") return { paint: row => plain(here(row)) };
  if (node.player !== player) return byNumber(spot, rows, "equity", false); // who waits
  return {
    paint(row) {
      const parts = partsOf(node, k => row.frequencies[k]).filter(part => part.share > 0.0005);
      const says = `${mixOf(node, k => row.frequencies[k])}; ${here(row)}`;
      return parts.length ? { parts, says } : plain(says);
    },
  };
}

function byNumber(spot, rows, view, written) {
  const { name, of, short, long } = NUMBERS[view];
  const values = rows.map(row => row && of(row));
  const [low, high] = view === "equity" ? [0, 1] : view === "ev" ? extent(values) : [0, Math.max(0.01, extent(values)[1])];
  const paint = row => {
    const value = of(row);
    if (value === null) return plain(written ? "not known" : here(row));
    const { fill } = sequential((value - low) / (high - low));
    const says = `${name} ${long(spot, value)}; ${here(row)}`;
    return { parts: [{ colour: fill, share: 1 }], says, ...(written && { text: short(value) }) };
  };
  const known = values.some(value => value !== null);
  const ends = { from: `${written ? "" : name + " "}${long(spot, low)}`, to: long(spot, high) };
  return { paint, legend: known ? { ...ends, background: gradient(sequential) } : null };
}

// Strategy as colours, EV and equity as numbers.
function byAll(spot, strategy) {
  const { ev, equity } = NUMBERS;
  const paint = row => {
    const cell = strategy.paint(row);
    const numbers = `EV ${ev.long(spot, row.ev)}, equity ${equity.long(spot, row.equity)}`;
    const lines = [row.ev === null ? "" : ev.short(row.ev), row.equity === null ? "" : `${equity.short(row.equity)}%`];
    return { ...cell, says: `${cell.says}; ${numbers}`, lines };
  };
  return { paint, legend: strategy.legend };
}

function byDifference({ name, of, kinds }) {
  const paint = (row, at) => {
    const value = of(kinds[at]);
    if (value === null) return plain("not in both");
    const points = Math.round(100 * value);
    const text = points ? (points > 0 ? "+" : "−") + Math.abs(points) : "0";
    return { parts: [{ colour: diverging(value).fill, share: 1 }], text, says: `${name} ${text} points` };
  };
  return { paint, legend: { from: "−100 points", to: "+100 points", background: gradient(diverging, -1) } };
}
