// The two grids of a node: both ranges, or two nodes side by side, or what a best response does and gains.
import { useGet } from "../../api.js";
import { html, useMemo } from "../../html.js";
import { capital, combos, percent } from "../../model/numbers.js";
import { setQuery } from "../../route.js";
import { HandGrid, Legend } from "../../ui/hand_grid.js";
import { memo } from "../../ui/memo.js";
import { Swatch } from "../../ui/parts.js";
import { gridOf, lockedClasses } from "./cells.js";
import { nameOf, weightOf } from "./data.js";
import { exploitGrids } from "./exploit.js";
import { usePlace } from "./place.js";

const Grid = memo(HandGrid);
export const choose = [0, 1].map(who => hand => setQuery({ hand, who }, { replace: true }));

// The action whose change is shown, of two nodes that are compared.
export const changedAction = ({ comparing, view, node, query }) =>
  comparing && view === "change"
    ? (node.action_totals.find(one => one.token === query.act) ?? node.action_totals.at(-1))
    : null;

// What a node's hands lose, asked for when the grids are to be coloured by it.
function useLeaks(policy, node, view) {
  const wanted = view === "leak" && node.player !== null;
  const { data } = useGet(wanted ? "/leaks/at" : null, { policy, line: node.line });
  return wanted && data?.line === node.line ? data : null;
}

export function Grids() {
  const place = usePlace();
  const { policy, spot, node, comparing, other, view, player, chosen, exploit } = place;
  const leaks = useLeaks(policy, node, view);
  const action = changedAction(place);
  const plain = view === "change" ? "strategy" : view;
  const grids = useMemo(() => {
    if (exploit) return exploitGrids(spot, node, exploit);
    if (comparing && other.node) return besides({ spot, node, other, player, view: plain, action });
    return spot.players.map((_, own) => ({
      player: own,
      label: `${nameOf(node, own)}'s range`,
      ...gridOf(spot, node, own, plain, null, leaks),
    }));
  }, [spot, node, view, comparing, other.node, other.spot, player, action?.token, leaks, exploit]);
  const locked = useMemo(() => lockedClasses(node), [node]);
  const told = comparing || exploit !== null;
  const panel = ({ player: own, label, cells, legend, stretched }, k) =>
    html`<section class=${"panel stack tight grid-panel" + (!told && own === node.player ? " acts" : "")} key=${k} aria-label=${label}>
      <div class="row between"><h2>${label}</h2><span class="muted small">${told ? "" : note(node, own)}</span></div>
      <${Grid} label=${`${label}, ${view}`} cells=${cells} selected=${own === player ? chosen : ""} marked=${own === node.player ? locked : null} onSelect=${choose[own]} />
      <div class="row between small muted">${legend ? html`<${Legend} ...${legend} />` : html`<${Key} node=${k === 1 && other.node ? other.node : node} player=${own} view=${view} />`}
        ${stretched && html`<span>heights × ${stretched.toFixed(0)}</span>`}</div>
    </section>`;
  return grids.map(panel);
}

// This node, and beside it the other, or how the frequency of an action differs.
function besides({ spot, node, other, player, view, action }) {
  const name = nameOf(node, player);
  const there = action
    ? { label: `Change of ${action.name}`, ...gridOf(spot, node, player, view, change(spot, node, other, player, action)) }
    : { label: `Other: ${name}`, ...gridOf(other.spot, other.node, player, view) };
  return [
    { player, label: `This: ${name}`, ...gridOf(spot, node, player, view) },
    { player, ...there },
  ];
}

function change(spot, node, other, player, action) {
  const places = new Map(other.spot.hands.map((name, k) => [name, k]));
  const k = other.node.action_totals.findIndex(one => one.token === action.token);
  const a = node.action_totals.indexOf(action);
  const of = hands => {
    if (node.player !== player || other.node.player !== player) return null;
    let [total, weight] = [0, 0];
    for (const hand of hands) {
      const place = places.get(spot.hands[hand]);
      const share = weightOf(spot, node, player, hand);
      const theirs = place === undefined ? null : k < 0 ? 0 : other.node.strategy[k][place];
      if (!(share > 0) || theirs === null) continue;
      total += share * (theirs - node.strategy[a][hand]);
      weight += share;
    }
    return weight > 0 ? total / weight : null;
  };
  return { name: action.name, of };
}

function note(node, player) {
  const { combos: held, equity } = node.players[player];
  return `${node.player === player ? "to act, " : ""}${combos(held ?? 0)} combos, equity ${percent(equity)}`;
}

function Key({ node, player, view }) {
  if (["equity", "ev", "lost"].includes(view))
    return html`<span>${view === "lost" && node.player !== player ? `${nameOf(node, player)} does not act here` : "not known here"}</span>`;
  const held = [{ token: "held", colour: "var(--held)", name: "share of combos here" }];
  const shown = view === "range" || node.player !== player ? held : node.action_totals;
  return html`<span class="row">${shown.map(({ token, colour, name }) => html`<span key=${token}><${Swatch} colour=${colour} /> ${capital(name)}</span>`)}</span>`;
}
