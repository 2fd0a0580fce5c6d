// A range by what its hands have made and may still make, and what is done with each kind.
import { html } from "../../html.js";
import { evHead, evText } from "../../model/evs.js";
import { combos, percent } from "../../model/numbers.js";
import { capital } from "../../model/words.js";
import { Bar } from "../../ui/bar.js";
import { Table } from "../../ui/table.js";
import { isAlive, mixOf, nameOf, partsOf, summary } from "./data.js";

export function Breakdown({ spot, node, player, filters, onFilter }) {
  const alive = spot.hands.map((_, k) => k).filter(k => isAlive(node, k));
  const table = (title, kind, names, isOf) => {
    const rows = names
      .map((name, index) => ({
        name,
        index,
        ...summary(
          spot,
          node,
          player,
          alive.filter(k => isOf(k, index)),
        ),
      }))
      .filter(row => row.combos > 0.005);
    const columns = [
      {
        head: title,
        cell: ({ name, index }) =>
          html`<button type="button" class="link" aria-pressed=${filters[kind].includes(index) ? "true" : "false"} onClick=${() => onFilter(kind, index)}>${capital(name)}</button>`,
      },
      { head: "Combos", cell: row => combos(row.combos) },
      { head: "Share", cell: row => percent(row.share) },
      node.player === player && {
        head: "Strategy",
        kind: "text",
        cell: row =>
          html`<${Bar} parts=${partsOf(node, k => row.frequencies[k])} label=${mixOf(node, k => row.frequencies[k])} />`,
      },
      { head: "Equity", cell: row => percent(row.equity) },
      { head: evHead(spot), cell: row => evText(spot, row.ev) },
    ];
    return html`<${Table} label=${title} caption=${`${title} of ${nameOf(node, player)}${kind === "draw" ? "; a hand may have several" : ""}`} captioned=${true} columns=${columns} rows=${rows} none="None here" />`;
  };
  return html`${table("Made hands", "made", spot.made_hands, (k, index) => node.made[k] === index)}
    ${table("Draws", "draw", spot.draws, (k, bit) => (node.draws[k] >> bit) & 1)}`;
}
