// Amounts as players read them: EVs from here on (a fold is worth 0) or net chips of the hand, in chips, big blinds or percent of
// the pot; with big blinds, pots, stacks and bets are in big blinds too.
import { setQuery } from "../route.js";
import { bet, chips } from "./numbers.js";
import { readStored, writeStored } from "./stored.js";

const STORED = "evs";
export const FROM = Object.entries({ here: "From here on", net: "Net" });
export const UNITS = Object.entries({ chips: "Chips", bb: "bb", pot: "% of pot" });
const WORDS = { chips: "chips", bb: "big blinds", pot: "% of the pot at the start" };
const HEADS = { chips: "EV", bb: "EV, bb", pot: "EV, % pot" };
const known = (list, name) => list.some(([one]) => one === name);

/**
 * What is chosen: by the address, else as it was last time. `blind` is what a big blind is in chips.
 *
 * @param {Record<string, string>} query
 * @param {{ big_blind: number | null }} spot
 */
export function readEvs(query, spot) {
  const last = readStored(STORED, {});
  const first = spot.big_blind === null ? "chips" : "bb";
  const [from, unit] = [query.ev ?? last.from, query.unit ?? last.unit];
  const blind = spot.big_blind ?? (Number(query.bb) > 0 ? Number(query.bb) : null);
  const wanted = known(UNITS, unit) ? unit : first;
  return { from: known(FROM, from) ? from : "here", unit: wanted === "bb" && !blind ? first : wanted, blind };
}

export function chooseEvs(change, address) {
  writeStored(STORED, { ...readStored(STORED, {}), ...change });
  setQuery(address, { replace: true });
}

export const evHead = ({ evs }) => HEADS[evs.unit];
export const evWords = ({ evs: { from, unit } }) => `EV ${from === "here" ? "from here on" : "net"}, ${WORDS[unit]}`;
// The query of a file with EVs as they are shown.
export const csvQuery = ({ evs: { from, unit, blind } }, query) =>
  new URLSearchParams({ ...query, ev: from, unit, ...(unit === "bb" && { blind }) });
// EVs from here on are hardly ever below zero, and have no plus.
export const evText = (spot, value, digits = 2) => chips(value, { signed: spot.evs.from === "net", digits });
// An EV where there is little room.
export const evBrief = (spot, value) => evText(spot, value, 1);
// What is lost, or how two EVs differ.
export const lossText = (spot, value, { signed = false, digits = 3 } = {}) => chips(value, { signed, digits });

// What chips of an EV, and of a pot, stack or bet, are multiplied by.
export const evFactor = spot => ({ chips: 1, bb: 1 / (spot.evs.blind || 1), pot: 100 / spot.pot_before })[spot.evs.unit];
const amountFactor = ({ evs: { unit, blind } }) => (unit === "bb" && blind ? 1 / blind : 1);

// A pot, a stack or a bet that is in the unit already: "25", "12.5 bb".
export const amountText = ({ evs }, amount) => (amount === null ? "" : bet(amount) + (evs.unit === "bb" ? " bb" : ""));

// "bet 25" as "bet 12.5 bb". `named` keeps what the server calls it.
function renamed(action, factor) {
  if (factor === 1) return action;
  const name = action.name.replace(/\d+(\.\d+)?/, amount => `${bet(Number(amount) * factor)} bb`);
  return { ...action, name, named: action.name };
}

const each = (value, change) =>
  Array.isArray(value) ? value.map(one => each(one, change)) : value == null ? value : change(value);

// A node, a comparison's node or the cards after it, in the units that are chosen; what the server said stays as `inChips`. `paid`:
// what each player has put in, where the node does not say it.
export function inUnits(node, spot, paid = null) {
  if (!node || !spot) return node;
  const [factor, amounts] = [evFactor(spot), amountFactor(spot)];
  const put = paid ?? node.players?.map(one => one.paid);
  const plus = player => (spot.evs.from === "net" && player !== null ? -put[player] : 0);
  const amount = value => each(value, one => amounts * one);
  const ev = (value, player) => each(value, one => factor * (one + plus(player)));
  const byPlayer = values => values.map(ev);
  const acts = list =>
    list.map(one => (one.name ? { ...renamed(one, amounts), ...("ev" in one && { ev: ev(one.ev, node.player) }) } : one));
  const changes = {
    pot: amount,
    to_call: amount,
    stacks: amount,
    stack: amount,
    ev: byPlayer,
    mean_ev: byPlayer,
    action_ev: values => ev(values, node.player),
    ev_lost: values => each(values, one => factor * one),
    players: list => list.map((one, k) => (one.player ? { ...one, ev: ev(one.ev, k) } : one)),
    action_means: acts,
    actions: acts,
    action_totals: acts,
    steps: list => list.map(step => inUnits(step, spot, put)),
  };
  const changed = Object.entries(changes).filter(([name]) => node[name] != null);
  return { ...node, inChips: node, ...Object.fromEntries(changed.map(([name, change]) => [name, change(node[name])])) };
}

// A spot's hands with the units in which the page tells all of it.
export const spotIn = (spot, query) => {
  if (!spot) return null;
  const found = { ...spot, evs: readEvs(query, spot) };
  return { ...found, stack: spot.stack === null ? null : amountFactor(found) * spot.stack };
};
