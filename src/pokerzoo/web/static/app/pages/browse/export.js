// The numbers that are shown, as CSV files from the server.
import { html } from "../../html.js";
import { evWords } from "../../ui/evs.js";

export function Exports({ policy, spot, node }) {
  const { from, unit, blind } = spot.evs;
  const told = { ev: from, unit, ...(unit === "bb" && { blind }) };
  const query = `?${new URLSearchParams({ ...(node.line && { line: node.line }), ...told })}`;
  const base = `/api/spots/${encodeURIComponent(policy)}`;
  return html`<div class="row">
    <a class="button small" href=${`${base}/node.csv${query}`} title=${`All hands of both players; ${evWords(spot)}`} download>CSV</a>
    ${node.card_due && html`<a class="button small" href=${`${base}/next-cards.csv${query}`} download>CSV of cards</a>`}
  </div>`;
}
