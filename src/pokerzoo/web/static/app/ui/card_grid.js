// Cards in four rows of suits: to pick one or some, coloured by a number if there is one.
import { html } from "../html.js";
import { RANKS_DOWN, SUITS_DOWN } from "../model/cards.js";
import { useRoving } from "./keys.js";
import { SUIT_NAMES, SUIT_SIGNS } from "./parts.js";

export const CARDS = [...SUITS_DOWN].flatMap(suit => [...RANKS_DOWN].map(rank => rank + suit));

// `cells`: {"2s": {fill, ink, text, says}}; a card that is not in it cannot be picked. `chosen`: cards.
export const CardGrid = ({ label, cells, chosen = [], onPick }) =>
  html`<div class="card-grid" role="group" aria-label=${label} ...${useRoving()}>
    ${CARDS.map(card => {
      const cell = cells[card];
      const face = card[0] + SUIT_SIGNS[card[1]];
      if (!cell) return html`<span key=${card} class="card-cell away" aria-hidden="true">${face}</span>`;
      const { fill, ink, text, says } = cell;
      const on = chosen.includes(card);
      const said = `${face}${text ? " " + text : ""}: ${card[0]} of ${SUIT_NAMES[card[1]]}${says ? ", " + says : ""}`;
      return html`<button key=${card} type="button" class=${"card-cell " + (fill ? "" : card[1])} data-cell=${on ? "at" : ""} title=${said} aria-label=${said}
        aria-pressed=${on ? "true" : undefined} style=${fill && { background: fill, color: ink }} onClick=${() => onPick(card)}>
        <span>${face}</span>${" "}${text && html`<small>${text}</small>`}
      </button>`;
    })}
  </div>`;
