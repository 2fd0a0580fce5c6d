// Beside the grids: pot, both ranges, what is done here, the cards to come.
import { html, useState } from "../../html.js";
import { Link, setQuery } from "../../route.js";
import { amountText, evBrief, evHead, evText, inUnits } from "../../model/evs.js";
import { capital, combos, count, percent } from "../../model/numbers.js";
import { extent, gradient, sequential } from "../../model/scales.js";
import { mixOf, nameOf, partsOf, useSpot } from "./data.js";
import { usePlace } from "./place.js";
import { CardDialog } from "./steps.js";
import { Bar, CardsLink, Loading, Swatch, optionsOf } from "../../ui/parts.js";
import { CardGrid } from "../../ui/card_grid.js";
import { Legend } from "../../ui/hand_grid.js";
import { Table } from "../../ui/table.js";

const LOCKED = 6; // hands that are named

export function Side() {
  const { policy, info, spot, node, query, to, go, turnDue, tab } = usePlace();
  const together = tab === "runouts";
  const { locked_hands: locked } = node;
  const coming = {
    policy,
    spot,
    line: node.line,
    paid: node.players.map(one => one.paid),
    onPick: cards => go(`${node.line}/${cards}`),
  };
  const metric = { metric: query.metric, onMetric: name => setQuery({ metric: name }, { replace: true }) };
  const more = locked.length > LOCKED ? ` and ${locked.length - LOCKED} more` : "";
  return html`<section class="side panel stack tight" aria-label="This node">
    ${together && html`<h2 class="sr-only">This node</h2>`}
    <${Pot} spot=${spot} node=${node} />
    <${Ranges} spot=${spot} node=${node} />
    ${locked.length > 0 && html`<p class="small"><span class="badge warn">locked</span> ${locked.slice(0, LOCKED).join(", ") + more}</p>`}
    ${node.player !== null && html`<${Actions} spot=${spot} node=${node} to=${to} />`}
    ${node.card_due && !node.board.length && html`<${NextFlops} key=${node.line} ...${coming} />`}
    ${node.card_due && node.board.length > 0 && html`<${NextCards} ...${coming} ...${metric} onTogether=${turnDue && !together && (() => setQuery({ tab: "runouts" }))} />`}
    ${node.over && html`<p class="muted">${endOf(info, node)}</p>`}
  </section>`;
}

function endOf(info, node) {
  if (node.players.every(one => one.equity === null))
    return node.probability > 0 ? "The hand is over: a fold." : "The hand is over.";
  const runsOut = info.params.showdown === "run_out" && node.board.length < 5;
  return runsOut ? "The other cards come without betting. Equity is over all of them." : "The hand is over: a showdown.";
}

const sizeOf = action =>
  [action.pot_percent !== null && `${Math.round(action.pot_percent)}% pot`, action.all_in && "all-in"]
    .filter(Boolean)
    .join(", ");

// A link to the node after an action. `to`: where the page leads to.
export const ActionLink = ({ action, to }) =>
  html`<${Link} to=${to.path} query=${to.query(action.line)}><${Swatch} colour=${action.colour} />${capital(action.name)}<//>`;

export function Actions({ spot, node, to }) {
  const name = nameOf(node, node.player);
  const often = k => node.action_totals[k].frequency;
  const columns = [
    {
      head: `${name} to act`,
      cell: (action, k) =>
        html`<${ActionLink} action=${action} to=${to} /> <span class="muted small">${sizeOf(action)}</span><span class="sr-only"> (key ${k + 1})</span>`,
    },
    { head: "Frequency", cell: action => percent(action.frequency) },
    { head: "Combos", cell: action => combos(action.combos) },
    { head: evHead(spot), cell: action => evText(spot, action.ev) },
  ];
  return html`<div class="actions stack tight">
    <${Bar} parts=${partsOf(node, often)} label=${mixOf(node, often, 1)} />
    <${Table} caption=${`What ${name} does`} columns=${columns} rows=${node.action_totals} />
  </div>`;
}

// The pot here, what is to be called, and the equity that a call needs to break even.
export function Pot({ spot, node }) {
  const { pot, to_call: toCall } = node;
  const odds = html`<dt>To call</dt><dd>${amountText(spot, toCall)}</dd><dt title="The share of the pot after the call that the call is: so much equity breaks even">Pot odds</dt><dd>${percent(toCall / (pot + toCall))}</dd>`;
  return html`<dl class="pot-facts row small"><dt>Pot</dt><dd>${amountText(spot, pot)}</dd>${toCall > 0 && odds}</dl>`;
}

export const Ranges = ({ spot, node }) =>
  html`<${Table} caption="Both ranges" rows=${node.players} columns=${[
    {
      head: "Range",
      cell: (one, k) => html`${one.player}${k === node.player && html` <span class="muted small">acts</span>`}`,
    },
    { head: "Combos", cell: one => combos(one.combos) },
    { head: "Equity", cell: one => percent(one.equity) },
    { head: evHead(spot), cell: one => evText(spot, one.ev) },
  ]} />`;

