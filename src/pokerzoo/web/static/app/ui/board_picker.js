// The board: a grid of all cards, the cards taken, random ones, and the same as text.
import { html, useState } from "../html.js";
import { RANKS_DOWN, SUITS_DOWN, cardsIn } from "../model/cards.js";
import { focusPlace, movedBy } from "./keys.js";
import { Card } from "./parts.js";
import { MarkedText } from "./marked_text.js";

const CARDS = [...SUITS_DOWN].flatMap(suit => [...RANKS_DOWN].map(rank => rank + suit));
const MOST = 5;
/** @type {[string, number, number][]} */
const RANDOM = [
  ["Flop", 0, 3],
  ["Turn", 3, 1],
  ["River", 4, 1],
];
const SLOTS = ["Flop", "Flop", "Flop", "Turn", "River"];

export function BoardPicker({ board, fault, onChange }) {
  const [at, setAt] = useState(0);
  const taken = cardsIn(board).slice(0, MOST);
  const full = taken.length >= MOST;
  const set = cards => onChange(cards.join(" "));
  const toggle = card => {
    if (taken.includes(card)) set(taken.filter(other => other !== card));
    else if (!full) set([...taken, card]);
  };
  const draw = (from, count) => {
    const kept = taken.slice(0, from);
    const later = taken.slice(from + count);
    const left = CARDS.filter(card => !kept.includes(card) && !later.includes(card));
    for (let k = 0; k < count; k++) kept.push(left.splice(Math.floor(Math.random() * left.length), 1)[0]);
    set([...kept, ...later]);
  };
  const press = event => {
    if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      toggle(CARDS[at]);
    }
    const target = movedBy(event, at, RANKS_DOWN.length, CARDS.length);
    if (target === null) return;
    setAt(target);
    focusPlace(event.currentTarget, target);
  };
  return html`<div class="board-picker">
    <div class="board-slots">
      ${SLOTS.map((street, place) => {
        const card = taken[place];
        return card
          ? html`<button key=${place} type="button" class="slot taken" onClick=${() => toggle(card)}><span class="sr-only">Take off the board: </span><${Card} name=${card} /></button>`
          : html`<span key=${place} class=${"slot" + (place === taken.length ? " next" : "")}><span class="small">${street}</span></span>`;
      })}
      <span class="spacer"></span>
      <button type="button" class="button small quiet" disabled=${!taken.length} onClick=${() => set([])}>Clear</button>
    </div>
    <div class="pick-grid" role="grid" aria-label="Cards of the board" aria-multiselectable="true" onKeyDown=${press}>
      ${[...SUITS_DOWN].map(
        (suit, row) => html`<div role="row" key=${suit}>
          ${[...RANKS_DOWN].map((rank, column) => {
            const place = row * RANKS_DOWN.length + column;
            const card = rank + suit;
            const on = taken.includes(card);
            return html`<div
              key=${card}
              role="gridcell"
              tabindex=${place === at ? 0 : -1}
              data-place=${place}
              class="pick"
              aria-selected=${on ? "true" : "false"}
              aria-disabled=${full && !on ? "true" : undefined}
              onFocus=${() => setAt(place)}
              onClick=${() => toggle(card)}
            ><${Card} name=${card} /></div>`;
          })}
        </div>`,
      )}
    </div>
    <div class="row" role="group" aria-label="Random cards">
      <span class="muted small">Random</span>
      ${RANDOM.map(
        ([name, from, count]) =>
          html`<button key=${name} type="button" class="button small" disabled=${taken.length < from} onClick=${() => draw(from, count)}>${name}</button>`,
      )}
    </div>
    <${MarkedText} label="Board" value=${board} fault=${fault} hint="Three to five cards: Qs Ts 5d. The others come later." rows=${1} onInput=${onChange} />
  </div>`;
}
