// What the player to act does with their range: a bar, and for each action frequency, combos and EV. The ranges as a whole.
import { html } from "../../html.js";
import { amountText, evHead, evText } from "../../model/evs.js";
import { combos, percent } from "../../model/numbers.js";
import { capital } from "../../model/words.js";
import { Link } from "../../route.js";
import { Bar } from "../../ui/bar.js";
import { Swatch } from "../../ui/parts.js";
import { Table } from "../../ui/table.js";
import { mixOf, nameOf, partsOf } from "./data.js";

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
