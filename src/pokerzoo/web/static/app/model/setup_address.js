// A spot that is set up, as the address has it and as the server takes it. The address's keys are the command line's flags.
import { STREETS, cardsIn, spaced, streetsOf } from "./cards.js";

const KINDS = ["bet", "raise", "donk"];
const PLAYERS = ["oop", "ip"];
const NUMBERS = [
  "pot",
  "stack",
  "rake-rate",
  "rake-cap",
  "add-allin-threshold",
  "force-allin-threshold",
  "merging-threshold",
  "raise-cap",
  "min-bet",
  "chip",
];
const SOLVING = ["until", "iterations", "precision", "threads", "variant", "title"];
const START = {
  board: "QsTs5d",
  oop: "TT+,99:0.5,AJs+,ATs:0.5,A5s-A4s,KQs,KJs:0.5,QJs:0.5,JTs:0.5,T9s:0.5,76s:0.5,65s:0.5,AQo+,KQo:0.5",
  ip: "JJ-55,AQs-ATs,A5s:0.5,KTs+,QTs+,JTs,T9s,98s,87s,76s,65s,AQo,AJo:0.5,KQo:0.5",
  pot: "225",
  stack: "890",
  bet: "flop: 33%,75%; turn: 66%; river: a",
  raise: "flop: 60%; turn: a; river: a",
};
const LEFT_OUT = {
  pot: "50",
  stack: "100",
  bet: "50%",
  raise: "50%",
  donk: "",
  iterations: "1000",
  precision: "auto",
  variant: "dcfr",
  until: "0.5%",
};

// "flop: 33%; turn: 60%" or "50%" as {flop, turn, river}; a street that is not told is as the next that is.
function sizesByStreet(text, streets = STREETS) {
  const told = {};
  for (const part of text.includes(":") ? text.split(";") : []) {
    const [street, ...sizes] = part.split(":");
    if (streets.includes(street.trim().toLowerCase())) told[street.trim().toLowerCase()] = sizes.join(":").trim();
  }
  const known = streets.filter(street => street in told);
  if (!known.length) return Object.fromEntries(streets.map(street => [street, text.trim()]));
  const from = place => known.find(street => streets.indexOf(street) >= place) ?? known.at(-1);
  return Object.fromEntries(streets.map((street, place) => [street, told[from(place)]]));
}

function sizesText(sizes, streets = STREETS) {
  const texts = streets.map(street => sizes[street].replace(/[;:]/g, ","));
  return texts.every(text => text === texts[0])
    ? (texts[0] ?? "")
    : streets.map((street, place) => `${street}: ${texts[place]}`).join("; ");
}

// Whether an address has sizes for one player alone.
export const isByPlayer = query => PLAYERS.some(player => KINDS.some(kind => `${player}-${kind}` in query));

// Sizes of a kind, [player][street]; `both` are those of who has none alone.
export const readSizes = (query, kind, both, streets = STREETS) =>
  PLAYERS.map(player => sizesByStreet(query[`${player}-${kind}`] ?? both, streets));

// Puts sizes into an address, but for those that are left out; `streetsOf(kind)` are those that are told. No sizes at all are
// "flop:", since what an address lacks is as in `leftOut`.
export function writeSizes(query, { sizes, byPlayer }, leftOut, streetsOf = kind => STREETS) {
  for (const kind of Object.keys(sizes)) {
    const none = leftOut[kind] ? `${streetsOf(kind)[0]}:` : "";
    const text = player => sizesText(sizes[kind][player], streetsOf(kind)) || none;
    if (byPlayer && kind !== "donk") PLAYERS.forEach((player, place) => (query[`${player}-${kind}`] = text(place)));
    else if (text(0) !== (leftOut[kind] ?? "")) query[kind] = text(0);
  }
}

// Puts the sizes of a game's parameters into an address.
export function writeParamSizes(query, params, streetsOf) {
  for (const kind of KINDS) {
    if (!(kind + "_sizes" in params)) continue;
    const given = params[kind + "_sizes"] ?? null;
    const mapped = given !== null && typeof given === "object" && !Array.isArray(given);
    const byStreet = Object.fromEntries(streetsOf(kind).map(street => [street, mapped ? given[street] : given]));
    const told = sizes => (kind === "donk" && sizes === "" ? "none" : (sizes ?? ""));
    const apart = kind !== "donk" && Object.values(byStreet).some(Array.isArray);
    const of = place =>
      streetsOf(kind)
        .map(street => `${street}: ${told(Array.isArray(byStreet[street]) ? byStreet[street][place] : byStreet[street])}`)
        .join("; ");
    if (apart) PLAYERS.forEach((player, place) => (query[`${player}-${kind}`] = of(place)));
    else query[kind] = of(0);
  }
}

