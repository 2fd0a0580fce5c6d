// One node: what its hands lose, as a grid of hand classes or a list of hands, and where else it is shown.
import { useGet } from "../../api.js";
import { html } from "../../html.js";
import { amountsLike, capital, distance, largestOf, percent } from "../../model/numbers.js";
import { Link, setQuery } from "../../route.js";
import { Bar, Cards, Panel, Wrong } from "../../ui/parts.js";
import { CLASS_NAMES, HandGrid, Legend, leakPaint } from "../../ui/hand_grid.js";
import { Table } from "../../ui/table.js";
import { classOf } from "../browse/data.js";

const isSpot = data => data.choices.includes("hand_class");
const className = hand => CLASS_NAMES[classOf(hand)];

export function Node({ row, data, source, hand }) {
  const together = row.line?.includes("?");
  const { data: found, error, loading } = useGet(row.line === null || together ? null : source.path("/at"), { line: row.line });
  const spot = isSpot(data);
  const node = row.line !== null && !together ? found : null;
  const own = row.hand && (row.infoset && spot ? className(row.hand) : row.hand);
  const shown =
    spot && node ? (hand ?? own ?? node.hand_classes.find(one => one.chips === largestOf(node.hand_classes)).hand) : null;
  const address = nodeAddress(source.policy, data, row, shown);
  const actions =
    address &&
    html`<${Link} class="button small" to=${address[0]} query=${address[1]}>${spot ? "Browse" : "Show in the tree"}<//>`;
  const title = row.line === null ? row.infoset : capital(`${data.players[row.player].name} ${row.when}`);
  return html`<${Panel} title=${title} actions=${actions} class="panel stack leak-node" id="node" aria-busy=${loading ? "true" : undefined}>
    <${Wrong} error=${error} />
    ${together && html`<p class="muted">All public cards together. Choose "Nodes" to see what it costs on single boards.</p>`}
    ${row.line === null && html`<${Facts} amount=${row} colours=${row.colours} />`}
    ${node && html`<p class="muted" aria-live="polite">All hands here: ${distance(node.total.chips)} chips a hand, ${percent(node.total.share)} of the whole.</p>`}
    ${node && spot && html`<${Losses} classes=${node.hand_classes} chosen=${shown} onChoose=${name => setQuery({ hand: name === own ? null : name }, { replace: true })} />`}
    ${node && spot && html`<${HandClass} node=${node} name=${shown} />`} ${node && !spot && html`<${Hands} node=${node} only=${() => true} chosen=${row.hand} />`}
    <button class="button small leak-back" onClick=${back}>Back to the list</button>
  <//>`;
}

const back = () => document.querySelector("#ranking tr.chosen")?.scrollIntoView({ block: "center" });

function Losses({ classes, chosen, onChoose }) {
  const { paint, legend } = leakPaint(classes);
  const here = new Set(classes.filter(one => one.weight > 0).map(one => one.hand));
  const cells = CLASS_NAMES.map((name, at) => (here.has(name) ? { fill: 1, ...paint(at) } : null));
  return html`<${HandGrid} label="Hand classes by what they lose" cells=${cells} selected=${chosen} onSelect=${onChoose} /><${Legend} ...${legend} />`;
}

function HandClass({ node, name }) {
  const found = node.hand_classes.find(one => one.hand === name);
  if (!found) return html`<p class="muted">${name} cannot be here.</p>`;
  return html`<div class="stack tight">
    <div class="row between"><h3>${name}</h3><span class="muted small">${percent(found.weight)} of the hands here</span></div>
    ${found.policy ? html`<${Facts} amount=${found} colours=${node.colours} />` : html`<p class="muted">Never here: nothing is lost with it.</p>`}
    <${Hands} node=${node} only=${hand => className(hand) === name} />
  </div>`;
}

const Facts = ({ amount, colours }) =>
  html`<dl class="facts">
    <dt>loses</dt>
    <dd><strong>${distance(amount.chips)} chips</strong>${amount.pot_percent === null ? "" : `, ${distance(amount.pot_percent)}% of the pot`}, ${percent(amount.share)} of the whole</dd>
    <dt>plays</dt><dd><${Plays} strategy=${Object.entries(amount.policy)} colours=${colours} digits=${1} /></dd>
    <dt>best</dt><dd><${Plays} strategy=${Object.entries(amount.best_response)} colours=${colours} digits=${1} /></dd>
  </dl>`;

function Hands({ node, only, chosen = null }) {
  const rows = node.hands.map((_, k) => k).filter(k => only(node.hands[k]));
  const told = amountsLike(Math.max(...node.chips));
  const columns = [
    { head: "hand", cell: k => html`<${Hand} name=${node.hands[k]} />` },
    {
      head: "plays",
      kind: "text",
      cell: k =>
        html`<${Plays} strategy=${node.actions.map((name, a) => [name, node.strategy[a][k]])} colours=${node.colours} />`,
    },
    { head: "best", kind: "words", cell: k => node.actions[node.best[k]] },
    { head: "loses, chips", cell: k => told(node.chips[k]) },
  ];
  return html`<${Table} label="Hands" caption="What each hand loses" columns=${columns} rows=${rows.sort((one, other) => node.chips[other] - node.chips[one])} chosen=${k => node.hands[k] === chosen} />`;
}

// What is played at a decision, as a bar and in words.
const written = (share, digits) => `${(100 * share).toFixed(digits).replace(/\.0$/, "")}%`;

// A strategy in words, the likeliest first: "bet 25 60%, check 40%"; one action alone has no number.
export function inWords(strategy, digits = 0) {
  const played = strategy.filter(([, share]) => share >= 0.5 * 10 ** (-2 - digits)).sort((one, other) => other[1] - one[1]);
  return played.length === 1 ? played[0][0] : played.map(([name, share]) => `${name} ${written(share, digits)}`).join(", ");
}

export const Plays = ({ strategy, colours, digits = 0 }) =>
  html`<span class="leak-plays small"><${Bar} parts=${strategy.map(([, share], k) => ({ colour: colours[k], share }))} />${inWords(strategy, digits)}</span>`;

// A hand: hold'em's and Leduc's cards in the colours of their suits, anything else as it is.
export const Hand = ({ name }) =>
  /^(?:[2-9TJQKA][shdc])+$/.test(name ?? "") ? html`<${Cards} names=${name} />` : html`<span class="mono">${name}</span>`;

// Whose leaks are asked for: a policy of the library, or who plays a game by name.
export const ofPolicy = policy => ({ policy, path: (end = "") => `/leaks${end}?${new URLSearchParams({ policy })}` });

export function ofNames(game, { params, who, other }) {
  const asked = new URLSearchParams({ game, who });
  if (params) asked.set("params", params);
  if (other) asked.append("who", other);
  return { policy: null, path: (end = "") => `/leaks${end}?${asked}` };
}

// Where a policy's node is shown; of who is no policy nothing else is.
function nodeAddress(policy, data, row, hand) {
  if (!policy) return null;
  if (isSpot(data))
    return row.line?.includes("?")
      ? null
      : [`/browse/${policy}`, { line: row.line, hand: hand ?? row.hand, who: row.player, view: "leak" }];
  return [`/games/${data.game}/${policy}`, { at: row.infoset }];
}
