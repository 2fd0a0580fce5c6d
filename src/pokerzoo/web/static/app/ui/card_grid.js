// Cards in four rows of suits: to pick one, coloured by a number if there is one. Arrow keys move.
import { html, useRef, useState } from "../html.js";
import { RANKS_DOWN, SUITS_DOWN } from "../model/cards.js";
import { SUIT_NAMES, SUIT_SIGNS } from "./parts.js";

// `cells`: {"2s": {fill, ink, text, says}}; a card that is not in it cannot be picked. `chosen`: a card, or a list of some.
export function CardGrid({ label, cells, chosen, onPick }) {
  const grid = useRef(null);
  const all = [...SUITS_DOWN].flatMap(suit => [...RANKS_DOWN].map(rank => rank + suit));
  const isChosen = card => (Array.isArray(chosen) ? chosen.includes(card) : card === chosen);
  const [at, setAt] = useState(() =>
    all.findIndex(card => isChosen(card) || ((chosen == null || Array.isArray(chosen)) && card in cells)),
  );
  const press = event => {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -13, ArrowDown: 13 }[event.key];
    if (!step) return;
    event.preventDefault();
    let next = Number(event.target.dataset.at) + step;
    while (next >= 0 && next < 52 && !(all[next] in cells)) next += step;
    if (next < 0 || next > 51) return;
    setAt(next);
    grid.current.querySelector(`[data-at="${next}"]`).focus();
  };
  return html`<div class="card-grid" role="group" aria-label=${label} ref=${grid} onKeyDown=${press}>
    ${all.map((card, k) => {
      const cell = cells[card];
      const face = card[0] + SUIT_SIGNS[card[1]];
      const said = `${face}${cell?.text ? " " + cell.text : ""}: ${card[0]} of ${SUIT_NAMES[card[1]]}${cell?.says ? ", " + cell.says : ""}`;
      if (!cell) return html`<span key=${card} class="card-cell away" aria-hidden="true">${face}</span>`;
      return html`<button
        key=${card} type="button" class=${"card-cell" + (cell.fill ? "" : " plain " + card[1])} data-at=${k} tabindex=${k === at ? 0 : -1} title=${said} aria-label=${said}
        aria-pressed=${isChosen(card) ? "true" : undefined} style=${cell.fill && { background: cell.fill, color: cell.ink }} onClick=${() => onPick(card)}
      >
        <span>${face}</span>${" "}${cell.text && html`<small>${cell.text}</small>`}
      </button>`;
    })}
  </div>`;
}

// Moving by arrow keys among cells, one of which is in the order of tabs (a roving tabindex).
// The place that a key leads to among `count` cells in rows of `columns`, or null where the key is none of ours.
export function movedBy(event, place, columns, count) {
  const column = place % columns;
  const target = {
    ArrowLeft: column > 0 ? place - 1 : place,
    ArrowRight: column < columns - 1 ? place + 1 : place,
    ArrowUp: place - columns,
    ArrowDown: place + columns,
    Home: place - column,
    End: place - column + columns - 1,
  }[event.key];
  if (target === undefined) return null;
  event.preventDefault();
  return target < 0 || target >= count ? place : target;
}

// Focus the cell with `data-place` in the grid that the event came through.
export const focusPlace = (grid, place) => grid.querySelector(`[data-place="${place}"]`)?.focus();
