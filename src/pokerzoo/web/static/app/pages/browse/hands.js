// All hands of a player here as a table: sorted by any column, filtered, a page at a time.
import { useGet } from "../../api.js";
import { html, useMemo } from "../../html.js";
import { setQuery } from "../../route.js";
import { evHead, evText, lossText } from "../../model/evs.js";
import { capital, combos, counted, percent } from "../../model/numbers.js";
import { byClass, classOf, combosOf, isAlive, mixOf, nameOf, partsOf, pathOf, summary, weightOf } from "./data.js";
import { CLASS_NAMES } from "../../ui/hand_grid.js";
import { Bar, Cards, CardsLink, Input, SUIT_NAMES, Select, Swatch } from "../../ui/parts.js";
import { Pages, Table, pageOf, sortedBy } from "../../ui/table.js";

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
      cell: k => html`<${CardsLink} names=${spot.hands[k]} onClick=${() => onHand(spot.hands[k])} />`,
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

const numbers = text => (text ? text.split(".").map(Number).filter(Number.isInteger) : []);
export const readFilters = query => ({
  text: query.f ?? "",
  made: numbers(query.made),
  draw: numbers(query.draw),
  suit: query.suit ?? "",
});
export const anyFilter = filters => Boolean(filters.text || filters.made.length || filters.draw.length || filters.suit);

const change = patch => setQuery({ ...patch, page: "" }, { replace: true });

export function toggle(filters, kind, index) {
  const chosen = filters[kind];
  change({ [kind]: (chosen.includes(index) ? chosen.filter(one => one !== index) : [...chosen, index]).join(".") });
}

// The hands of the text, asked from the server, which reads ranges: {hands: Set or null, error}.
export function useSelected(policy, text) {
  const { data, error } = useGet(text.trim() ? `${pathOf(policy)}/select` : null, { text }, 150);
  return useMemo(() => ({ hands: text.trim() && data ? new Set(data.hands) : null, error }), [data, error, !text.trim()]);
}

// Numbers of the player's hands here that pass.
export const passing = (spot, node, player, filters, selected) =>
  spot.hands
    .map((_, k) => k)
    .filter(
      k =>
        weightOf(spot, node, player, k) > 0 &&
        (!selected || selected.has(k)) &&
        (!filters.made.length || filters.made.includes(node.made[k])) &&
        (!filters.draw.length || filters.draw.some(bit => (node.draws[k] >> bit) & 1)) &&
        (!filters.suit || [spot.hands[k][1], spot.hands[k][3]].includes(filters.suit)),
    );

function Filters({ spot, node, filters, error }) {
  const choose = (kind, label, names, isHere) => {
    const chosen = filters[kind];
    const several = chosen.length > 1 ? [[chosen[0], `${chosen.length} kinds`]] : [];
    const here = names.map((name, k) => [k, capital(name)]).filter(([k]) => isHere(k));
    return html`<${Select} label=${label} value=${chosen[0] ?? ""} options=${[["", "All"], ...several, ...here]} onChange=${one => change({ [kind]: one })} />`;
  };
  const suits = Object.entries(SUIT_NAMES).map(([suit, name]) => [suit, capital(name)]);
  return html`<div class="fields">
    <${Input} type="search" label="Hands" error=${error?.problem} value=${filters.text} placeholder="AK, QQ+, T9s" onInput=${text => change({ f: text })} />
    ${node.board.length > 0 && choose("made", "Made hands", spot.made_hands, k => node.made.includes(k))}
    ${node.board.length > 0 && choose("draw", "Draws", spot.draws, k => node.draws.some(bits => (bits >> k) & 1))}
    <${Select} label="Suit" value=${filters.suit} options=${[["", "Any suit"], ...suits]} onChange=${suit => change({ suit })} />
    <button type="button" class="button" disabled=${!anyFilter(filters)} onClick=${() => change({ f: "", made: "", draw: "", suit: "" })}>Clear</button>
  </div>`;
}

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

// What a hand has made and may still make; nothing before the flop.
const madeOf = (spot, node, k) =>
  node.made[k] < 0
    ? ""
    : [capital(spot.made_hands[node.made[k]]), ...spot.draws.filter((_, bit) => (node.draws[k] >> bit) & 1)].join(", ");

const shortName = action => capital(action.name).replace(" to ", " ");

export function Combos({ spot, node, player, name, hand, locked, onHand }) {
  const at = CLASS_NAMES.indexOf(name);
  const hands = at < 0 ? [] : byClass(spot.hands)[at].filter(k => isAlive(node, k) && combosOf(spot, node, player, k) > 1e-6);
  if (!hands.length)
    return html`<p class="muted">${nameOf(node, player)} never has ${name} here. Choose another cell of the grid.</p>`;
  const whole = summary(spot, node, player, hands);
  const actions = node.player === player ? node.action_totals : [];
  const tile = k => {
    const id = spot.hands[k];
    const lock = actions.length > 0 && (locked?.[id] ? "to lock" : node.locked_hands.includes(id) ? "locked" : "");
    return html`<button key=${id} type="button" class="tile stack tight" aria-pressed=${id === hand ? "true" : "false"} onClick=${() => onHand(id === hand ? name : id)}>
      <span class="row between"><span><${Cards} names=${id} /></span><span class="muted" title="combos here">${lock && html`<span class="badge warn">${lock}</span> `}${combosOf(spot, node, player, k).toFixed(2)}</span></span>
      ${actions.length > 0 && html`<${Bar} parts=${partsOf(node, a => node.strategy[a][k])} />`}
      <span class="tile-rows">
        ${actions.map((action, a) => html`<span key=${action.token}><${Swatch} colour=${action.colour} /> ${shortName(action)}</span><span>${percent(node.strategy[a][k], 0)}</span><span>${evText(spot, node.action_ev[a][k])}</span>`)}
        <span>Equity ${percent(node.equity[player][k])}</span><span></span><span>${evText(spot, node.ev[player][k])}</span>
      </span>
      <span class="muted">${madeOf(spot, node, k)}</span>
    </button>`;
  };
  return html`<div class="row between"><h3>${nameOf(node, player)} ${name}</h3><span class="muted small">${combos(whole.combos, 2)} combos, equity ${percent(whole.equity)}, EV ${evText(spot, whole.ev)}</span></div>
    <div class="tiles">${hands.map(tile)}</div>`;
}
