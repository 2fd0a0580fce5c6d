// Tables: in a region that scrolls by itself, with headings that sort and pages where there are many rows.
import { html } from "../html.js";

const PAGE = 50;

// `caption` is read aloud; with `captioned` it is seen, too.
export function Table({ label, caption, captioned = false, region = "", kind = "lean", children }) {
  return html`<div class=${`table ${region}`} tabindex="0" role="region" aria-label=${label}>
    <table class=${kind}>${caption && html`<caption class=${captioned ? "" : "sr-only"}>${caption}</caption>`}${children}</table>
  </div>`;
}

// A heading that sorts by its column: `sort` is "id" or "-id", ascending; a second press turns the order.
export function SortHead({ id, title, colour, sort, onSort, kind = "" }) {
  const [descends, ascends] = [sort === id, sort === "-" + id];
  return html`<th class=${kind} scope="col" aria-sort=${descends ? "descending" : ascends ? "ascending" : undefined}>
    <button type="button" class="sort" onClick=${() => onSort(descends ? "-" + id : id)}>${colour && html`<span class="swatch" style=${{ background: colour }}></span>`}${title}<span class="arrow" aria-hidden="true">${descends ? "↓" : ascends ? "↑" : ""}</span></button>
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
  return rows
    .map((row, place) => ({ row, place, value: valueOf(row) ?? null }))
    .sort((one, other) => {
      if (one.value === null || other.value === null)
        return Number(one.value === null) - Number(other.value === null) || one.place - other.place;
      return turn * (other.value - one.value) || one.place - other.place;
    })
    .map(({ row }) => row);
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
  return html`<div class="row"><button type="button" class="button small" disabled=${at === 1} onClick=${() => onPage(at - 1)}>Previous</button><span class="small">Page ${at} of ${pages}</span><button type="button" class="button small" disabled=${at === pages} onClick=${() => onPage(at + 1)}>Next</button></div>`;
}
