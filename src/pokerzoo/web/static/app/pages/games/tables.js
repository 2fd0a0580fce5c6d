// Tables of infosets: the tree's numbers in rows, for phones, screen readers and games too large to draw.
import { html } from "../../html.js";
import { counted } from "../../model/numbers.js";
import { Bar } from "../../ui/bar.js";
import { Swatch } from "../../ui/parts.js";
import { Table } from "../../ui/table.js";
import { colourOf, far, mix, often, placeOf, playerClass, regret, share } from "./words.js";

const MOST = 72;
const WINDOW = 24; // rows around the focus where there are more

// The infosets that a table has: all, or of a large game those that are decided where the focus is.
function rowsFor(tree, focus) {
  const all = tree.infosets.map((_, i) => i);
  if (all.length <= MOST) return all;
  const { player, line } = tree.infosets[focus];
  const same = all.filter(i => tree.infosets[i].player === player && tree.infosets[i].line === line);
  if (same.length <= MOST) return same;
  const from = Math.max(0, Math.min(same.indexOf(focus) - WINDOW / 2, same.length - WINDOW));
  return same.slice(from, from + WINDOW);
}

// What a table has, in words: all infosets, or those at one point of the game, which is then said here and not in each row.
function captionOf(tree, rows) {
  if (rows.length === tree.infosets.length) return `All ${rows.length} infosets`;
  const { player, when } = tree.infosets[rows[0]];
  return `${rows.length} of ${counted(tree.infosets.length, "infoset")}: player ${player}${when ? " " + when : ""}`;
}

// The button that shows an infoset elsewhere on the page.
export const Name = ({ player, on, onClick, children }) =>
  html`<button class="infoset" aria-pressed=${on ? "true" : "false"} onClick=${onClick}>
    <span class=${"mark " + playerClass(player)} aria-hidden="true">${player}</span><span class="sr-only">player ${player}, </span>${children}
  </button>`;

function nameOf(tree, rows, i, focus, onFocus) {
  const infoset = tree.infosets[i];
  const told = placeOf(rows.length < tree.infosets.length ? { ...infoset, when: "" } : infoset);
  return html`<${Name} player=${infoset.player} on=${i === focus} onClick=${() => onFocus(i)}>${told}<//>`;
}

export function StrategyTable({ tree, numbers, focus, onFocus }) {
  const rows = rowsFor(tree, focus);
  const actions = i => tree.infosets[i].actions;
  const parts = i => numbers.strategy[i].map((p, k) => ({ colour: colourOf(actions(i)[k], k), share: p }));
  const columns = [
    { head: "infoset", kind: "words", cell: i => nameOf(tree, rows, i, focus, onFocus) },
    {
      head: "",
      kind: "wide",
      cell: i => html`<${Bar} parts=${parts(i)} label=${mix(tree.infosets[i], numbers.strategy[i])} />`,
    },
    {
      head: "strategy",
      kind: "words",
      cell: i =>
        parts(i).map(
          ({ colour, share: p }, k) =>
            html`<span class="share" key=${k}><${Swatch} colour=${colour} /> ${actions(i)[k]} <b>${share(p)}</b></span> `,
        ),
    },
    numbers.reach && { head: "reached", cell: i => often(numbers.reach[i]) },
    {
      head: "leak",
      title: "What the decision costs its player, chips a hand",
      cell: i => (numbers.leaks[i] > 1e-9 ? far(numbers.leaks[i]) : "0"),
    },
  ];
  return html`<${Table} label="Table of infosets" kind="infosets" region="tall" caption=${captionOf(tree, rows)} captioned=${true} columns=${columns} rows=${rows} keyOf=${i => i} chosen=${i => i === focus} />`;
}

// A regret as a bar to the right of the middle where it is above 0, to the left where not.
function Regret({ value, most, colour }) {
  const wide = most > 0 ? (50 * Math.abs(value)) / most : 0;
  const left = value > 0 ? 50 : 50 - wide;
  return html`<span class="regret" aria-hidden="true"><span style=${{ left: `${left}%`, width: `${wide}%`, background: value > 0 ? colour : "var(--edge)" }}></span></span>`;
}

export function LearningTable({ tree, frame, focus, onFocus }) {
  const shown = rowsFor(tree, focus);
  const most = Math.max(1e-12, ...shown.flatMap(i => frame.regrets[i].map(Math.abs)));
  const rows = shown.flatMap(i => tree.infosets[i].actions.map((action, k) => ({ i, k, action, colour: colourOf(action, k) })));
  const bar = of => ({
    head: "",
    kind: "wide",
    cell: ({ i, k, colour }) => html`<${Bar} parts=${[{ colour, share: of[i][k] }]} />`,
  });
  const columns = [
    { head: "infoset", kind: "words", cell: ({ i, k }) => k === 0 && nameOf(tree, shown, i, focus, onFocus) },
    { head: "action", kind: "text", cell: ({ action, colour }) => html`<${Swatch} colour=${colour} /> ${action}` },
    {
      head: "",
      kind: "wide",
      cell: ({ i, k, colour }) => html`<${Regret} value=${frame.regrets[i][k]} most=${most} colour=${colour} />`,
    },
    { head: "sum of regrets", cell: ({ i, k }) => regret(frame.regrets[i][k]) },
    bar(frame.strategy),
    { head: "next strategy", cell: ({ i, k }) => share(frame.strategy[i][k]) },
    bar(frame.average),
    { head: "average", cell: ({ i, k }) => share(frame.average[i][k]) },
    { head: "own reach", cell: ({ i, k }) => k === 0 && share(frame.reach[i]) },
  ];
  return html`<${Table} label="Regrets and strategies" kind="infosets" region="tall" caption=${`${captionOf(tree, shown)}; bars of regrets: above 0 to the right, below to the left`} captioned=${true} columns=${columns} rows=${rows} chosen=${({ i }) => i === focus} />`;
}
