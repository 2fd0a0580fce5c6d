// One node: what its hands lose, as a grid of hand classes or a list of hands, and where else it is shown.
import { useGet } from "../../api.js";
import { html } from "../../html.js";
import { amountsLike, distance, largestOf, percent } from "../../model/numbers.js";
import { capital } from "../../model/words.js";
import { Link, setQuery } from "../../route.js";
import { leakCells } from "../../ui/leak_cells.js";
import { Card, Notice, Panel } from "../../ui/parts.js";
import { Bar } from "../../ui/bar.js";
import { RangeGrid } from "../../ui/range_grid.js";

const classOf = hand => {
  const [a, x, b, y] = hand;
  return a === b ? a + b : a + b + (x === y ? "s" : "o");
};

export function Node({ row, data, source, hand }) {
  const together = row.line?.includes("?");
  const { data: found, error, loading } = useGet(row.line === null || together ? null : source.path("/at"), { line: row.line });
  const spot = data.kind === "spot";
  const node = found && row.line !== null && !together ? found : null;
  const own = row.hand && (row.infoset && spot ? classOf(row.hand) : row.hand);
  const shown = spot && node ? (hand ?? own ?? largest(node.hand_classes)) : null;
  const address = nodeAddress(source.policy, data, row, shown);
  const actions =
    address &&
    html`<${Link} class="button small" to=${address[0]} query=${address[1]}>${spot ? "Browse" : "Show in the tree"}<//>`;
  return html`<${Panel} title=${row.line === null ? row.infoset : capital(`${data.players[row.player].name} ${row.when}`)} actions=${actions} class="panel stack leak-node" id="node" aria-busy=${loading ? "true" : undefined}>
    ${error && html`<${Notice} kind="bad">${error.message}<//>`}
    ${together && html`<p class="muted">All public cards together. Choose "Nodes" to see what it costs on single boards.</p>`}
    ${row.line === null && html`<${Facts} amount=${row} strategy=${Object.entries(row.policy)} best=${Object.entries(row.best_response)} colours=${row.colours} />`}
    ${node && html`<p class="muted" aria-live="polite">All hands here: ${distance(node.total.chips)} chips a hand, ${percent(node.total.share)} of the whole.</p>`}
    ${node && spot && html`<${Losses} classes=${node.hand_classes} chosen=${shown} onChoose=${name => setQuery({ hand: name === own ? null : name }, { replace: true })} />`}
    ${node && spot && html`<${HandClass} node=${node} name=${shown} />`} ${node && !spot && html`<${Hands} node=${node} only=${() => true} chosen=${row.hand} />`}
    <button class="button small leak-back" onClick=${back}>Back to the list</button>
  <//>`;
}

const largest = classes => classes.find(one => one.chips === largestOf(classes)).hand;

const back = () => document.querySelector("#ranking tr.chosen")?.scrollIntoView({ block: "center" });

function Losses({ classes, chosen, onChoose }) {
  const { cells, legend } = leakCells(classes);
  return html`<${RangeGrid} label="Hand classes by what they lose" cells=${cells} selected=${chosen} onSelect=${onChoose} />
    <span class="legend small muted"><span>${legend.from}</span><span class="legend-bar" style=${{ background: legend.background }}></span><span>${legend.to}</span></span>`;
}

function HandClass({ node, name }) {
  const found = node.hand_classes.find(one => one.hand === name);
  if (!found) return html`<p class="muted">${name} cannot be here.</p>`;
  return html`<div class="stack tight leak-class">
    <div class="row between"><h3>${name}</h3><span class="muted small">${percent(found.weight)} of the hands here</span></div>
    ${
      found.policy
        ? html`<${Facts} amount=${found} strategy=${Object.entries(found.policy)} best=${Object.entries(found.best_response)} colours=${node.colours} />`
        : html`<p class="muted">Never here: nothing is lost with it.</p>`
    }
    <${Hands} node=${node} only=${hand => classOf(hand) === name} />
  </div>`;
}

