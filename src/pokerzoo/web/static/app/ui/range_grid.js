// The 13 x 13 grid of starting hands: arrow keys move, a cell is filled as high as its share of combos, split by `parts`.
import { html } from "../html.js";
import { CLASSES } from "../model/cards.js";
import { focusPlace, movedBy } from "./keys.js";
import { inkOn } from "../model/scales.js";

export const CLASS_NAMES = CLASSES.map(({ name }) => name);

export const background = parts => {
  let at = 0;
  const total = parts.reduce((sum, part) => sum + part.share, 0);
  const stops = parts.map(
    ({ colour, share }) => `${colour} ${((100 * at) / total).toFixed(2)}% ${((100 * (at += share)) / total).toFixed(2)}%`,
  );
  return parts.length === 1 ? parts[0].colour : `linear-gradient(to right, ${stops.join(", ")})`;
};

const NAME = 0.4; // of a cell's height, from the top: what the hand's name covers, in all of its width at most

// The ink of the name: on the empty cell the page's, on colours black or white. `plate`: what is under it takes neither.
function nameOn({ fill, parts, text, lines }) {
  const height = text === undefined ? fill : 1;
  if (lines || height <= 1 - NAME) return { ink: undefined, plate: false };
  const ink = height < 0.92 ? null : inkOn(parts.map(part => part.colour)); // a lower cell shows through at the top
  return { ink: ink ?? undefined, plate: ink === null };
}

// `cells`: 169 of null (not in the range) or {fill, parts: [{colour, share}], text, says}. `says` is read aloud and shown as
// title. A cell with a `text` is coloured whole, in one colour, and has the share of its combos as a line at its foot.
// `marked`: names of cells with a mark in a corner, or null.
export function RangeGrid({ label, cells, selected, onSelect, marked = null }) {
  const current = Math.max(0, CLASS_NAMES.indexOf(selected));
  const press = event => {
    const next = movedBy(event, Number(event.target.dataset.place), 13, CLASS_NAMES.length);
    if (next === null) return;
    onSelect(CLASS_NAMES[next]);
    focusPlace(event.currentTarget, next);
  };
  return html`<div class="range-grid" role="grid" aria-label=${label} onKeyDown=${press}>
    ${Array.from(
      { length: 13 },
      (_, row) => html`<div role="row" class="range-row" key=${row}>
        ${Array.from({ length: 13 }, (_, column) => {
          const at = 13 * row + column;
          return html`<${Cell} key=${at} at=${at} cell=${cells[at]} chosen=${CLASS_NAMES[at] === selected} marked=${marked?.has(CLASS_NAMES[at])} focusable=${at === current} onSelect=${onSelect} />`;
        })}
      </div>`,
    )}
  </div>`;
}

function Cell({ at, cell, chosen, marked, focusable, onSelect }) {
  const name = CLASS_NAMES[at];
  const whole = cell?.text !== undefined;
  const said = `${[name, ...(whole ? [cell.text] : (cell?.lines ?? []))].filter(Boolean).join(" ")}: ${cell ? cell.says : "not here"}${marked ? ", locked" : ""}`;
  const { ink, plate } = cell ? nameOn(cell) : {};
  return html`<button
    type="button" role="gridcell" data-place=${at} class=${"range-cell" + (cell ? "" : " away") + (cell?.lines ? " three" : "") + (marked ? " locked" : "")} aria-label=${said} title=${said}
    aria-selected=${chosen ? "true" : "false"} tabindex=${focusable ? 0 : -1} onClick=${() => onSelect(name)}
  >
    ${cell && html`<span class="range-fill" style=${{ height: `${cell.lines ? 18 : whole ? 100 : 100 * cell.fill}%`, background: background(cell.parts) }}></span>`}
    ${whole && !cell.lines && cell.fill < 0.995 && html`<span class="range-share" style=${{ width: `${100 * cell.fill}%`, background: ink }}></span>`}
    <span class=${"range-name" + (plate ? " plate" : "")} style=${ink && { color: ink }}>${name}</span>${" "}
    ${cell?.lines && html`<span class="range-lines">${cell.lines.map((text, k) => html`<span key=${k}>${text} </span>`)}</span>`}
    ${whole && html`<span class="range-text" style=${{ color: ink }}>${cell.text}</span>`}
  </button>`;
}
