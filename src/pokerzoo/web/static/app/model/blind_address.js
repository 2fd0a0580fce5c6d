// A game from the blinds on that is set up, as the address has it and as the server takes it. The keys are the command line's flags.
import { fillSizes, isByPlayer, readSizes, writeParamSizes, writeSizes } from "./setup_address.js";

export const BLIND_GAMES = ["preflop_holdem", "fhp"];
export const BLIND_SEATS = ["BB", "SB"];
const HAND_STREETS = ["preflop", "flop", "turn", "river"];
const KINDS = ["bet", "raise", "donk"];
const TEXTS = [
  "blinds",
  "stack",
  "ante",
  "last-street",
  "showdown",
  "flops",
  "bet",
  "deck",
  "rake-rate",
  "rake-cap",
  "add-allin-threshold",
  "force-allin-threshold",
  "merging-threshold",
  "raise-cap",
  "chip",
];
const SOLVING = ["until", "iterations", "precision", "threads", "variant", "title"];
const SIZES = { bet: "75%", raise: "2.5x", donk: "" };
const LEFT_OUT = {
  preflop_holdem: { blinds: "0.5/1", stack: "100", "last-street": "preflop", showdown: "run_out", flops: "all" },
  fhp: { blinds: "50/100", bet: "100", "raise-cap": "4", deck: "standard", flops: "all" },
};
const SOLVED = { until: "5 mbb", iterations: "1000", precision: "auto", variant: "dcfr" };

// The streets that are bet.
export const streetsTo = last => HAND_STREETS.slice(0, HAND_STREETS.indexOf(last) + 1);
// Those of them on which there may be a bet: before the flop the blinds are the first one.
const after = streets => streets.slice(1);
const streetsOf = (kind, streets) => (kind === "raise" ? streets : after(streets));
// Those that an address tells sizes of: what was typed for later streets stays while none of them is bet.
const toldStreets = (kind, last) => streetsOf(kind, last === "preflop" && kind !== "raise" ? HAND_STREETS : streetsTo(last));

export function readBlinds(query) {
  const game = BLIND_GAMES.includes(query.game) ? query.game : BLIND_GAMES[0];
  const value = key => query[key] ?? LEFT_OUT[game][key] ?? "";
  const texts = Object.fromEntries(TEXTS.map(key => [key, value(key)]));
  const sizes = {};
  if (game === "preflop_holdem") {
    delete texts.bet;
    for (const kind of KINDS)
      sizes[kind] = readSizes(query, kind, query[kind] ?? SIZES[kind], streetsOf(kind, HAND_STREETS)).map(own => ({
        preflop: "",
        ...own,
      }));
  }
  const solving = Object.fromEntries(SOLVING.map(key => [key, query[key] ?? SOLVED[key] ?? ""]));
  return {
    game,
    texts,
    sizes,
    byPlayer: game === "preflop_holdem" && isByPlayer(query),
    solving,
    removed: (query.remove ?? "").split(",").filter(Boolean),
  };
}

export function writeBlinds(draft) {
  const { game, texts, solving, removed } = draft;
  const query = { game };
  for (const [key, text] of Object.entries(texts)) if (text !== (LEFT_OUT[game][key] ?? "")) query[key] = text;
  if (game === "preflop_holdem") writeSizes(query, draft, SIZES, kind => toldStreets(kind, texts["last-street"]));
  if (removed.length) query.remove = removed.join(",");
  for (const key of SOLVING) if (solving[key] !== (SOLVED[key] ?? "")) query[key] = solving[key];
  return query;
}

// The address of a preset of the command line; how it is solved stays.
export const withBlindPreset = (draft, game, params) => ({
  ...readBlinds(blindAddressOf(game, params)),
  ...(draft ? { solving: draft.solving } : {}),
});

// What the address must have for this game's parameters.
export function blindAddressOf(game, params) {
  const query = { game, remove: (params.removed ?? []).join(",") };
  for (const key of TEXTS) {
    const value = params[key.replaceAll("-", "_")];
    if (value !== null && value !== undefined) query[key] = Array.isArray(value) ? value.join("/") : String(value);
  }
  if (game === "preflop_holdem") writeParamSizes(query, params, kind => toldStreets(kind, params.last_street ?? "preflop"));
  return writeBlinds(readBlinds(query));
}

// The body of a question about the game.
export function blindFieldsOf(draft) {
  const { game, texts, removed } = draft;
  const fields = {};
  for (const key of Object.keys(texts))
    if (texts[key] !== "" && (game === "preflop_holdem" ? key !== "deck" : key in LEFT_OUT.fhp))
      fields[key.replaceAll("-", "_")] = texts[key];
  if (game === "fhp") return fields;
  const streets = streetsTo(texts["last-street"]);
  fillSizes(fields, draft, streets, after(streets));
  fields.removed = removed;
  return fields;
}
