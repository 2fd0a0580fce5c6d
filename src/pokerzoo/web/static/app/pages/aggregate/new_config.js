// A sweep that is set up: as the address has it, and as the server takes it, which is what the file of `pokerzoo sweep` has.
import { STREETS } from "../../cards.js";
import { readAddress, sizesByStreet, writeAddress } from "../../setup_address.js";

export const SPOT = ["oop", "middle", "ip", "pot", "stack", "bet", "raise", "donk", "rake-rate", "rake-cap"];
const FIXED = ["oop-bet", "middle-bet", "ip-bet", "oop-raise", "middle-raise", "ip-raise", "add-allin-threshold", "force-allin-threshold", "merging-threshold", "raise-cap", "min-bet", "chip", "remove", "sizes-at"];
const TEXTS = ["oop", "middle", "ip", "bet", "raise", "donk", "oop-bet", "middle-bet", "ip-bet", "oop-raise", "middle-raise", "ip-raise"];
const OWN = { boards: "flops:", list: "", number: "25", seed: "0", stacks: "", pots: "", rakes: "", ranges: "", sizes: "", lines: "x, b33%", cards: "", hands: "", policies: "1", rivers: "", until: "0.5%", iterations: "10000", alone: "", processes: "", title: "" };
export const BOARDS = [["all-flops", "All flops (1,755)"], ["flops:", "Some flops that stand for all"], ["list", "My list"], ["all-turns", "All turns of a flop"], ["all-rivers", "All rivers of a flop or turn"], ["random-flops:", "Random flops"], ["random-turns:", "Random turns"], ["random-rivers:", "Random rivers"]];

const FLOP_ITERATIONS = "80"; // as many as were measured

const NONE = "-"; // in place of a text that an address would leave out

// Without a query: the set-up's spot on 25 flops. Keys of a spot are those of the set-up's address.
export function readSweep(query) {
  const given = Object.keys(query).some((key) => SPOT.includes(key)) ? query : { ...writeAddress(readAddress({})), ...query };
  const draft = Object.fromEntries(Object.entries({ ...OWN, ...given }).map(([key, text]) => [key, text === NONE ? "" : text]));
  return "lines" in query ? draft : { ...draft, lines: firstLines(draft) };
}

// The points that are kept unless others are named: after a check, and after the first player's first size in percent.
function firstLines(draft) {
  const cards = draft.list.split(/[,;\n]/)[0].replaceAll(" ", "").length / 2;
  const street = draft.boards === "list" ? STREETS[cards - 3] : STREETS.find((name) => draft.boards.includes(name));
  const first = (sizesByStreet(draft["oop-bet"] || draft.bet || "")[street] ?? "").split(",")[0].trim();
  return /^[\d.]+%$/.test(first) ? `x, b${first}` : "x";
}

// The query for a sweep of the set-up's spot, whose `stacks` of three are one stack behind here.
export const fromSetup = ({ stacks, ...query }) => (stacks ? { ...query, stack: stacks } : query);

// `before`: the draft that was changed; points that it had by itself follow the sizes.
export const writeSweep = (draft, before = draft) => Object.fromEntries(Object.entries(draft).filter(([key, text]) => SPOT.includes(key) || text !== (key === "lines" ? firstLines(before) : OWN[key])).map(([key, text]) => [key, text === "" && (OWN[key] || key === "middle") ? NONE : text]));

// Each flop alone or in full, with as many iterations at most as are usual for it.
export function withAlone(draft, alone) {
  const [before, now] = alone ? [OWN.iterations, FLOP_ITERATIONS] : [FLOP_ITERATIONS, OWN.iterations];
  return { ...draft, alone: alone ? "1" : "", iterations: draft.iterations === before ? now : draft.iterations };
}

export const isAlone = (draft) => draft.alone === "1" && !isThree(draft);
export const isThree = (draft) => "middle" in draft;

const SEATS = [["oop", "OOP"], ["middle", "MP"], ["ip", "IP"]];
const seatsOf = (draft) => SEATS.filter(([seat]) => seat !== "middle" || isThree(draft));

// The players who have sizes of a kind of their own: [[key, name], ...].
export const ownSizes = (draft, kind) => seatsOf(draft).map(([seat, name]) => [`${seat}-${kind}`, name]).filter(([key]) => draft[key]);

