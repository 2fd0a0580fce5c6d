// Tables by columns: in a region that scrolls by itself, with headings that sort and pages where there are many rows.
import { html } from "../html.js";
import { Swatch } from "./parts.js";

const PAGE = 50;

// `columns`, each {head, cell(row, place)} with more: `id` by which it sorts, `title` that says more on the heading, `colour` of an
// action, `kind` for classes ("text" and "words" are on the left, a phone lacks "wide"), `heads` if its cells name their rows; what is
// no column is left out. With a `label` the table scrolls in a region of that name. The `caption` is read aloud, and seen if
// `captioned`. `sort`: the column's id, with "-" ascending. `chosen(row, place)` marks rows; `none` is said where there are none.
export function Table({
  label,
  caption,
  captioned = false,
  kind = "lean",
  region = "",
  columns,
  rows,
  keyOf = (_, place) => place,
  chosen = (row, place) => false,
  sort,
  onSort,
  onRow,
  none,
}) {
  const shown = columns.filter(Boolean);
  const table = html`<table class=${kind}>
    ${caption && html`<caption class=${captioned ? "" : "sr-only"}>${caption}</caption>`}
    <thead><tr>${shown.map((one, k) => html`<${Head} key=${k} ...${one} sort=${sort} onSort=${onSort} />`)}</tr></thead>
    <tbody>
      ${rows.map(
        (
          row,
          place,
        ) => html`<tr key=${keyOf(row, place)} class=${chosen(row, place) ? "chosen" : undefined} onClick=${onRow && (() => onRow(row, place))}>
          ${shown.map(({ cell, kind: classes, heads }, k) => (heads ? html`<th key=${k} scope="row" class=${classes}>${cell(row, place)}</th>` : html`<td key=${k} class=${classes}>${cell(row, place)}</td>`))}
        </tr>`,
      )}
      ${rows.length === 0 && none && html`<tr><td class="muted" colspan=${shown.length}>${none}</td></tr>`}
    </tbody>
  </table>`;
  return label ? html`<div class=${`table ${region}`} tabindex="0" role="region" aria-label=${label}>${table}</div>` : table;
}

// The first press on a heading puts the largest first, a second turns the order.
function Head({ id, head, title, colour, kind, sort, onSort }) {
  if (head === "") return html`<td class=${kind}></td>`;
  const text = html`${colour && html`<${Swatch} colour=${colour} />`}${head}`;
  if (!id || !onSort) return html`<th class=${kind} scope="col" title=${title}>${text}</th>`;
  const [descends, ascends] = [sort === id, sort === "-" + id];
  return html`<th class=${kind} scope="col" title=${title} aria-sort=${descends ? "descending" : ascends ? "ascending" : undefined}>
    <button type="button" class="sort" onClick=${() => onSort(descends ? "-" + id : id)}>${text}<span class="arrow" aria-hidden="true">${descends ? "↓" : ascends ? "↑" : ""}</span></button>
  </th>`;
}

/**
 * Rows in the order of a column: the largest first, or with "-" the smallest; what is not known is last.
 *
 * @template Row
 * @param {Row[]} rows
 * @param {string} sort
 * @param {(row: Row) => number | null} valueOf
 * @returns {Row[]}
 */
export function sortedBy(rows, sort, valueOf) {
  const turn = sort.startsWith("-") ? -1 : 1;
  const known = row => Number((valueOf(row) ?? null) !== null);
  return rows.toSorted((one, other) => known(other) - known(one) || turn * (valueOf(other) - valueOf(one)) || 0);
}

/**
 * The rows of a page, as its number stands in the address (from 1).
 *
 * @template Row
 * @param {Row[]} rows
 * @param {string | number | undefined} page
 */
export function pageOf(rows, page) {
  const pages = Math.max(1, Math.ceil(rows.length / PAGE));
  const at = Math.min(Math.max(1, Number(page) || 1), pages);
  return { rows: rows.slice(PAGE * (at - 1), PAGE * at), at, pages, first: PAGE * (at - 1) };
}
export const pageWith = place => Math.floor(place / PAGE) + 1;

export function Pages({ at, pages, onPage }) {
  if (pages < 2) return null;
  const button = (text, page) =>
    html`<button type="button" class="button small" disabled=${page < 1 || page > pages} onClick=${() => onPage(page)}>${text}</button>`;
  return html`<div class="row">${button("Previous", at - 1)}<span class="small">Page ${at} of ${pages}</span>${button("Next", at + 1)}</div>`;
}
