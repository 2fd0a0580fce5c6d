// All hands of a player here as a table: sorted by any column, filtered, a page at a time.
import { html } from "../../html.js";
import { setQuery } from "../../route.js";
import { combos, counted, percent } from "../../model/numbers.js";
import { Card } from "../../ui/parts.js";
import { Pages, SortHead, Table, pageOf, sortedBy } from "../../ui/table.js";
import { madeOf } from "./combos.js";
import { capital } from "../../model/words.js";
import { classOf, combosOf, nameOf, summary, weightOf } from "./data.js";
import { evHead, evText, lossText } from "../../model/evs.js";
import { Filters, passing } from "./filters.js";
import { CLASS_NAMES } from "../../ui/range_grid.js";

// After the hand comes what it does: no frequency is ever behind the table's edge.
function columnsOf(spot, node, player) {
  const acts = node.player === player;
  const actions = acts ? node.action_totals : [];
  return [
    { id: "hand", title: "Hand", value: k => -classOf(spot.hands[k]), text: true },
    ...actions.map((action, a) => ({
      id: action.token,
      title: capital(action.name).replace(" to ", " "),
      colour: action.colour,
      narrow: true,
      value: k => node.strategy[a][k],
      show: value => percent(value, 0),
    })),
    { id: "ev", title: evHead(spot), value: k => node.ev[player][k], show: value => evText(spot, value) },
    ...(acts ? [{ id: "lost", title: "EV lost", value: k => node.ev_lost[k], show: value => lossText(spot, value) }] : []),
    { id: "equity", title: "Equity", value: k => node.equity[player][k], show: value => percent(value) },
    { id: "combos", title: "Combos", value: k => combosOf(spot, node, player, k), show: value => combos(value, 2) },
    { id: "share", title: "Share", value: k => weightOf(spot, node, player, k), show: value => percent(value, 2) },
    ...(node.board.length ? [{ id: "made", title: "Made", value: k => -node.made[k], text: true }] : []),
    ...actions.map((action, a) => ({
      id: "ev-" + action.token,
      title: `EV ${action.name.replace(" to ", " ")}`,
      narrow: true,
      value: k => node.action_ev[a][k],
      show: value => evText(spot, value),
    })),
  ];
}

export function Hands({ spot, node, player, filters, selected, sort, page, hand, onHand }) {
  const columns = columnsOf(spot, node, player);
  const usual = node.players[player].ev === null ? "equity" : "ev";
  const order = columns.some(column => column.id === (sort ?? "").replace(/^-/, "")) ? sort : usual;
  const by = columns.find(column => column.id === order.replace(/^-/, ""));
  const passed = passing(spot, node, player, filters, selected.hands);
  const { rows, at, pages } = pageOf(sortedBy(passed, order, by.value), page);
  const total = summary(spot, node, player, passed);
  const change = patch => setQuery(patch, { replace: true });
  const kind = column => [column.text && "text", column.narrow && "narrow"].filter(Boolean).join(" ");
  return html`<div class="stack tight">
    <${Filters} spot=${spot} node=${node} filters=${filters} error=${selected.error} />
    <p class="small muted" role="status">${counted(passed.length, "hand")} of ${nameOf(node, player)}, ${combos(total.combos)} combos, ${percent(total.share)} of the range; equity ${percent(total.equity)}, ${evHead(spot)} ${evText(spot, total.ev)}</p>
    <${Table} label="Hands" caption=${`Hands of ${nameOf(node, player)}`} region="hands">
      <thead><tr>${columns.map(column => html`<${SortHead} key=${column.id} ...${column} kind=${kind(column)} sort=${order} onSort=${id => change({ sort: id, page: "" })} />`)}</tr></thead>
      <tbody>
        ${rows.map(k => {
          const name = spot.hands[k];
          const words = madeOf(spot, node, k);
          return html`<tr key=${name} class=${name === hand || CLASS_NAMES[classOf(name)] === hand ? "chosen-hand" : ""}>
            ${columns.map(column =>
              column.id === "hand"
                ? html`<td key="hand"><button type="button" class="as-link" onClick=${() => onHand(name)}><${Card} name=${name.slice(0, 2)} /> <${Card} name=${name.slice(2)} /></button></td>`
                : column.id === "made"
                  ? html`<td key="made" class="text words" title=${words}>${words}</td>`
                  : html`<td key=${column.id}>${column.show(column.value(k))}</td>`,
            )}
          </tr>`;
        })}
        ${rows.length === 0 && html`<tr><td class="muted" colspan=${columns.length}>No hand of ${nameOf(node, player)} passes these filters.</td></tr>`}
      </tbody>
    <//>
    <${Pages} at=${at} pages=${pages} onPage=${next => change({ page: next > 1 ? next : "" })} />
  </div>`;
}