// For whom the sizes of all are, where somebody has sizes of their own.
export function whoseSizes(draft, kind) {
  const own = ownSizes(draft, kind).map(([, name]) => name);
  if (!own.length) return "";
  const others = seatsOf(draft).map(([, name]) => name).filter((name) => !own.includes(name));
  return others.length ? `For ${others.join(" and ")} only: ${own.join(" and ")} ${own.length > 1 ? "have sizes of their" : "has sizes of its"} own.` : "Not used: each player has sizes of their own.";
}

// The same sweep with three players, or with two; the middle player begins with the range of who is in position.
export function withPlayers(draft, count) {
  const { middle, "middle-bet": ownBet, "middle-raise": ownRaise, ...two } = draft;
  if (count > 2) return { ...(draft.alone === "1" ? withAlone(draft, false) : draft), middle: middle ?? draft.ip };
  const ranges = rowsOf(draft.ranges).map(({ middle: gone, ...row }) => row);
  const first = (stack) => stack.split("/")[0];
  return { ...two, stack: first(draft.stack ?? ""), stacks: [...new Set(listed(draft.stacks).map(first))].join(", "), ranges: ranges.length ? JSON.stringify(ranges) : "" };
}

const stackKey = (draft, key) => (key === "stack" && isThree(draft) && draft.stack.includes("/") ? "stacks" : key); // as the command line has it

// What the set-up's address has of it.
export const spotOf = (draft) => Object.fromEntries(["board", ...SPOT, ...FIXED].filter((key) => draft[key]).map((key) => [stackKey(draft, key), draft[key]]));

export const rowsOf = (text) => {
  try {
    return JSON.parse(text || "[]");
  } catch {
    return [];
  }
};

const number = (text) => (text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text.trim());
const listed = (text) => text.split(/[,;\n]+/).map((part) => part.trim()).filter(Boolean);

// "5% cap 3" as a rake with this name.
function rake(text) {
  const [rate, cap] = text.split(/\s+cap\s+/);
  const share = rate.endsWith("%") ? Number(rate.slice(0, -1)) / 100 : number(rate);
  return { name: text, rate: Number.isFinite(share) ? share : rate, ...(cap ? { cap: number(cap) } : {}) };
}

const boardsOf = ({ boards, list, number: many }) => (boards === "list" ? listed(list) : boards.endsWith(":") ? boards + many.trim() : boards);
const filled = (row) => Object.fromEntries(Object.entries(row).filter(([, text]) => text !== ""));

// The body of a question to the server.
export function bodyOf(draft) {
  const config = {};
  for (const key of [...SPOT, ...FIXED]) {
    const text = (draft[key] ?? "").trim();
    if (!text) continue;
    if (key === "middle-bet" || key === "middle-raise") { // a sweep's file has MP's sizes as those of who has none alone
      const kind = key.slice(7);
      if (kind in config) for (const seat of ["oop", "ip"]) config[`${seat}-${kind}`] ??= config[kind];
      config[kind] = text;
    }
    else if (key === "remove") config[key] = text.split(",");
    else if (key === "sizes-at") config[key] = text.split(";").map((part) => part.trim().split(/\s+/)).map(([line, ...sizes]) => [line === "start" ? "" : line, sizes.join(" ")]);
    else if (key === "rake-rate" && text.endsWith("%")) config[key] = Number(text.slice(0, -1)) / 100;
    else config[stackKey(draft, key)] = TEXTS.includes(key) ? text : number(text);
  }
  const { boards } = draft;
  if (boards.startsWith("all-") && boards !== "all-flops") config.board = (draft.board ?? "").replaceAll(" ", "");
  const vary = { boards: boardsOf(draft) };
  if (boards.startsWith("random-")) vary.seed = number(draft.seed);
  for (const key of ["stacks", "pots"]) if (draft[key].trim()) vary[key] = listed(draft[key]).map(number);
  if (draft.rakes.trim()) vary.rake = listed(draft.rakes).map(rake);
  for (const key of ["ranges", "sizes"]) if (rowsOf(draft[key]).length) vary[key] = rowsOf(draft[key]).map(filled);
  const keep = { lines: listed(draft.lines), next_cards: listed(draft.cards), hands: draft.hands === "1", policies: draft.policies === "1", precision: "half" };
  const alone = isAlone(draft);
  if (!alone && boards !== "random-rivers:" && boards !== "all-rivers") keep.rivers = draft.rivers === "1" || isThree(draft) ? "all" : "solve"; // files of three players have all
  const solve = { ...(alone ? { limit: "flop" } : { until: draft.until.trim() }), iterations: number(draft.iterations) };
  return { title: draft.title.trim(), config: { ...config, vary, keep, solve }, processes: draft.processes.trim() ? number(draft.processes) : null };
}
