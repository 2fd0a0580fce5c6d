// A game that is set up: its parameters as people type them, and how it is solved. The address holds both: `game`, `params` as
// JSON without defaults, and the limits of the solve.
import { cardsIn, spaced, streetsOf } from "./cards.js";

export const SETUPS = ["holdem", "preflop_holdem", "fhp"];
const HAND_STREETS = ["preflop", "flop", "turn", "river"];
export const KINDS = { bet_sizes: "Bet", raise_sizes: "Raise", donk_sizes: "Donk" };
const SOLVING = { until: "", iterations: "1000", precision: "auto", threads: "", variant: "", title: "" };
export const untilOf = game => (game === "holdem" ? "0.5%" : "5 mbb");

// The spot of the page's address without a query.
export const START = {
  board: "QsTs5d",
  ranges: [
    "TT+,99:0.5,AJs+,ATs:0.5,A5s-A4s,KQs,KJs:0.5,QJs:0.5,JTs:0.5,T9s:0.5,76s:0.5,65s:0.5,AQo+,KQo:0.5",
    "JJ-55,AQs-ATs,A5s:0.5,KTs+,QTs+,JTs,T9s,98s,87s,76s,65s,AQo,AJo:0.5,KQo:0.5",
  ],
  pot: "225",
  stack: "890",
  bet_sizes: { flop: "33%,75%", turn: "66%", river: "a" },
  raise_sizes: { flop: "60%", turn: "a", river: "a" },
};

/** @param {string | undefined} text @returns {Record<string, any>} */
export function parsed(text) {
  try {
    return JSON.parse(text ?? "") ?? {};
  } catch {
    return {};
  }
}

export function readSetup(query) {
  const game = SETUPS.includes(query.game) ? query.game : SETUPS[0];
  const first = game === "holdem" ? START : {};
  /** @type {Record<string, any>} */
  const params = { ...(query.params === undefined ? first : parsed(query.params)) };
  if (game === "holdem") params.ranges = (params.ranges ?? START.ranges).map(spaced); // an address may have a board alone
  const solving = { ...SOLVING, until: untilOf(game) };
  for (const key of Object.keys(solving)) solving[key] = query[key] ?? solving[key];
  return { game, params, solving };
}

const same = (one, other) =>
  JSON.stringify(one) === JSON.stringify(other) || (typeof one !== "object" && other !== null && String(one) === String(other));

/**
 * The parameters that are not the defaults.
 *
 * @param {Record<string, any>} params
 * @param {Api["ParameterInfo"][]} infos
 */
export const withoutDefaults = (params, infos = []) =>
  Object.fromEntries(
    Object.entries(params).filter(([name, value]) => {
      const info = infos.find(one => one.name === name);
      return value !== null && value !== undefined && !(info && same(value, info.default));
    }),
  );

// The same as an address has them; null where there are none.
export function addressParams(params, infos) {
  const told = withoutDefaults(params, infos);
  return Object.keys(told).length ? JSON.stringify(told) : null;
}

// The address of a draft; without `infos` defaults stay in it until the page is there.
export function writeSetup({ game, params, solving = {} }, infos) {
  /** @type {Record<string, string>} */
  const query = game === "holdem" ? {} : { game };
  const { board, ranges } = params;
  const shorter = {
    ...(board === undefined ? {} : { board: board.replaceAll(" ", "") }),
    ...(ranges === undefined ? {} : { ranges: ranges.map(text => text.replace(/,\s+/g, ",")) }),
  };
  query.params = JSON.stringify(withoutDefaults({ ...params, ...shorter }, infos));
  const usual = { ...SOLVING, until: untilOf(game) };
  for (const [key, text] of Object.entries(solving)) if (text !== usual[key]) query[key] = text;
  return query;
}
export const setupQuery = (game, params) => writeSetup({ game, params });

const OF_HANDS = ["board", "pot", "stack", "rake_rate", "rake_cap", "min_bet", "chip"];

// The spot of a hand that was played: its board, chips and rake; ranges and sizes stay as an address has them.
export function ofHand(query, found) {
  const here = readSetup(query);
  const { params } = here.game === "holdem" ? here : readSetup({});
  const taken = Object.fromEntries(OF_HANDS.map(name => [name, found[name]]));
  return setupQuery("holdem", { ...params, removed: undefined, sizes_at: undefined, ...taken });
}

// The streets that are bet. A board that is being typed has none: null.
export const streetsIn = (game, params) =>
  game === "holdem"
    ? streetsOf(cardsIn(params.board ?? ""))
    : HAND_STREETS.slice(0, HAND_STREETS.indexOf(params.last_street ?? "preflop") + 1);

