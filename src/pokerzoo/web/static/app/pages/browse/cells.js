// What the cells of a range grid show: strategy, range, equity, EV, EV lost, or how a frequency differs from another node's.
import { combos, percent } from "../../model/numbers.js";
import { diverging, extent, gradient, sequential } from "../../model/scales.js";
import { leakPaint } from "../../ui/leak_cells.js";
import { RANKS_DOWN, SUITS_DOWN } from "../../model/cards.js";
import { CLASS_NAMES } from "../../ui/range_grid.js";
import { byClass, classOf, isAlive, summary } from "./data.js";
import { evText, lossText } from "../../model/evs.js";

export const VIEWS = [
  ["strategy", "Strategy"],
  ["range", "Range"],
  ["equity", "Equity"],
  ["ev", "EV"],
  ["together", "All three"],
  ["lost", "EV lost"],
  ["leak", "Leaks"],
];
// Combos that a range holds, in the page's theme.
const plain = () => ({
  parts: [{ colour: document.documentElement.dataset.theme === "dark" ? "#27528c" : "#a9cbf5", share: 1 }],
});
const FEW = 0.1;

const number = {
  equity: value => percent(value),
  ev: (value, spot) => evText(spot, value),
  lost: (value, spot) => lossText(spot, value),
  gained: (value, spot) => lossText(spot, value),
};
const NAMES = { equity: "equity", ev: "EV", lost: "EV lost", gained: "EV gained" };
const inChips = {
  ev: value => (Math.abs(value) < 10 ? value.toFixed(1) : Math.round(value)),
  lost: value => (value < 0.005 ? "0" : value.toFixed(2)),
  gained: value => (value < 0.005 ? "0" : value.toFixed(2)),
};
const short = (view, value) => (view === "equity" ? Math.round(100 * value) : inChips[view](value));
const bare = value =>
  String(value)
    .replace(/^-(?=0\.?0*$)/, "")
    .replace("-", "−");

// {cells, legend, stretched}: legend is {from, to, background} for views by a number.
export function gridOf(spot, node, player, view, difference = null, leaks = null) {
  const kinds = byClass(spot.hands);
  const left = combosLeft(node.board);
  const rows = kinds.map((hands, at) => {
    const alive = hands.filter(hand => isAlive(node, hand));
    const found = summary(spot, node, player, alive);
    return found.combos > 1e-6 ? { ...found, full: Math.max(1, left(at)) } : null;
  });
  const highest = Math.max(...rows.map(row => (row ? row.combos / row.full : 0)));
  const stretch = highest > 0 && highest < FEW ? 1 / highest : 1;
  const byLeaks = view === "leak" && leaks !== null && node.player === player;
  const waits = view === "strategy" && node.player !== player; // who does not act is coloured by equity
  const shown = waits ? "waiting" : view === "leak" ? "range" : view;
  /** @type {any} */
  const paint = difference
    ? byDifference(difference, kinds)
    : byLeaks
      ? ofLeaks(leaks)
      : shown === "together"
        ? byAll(spot, node, player, rows)
        : painter(spot, node, shown, rows);
  const cells = rows.map((row, at) => row && { fill: Math.min(1, (stretch * row.combos) / row.full), ...paint(row, at) });
  return { cells, legend: paint.legend, stretched: stretch > 1 ? stretch : null };
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

function ofLeaks(leaks) {
  const byClass = leakPaint(leaks.hand_classes);
  const paint = (row, at) => byClass(at);
  paint.legend = byClass.legend;
  return paint;
}

function painter(spot, node, view, rows) {
  if (view === "waiting") return byEquity(rows);
  const here = row => `${combos(row.combos, 2)} combos`;
  if (view === "strategy") {
    return row => {
      const parts = node.action_totals
        .map((action, k) => ({ colour: action.colour, share: row.frequencies[k] ?? 0 }))
        .filter(part => part.share > 0.0005);
      const says = node.action_totals.map((action, k) => `${action.name} ${percent(row.frequencies[k], 0)}`).join(", ");
      return { ...(parts.length ? { parts } : plain()), says: `${says}; ${here(row)}` };
    };
  }
  if (view === "range") return row => ({ ...plain(), says: here(row) });
  const field = view === "gained" ? "lost" : view;
  const [low, high] =
    view === "equity"
      ? [0, 1]
      : view === "lost" || view === "gained"
        ? [0, Math.max(0.01, extent(rows.map(row => row?.lost))[1])]
        : extent(rows.map(row => row?.ev));
  const paint = row => {
    const value = row[field];
    if (value === null) return { ...plain(), says: "not known" };
    const { fill } = sequential((value - low) / (high - low));
    return {
      parts: [{ colour: fill, share: 1 }],
      text: bare(short(view, value)),
      says: `${NAMES[view]} ${number[view](value, spot)}; ${here(row)}`,
    };
  };
  if (rows.some(row => row && row[field] !== null))
    paint.legend = { from: number[view](low, spot), to: number[view](high, spot), background: gradient(sequential) };
  return paint;
}

// The range of the player who waits: as high as the share of its combos, coloured by equity.
function byEquity(rows) {
  const paint = row => {
    if (row.equity === null) return { ...plain(), says: `${combos(row.combos, 2)} combos` };
    const { fill } = sequential(row.equity);
    return { parts: [{ colour: fill, share: 1 }], says: `equity ${percent(row.equity)}; ${combos(row.combos, 2)} combos` };
  };
  if (rows.some(row => row && row.equity !== null))
    paint.legend = { from: "equity 0%", to: "100%", background: gradient(sequential) };
  return paint;
}

// Strategy as colours, EV and equity as numbers.
function byAll(spot, node, player, rows) {
  /** @type {any} */
  const strategy = node.player === player ? painter(spot, node, "strategy", []) : byEquity(rows);
  const paint = row => {
    const numbers = [`EV ${number.ev(row.ev, spot)}`, `equity ${number.equity(row.equity)}`].join(", ");
    const told = strategy(row);
    return {
      ...told,
      says: `${told.says}; ${numbers}`,
      lines: [row.ev === null ? "" : bare(short("ev", row.ev)), row.equity === null ? "" : `${short("equity", row.equity)}%`],
    };
  };
  paint.legend = strategy.legend;
  return paint;
}

// `difference`: {name, of}: of(hands of a kind) is how much more often the other node takes the action; null: not in both.
function byDifference(difference, kinds) {
  const paint = (row, at) => {
    const value = difference.of(kinds[at]);
    if (value === null) return { ...plain(), says: "not in both" };
    const { fill } = diverging(value);
    const points = Math.round(100 * value);
    return {
      parts: [{ colour: fill, share: 1 }],
      text: points ? (points > 0 ? "+" : "−") + Math.abs(points) : "0",
      says: `${difference.name} ${points >= 0 ? "+" : "−"}${Math.abs(points)} points`,
    };
  };
  paint.legend = { from: "−100 points", to: "+100 points", background: gradient(diverging, -1) };
  return paint;
}
