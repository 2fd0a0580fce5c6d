// Bet sizes by kind and street, of all players at once or of each. Donk bets are the first player's alone.
import { html } from "../html.js";
import { KINDS, sizeCells, sizesOf, streetsFor } from "../model/setup.js";
import { capital } from "../model/words.js";
import { Choice } from "./parts.js";

// The sizes of all kinds in `params`, by the streets that are bet; a default is shown as if it were typed.
const cellsIn = (infos, params, streets) =>
  Object.fromEntries(
    infos.map(({ name, default: usual }) => [name, sizeCells(name, params[name] ?? usual, streetsFor(name, streets))]),
  );

const isByPlayer = (infos, params, streets) => Object.values(cellsIn(infos, params, streets)).some(({ byPlayer }) => byPlayer);

// Whether both players' sizes are alike.
export function WhoseSizes({ infos, params, streets, onChange }) {
  const change = byPlayer =>
    onChange(
      Object.fromEntries(
        Object.entries(cellsIn(infos, params, streets)).map(([kind, { cells }]) => [kind, sizesOf(kind, cells, byPlayer)]),
      ),
    );
  return html`<${Choice} label="Whose sizes" value=${isByPlayer(infos, params, streets)} options=${[
    [false, "Both alike"],
    [true, "Each player"],
  ]} onChange=${change} />`;
}

/**
 * @param {object} props
 * @param {Api["ParameterInfo"][]} props.infos of the kinds of sizes
 * @param {Record<string, any>} props.params
 * @param {string[]} props.seats
 * @param {string[]} props.streets those that are bet
 * @param {(field: string) => any} props.faultAt
 * @param {string} props.told the id of the words on what is wrong
 * @param {(patch: Record<string, any>) => void} props.onChange
 */
export function SizeTables({ infos, params, seats, streets, faultAt, told, onChange }) {
  const all = cellsIn(infos, params, streets);
  const byPlayer = isByPlayer(infos, params, streets);
  const change = player => (kind, street, text) => {
    const { cells } = all[kind];
    const texts = cells[street].map((own, k) => (k === player || !byPlayer ? text : own));
    onChange({ [kind]: sizesOf(kind, { ...cells, [street]: texts }, byPlayer) });
  };
  return html`<div class=${"size-tables" + (byPlayer ? " each" : "")}>
    ${(byPlayer ? [0, 1] : [0]).map(player => html`<${SizeTable} key=${player} name=${byPlayer ? seats[player] : null} player=${player} all=${all} streets=${streets} faultAt=${faultAt} told=${told} onChange=${change(player)} />`)}
  </div>`;
}

function SizeTable({ name, player, all, streets, faultAt, told, onChange }) {
  const rows = Object.keys(all).filter(kind => Object.keys(all[kind].cells).length && (kind !== "donk_sizes" || player === 0));
  const label = (kind, street) =>
    `${name ? name + ": " : ""}${KINDS[kind].toLowerCase()} sizes ${street === "preflop" ? "before the flop" : `on the ${street}`}`;
  return html`<div class="size-table">
    <table>
      <caption class=${name ? "" : "sr-only"}>${name ?? "Sizes of both players"}</caption>
      <thead>
        <tr><td></td>${streets.map(street => html`<th key=${street} scope="col" class="text">${capital(street)}</th>`)}</tr>
      </thead>
      <tbody>
        ${rows.map(
          kind => html`<tr key=${kind}>
            <th scope="row">${KINDS[kind]}</th>
            ${streets.map(street => {
              const texts = all[kind].cells[street];
              if (!texts) return html`<td key=${street} class="muted">–</td>`;
              const wrong = faultAt(`${kind}.${street}.${player}`) ?? faultAt(`${kind}.${street}`) ?? faultAt(kind);
              return html`<td key=${street}><input type="text" spellcheck=${false} autocomplete="off" value=${texts[player]} placeholder=${kind === "donk_sizes" ? "as bets" : "none"} aria-label=${label(kind, street)} aria-invalid=${wrong ? "true" : undefined} aria-describedby=${told} onInput=${event => onChange(kind, street, event.target.value)} /></td>`;
            })}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
