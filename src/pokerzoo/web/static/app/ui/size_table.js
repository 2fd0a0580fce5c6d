// Bet sizes by kind and street, of all players at once or of each. Donk bets are the first player's alone.
import { html } from "../html.js";

const KINDS = [
  ["bet", "Bet"],
  ["raise", "Raise"],
  ["donk", "Donk"],
];
const title = street => street[0].toUpperCase() + street.slice(1);

// The tables of both players at once, or of each: `sizes[kind][player][street]`; `faultAt(field)` is what is wrong.
export function SizeTables({ draft, seats, streets, faultAt, told, onChange }) {
  const { byPlayer, sizes } = draft;
  const fault = (kind, street, player) => faultAt(`${kind}_sizes.${street}`) ?? faultAt(`${kind}_sizes.${street}.${player}`);
  const change = player => (kind, street, text) =>
    onChange(old => ({
      sizes: {
        ...old.sizes,
        [kind]: old.sizes[kind].map((own, place) => (place === player || !old.byPlayer ? { ...own, [street]: text } : own)),
      },
    }));
  return html`<div class=${"size-tables" + (byPlayer ? " each" : "")}>
    ${(byPlayer ? seats.map((_, player) => player) : [0]).map(
      player =>
        html`<${SizeTable} key=${player} name=${byPlayer ? seats[player] : null} player=${player} sizes=${sizes} streets=${streets} faultAt=${fault} told=${told} onChange=${change(player)} />`,
    )}
  </div>`;
}

function SizeTable({ name, player, sizes, streets, faultAt, told, onChange }) {
  return html`<div class="size-table">
    <table>
      <caption class=${name ? "" : "sr-only"}>${name ?? "Sizes of both players"}</caption>
      <thead>
        <tr><td></td>${streets.map(street => html`<th key=${street} scope="col" class="text">${title(street)}</th>`)}</tr>
      </thead>
      <tbody>
        ${KINDS.filter(([kind]) => kind === "raise" || streets.at(-1) !== "preflop")
          .filter(([kind]) => kind !== "donk" || (streets.length > 1 && player === 0))
          .map(
            ([kind, label]) => html`<tr key=${kind}>
            <th scope="row">${label}</th>
            ${streets.map((street, place) => {
              if ((kind === "donk" && place === 0) || (kind !== "raise" && street === "preflop"))
                return html`<td key=${street} class="muted">–</td>`;
              return html`<td key=${street}>
                <input
                  type="text"
                  spellcheck=${false}
                  autocomplete="off"
                  value=${sizes[kind][player][street]}
                  placeholder=${kind === "donk" ? "as bets" : "none"}
                  aria-label=${`${name ? name + ": " : ""}${label.toLowerCase()} sizes ${street === "preflop" ? "before the flop" : `on the ${street}`}`}
                  aria-invalid=${faultAt(kind, street, player) ? "true" : undefined}
                  aria-describedby=${told}
                  onInput=${event => onChange(kind, street, event.target.value)}
                />
              </td>`;
            })}
          </tr>`,
          )}
      </tbody>
    </table>
  </div>`;
}
