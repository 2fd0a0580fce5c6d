// What is asked, in the address: lists with semicolons between.
export const listed = (text) => (text ?? "").split(";").filter(Boolean);

const LISTS = { set: "set", street: "street", position: "position", made: "made", draw: "draw" };
const TEXTS = ["hands", "close", "seed"];

// The address of a drawn question at the API.
export function questionPath(query) {
  const search = new URLSearchParams();
  for (const [key, name] of Object.entries(LISTS)) for (const one of listed(query[key])) search.append(name, one);
  for (const name of TEXTS) if (query[name]) search.set(name, query[name]);
  search.set("number", String(numberOf(query)));
  return `/train/question?${search}`;
}

export const numberOf = (query) => (/^[0-9]{1,15}$/.test(query.n ?? "") ? Number(query.n) : 0);

// The address's part that says what is asked, without a question's number and answer.
export function settingsOf(query) {
  const kept = { ...query };
  for (const name of ["n", "a", "repeat", "spot", "line", "hand"]) delete kept[name];
  return kept;
}

const RANKS = "23456789TJQKA";

// The hand class of a hand: "AsKd" is "AKo".
export function classOf(hand) {
  const [one, other] = RANKS.indexOf(hand[0]) >= RANKS.indexOf(hand[2]) ? [0, 2] : [2, 0];
  return hand[one] + hand[other] + (hand[0] === hand[2] ? "" : hand[1] === hand[3] ? "s" : "o");
}
