// Cards in four rows of suits: to pick one or some, coloured by a number if there is one.
import { html } from "../html.js";
import { RANKS_DOWN, SUITS_DOWN, cardsIn } from "../model/cards.js";
import { useRoving } from "./keys.js";
import { MarkedText } from "./marked_text.js";
import { SUIT_NAMES, SUIT_SIGNS, inSuit } from "./parts.js";

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
      return html`<button key=${card} type="button" class="card-cell" data-cell=${on ? "at" : ""} title=${said} aria-label=${said}
        aria-pressed=${on ? "true" : undefined} style=${fill ? { background: fill, color: ink } : inSuit(card)} onClick=${() => onPick(card)}>
        <span>${face}</span>${" "}${text && html`<small>${text}</small>`}
      </button>`;
    })}
  </div>`;

const MOST = 5;
/** @type {[string, number, number][]} */
const RANDOM = [
  ["Flop", 0, 3],
  ["Turn", 3, 1],
  ["River", 4, 1],
];

export function BoardPicker({ board, fault, onChange }) {
  const taken = cardsIn(board).slice(0, MOST);
  const set = cards => onChange(cards.join(" "));
  const toggle = card => set(taken.includes(card) ? taken.filter(other => other !== card) : [...taken, card]);
  const draw = (from, count) => {
    const kept = [...taken.slice(0, from), ...taken.slice(from + count)];
    const left = CARDS.filter(card => !kept.includes(card));
    const drawn = Array.from({ length: count }, () => left.splice(Math.floor(Math.random() * left.length), 1)[0]);
    set(kept.toSpliced(from, 0, ...drawn));
  };
  const pickable = taken.length < MOST ? CARDS : taken;
  return html`<${CardGrid} label="Cards of the board" cells=${Object.fromEntries(pickable.map(card => [card, {}]))} chosen=${taken} onPick=${toggle} />
    <div class="row" role="group" aria-label="Random cards">
      <span class="muted small">Random</span>
      ${RANDOM.map(([name, from, count]) => html`<button key=${name} type="button" class="button small" disabled=${taken.length < from} onClick=${() => draw(from, count)}>${name}</button>`)}
      <button type="button" class="button small quiet" disabled=${!taken.length} onClick=${() => set([])}>Clear</button>
    </div>
    <${MarkedText} label="Board" value=${board} fault=${fault} hint="Three to five cards: Qs Ts 5d. The others come later." rows=${1} onInput=${onChange} />`;
}
