// What the player to act does with their range: a bar, and for each action frequency, combos and EV. The ranges as a whole.
import { html } from "../../html.js";
import { Link } from "../../route.js";
import { Bar } from "../../ui/bar.js";
import { combos, percent } from "../../model/numbers.js";
import { capital } from "../../model/words.js";
import { nameOf } from "./data.js";
import { amountText, evHead, evText } from "../../model/evs.js";

const sizeOf = action =>
  [action.pot_percent === null ? "" : `${Math.round(action.pot_percent)}% pot`, action.all_in ? "all-in" : ""]
    .filter(Boolean)
    .join(", ");

export function Actions({ spot, node, to }) {
  const known = node.action_totals.filter(action => action.frequency > 0);
  const parts = known.map(action => ({ colour: action.colour, share: action.frequency }));
  const label = node.action_totals.map(action => `${action.name} ${percent(action.frequency)}`).join(", ");
  return html`<div class="actions stack tight">
    <${Bar} parts=${parts} label=${label} />
    <table class="lean">
      <caption class="sr-only">What ${nameOf(node, node.player)} does</caption>
      <thead><tr><th>${nameOf(node, node.player)} to act</th><th>Frequency</th><th>Combos</th><th>${evHead(spot)}</th></tr></thead>
      <tbody>
        ${node.action_totals.map(
          (action, k) => html`<tr key=${action.token}>
            <td><${Link} class="action-link" to=${to.path} query=${to.query(action.line)}><span class="swatch" style=${{ background: action.colour }}></span>${capital(action.name)}<//> <span class="muted small action-size">${sizeOf(action)}</span><span class="sr-only"> (key ${k + 1})</span></td>
            <td>${percent(action.frequency)}</td><td>${combos(action.combos)}</td><td>${evText(spot, action.ev)}</td>
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

// The pot here, what is to be called, and the equity that a call needs to break even.
export function Pot({ spot, node }) {
  const { pot, to_call: toCall } = node;
  const odds =
    toCall > 0
      ? html`<dt>To call</dt><dd>${amountText(spot, toCall)}</dd><dt title="The share of the pot after the call that the call is: so much equity breaks even">Pot odds</dt><dd>${percent(toCall / (pot + toCall))}</dd>`
      : "";
  return html`<dl class="pot-facts small"><dt>Pot</dt><dd>${amountText(spot, pot)}</dd>${odds}</dl>`;
}

export function Ranges({ spot, node }) {
  return html`<table class="lean">
    <caption class="sr-only">Both ranges</caption>
    <thead><tr><th>Range</th><th>Combos</th><th>Equity</th><th>${evHead(spot)}</th></tr></thead>
    <tbody>
      ${node.players.map(
        (player, k) => html`<tr key=${k}>
          <td>${player.player}${k === node.player ? html` <span class="muted small">acts</span>` : ""}</td>
          <td>${combos(player.combos)}</td><td>${percent(player.equity)}</td>
          <td>${evText(spot, player.ev)}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}
