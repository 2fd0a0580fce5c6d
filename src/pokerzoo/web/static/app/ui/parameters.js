// Parameters of a game as fields, as the game describes them: what is empty has the default, in grey.
import { html } from "../html.js";
import { cardsIn, spaced } from "../model/cards.js";
import { KINDS, fieldText, labelOf, sizeCells, sizesOf, streetsFor, withoutDefaults } from "../model/setup.js";
import { SEATS, capital, count } from "../model/numbers.js";
import { Cards, Choice, ChoiceField, Input } from "./parts.js";
import { Table } from "./table.js";

const INPUT_MODES = { integer: "numeric", number: "decimal", percent: "decimal", numbers: "decimal" };
const SWITCH = [
  [true, "Yes"],
  [false, "No"],
];

// `faultAt(name)`: what is wrong; `made`: all parameters of the game that came of it, as a default may follow from others; `hints`:
// whether what they mean stands below them, and what is wrong.
export const ParameterFields = ({ infos, params, faultAt, onChange, made = null, hints = false }) =>
  infos.map(info => {
    const { name, kind, label, hint, choices, optional } = info;
    const value = params[name];
    const usual = made?.[name] ?? info.default;
    const about = { key: name, label, hint: hints ? hint : undefined };
    const listed = /** @type {any[][]} */ (kind === "switch" ? SWITCH : Object.entries(choices));
    if (listed.length) {
      const known = value === undefined || listed.some(([one]) => one === value) ? listed : [...listed, [value, String(value)]];
      return html`<${ChoiceField} ...${about} value=${value ?? usual} options=${known} onChange=${one => onChange(name, one)} />`;
    }
    const fault = faultAt(name);
    return html`<${Input} ...${about} error=${hints && fault?.problem} inputmode=${INPUT_MODES[kind]} title=${hint} placeholder=${fieldText(kind, usual) || (optional ? "none" : "")}
      value=${fieldText(kind, value)} aria-invalid=${fault ? "true" : undefined} onInput=${text => onChange(name, text === "" ? undefined : text)} />`;
  });

const MOST = 8; // values of a list; of a longer one their number is told

// A value in words: lists with commas, sizes by street and player.
export function inWords(value) {
  if (value === null || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value))
    return value.length > MOST ? `${count(value.length)} of them` : value.map(inWords).join(", ") || "none";
  if (typeof value !== "object") return String(value);
  const bySeat = sizes =>
    Array.isArray(sizes) ? sizes.map((one, k) => `${SEATS[k]} ${inWords(one)}`).join("; ") : inWords(sizes);
  return Object.entries(value).map(
    ([street, sizes]) => html`<div key=${street}><span class="muted">${street || "start"} </span>${bySeat(sizes)}</div>`,
  );
}

// The parameters of a game that are not the defaults, by their labels.
export function ParameterFacts({ params: { board, ranges, ...params }, infos = [] }) {
  const row = (name, value) => html`<dt key=${name}>${name}</dt><dd>${value}</dd>`;
  return html`${board && row("Board", html`<${Cards} names=${cardsIn(board)} />`)}
    ${ranges?.map((text, player) => row(`${SEATS[player]}'s range`, spaced(text)))}
    ${Object.entries(withoutDefaults(params, infos)).map(([name, value]) => row(labelOf(name, infos), inWords(value)))}`;
}

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

// `infos` of the kinds of sizes; `streets`: those that are bet; `told`: the id of the words on what is wrong.
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
