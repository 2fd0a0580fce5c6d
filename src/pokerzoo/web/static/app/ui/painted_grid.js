// A range as the 13 x 13 grid, painted with mouse, finger or keyboard. Weights are of the 1,326 combos.
import { html, useRef } from "../html.js";
import { CLASSES } from "../model/cards.js";
import { focusPlace, movedBy } from "./keys.js";
import { percent } from "../model/numbers.js";

const COLUMNS = 13;
const ROWS = Array.from({ length: COLUMNS }, (_, row) => CLASSES.slice(row * COLUMNS, (row + 1) * COLUMNS));

export const meanOf = (weights, combos) => combos.reduce((sum, { number }) => sum + weights[number], 0) / combos.length;

// The weights with these combos at one weight.
export function painted(weights, combos, weight) {
  const next = weights.slice();
  for (const { number } of combos) next[number] = weight;
  return next;
}

// The cells from one to another: a quick hand is not seen on each of them.
function between(from, to) {
  const [row, column] = [Math.floor(from / COLUMNS), from % COLUMNS];
  const [down, right] = [Math.floor(to / COLUMNS) - row, (to % COLUMNS) - column];
  const steps = Math.max(Math.abs(down), Math.abs(right));
  const on = (start, way, step) => start + Math.round((way * step) / steps);
  return Array.from({ length: steps }, (_, step) => on(row, down, step + 1) * COLUMNS + on(column, right, step + 1));
}

export const share = weight => (weight === 0 ? "not in the range" : percent(weight, 0));

// `brush` is the weight that is painted; painting what has it already takes it out. `at` is the cell that the keyboard is on.
export function RangeGrid({ label, weights, brush, at, onMove, onChange }) {
  const stroke = useRef(null);
  const isFull = place => CLASSES[place].combos.every(({ number }) => weights[number] === brush);
  const paint = (place, weight) => onChange(painted(weights, CLASSES[place].combos, weight));
  const toggle = place => paint(place, isFull(place) ? 0 : brush);
  const placeOf = event =>
    document.elementFromPoint(event.clientX, event.clientY)?.closest(".paint-cell")?.getAttribute("data-place");

  const down = event => {
    const place = placeOf(event);
    if (place === undefined || event.button !== 0) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    const weight = isFull(+place) ? 0 : brush;
    stroke.current = {
      weight,
      last: +place,
      weights: painted(weights, CLASSES[+place].combos, weight),
      grid: event.currentTarget,
    };
    onMove(+place);
    onChange(stroke.current.weights);
  };
  const move = event => {
    if (!stroke.current) return;
    const place = Number(placeOf(event) ?? -1);
    const { grid, last, weight } = stroke.current;
    if (place < 0 || place === last || !grid.contains(document.elementFromPoint(event.clientX, event.clientY))) return;
    for (const met of between(last, place))
      stroke.current.weights = painted(stroke.current.weights, CLASSES[met].combos, weight);
    stroke.current.last = place;
    onMove(place);
    onChange(stroke.current.weights);
  };
  const up = () => {
    if (stroke.current) focusPlace(stroke.current.grid, at);
    stroke.current = null;
  };
  const press = event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      toggle(at);
    } else if (/^[0-9]$/.test(event.key)) {
      paint(at, Number(event.key) / 10);
    } else {
      const target = movedBy(event, at, COLUMNS, CLASSES.length);
      if (target === null) return;
      if (event.shiftKey) onChange(painted(painted(weights, CLASSES[at].combos, brush), CLASSES[target].combos, brush));
      onMove(target);
      focusPlace(event.currentTarget, target);
    }
  };
  return html`<div
    class="paint-grid"
    role="grid"
    aria-label=${label}
    aria-multiselectable="true"
    onKeyDown=${press}
    onPointerDown=${down}
    onPointerMove=${move}
    onPointerUp=${up}
    onPointerCancel=${up}
  >
    ${ROWS.map(
      (row, number) => html`<div role="row" key=${number}>
        ${row.map(({ name, combos }, column) => {
          const place = number * COLUMNS + column;
          const mean = meanOf(weights, combos);
          const mixed = mean > 0 && combos.some(({ number: one }) => weights[one] !== weights[combos[0].number]);
          return html`<div
            key=${name}
            role="gridcell"
            tabindex=${place === at ? 0 : -1}
            data-place=${place}
            class=${"paint-cell" + (number === column ? " pair" : "") + (mixed ? " mixed" : "") + (place === at ? " at" : "")}
            aria-selected=${mean > 0 ? "true" : "false"}
            aria-label=${`${name}, ${share(mean)}`}
            onFocus=${() => place !== at && !stroke.current && onMove(place)}
          ><span class="fill" style=${{ height: `${100 * mean}%` }}></span><span class="name">${name}</span></div>`;
        })}
      </div>`,
    )}
  </div>`;
}

// The combos of one hand class, suit by suit. `dead` are the cards of the board.
export function SuitGrid({ hand, weights, brush, dead, onChange }) {
  const columns = hand.combos.length === 4 ? 2 : 3;
  const press = event => {
    const place = Number(event.target.dataset.place ?? -1);
    const target = place < 0 ? null : movedBy(event, place, columns, hand.combos.length);
    if (target !== null) focusPlace(event.currentTarget, target);
  };
  return html`<div class="suit-grid" role="group" aria-label=${`Suits of ${hand.name}`} style=${{ gridTemplateColumns: `repeat(${columns}, 1fr)` }} onKeyDown=${press}>
    ${hand.combos.map((combo, place) => {
      const weight = weights[combo.number];
      const blocked = combo.cards.some(card => dead.includes(card));
      return html`<button
        key=${combo.number}
        type="button"
        data-place=${place}
        tabindex=${place === 0 ? 0 : -1}
        class=${"suit" + (blocked ? " blocked" : "")}
        aria-pressed=${weight > 0 ? "true" : "false"}
        aria-label=${`${combo.cards.join(" ")}, ${blocked ? "on the board" : share(weight)}`}
        onClick=${() => onChange(painted(weights, [combo], weight === brush ? 0 : brush))}
      ><span class="fill" style=${{ height: `${100 * weight}%` }}></span><span class="name">${combo.cards.map(card => html`<${SuitMark} key=${card} suit=${card[1]} />`)}</span></button>`;
    })}
  </div>`;
}

const MARKS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const SuitMark = ({ suit }) => html`<span class=${"card " + suit}>${MARKS[suit]}</span>`;
