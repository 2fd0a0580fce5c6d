// All hands of a player here as a table: sorted by any column, filtered, a page at a time.
import { html } from "../../html.js";
import { evHead, evText, lossText } from "../../model/evs.js";
import { combos, counted, percent } from "../../model/numbers.js";
import { CLASS_NAMES } from "../../ui/hand_grid.js";
import { Cards } from "../../ui/parts.js";
import { Pages, Table, pageOf, sortedBy } from "../../ui/table.js";
import { madeOf, shortName } from "./combos.js";
import { classOf, combosOf, nameOf, summary, weightOf } from "./data.js";
import { Filters, passing } from "./filters.js";

/**
 * Hands by their numbers, a page of them in the order of a column. A column has a `cell`, or a `value` and how it is shown.
 *
 * @param {any} props
 */
export function SortedHands({ columns, hands, usual, query, change, ...others }) {
  const known = columns.filter(Boolean);
  const of = id => known.find(one => one.id && one.id === id?.replace(/^-/, ""));
  const sort = of(query.sort) ? query.sort : usual;
  const { rows, at, pages } = pageOf(sortedBy(hands, sort, of(sort).value), query.page);
  const shown = known.map(one => ({ cell: k => one.show(one.value(k)), ...one }));
  return html`<${Table} region="tall" ...${others} columns=${shown} rows=${rows} keyOf=${k => k} sort=${sort} onSort=${id => change({ sort: id, page: "" })} />
    <${Pages} at=${at} pages=${pages} onPage=${page => change({ page: page > 1 ? page : "" })} />`;
}

export function Hands({ spot, node, player, filters, selected, query, hand, onHand, change }) {
  const passed = passing(spot, node, player, filters, selected.hands);
  const total = summary(spot, node, player, passed);
  const name = nameOf(node, player);
  const actions = node.player === player ? node.action_totals : [];
  // After the hand comes what it does: no frequency is ever behind the table's edge.
  const columns = [
    {
      id: "hand",
      head: "Hand",
      value: k => -classOf(spot.hands[k]),
      cell: k =>
        html`<button type="button" class="link" onClick=${() => onHand(spot.hands[k])}><${Cards} names=${spot.hands[k]} /></button>`,
    },
    ...actions.map((action, a) => ({
      id: action.token,
      head: shortName(action),
      colour: action.colour,
      kind: "narrow",
      value: k => node.strategy[a][k],
      show: value => percent(value, 0),
    })),
    { id: "ev", head: evHead(spot), value: k => node.ev[player][k], show: value => evText(spot, value) },
    actions.length > 0 && { id: "lost", head: "EV lost", value: k => node.ev_lost[k], show: value => lossText(spot, value) },
    { id: "equity", head: "Equity", value: k => node.equity[player][k], show: value => percent(value) },
    { id: "combos", head: "Combos", value: k => combosOf(spot, node, player, k), show: value => combos(value, 2) },
    { id: "share", head: "Share", value: k => weightOf(spot, node, player, k), show: value => percent(value, 2) },
    node.board.length > 0 && {
      id: "made",
      head: "Made",
      kind: "text muted",
      value: k => -node.made[k],
      cell: k => madeOf(spot, node, k),
    },
    ...actions.map((action, a) => ({
      id: "ev-" + action.token,
      head: `EV ${action.name.replace(" to ", " ")}`,
      kind: "narrow",
      value: k => node.action_ev[a][k],
      show: value => evText(spot, value),
    })),
  ];
  return html`<${Filters} spot=${spot} node=${node} filters=${filters} error=${selected.error} />
    <p class="small muted" role="status">${counted(passed.length, "hand")} of ${name}, ${combos(total.combos)} combos, ${percent(total.share)} of the range; equity ${percent(total.equity)}, ${evHead(spot)} ${evText(spot, total.ev)}</p>
    <${SortedHands} label="Hands" caption=${`Hands of ${name}`} columns=${columns} hands=${passed} usual=${node.players[player].ev === null ? "equity" : "ev"} query=${query} change=${change}
      chosen=${k => [spot.hands[k], CLASS_NAMES[classOf(spot.hands[k])]].includes(hand)} none=${`No hand of ${name} passes these filters.`} />`;
}
