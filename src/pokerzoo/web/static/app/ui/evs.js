// EVs as players read them: from here on (a fold is worth 0) or net chips of the hand; in chips, big blinds or percent of the pot.
import { html, useState } from "../html.js";
import { setQuery } from "../route.js";
import { chips } from "../model/numbers.js";
import { Choice } from "./parts.js";

const STORED = "pokerzoo.evs";
const FROM = [
  ["here", "From here on"],
  ["net", "Net"],
];
const UNITS = [
  ["chips", "Chips"],
  ["bb", "bb"],
  ["pot", "% of pot"],
];
const HEADS = { chips: "EV", bb: "EV, bb", pot: "EV, % pot" };
const known = (list, name) => list.some(([one]) => one === name);

function stored() {
  try {
    return JSON.parse(localStorage.getItem(STORED)) ?? {};
  } catch {
    return {};
  }
}

function store(change) {
  try {
    localStorage.setItem(STORED, JSON.stringify({ ...stored(), ...change }));
  } catch {
    // then it holds as long as the address has it
  }
}

// What is chosen: by the address, else as it was last time. `blind` is what a big blind is in chips.
export function readEvs(query, spot) {
  const last = stored();
  const first = spot.big_blind === null ? "chips" : "bb";
  const [from, unit] = [query.ev ?? last.from, query.unit ?? last.unit];
  const blind = spot.big_blind ?? (Number(query.bb) > 0 ? Number(query.bb) : null);
  const wanted = known(UNITS, unit) ? unit : first;
  return { from: known(FROM, from) ? from : "here", unit: wanted === "bb" && !blind ? first : wanted, blind };
}

export const evHead = ({ evs }) => HEADS[evs.unit];
export const evWords = ({ evs: { from, unit } }) =>
  `EV ${from === "here" ? "from here on" : "net"}, ${{ chips: "chips", bb: "big blinds", pot: "% of the pot at the start" }[unit]}`;
// EVs from here on are hardly ever below zero, and have no plus.
export const evText = (spot, value, digits = 2) => chips(value, { signed: spot.evs.from === "net", digits });
// An EV where there is little room.
export const evBrief = (spot, value) => evText(spot, value, 1);
// What is lost, or how two EVs differ.
export const lossText = (spot, value, { signed = false, digits = 3 } = {}) => chips(value, { signed, digits });

const factorOf = spot => ({ chips: 1, bb: 1 / (spot.evs.blind || 1), pot: 100 / spot.pot_before })[spot.evs.unit];

// A node, a comparison's node or the cards after it (`paid` is then the node's), with its EVs as they are chosen.
export function withEvs(node, spot, paid = null) {
  if (!node || !spot) return node;
  const factor = factorOf(spot);
  const put = paid ?? node.players.map(one => one.paid);
  const plus = player => (spot.evs.from === "net" ? -put[player] : 0);
  const scaled = (value, more = 0) =>
    Array.isArray(value) ? value.map(one => scaled(one, more)) : value === null ? null : factor * (value + more);
  const found = { ...node };
  for (const name of ["ev", "mean_ev"])
    if (name in node) found[name] = node[name].map((value, player) => scaled(value, plus(player)));
  if ("action_ev" in node) found.action_ev = scaled(node.action_ev, node.player === null ? 0 : plus(node.player));
  if ("ev_lost" in node) found.ev_lost = scaled(node.ev_lost);
  if (node.players) found.players = node.players.map((one, player) => ({ ...one, ev: scaled(one.ev, plus(player)) }));
  if (node.players && node.action_totals)
    found.action_totals = node.action_totals.map(one =>
      "ev" in one ? { ...one, ev: scaled(one.ev, node.player === null ? 0 : plus(node.player)) } : one,
    );
  return found;
}

function choose(change, address) {
  store(change);
  setQuery(address, { replace: true });
}

const MEANING =
  "From here on: what a player gets from this node on, a fold is worth 0. Net: chips at the end of the hand less what was put in, the player's part of the starting pot included.";

// Whether EVs are from here on or net.
const FromChoice = ({ from }) =>
  html`<span class="muted small" title=${MEANING}>EV</span><${Choice} label="EVs are" value=${from} options=${FROM} onChange=${name => choose({ from: name }, { ev: name })} />`;

// In what unit; of a game without a big blind its chips are asked for, and held by the address.
function UnitChoice({ unit, blind, units }) {
  const [asks, setAsks] = useState(false);
  const change = name => (name === "bb" && !blind ? setAsks(true) : (setAsks(false), choose({ unit: name }, { unit: name })));
  const set = event => {
    event.preventDefault();
    const chipsOf = Number(new FormData(event.target).get("bb"));
    if (!(chipsOf > 0)) return;
    setAsks(false);
    choose({ unit: "bb" }, { unit: "bb", bb: String(chipsOf) });
  };
  return html`<${Choice} label="EVs in" value=${asks ? "bb" : unit} options=${units} onChange=${change} />
    ${asks && html`<form class="row" onSubmit=${set}><label class="small">Chips of a big blind <input type="number" name="bb" min="0.0001" step="any" required autofocus /></label><button class="button small">Set</button></form>`}`;
}

export function EvChoice({ spot }) {
  const units = spot.big_blind === null ? UNITS : UNITS.filter(([name]) => name !== "chips").concat([UNITS[0]]);
  return html`<div class="row evs"><${FromChoice} from=${spot.evs.from} /><${UnitChoice} unit=${spot.evs.unit} blind=${spot.evs.blind} units=${units} /></div>`;
}

// The same where many spots stand together, which know no big blind.
export const ReportChoice = ({ from, unit, blind }) =>
  html`<div class="row evs"><${FromChoice} from=${from} /><${UnitChoice} unit=${unit} blind=${blind} units=${UNITS} /></div>`;
