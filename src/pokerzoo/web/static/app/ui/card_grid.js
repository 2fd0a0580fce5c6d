// Cards in four rows of suits: to pick one, coloured by a number if there is one. Arrow keys move.
import { html, useState } from "../html.js";
import { RANKS_DOWN, SUITS_DOWN } from "../model/cards.js";
import { focusPlace, movedBy } from "./keys.js";
import { SUIT_NAMES, SUIT_SIGNS } from "./parts.js";

// `cells`: {"2s": {fill, ink, text, says}}; a card that is not in it cannot be picked. `chosen`: a card, or a list of some.
export function CardGrid({ label, cells, chosen, onPick }) {
  const all = [...SUITS_DOWN].flatMap(suit => [...RANKS_DOWN].map(rank => rank + suit));
  const isChosen = card => (Array.isArray(chosen) ? chosen.includes(card) : card === chosen);
  const [at, setAt] = useState(() =>
    all.findIndex(card => isChosen(card) || ((chosen == null || Array.isArray(chosen)) && card in cells)),
  );
  const press = event => {
    let next = Number(event.target.dataset.place);
    do {
      const target = movedBy(event, next, RANKS_DOWN.length, all.length);
      if (target === null || target === next) return;
      next = target;
    } while (!(all[next] in cells)); // over cards that cannot be picked
    setAt(next);
    focusPlace(event.currentTarget, next);
  };
  return html`<div class="card-grid" role="group" aria-label=${label} onKeyDown=${press}>
    ${all.map((card, k) => {
      const cell = cells[card];
      const face = card[0] + SUIT_SIGNS[card[1]];
      const said = `${face}${cell?.text ? " " + cell.text : ""}: ${card[0]} of ${SUIT_NAMES[card[1]]}${cell?.says ? ", " + cell.says : ""}`;
      if (!cell) return html`<span key=${card} class="card-cell away" aria-hidden="true">${face}</span>`;
      return html`<button
        key=${card} type="button" class=${"card-cell" + (cell.fill ? "" : " plain " + card[1])} data-place=${k} tabindex=${k === at ? 0 : -1} title=${said} aria-label=${said}
        aria-pressed=${isChosen(card) ? "true" : undefined} style=${cell.fill && { background: cell.fill, color: cell.ink }} onClick=${() => onPick(card)}
      >
        <span>${face}</span>${" "}${cell.text && html`<small>${cell.text}</small>`}
      </button>`;
    })}
  </div>`;
}
