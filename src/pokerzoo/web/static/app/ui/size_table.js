// Bet sizes by kind and street, of both players at once or of each. Donk bets are OOP's alone.
import { html } from "../html.js";

const KINDS = [["bet", "Bet"], ["raise", "Raise"], ["donk", "Donk"]];
const title = (street) => street[0].toUpperCase() + street.slice(1);

// `sizes[kind][player][street]`; `faultAt(kind, street, player)` is what is wrong in a cell.
export function SizeTable({ name, player, sizes, streets, faultAt, told, onChange }) {
  return html`<div class="size-table">
    <table>
      <caption class=${name ? "" : "sr-only"}>${name ?? "Sizes of both players"}</caption>
      <thead>
        <tr><td></td>${streets.map((street) => html`<th key=${street} scope="col" class="text">${title(street)}</th>`)}</tr>
      </thead>
      <tbody>
        ${KINDS.filter(([kind]) => kind === "raise" || streets.at(-1) !== "preflop").filter(([kind]) => kind !== "donk" || (streets.length > 1 && player === 0)).map(
          ([kind, label]) => html`<tr key=${kind}>
            <th scope="row">${label}</th>
            ${streets.map((street, place) => {
              if ((kind === "donk" && place === 0) || (kind !== "raise" && street === "preflop")) return html`<td key=${street} class="muted">–</td>`;
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
                  onInput=${(event) => onChange(kind, street, event.target.value)}
                />
              </td>`;
            })}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
