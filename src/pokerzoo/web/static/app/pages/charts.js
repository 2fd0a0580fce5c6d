// A table before the flop: the way to a decision, what each hand does there, and the spot after the flop that a line leads to.
import { useGet } from "../api.js";
import { html, useMemo } from "../html.js";
import { percent } from "../model/numbers.js";
import { setupQuery } from "../model/setup.js";
import { capital } from "../model/words.js";
import { Link, setQuery } from "../route.js";
import { Bar } from "../ui/bar.js";
import { memo } from "../ui/memo.js";
import { Loading, Notice, useTitle } from "../ui/parts.js";
import { CLASS_NAMES, RangeGrid } from "../ui/range_grid.js";
import { Steps } from "./browse/steps.js";

const UNLOCKED = { at: () => null };
const Grid = memo(RangeGrid);
const chooseHand = hand => setQuery({ hand }, { replace: true });

export default function Charts({ parts, query }) {
  const address = `/charts/${encodeURIComponent(parts[0])}`;
  const chart = useGet(/** @type {"/charts/{id}"} */ (address));
  const { data: node, error } = useGet(/** @type {"/charts/{id}/node"} */ (`${address}/node`), { line: query.line ?? "" });
  if (!chart.data) return html`<h1 class="sr-only">Before the flop</h1><${Loading} error=${chart.error} />`;
  const to = { path: address, query: line => ({ ...query, line }) };
  return html`<div class="stack browse">
    <${Head} chart=${chart.data} />
    ${error && html`<${Notice} kind="bad">${error.message}<//>`}
    ${node && html`<${Steps} spot=${spotOf(chart.data)} params=${{}} node=${{ ...node, line: query.line ?? "" }} to=${to} draft=${UNLOCKED} />`}
    ${node?.decision && html`<${Decision} chart=${chart.data} node=${node} query=${query} to=${to} />`}
    ${node && !node.decision && html`<${End} node=${node} />`}
    ${!node && !error && html`<${Loading} />`}
  </div>`;
}

function Head({ chart }) {
  useTitle(chart.title);
  return html`<header><h1>${chart.title}</h1><p class="muted small">${chart.facts.join(", ")}. After the betting all who are left see the board without betting.</p></header>`;
}

// What the way to a node reads of a spot.
const spotOf = ({ positions }) => ({
  players: positions,
  stack: null,
  big_blind: null,
  hands: [],
  over: "The betting is over",
  evs: { from: "net", unit: "chips", blind: null },
});

function Decision({ chart, node, query, to }) {
  const { decision, steps } = node;
  const { actions, player, pot } = steps[steps.length - 1];
  const cells = useMemo(() => cellsOf(decision, actions), [node]);
  const at = CLASS_NAMES.indexOf(query.hand);
  const parts = actions.map(action => ({ colour: action.colour, share: action.frequency }));
  return html`<div class="row charts-node">
    <section class="panel grid-panel acts" aria-label=${`${decision.position}'s range`}>
      <div class="row between"><h2>${decision.position} to act</h2><span class="muted small">${percent(decision.share)} of all hands, pot ${pot}</span></div>
      <${Grid} label=${`${decision.position}'s range, strategy`} cells=${cells} selected=${query.hand ?? ""} onSelect=${chooseHand} />
      <p class="small muted">As high as the hand is still there, coloured by what it does.</p>
    </section>
    <section class="panel stack tight" aria-label="Actions">
      <h2>${at < 0 ? "All hands" : CLASS_NAMES[at]}</h2>
      <${Bar} parts=${at < 0 ? parts : barOf(decision, actions, at)} label=${actions.map((action, k) => `${action.name} ${percent(at < 0 ? action.frequency : decision.probabilities[at][k])}`).join(", ")} />
      <table class="lean">
        <caption class="sr-only">What ${chart.positions[player]} does</caption>
        <thead><tr><th>Action</th><th>All hands</th>${at >= 0 && html`<th>${CLASS_NAMES[at]}</th>`}</tr></thead>
        <tbody>${actions.map(
          (action, k) => html`<tr key=${action.token}>
            <td><${Link} class="action-link" to=${to.path} query=${to.query(action.line)}><span class="swatch" style=${{ background: action.colour }}></span>${capital(action.name)}<//>${action.all_in && html` <span class="muted small">all-in</span>`}</td>
            <td>${percent(action.frequency)}</td>${at >= 0 && html`<td>${percent(decision.probabilities[at][k])}</td>`}
          </tr>`,
        )}</tbody>
      </table>
      <${Ranges} ranges=${node.ranges} />
    </section>
  </div>`;
}

const barOf = (decision, actions, at) => actions.map(({ colour }, k) => ({ colour, share: decision.probabilities[at][k] }));

function cellsOf({ reach, probabilities }, actions) {
  return CLASS_NAMES.map((_, at) => {
    if (!(reach[at] > 0)) return null;
    const does = actions.map(({ name, colour }, k) => ({ name, colour, share: probabilities[at][k] }));
    const says = does.filter(one => one.share >= 0.005).map(one => `${one.name} ${percent(one.share, 0)}`);
    return { fill: reach[at], parts: does.filter(one => one.share > 0), says: says.join(", ") };
  });
}

// Each range as text, to be copied.
const Ranges = ({ ranges }) =>
  html`<details><summary>Ranges of those who are left</summary>
    <dl class="small">${Object.entries(ranges).map(([position, text]) => html`<div key=${position}><dt>${position}</dt><dd class="range-words">${text}</dd></div>`)}</dl>
  </details>`;

function End({ node }) {
  const { ranges, spot } = node;
  return html`<section class="panel stack tight" aria-label="After the betting">
    <p>${Object.keys(ranges).length > 1 ? "The betting is over." : "All others have folded."}</p>
    ${
      spot &&
      html`<p><${Link} class="button primary" to="/setup" query=${setupQuery("holdem", { ...spot, board: "" })}>Set up this spot<//> <span class="muted small">both ranges, the pot and the stacks; choose a flop there</span></p>`
    }
    <${Ranges} ranges=${ranges} />
  </section>`;
}