export function NextCards({ policy, spot, paid, line, metric: wanted, onMetric, onPick, onTogether }) {
  const { data: plain, error } = useSpot(policy, "next-cards", line);
  const data = inUnits(plain, spot, paid);
  if (!data || error) return html`<${Loading} error=${error} />`;
  const metric = cardMetric(data, spot, wanted);
  const values = metric.of(data);
  const [low, high] = metric.scale(values);
  const cell = k => {
    const known = values[k] !== null;
    const often = data.action_means.map((one, a) => `, ${one.name} ${percent(data.frequencies[a][k], 0)}`).join("");
    const says = `${spot.players[0]} equity ${percent(data.equity[0][k])}, EV ${evText(spot, data.ev[0][k])}${often}`;
    return { ...(known && sequential((values[k] - low) / (high - low))), text: known ? metric.brief(values[k]) : "–", says };
  };
  return html`<div class="row between">
      <h3>Next card</h3>
      ${onTogether && html`<button type="button" class="button quiet small" onClick=${onTogether}>Turn and river in one table</button>`}
      <${MetricChoice} metric=${metric} label="Colour cards by" onChange=${onMetric} />
    </div>
    <${CardGrid} label="Next cards" cells=${Object.fromEntries(data.cards.map((card, k) => [card, cell(k)]))} onPick=${onPick} />
    <div class="row between small muted"><${Legend} from=${metric.shown(low)} to=${metric.shown(high)} background=${gradient(sequential)} /><span>All cards: ${metric.shown(metric.mean(data))}</span></div>`;
}

export const MetricChoice = ({ metric, label, onChange }) =>
  html`<label class="row small">by <select class="slim" aria-label=${label} value=${metric.chosen} onChange=${event => onChange(event.target.value)}>${optionsOf(metric.metrics)}</select></label>`;

// By what cards to come are coloured: the first player's equity or EV (the second has the rest), or how often an action follows.
// `data`: next cards, or run-outs.
export function cardMetric(data, spot, wanted) {
  const { players } = spot;
  const metrics = [
    ["equity", `${players[0]} equity`],
    ["ev", `${players[0]} EV`],
    ...data.action_means.map(action => [action.token, `${players[data.player]} ${action.name}`]),
  ];
  const [chosen, title] = metrics.find(([name]) => name === wanted) ?? metrics[0];
  const action = data.action_means.findIndex(one => one.token === chosen);
  const isEv = action < 0 && chosen === "ev";
  return {
    metrics,
    chosen,
    title,
    isEv,
    of: one => (action >= 0 ? one.frequencies[action] : isEv ? one.ev[0] : one.equity[0]),
    mean: one => (action >= 0 ? one.action_means[action].frequency : isEv ? one.mean_ev[0] : one.mean_equity[0]),
    shown: isEv ? value => evText(spot, value) : value => percent(value),
    brief: isEv ? value => evBrief(spot, value) : value => percent(value, 0),
    scale: values => (action >= 0 ? [0, 1] : extent(values)),
  };
}

const SHOWN = 10;

function NextFlops({ policy, spot, paid, line, onPick }) {
  const [picking, setPicking] = useState(false);
  const [listed, setListed] = useState(false);
  return html`<h3>The flop</h3>
    <div class="row">
      <button type="button" class="button primary small" onClick=${() => setPicking(true)}>Choose its cards</button>
      ${!listed && html`<button type="button" class="button small" onClick=${() => setListed(true)}>Compare all flops</button>`}
    </div>
    ${listed && html`<${Flops} policy=${policy} spot=${spot} paid=${paid} line=${line} onPick=${onPick} />`}
    ${picking && html`<${CardDialog} spot=${spot} step=${{ board: [] }} onPick=${onPick} onClose=${() => setPicking(false)} />`}`;
}

function Flops({ policy, spot, paid, line, onPick }) {
  const { data, error } = useSpot(policy, "next-cards", line);
  const [worst, setWorst] = useState(false);
  if (!data || error) return html`<${Loading} error=${error} />`;
  const { ev, equity } = inUnits(data, spot, paid);
  const known = data.cards.map((_, k) => k).filter(k => ev[0][k] !== null);
  const order = known.sort((a, b) => (ev[0][b] - ev[0][a]) * (worst ? -1 : 1));
  const columns = [
    {
      head: "Flop",
      cell: k => html`<${CardsLink} names=${data.cards[k]} onClick=${() => onPick(data.cards[k])} />`,
    },
    { head: "Equity", cell: k => percent(equity[0][k]) },
    { head: evHead(spot), cell: k => evText(spot, ev[0][k]) },
    ...data.action_means.map((action, a) => ({
      head: `${spot.players[data.player]} ${action.name}`,
      cell: k => percent(data.frequencies[a][k], 0),
    })),
  ];
  return html`<${Table} label="Flops" captioned=${true} columns=${columns} rows=${order.slice(0, SHOWN)}
      caption=${`${count(data.cards.length)} flops differ by more than suits: the ${SHOWN} ${worst ? "worst" : "best"} for ${spot.players[0]}`} />
    <div><button type="button" class="button quiet small" onClick=${() => setWorst(!worst)}>${worst ? "The best" : "The worst"}</button></div>`;
}