function Facts({ amount, strategy, best, colours }) {
  return html`<dl class="facts">
    <dt>loses</dt>
    <dd><strong>${distance(amount.chips)} chips</strong>${amount.pot_percent === null ? "" : `, ${distance(amount.pot_percent)}% of the pot`}, ${percent(amount.share)} of the whole</dd>
    <dt>plays</dt><dd><${Plays} strategy=${strategy} colours=${colours} digits=${1} /></dd>
    <dt>best</dt><dd><${Plays} strategy=${best} colours=${colours} digits=${1} /></dd>
  </dl>`;
}

function Hands({ node, only, chosen }) {
  const rows = node.hands.map((hand, k) => k).filter(k => only(node.hands[k]));
  rows.sort((one, other) => node.chips[other] - node.chips[one]);
  const most = Math.max(...node.chips);
  const told = amountsLike(most);
  return html`<div class="table" tabindex="0" role="region" aria-label="Hands">
    <table class="leak-table">
      <caption class="sr-only">What each hand loses</caption>
      <thead><tr><th>hand</th><th class="text">plays</th><th class="text">best</th><th>loses, chips</th><td class="compared"></td></tr></thead>
      <tbody>
        ${rows.map(
          k => html`<tr key=${node.hands[k]} class=${node.hands[k] === chosen ? "chosen" : ""}>
            <td><${Hand} name=${node.hands[k]} /></td>
            <td class="text"><${Plays} strategy=${node.actions.map((name, a) => [name, node.strategy[a][k]])} colours=${node.colours} /></td>
            <td class="text best">${inWords([[node.actions[node.best[k]], 1]])}</td>
            <td>${told(node.chips[k])}</td>
            <td class="text compared"><${Bar} parts=${[{ colour: "var(--bet)", share: most > 0 ? node.chips[k] / most : 0 }]} /></td>
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

// What is played at a decision, as a bar and in words.
const written = (share, digits) => `${(100 * share).toFixed(digits).replace(/\.0$/, "")}%`;

// A strategy in words, the likeliest first: "bet 25 60%, check 40%"; one action alone has no number.
export function inWords(strategy, digits = 0) {
  const played = strategy.filter(([, share]) => share >= 0.5 * 10 ** (-2 - digits)).sort((one, other) => other[1] - one[1]);
  return played.length === 1 ? played[0][0] : played.map(([name, share]) => `${name} ${written(share, digits)}`).join(", ");
}

export function Plays({ strategy, colours, digits }) {
  return html`<span class="leak-plays"><${Bar} parts=${strategy.map(([, share], k) => ({ colour: colours[k], share }))} /><span>${inWords(strategy, digits)}</span></span>`;
}

// A hand: hold'em's and Leduc's cards in the colours of their suits, anything else as it is.
export function Hand({ name }) {
  const cards = /^(?:[2-9TJQKA][shdc])+$/.test(name ?? "") ? name.match(/../g) : null;
  return cards ? cards.map(card => html`<${Card} key=${card} name=${card} />`) : html`<span class="mono">${name}</span>`;
}

// Whose leaks are asked for: a policy of the library, or who plays a game by name.
export const ofPolicy = policy => ({ policy, path: (end = "") => `/leaks${end}?${new URLSearchParams({ policy })}` });

export function ofNames(game, { params, who, other }) {
  const asked = new URLSearchParams({ game, who });
  if (params) asked.set("params", params);
  if (other) asked.append("who", other);
  return { policy: null, path: (end = "") => `/leaks${end}?${asked}` };
}

// Where a policy's node is shown; of who is no policy nothing else is.
export function nodeAddress(policy, data, row, hand) {
  if (!policy) return null;
  if (data.kind === "spot")
    return row.line?.includes("?")
      ? null
      : [`/browse/${policy}`, { line: row.line, hand: hand ?? row.hand, who: row.player, view: "leak" }];
  return [`/games/${data.game}/${policy}`, { at: row.infoset }];
}
