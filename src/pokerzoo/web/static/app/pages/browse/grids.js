// The two grids of a node: both ranges, or two nodes side by side, or what a best response does and gains.
import { html, useMemo } from "../../html.js";
import { useGet } from "../../api.js";
import { setQuery } from "../../route.js";
import { combos, percent } from "../../model/numbers.js";
import { capital } from "../../model/words.js";
import { memo } from "../../ui/memo.js";
import { RangeGrid } from "../../ui/range_grid.js";
import { gridOf, lockedClasses } from "./cells.js";
import { nameOf, weightOf } from "./data.js";
import { exploitGrids } from "./exploit.js";
import { usePlace } from "./place.js";

const Grid = memo(RangeGrid);
export const choose = [0, 1].map(who => hand => setQuery({ hand, who }, { replace: true }));

// The action whose change is shown, of two nodes that are compared.
export const changedAction = ({ comparing, view, node, query }) =>
  comparing && view === "change"
    ? (node.action_totals.find(one => one.token === query.act) ?? node.action_totals[node.action_totals.length - 1])
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
  const grids = useMemo(
    () =>
      exploit
        ? exploitGrids(spot, node, exploit)
        : comparing && other.node
          ? besides({ spot, node, other, player, view, action })
          : spot.players.map((_, own) => ({
              player: own,
              label: `${nameOf(node, own)}'s range`,
              ...gridOf(spot, node, own, view === "change" ? "strategy" : view, null, leaks),
            })),
    [spot, node, view, comparing, other.node, other.spot, player, action?.token, leaks, exploit],
  );
  const locked = useMemo(() => lockedClasses(node), [node]);
  const told = comparing || exploit !== null;
  return grids.map(
    (
      grid,
      k,
    ) => html`<section class=${"panel grid-panel" + (!told && grid.player === node.player ? " acts" : "")} key=${k} aria-label=${grid.label}>
      <div class="row between"><h2>${grid.label}</h2><span class="muted small">${told ? "" : note(grid, node)}</span></div>
      <${Grid} label=${`${grid.label}, ${view}`} cells=${grid.cells} selected=${grid.player === player ? chosen : ""} marked=${grid.player === node.player ? locked : null} onSelect=${choose[grid.player]} />
      <div class="grid-foot small muted">${grid.legend ? html`<span class="legend"><span>${grid.legend.from}</span><span class="legend-bar" style=${{ background: grid.legend.background }}></span><span>${grid.legend.to}</span></span>` : html`<${Key} node=${k === 1 && other.node ? other.node : node} player=${grid.player} view=${view} />`}
        ${grid.stretched && html`<span>heights × ${grid.stretched.toFixed(0)}</span>`}</div>
    </section>`,
  );
}

// This node, and beside it the other, or how the frequency of an action differs.
function besides({ spot, node, other, player, view, action }) {
  const plain = view === "change" ? "strategy" : view;
  const name = nameOf(node, player);
  return [
    { player, label: `This: ${name}`, ...gridOf(spot, node, player, plain) },
    {
      player,
      label: action ? `Change of ${action.name}` : `Other: ${name}`,
      ...(action
        ? gridOf(spot, node, player, plain, change(spot, node, other, player, action))
        : gridOf(other.spot, other.node, player, plain)),
    },
  ];
}

function change(spot, node, other, player, action) {
  const places = new Map(other.spot.hands.map((name, k) => [name, k]));
  const k = other.node.action_totals.findIndex(one => one.token === action.token);
  const a = node.action_totals.indexOf(action);
  const of = hands => {
    if (node.player !== player || other.node.player !== player) return null;
    let total = 0,
      weight = 0;
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

const note = (grid, node) =>
  [
    node.player === grid.player ? "to act" : "",
    `${combos(node.players[grid.player].combos ?? 0)} combos`,
    `equity ${percent(node.players[grid.player].equity)}`,
  ]
    .filter(Boolean)
    .join(", ");

function Key({ node, player, view }) {
  if (["equity", "ev", "lost"].includes(view))
    return html`<span>${view === "lost" && node.player !== player ? `${nameOf(node, player)} does not act here` : "not known here"}</span>`;
  if (view === "range" || node.player !== player)
    return html`<span class="row key-row"><span><span class="swatch held-swatch"></span> share of combos here</span></span>`;
  return html`<span class="row key-row">${node.action_totals.map(action => html`<span key=${action.token}><span class="swatch" style=${{ background: action.colour }}></span> ${capital(action.name)}</span>`)}</span>`;
}
