// What can be done here, as cards: the first thing that is seen, and below the policies later on.
import { html } from "../../html.js";
import { Link } from "../../route.js";

const GRID = ["bbbcc", "bbccc", "bccff", "ccfff", "cffff"];
const COLOURS = { b: "var(--bet)", c: "var(--call)", f: "var(--fold)" };

const Drawing = ({ children }) => html`<svg viewBox="0 0 60 60" aria-hidden="true">${children}</svg>`;

const Range = () =>
  html`<${Drawing}>
    ${GRID.flatMap((row, y) => [...row].map((kind, x) => html`<rect x=${5 + 10 * x} y=${5 + 10 * y} width="9" height="9" rx="1" style=${{ fill: COLOURS[kind] }} />`))}
  <//>`;

const Curve = () =>
  html`<${Drawing}>
    <path class="axis" d="M7 5v48h48" /><path class="line" d="M10 9c3 26 8 33 18 37s18 4 26 4.5" /><circle class="spot" cx="28" cy="46" r="3.5" />
  <//>`;

const Hand = () =>
  html`<${Drawing}>
    <rect class="paper" x="9" y="12" width="25" height="36" rx="3.5" transform="rotate(-9 21 30)" />
    <rect class="paper" x="26" y="12" width="25" height="36" rx="3.5" transform="rotate(7 38 30)" />
    <text class="spade" x="21" y="36" text-anchor="middle" transform="rotate(-9 21 30)">♠</text>
    <text class="heart" x="39" y="36" text-anchor="middle" transform="rotate(7 38 30)">♥</text>
  <//>`;

const Bars = () =>
  html`<${Drawing}>
    ${[46, 31, 19, 12, 7].map((width, at) => html`<rect class=${at ? "loss" : "loss worst"} x="7" y=${7 + 10 * at} width=${width} height="7" rx="1.5" />`)}
  <//>`;

const WAYS = [
  {
    to: "/setup",
    title: "Solve a spot",
    picture: Range,
    text: "A board, two ranges, bet sizes: the equilibrium of a river in a blink, a flop in minutes.",
  },
  {
    to: "/games/kuhn",
    query: { learn: 1 },
    title: "Watch CFR learn",
    picture: Curve,
    text: "Kuhn poker on a blackboard: regrets and strategies, one iteration after the other.",
  },
  {
    to: "/play",
    title: "Play",
    picture: Hand,
    text: "Against an equilibrium, a baseline or your own agent. You see what each choice cost.",
  },
  {
    to: "/games/leduc",
    query: { leaks: 1, who: "honest" },
    title: "Find leaks",
    picture: Bars,
    text: "Where a strategy loses against its best opponent: decision by decision, the parts add up.",
  },
];

export function Start() {
  return html`<ul class="ways">
    ${WAYS.map(
      ({ to, query, title, picture, text }) => html`<li key=${to}>
        <${Link} to=${to} query=${query}><${picture} /><span><strong>${title}</strong><span>${text}</span></span><//>
      </li>`,
    )}
  </ul>`;
}
