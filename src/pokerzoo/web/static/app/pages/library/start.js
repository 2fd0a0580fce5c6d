// What can be done here, as cards: the first thing that is seen, and below the policies later on.
import { html } from "../../html.js";
import { Link } from "../../route.js";

const WAYS = [
  {
    to: "/setup",
    title: "Solve a spot",
    text: "A board, two ranges, bet sizes: the equilibrium of a river in a blink, a flop in minutes.",
  },
  {
    to: "/games/kuhn",
    query: { learn: 1 },
    title: "Watch CFR learn",
    text: "Kuhn poker on a blackboard: regrets and strategies, one iteration after the other.",
  },
  {
    to: "/play",
    title: "Play",
    text: "Against an equilibrium, a baseline or your own agent. You see what each choice cost.",
  },
  {
    to: "/games/leduc",
    query: { leaks: 1, who: "honest" },
    title: "Find leaks",
    text: "Where a strategy loses against its best opponent: decision by decision, the parts add up.",
  },
];

export const Start = () =>
  html`<ul class="columns ways">
    ${WAYS.map(({ to, query, title, text }) => html`<li key=${to}><${Link} class="panel" to=${to} query=${query}><strong>${title}</strong><span class="small muted">${text}</span><//></li>`)}
  </ul>`;
