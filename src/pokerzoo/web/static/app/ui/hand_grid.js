// The 13 x 13 grid of starting hands: a cell is filled as high as its share of combos, split by `parts`. Arrow keys move.
import { html } from "../html.js";
import { CLASSES } from "../model/cards.js";
import { amountsLike, largestOf } from "../model/numbers.js";
import { gradient, inkOn, sequential } from "../model/scales.js";
import { useRoving } from "./keys.js";

export const CLASS_NAMES = CLASSES.map(({ name }) => name);
const SIDE = 13;
const FEW = 0.1; // if less than this of every class is held, all cells are filled higher

// What heights are multiplied by, so that the fullest cell can be seen. `shares`: of each class, null where it is not held.
export function stretchOf(shares) {
  const highest = Math.max(...shares.map(share => share ?? 0));
  return highest > 0 && highest < FEW ? 1 / highest : 1;
}

const background = parts => {
  if (parts.length === 1) return parts[0].colour;
  const total = parts.reduce((sum, part) => sum + part.share, 0);
  let at = 0;
  const stops = parts.map(
    ({ colour, share }) => `${colour} ${((100 * at) / total).toFixed(2)}% ${((100 * (at += share)) / total).toFixed(2)}%`,
  );
  return `linear-gradient(to right, ${stops.join(", ")})`;
};

const NAME = 0.4; // of a cell's height, from the top: what the hand's name covers, in all of its width at most

// The ink of the name: on the empty cell the page's, on colours black or white. `plate`: what is under it takes neither.
function nameOn({ fill, parts, text, lines, plain }) {
  const height = text === undefined ? fill : 1;
  if (lines || plain || height <= 1 - NAME) return { ink: undefined, plate: false };
  const ink = height < 0.92 ? null : inkOn(parts.map(part => part.colour)); // a lower cell shows through at the top
  return { ink: ink ?? undefined, plate: ink === null };
}

// `cells` of the 169 classes; null is not in the range, others are {fill, parts: [{colour, share}], says}: their height from 0 to 1, and
// what is read aloud and shown as a title. With a `text` a cell is coloured whole, and has the share of its combos as a line at its
// foot; with `lines` it has a low bar below them; on a `plain` one the page's ink can be read. `onSelect(name)`: by a click or an arrow
// key; in a grid that is `painted` all that is held counts as selected, and `onMove(from, to, event)` tells what arrow keys did.
// `marked`: names of classes with a mark in a corner.
export function HandGrid({
  label,
  cells,
  selected,
  onSelect,
  marked = null,
  painted = false,
  onMove,
  onKeyDown: press = null,
  ...events
}) {
  const place = cell => Number(cell.dataset.place);
  const roving = useRoving((to, event, from) =>
    painted ? onMove(place(from), place(to), event) : onSelect(CLASS_NAMES[place(to)]),
  );
  const onKeyDown = event => (press?.(event), roving.onKeyDown(event));
  return html`<div class="range-grid" role="grid" aria-label=${label} aria-multiselectable=${painted ? "true" : undefined} ...${events} ...${roving} onKeyDown=${onKeyDown}>
    ${Array.from(
      { length: SIDE },
      (_, row) => html`<div role="row" class="range-row" key=${row}>
        ${CLASS_NAMES.slice(SIDE * row, SIDE * (row + 1)).map((name, column) => {
          const at = SIDE * row + column;
          return html`<${Cell} key=${name} at=${at} cell=${cells[at]} current=${name === selected} chosen=${painted ? cells[at] !== null : name === selected} marked=${marked?.has(name)} onSelect=${onSelect} />`;
        })}
      </div>`,
    )}
  </div>`;
}

function Cell({ at, cell, current, chosen, marked, onSelect }) {
  const name = CLASS_NAMES[at];
  const whole = cell?.text !== undefined;
  const said = `${[name, ...(whole ? [cell.text] : (cell?.lines ?? []))].filter(Boolean).join(" ")}: ${cell ? cell.says : "not here"}${marked ? ", locked" : ""}`;
  const { ink, plate } = cell ? nameOn(cell) : { ink: undefined, plate: false };
  const kinds = [!cell && "away", cell?.lines && "three", marked && "locked", current && "current"];
  return html`<button type="button" role="gridcell" data-cell=${current ? "at" : ""} data-place=${at} class=${["range-cell", ...kinds].filter(Boolean).join(" ")}
    aria-label=${said} title=${said} aria-selected=${chosen ? "true" : "false"} onClick=${() => onSelect(name)}>
    ${cell && html`<span class="range-fill" style=${{ height: `${cell.lines ? 18 : whole ? 100 : 100 * cell.fill}%`, background: background(cell.parts) }}></span>`}
    ${whole && cell.fill < 0.995 && html`<span class="range-share" style=${{ width: `${100 * cell.fill}%`, background: ink }}></span>`}
    <span class=${"range-name" + (plate ? " plate" : "")} style=${ink && { color: ink }}>${name}</span>${" "}
    ${cell?.lines && html`<span class="range-lines">${cell.lines.map((text, k) => html`<span key=${k}>${text} </span>`)}</span>`}
    ${whole && html`<span class="range-text" style=${{ color: ink }}>${cell.text}</span>`}
  </button>`;
}

// From the lowest to the highest colour of a grid.
export const Legend = ({ from, to, background: colours }) =>
  html`<span class="legend small muted"><span>${from}</span><span class="legend-bar" style=${{ background: colours }}></span><span>${to}</span></span>`;

// The square root lets the smaller ones be seen.
export function leakPaint(classes) {
  const most = largestOf(classes);
  const unit = most === 0 || most >= 0.1 ? 1 : most >= 1e-4 ? 1e-3 : 1e-6; // a cell has room for four characters
  const [told, short] = [amountsLike(most), amountsLike(most / unit, 2)];
  const chips = new Map(classes.map(one => [one.hand, one.chips]));
  const paint = at => {
    const lost = chips.get(CLASS_NAMES[at]) ?? 0;
    const { fill } = sequential(most > 0 ? Math.sqrt(lost / most) : 0);
    const text = lost === 0 || short(lost / unit).startsWith("<") ? "0" : short(lost / unit).replace(/^0/, "");
    return { parts: [{ colour: fill, share: 1 }], text, says: `loses ${told(lost)} chips a hand` };
  };
  return {
    paint,
    legend: { from: "loses 0", to: `${told(most)} chips${unit < 1 ? `; in ${unit}` : ""}`, background: gradient(sequential) },
  };
}
