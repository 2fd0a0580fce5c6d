// The board: a grid of all cards, random ones, and the same as text.
import { html } from "../html.js";
import { cardsIn } from "../model/cards.js";
import { CARDS, CardGrid } from "./card_grid.js";
import { MarkedText } from "./marked_text.js";

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
