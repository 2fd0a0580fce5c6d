// Bet sizes by kind and street, of all players at once or of each. Donk bets are the first player's alone.
import { html } from "../html.js";
import { KINDS, sizeCells, sizesOf, streetsFor } from "../model/setup.js";
import { capital } from "../model/words.js";
import { Choice } from "./parts.js";
import { Table } from "./table.js";

// The sizes of all kinds in `params`, by the streets that are bet; a default is shown as if it were typed.
const cellsIn = (infos, params, streets) =>
  Object.fromEntries(
    infos.map(({ name, default: usual }) => [name, sizeCells(name, params[name] ?? usual, streetsFor(name, streets))]),
  );

const isByPlayer = all => Object.values(all).some(({ byPlayer }) => byPlayer);
const WHOSE = [
  [false, "Both alike"],
  [true, "Each player"],
];

// Whether both players' sizes are alike.
export function WhoseSizes({ infos, params, streets, onChange }) {
  const all = cellsIn(infos, params, streets);
  const change = byPlayer =>
    onChange(Object.fromEntries(Object.entries(all).map(([kind, { cells }]) => [kind, sizesOf(kind, cells, byPlayer)])));
  return html`<${Choice} label="Whose sizes" value=${isByPlayer(all)} options=${WHOSE} onChange=${change} />`;
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
  const byPlayer = isByPlayer(all);
  const change = (kind, street, player, text) => {
    const { cells } = all[kind];
    const texts = cells[street].map((own, k) => (k === player || !byPlayer ? text : own));
    onChange({ [kind]: sizesOf(kind, { ...cells, [street]: texts }, byPlayer) });
  };
  const label = (kind, street, player) =>
    `${byPlayer ? seats[player] + ": " : ""}${KINDS[kind].toLowerCase()} sizes ${street === "preflop" ? "before the flop" : `on the ${street}`}`;
  const cell = (kind, street, player) => {
    const texts = all[kind].cells[street];
    if (!texts) return "–";
    const wrong = faultAt(`${kind}.${street}.${player}`) ?? faultAt(`${kind}.${street}`) ?? faultAt(kind);
    return html`<input type="text" spellcheck=${false} autocomplete="off" value=${texts[player]} placeholder=${kind === "donk_sizes" ? "as bets" : "none"} aria-label=${label(kind, street, player)}
      aria-invalid=${wrong ? "true" : undefined} aria-describedby=${told} onInput=${event => change(kind, street, player, event.target.value)} />`;
  };
  const table = player => {
    const rows = Object.keys(all).filter(
      kind => Object.keys(all[kind].cells).length && (kind !== "donk_sizes" || player === 0),
    );
    const columns = streets.map(street => ({ head: capital(street), kind: "text", cell: kind => cell(kind, street, player) }));
    return html`<${Table} key=${player} kind="sizes" caption=${byPlayer ? seats[player] : "Sizes of both players"} captioned=${byPlayer}
      columns=${[{ head: "", heads: true, cell: kind => KINDS[kind] }, ...columns]} rows=${rows} />`;
  };
  return html`<div class="columns">${(byPlayer ? [0, 1] : [0]).map(table)}</div>`;
}
