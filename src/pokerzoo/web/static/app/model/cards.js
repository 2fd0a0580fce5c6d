// Cards, combos and the 13 x 13 grid by number, as the server has them: card = 4 * rank + suit, combo = c (c - 1) / 2 + d, c > d.
const RANKS = "23456789TJQKA";
const SUITS = "cdhs";
export const RANKS_DOWN = [...RANKS].reverse().join("");
export const SUITS_DOWN = "shdc";
export const NUM_COMBOS = 1326;
export const STREETS = ["flop", "turn", "river"];

const cardNumber = name => 4 * RANKS.indexOf(name[0]) + SUITS.indexOf(name[1]);
const combo = (one, other) => (Math.max(one, other) * (Math.max(one, other) - 1)) / 2 + Math.min(one, other);

// The 169 hand classes, row by row from AA: {name, row, column, combos: [{number, cards: ["As", "Ks"]}]}.
export const CLASSES = [...RANKS_DOWN].flatMap((_, row) => [...RANKS_DOWN].map((_, column) => kind(row, column)));

function kind(row, column) {
  const [high, low] = [RANKS_DOWN[Math.min(row, column)], RANKS_DOWN[Math.max(row, column)]];
  const suited = column > row;
  const found = [];
  for (const [place, one] of [...SUITS_DOWN].entries()) {
    for (const [otherPlace, other] of [...SUITS_DOWN].entries()) {
      if (suited ? one !== other : one === other || (row === column && otherPlace < place)) continue;
      const cards = [high + one, low + other];
      found.push({ number: combo(...cards.map(cardNumber)), cards });
    }
  }
  return { name: high + low + (row === column ? "" : suited ? "s" : "o"), row, column, combos: found };
}

// The cards in a text, as far as it can be read.
export function cardsIn(text) {
  return [...text.matchAll(/([2-9tjqka])([cdhs])/gi)].map(([, rank, suit]) => rank.toUpperCase() + suit.toLowerCase());
}

export const streetsOf = board => (board.length >= 3 && board.length <= 5 ? STREETS.slice(board.length - 3) : null);

// A range's text with room between the pieces, so that lines break there.
export const spaced = text => text.replace(/,(?=\S)/g, ", ");
