// Where Browse is: the policy, its spot, the node, and what the address says; the parts of a node get it from a context.
import { createContext, useContext, useMemo } from "../../html.js";
import { useGet } from "../../api.js";
import { inUnits, spotIn } from "../../model/evs.js";
import { classOf, pathOf, useSpot } from "./data.js";
import { CLASS_NAMES } from "../../ui/hand_grid.js";
import { VIEWS } from "./cells.js";
import { readFilters, useSelected } from "./hands.js";

export const Place = createContext(null);
export const usePlace = () => useContext(Place);

const TABS = [
  ["hands", "Hands"],
  ["breakdown", "Breakdown"],
  ["equity", "Equity"],
  ["compare", "Compare"],
  ["exploit", "Exploit"],
  ["lock", "Lock"],
  ["runouts", "Turn and river"],
];

// What the address says of a node: whose hands, which of them, how they are coloured, which part is shown below.
export function useNode({ policy, spot, node, query }) {
  const comparing = Boolean(query.with || query.withline !== undefined);
  const player = spot.players[query.who] ? Number(query.who) : (node.player ?? 0);
  const view = [...VIEWS.map(([name]) => name), "change"].includes(query.view) ? query.view : "strategy";
  const hand = query.hand ?? "";
  const chosen = CLASS_NAMES.includes(hand) ? hand : /^([2-9TJQKA][shdc]){2}$/.test(hand) ? CLASS_NAMES[classOf(hand)] : "";
  const filters = useMemo(() => readFilters(query), [query.f, query.made, query.draw, query.suit]);
  const selected = useSelected(policy, filters.text);
  const turnDue = node.card_due && node.board.length === 3;
  const apart = { breakdown: node.board.length > 0, runouts: turnDue, exploit: spot.has_values }; // before the flop nothing is made
  const tabs = TABS.filter(([name]) => apart[name] ?? true);
  const tab = tabs.some(([name]) => name === query.tab) ? query.tab : comparing ? "compare" : "hands";
  const other = useOther(comparing, policy, node, query);
  return { comparing, player, view, hand, chosen, filters, selected, turnDue, tabs, tab, other };
}

// The node that this one is compared with, and its spot's hands.
function useOther(comparing, policy, node, query) {
  const id = comparing ? query.with || policy : null;
  const spot = useGet(id === null ? null : `${pathOf(id)}/hands`);
  const found = useSpot(id, "node", comparing ? (query.withline ?? node.line) : null);
  const theirs = useMemo(() => spotIn(spot.data, query), [spot.data, query.ev, query.unit, query.bb]);
  const shown = useMemo(() => (theirs ? inUnits(found.data, theirs) : null), [found.data, theirs]);
  if (!comparing) return { node: null, spot: null };
  return { node: shown, spot: theirs, error: spot.error ?? found.error };
}