// Puts the sizes of a draft into the body of a question; `streets` are those that are bet, `bets` those on which there may be one.
export function fillSizes(fields, { sizes, byPlayer }, streets, bets = streets) {
  const cell = (kind, street, player) => sizes[kind][player][street];
  const both = (kind, own) =>
    Object.fromEntries(
      own.map(street => [
        street,
        byPlayer ? sizes[kind].map((_, player) => cell(kind, street, player)) : cell(kind, street, 0),
      ]),
    );
  // Of the first player. Nothing: as the bets. "none": no such bets.
  const donk = text => (text.toLowerCase() === "none" ? "" : text || null);
  fields.bet_sizes = bets.length ? both("bet", bets) : null;
  fields.raise_sizes = both("raise", streets);
  fields.donk_sizes =
    streets.length === 1
      ? null
      : Object.fromEntries(streets.slice(1).map(street => [street, donk(cell("donk", street, 0).trim())]));
}

// Sizes of single points as an address has them, "x +25%; xb50c/x +60%,-a", and as the server takes them, by line; the start is
// "start".
const readSizesAt = text =>
  Object.fromEntries(
    text
      .split(";")
      .map(part => part.trim().split(/\s+/))
      .filter(([line]) => line)
      .map(([line, ...sizes]) => [line === "start" ? "" : line, sizes.join(" ")]),
  );
const writeSizesAt = sizesAt =>
  Object.entries(sizesAt)
    .map(([line, sizes]) => `${line || "start"} ${sizes}`)
    .join("; ");

// An address without ranges, as one that has a board alone, gets those that the page starts with.
const withRanges = query => ("oop" in query || "ip" in query ? query : { oop: START.oop, ip: START.ip, ...query });

export function readAddress(query) {
  const given = Object.keys(query).length ? withRanges(query) : START;
  const value = key => given[key] ?? LEFT_OUT[key] ?? "";
  const draft = {
    board: value("board"),
    ranges: PLAYERS.map(player => spaced(value(player))),
    numbers: {},
    solving: {},
    sizes: {},
  };
  for (const key of NUMBERS) draft.numbers[key] = value(key);
  for (const key of SOLVING) draft.solving[key] = value(key);
  draft.byPlayer = isByPlayer(given);
  for (const kind of KINDS) draft.sizes[kind] = readSizes(given, kind, value(kind));
  draft.removed = value("remove").split(",").filter(Boolean);
  draft.sizesAt = readSizesAt(value("sizes-at"));
  return draft;
}

export function writeAddress(draft) {
  const query = { board: draft.board.replaceAll(" ", "") };
  PLAYERS.forEach((player, place) => (query[player] = draft.ranges[place].replace(/,\s+/g, ","))); // shorter
  const told = (key, text) => {
    if (text !== (LEFT_OUT[key] ?? "")) query[key] = text;
  };
  for (const key of NUMBERS) told(key, draft.numbers[key]);
  writeSizes(query, draft, LEFT_OUT);
  told("remove", draft.removed.join(","));
  told("sizes-at", writeSizesAt(draft.sizesAt));
  for (const key of SOLVING) told(key, draft.solving[key]);
  return query;
}

// What a preset of the command line changes: the spot, but not how it is solved.
export function withPreset(draft, params) {
  const whole = { board: "2d2s2c2h3d", ranges: ["QQ+", "QQ+"], ...params };
  return { ...readAddress(addressOf(whole)), solving: draft.solving };
}

// What the address must have for this game's parameters: for links to the set-up from elsewhere.
export function addressOf(params) {
  const text = value => (value === null || value === undefined ? "" : String(value));
  const query = { board: params.board };
  PLAYERS.forEach((player, place) => (query[player] = params.ranges[place]));
  for (const key of NUMBERS) if (key.replaceAll("-", "_") in params) query[key] = text(params[key.replaceAll("-", "_")]);
  const streets = streetsOf(cardsIn(params.board)) ?? STREETS;
  writeParamSizes(query, params, () => streets);
  query.remove = (params.removed ?? []).join(",");
  query["sizes-at"] = writeSizesAt(params.sizes_at ?? {});
  return writeAddress(readAddress(query));
}

const OF_HANDS = ["pot", "stack", "rake-rate", "rake-cap", "min-bet", "chip"];

// The spot of a hand that was played: its board, chips and rake; ranges and sizes stay as an address has them.
export function ofHand(query, params) {
  const draft = readAddress(query.game ? {} : query);
  const numbers = { ...draft.numbers };
  for (const key of OF_HANDS) numbers[key] = String(params[key.replaceAll("-", "_")] ?? "");
  return writeAddress({ ...draft, board: params.board, numbers, removed: [], sizesAt: {} });
}

// The body of a question about the spot; `streets` are those that are bet.
export function fieldsOf(draft, streets) {
  const fields = { board: draft.board, ranges: draft.ranges, removed: draft.removed, sizes_at: draft.sizesAt };
  for (const key of NUMBERS) fields[key.replaceAll("-", "_")] = draft.numbers[key];
  fillSizes(fields, draft, streets);
  return fields;
}