// The streets on which there may be a bet of a kind: before the flop the blinds are the first one, and donk bets answer a street.
export const streetsFor = (kind, streets) =>
  streets.filter((street, k) => (kind === "raise_sizes" ? true : kind === "donk_sizes" ? k > 0 : street !== "preflop"));

// "flop: 33%; turn: 60%" or "50%" as a text for each street; a street that is not told is as the next that is.
function sizesByStreet(text, streets) {
  const told = {};
  for (const part of text.includes(":") ? text.split(";") : []) {
    const [street, ...sizes] = part.split(":");
    if (streets.includes(street.trim().toLowerCase())) told[street.trim().toLowerCase()] = sizes.join(":").trim();
  }
  const known = streets.filter(street => street in told);
  if (!known.length) return Object.fromEntries(streets.map(street => [street, text.includes(":") ? "" : text.trim()]));
  const from = place => known.find(street => streets.indexOf(street) >= place) ?? known.at(-1);
  return Object.fromEntries(streets.map((street, place) => [street, told[from(place)]]));
}

/**
 * Sizes of a kind as cells, {street: [first player's, second player's]}, and whether they are each player's own.
 *
 * @param {string} kind
 * @param {any} value as the game takes it, or as people type it
 * @param {string[]} streets
 * @returns {{ byPlayer: boolean, cells: Record<string, string[]> }}
 */
export function sizeCells(kind, value, streets) {
  // Of donk bets null is "as bets", and no text "none".
  const text = one => (kind === "donk_sizes" && one === "" && value !== null ? "none" : (one ?? ""));
  if (Array.isArray(value)) {
    const [own, other] = value.map(one => sizeCells(kind, one, streets).cells);
    return { byPlayer: true, cells: Object.fromEntries(streets.map(street => [street, [own[street][0], other[street][0]]])) };
  }
  const whole = value !== null && typeof value === "object" ? value : sizesByStreet(value ?? "", streets);
  const both = one => (Array.isArray(one) ? one.map(text) : [text(one), text(one)]);
  const byPlayer = streets.some(street => Array.isArray(whole[street]));
  return { byPlayer, cells: Object.fromEntries(streets.map(street => [street, both(whole[street])])) };
}

// The cells as a parameter: one text where all are alike.
export function sizesOf(kind, cells, byPlayer) {
  const apart = byPlayer && kind !== "donk_sizes";
  const both = texts => (kind === "donk_sizes" ? texts[0] || null : texts[0]);
  const found = Object.fromEntries(Object.entries(cells).map(([street, texts]) => [street, apart ? texts : both(texts)]));
  const texts = Object.values(found);
  return !apart && texts.every(one => one === texts[0]) ? (texts[0] ?? null) : found;
}

// What the server is sent: sizes of the streets that are bet alone, since those of others stay on the page.
export function sentParams(game, params, streets) {
  const sent = { ...params };
  for (const kind of Object.keys(KINDS)) {
    if (params[kind] === undefined || params[kind] === null || game === "fhp") continue;
    const own = streetsFor(kind, streets);
    const { byPlayer, cells } = sizeCells(kind, params[kind], own);
    if (own.length) sent[kind] = sizesOf(kind, cells, byPlayer);
    else delete sent[kind];
  }
  return sent;
}

/** @param {string} name @param {Api["ParameterInfo"][]} infos */
export const labelOf = (name, infos) => infos.find(one => one.name === name)?.label ?? name.replaceAll("_", " ");

/**
 * A parameter by its path as people call it: "Bets, turn", "OOP: Bets, river", "OOP's range".
 *
 * @param {string | null} field
 * @param {Api["ParameterInfo"][]} infos
 * @param {string[]} seats
 */
export function nameOf(field, infos, seats) {
  if (field === null) return "The game";
  const [first, ...rest] = field.split(".");
  const player = rest.find(part => /^\d$/.test(part));
  if (first === "ranges" && player) return `${seats[player]}'s range`;
  const street = rest.find(part => !/^\d$/.test(part));
  return `${player && first.endsWith("_sizes") ? seats[player] + ": " : ""}${labelOf(first, infos)}${street ? ", " + street : ""}`;
}

// A value as a field shows it; nothing for a default that is none.
export function fieldText(kind, value) {
  if (value === null || value === undefined) return "";
  if (kind === "numbers" && Array.isArray(value)) return value.join("/");
  if (kind === "percent" && typeof value === "number") return `${Number((100 * value).toPrecision(6))}%`;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
