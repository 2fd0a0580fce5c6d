// What groups are made of where nothing is said, the boards behind a group, and how groups and measures are written.
import { cardsIn } from "../../model/cards.js";
import { html } from "../../html.js";
import { DASH, chips, percent } from "../../model/numbers.js";
import { Cards } from "../../ui/parts.js";

const FEW = 12;
const TEXTURES = ["suits", "high_card", "paired"];
const VARIED = ["pot", "stack", "ranges", "rake", "sizes"];

export const spaced = name => name.replaceAll("_", " ");

// Many boards by their texture, a few one by one.
export function defaultBy({ varies, columns }) {
  const { boards } = varies;
  if (!boards || (Array.isArray(boards) && boards.length <= FEW)) return "board";
  return TEXTURES.find(name => columns.some(column => column.name === name)) ?? TEXTURES[0];
}

const literal = value => (typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value));

// A question for the boards of a group, each spot by itself; null where groups are boards already, or made by SQL.
export function boardsOf(sweep, report, group) {
  const known = name => sweep.columns.some(column => column.name === name);
  if (report.by.includes("board") || !report.by.every(known)) return null;
  const conditions = report.by.map((name, k) => {
    const value = group.group[k];
    return value === null ? `${name} IS NULL` : `${name} = ${literal(value)}`;
  });
  const by = ["board", ...VARIED.filter(name => known(name) && !report.by.includes(name))].join(";");
  const where = [...(report.where ? [`(${report.where})`] : []), ...conditions].join(" AND ");
  return { by, where, only: null, sort: null, at: null, page: null };
}

export const nameOf = group => group.group.map(String).join(" · ");

// A group's value in a column: boards as cards, all else as it is.
export const Value = ({ name, value }) =>
  name === "board" && typeof value === "string"
    ? html`<${Cards} names=${cardsIn(value)} />`
    : value === null
      ? "none"
      : String(value);

export const GroupName = ({ report, group }) =>
  report.by.map((name, k) => html`${k > 0 ? " · " : ""}<${Value} key=${name} name=${name} value=${group.group[k]} />`);

// A measure as people read it, with the standard error behind it where there is one.
export function written({ kind, name }, value, error = null) {
  const plain = number => {
    if (kind === "chips") return chips(number, { signed: name.startsWith("net_") });
    if (kind === "number") return number === null ? DASH : String(Number(number.toPrecision(6)));
    return percent(number);
  };
  return error === null ? plain(value) : `${plain(value)} ±${plain(error).replace("+", "")}`;
}
