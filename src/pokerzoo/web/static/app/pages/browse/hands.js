// All hands of a player here as a table: sorted by any column, filtered, a page at a time.
import { html } from "../../html.js";
import { setQuery } from "../../route.js";
import { combos, counted, percent } from "../../model/numbers.js";
import { Card } from "../../ui/parts.js";
import { madeOf } from "./combos.js";
import { capital } from "../../model/words.js";
import { classOf, combosOf, nameOf, summary, weightOf } from "./data.js";
import { evHead, evText, lossText } from "../../model/evs.js";
import { Filters, passing } from "./filters.js";
import { CLASS_NAMES } from "../../ui/range_grid.js";

const PAGE = 50;

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
  const setPage = next => setQuery({ page: next ? next + 1 : "" }, { replace: true });
  const columns = columnsOf(spot, node, player);
  const descending = !sort?.startsWith("-");
  const by =
    columns.find(column => column.id === (sort ?? "").replace(/^-/, "")) ??
    columns.find(column => column.id === (node.players[player].ev === null ? "equity" : "ev"));
  const rows = passing(spot, node, player, filters, selected.hands);
  const key = new Map(rows.map(k => [k, by.value(k) ?? -Infinity]));
  rows.sort((a, b) => (descending ? key.get(b) - key.get(a) : key.get(a) - key.get(b)) || a - b);
  const pages = Math.max(1, Math.ceil(rows.length / PAGE));
  const shown = Math.min(Math.max(0, (Number(page) || 1) - 1), pages - 1);
  const total = summary(spot, node, player, rows);
  const order = column => {
    setQuery({ sort: by.id === column.id && descending ? "-" + column.id : column.id, page: "" }, { replace: true });
  };
  return html`<div class="stack tight">
    <${Filters} spot=${spot} node=${node} filters=${filters} error=${selected.error} />
    <p class="small muted" role="status">${counted(rows.length, "hand")} of ${nameOf(node, player)}, ${combos(total.combos)} combos, ${percent(total.share)} of the range; equity ${percent(total.equity)}, ${evHead(spot)} ${evText(spot, total.ev)}</p>
    <div class="table hands" tabindex="0" role="region" aria-label="Hands">
      <table class="lean">
        <caption class="sr-only">Hands of ${nameOf(node, player)}</caption>
        <thead><tr>
          ${columns.map(
            column => html`<th key=${column.id} class=${[column.text && "text", column.narrow && "narrow"].filter(Boolean).join(" ")} aria-sort=${by.id === column.id ? (descending ? "descending" : "ascending") : undefined}>
              <button type="button" class="sort" onClick=${() => order(column)}>${column.colour && html`<span class="swatch" style=${{ background: column.colour }}></span>`}${column.title}<span class="arrow" aria-hidden="true">${by.id === column.id ? (descending ? "↓" : "↑") : ""}</span></button>
            </th>`,
          )}
        </tr></thead>
        <tbody>
          ${rows.slice(PAGE * shown, PAGE * (shown + 1)).map(k => {
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
      </table>
    </div>
    ${pages > 1 && html`<div class="row"><button type="button" class="button small" disabled=${shown === 0} onClick=${() => setPage(shown - 1)}>Previous</button><span class="small">Page ${shown + 1} of ${pages}</span><button type="button" class="button small" disabled=${shown === pages - 1} onClick=${() => setPage(shown + 1)}>Next</button></div>`}
  </div>`;
}
