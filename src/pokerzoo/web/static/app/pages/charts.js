// A table before the flop: the way to a decision, what each hand does there, and the spot after the flop that a line leads to.
import { useGet } from "../api.js";
import { html, useMemo } from "../html.js";
import { percent } from "../model/numbers.js";
import { setupQuery } from "../model/setup.js";
import { Link, setQuery } from "../route.js";
import { Bar, Loading, Wrong, useTitle } from "../ui/parts.js";
import { CLASS_NAMES, HandGrid } from "../ui/hand_grid.js";
import { memo } from "../ui/memo.js";
import { Table } from "../ui/table.js";
import { ActionLink } from "./browse/side.js";
import { Steps } from "./browse/steps.js";

const UNLOCKED = { at: () => null };
const Grid = memo(HandGrid);
const chooseHand = hand => setQuery({ hand }, { replace: true });

export default function Charts({ parts, query }) {
  const address = `/charts/${encodeURIComponent(parts[0])}`;
  const { data: chart, error: missing } = useGet(/** @type {"/charts/{id}"} */ (address));
  const { data: node, error } = useGet(/** @type {"/charts/{id}/node"} */ (`${address}/node`), { line: query.line ?? "" });
  useTitle(chart?.title);
  if (!chart) return html`<h1 class="sr-only">Before the flop</h1><${Loading} error=${missing} />`;
  const to = { path: address, query: line => ({ ...query, line }) };
  return html`<div class="stack browse">
    <h1>${chart.title}</h1>
    <p class="muted small">${chart.facts.join(", ")}. After the betting all who are left see the board without betting.</p>
    <${Wrong} error=${error} />
    ${node && html`<${Steps} spot=${spotOf(chart)} params=${{}} node=${{ ...node, line: query.line ?? "" }} to=${to} draft=${UNLOCKED} />`}
    ${node?.decision && html`<${Decision} chart=${chart} node=${node} query=${query} to=${to} />`}
    ${node && !node.decision && html`<${End} node=${node} />`} ${!node && !error && html`<${Loading} />`}
  </div>`;
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
  const { actions, player, pot } = steps.at(-1);
  const cells = useMemo(() => cellsOf(decision, actions), [node]);
  const at = CLASS_NAMES.indexOf(query.hand);
  const often = (action, k) => (at < 0 ? action.frequency : decision.probabilities[at][k]);
  const columns = [
    {
      head: "Action",
      cell: action =>
        html`<${ActionLink} action=${action} to=${to} />${action.all_in && html` <span class="muted small">all-in</span>`}`,
    },
    { head: "All hands", cell: action => percent(action.frequency) },
    at >= 0 && { head: CLASS_NAMES[at], cell: (_, k) => percent(decision.probabilities[at][k]) },
  ];
  return html`<div class="split">
    <section class="panel stack tight acts" aria-label=${`${decision.position}'s range`}>
      <div class="row between"><h2>${decision.position} to act</h2><span class="muted small">${percent(decision.share)} of all hands, pot ${pot}</span></div>
      <${Grid} label=${`${decision.position}'s range, strategy`} cells=${cells} selected=${query.hand ?? ""} onSelect=${chooseHand} />
      <p class="small muted">As high as the hand is still there, coloured by what it does.</p>
    </section>
    <section class="panel stack tight" aria-label="Actions">
      <h2>${at < 0 ? "All hands" : CLASS_NAMES[at]}</h2>
      <${Bar} parts=${actions.map((action, k) => ({ colour: action.colour, share: often(action, k) }))} label=${actions.map((action, k) => `${action.name} ${percent(often(action, k))}`).join(", ")} />
      <${Table} caption=${`What ${chart.positions[player]} does`} columns=${columns} rows=${actions} />
      <${Ranges} ranges=${node.ranges} />
    </section>
  </div>`;
}

const cellsOf = ({ reach, probabilities }, actions) =>
  CLASS_NAMES.map((_, at) => {
    if (!(reach[at] > 0)) return null;
    const parts = actions
      .map(({ name, colour }, k) => ({ name, colour, share: probabilities[at][k] }))
      .filter(one => one.share > 0);
    const says = parts.filter(one => one.share >= 0.005).map(one => `${one.name} ${percent(one.share, 0)}`);
    return { fill: reach[at], parts, says: says.join(", ") };
  });

// Each range as text, to be copied.
const Ranges = ({ ranges }) =>
  html`<details><summary>Ranges of those who are left</summary>
    <dl class="facts small">${Object.entries(ranges).map(([position, text]) => html`<dt key=${position}>${position}</dt><dd>${text}</dd>`)}</dl>
  </details>`;

function End({ node: { ranges, spot } }) {
  const link = html`<p><${Link} class="button primary" to="/setup" query=${setupQuery("holdem", { ...spot, board: "" })}>Set up this spot<//> <span class="muted small">both ranges, the pot and the stacks; choose a flop there</span></p>`;
  return html`<section class="panel stack tight" aria-label="After the betting">
    <p>${Object.keys(ranges).length > 1 ? "The betting is over." : "All others have folded."}</p>
    ${spot && link} <${Ranges} ranges=${ranges} />
  </section>`;
}
