// A node: grids of the ranges, what the actor does, a hand's combos, and below a part that is chosen: hands, breakdown, ...
import { html, useMemo } from "../../html.js";
import { useGet } from "../../api.js";
import { setQuery } from "../../route.js";
import { combos, percent } from "../../model/numbers.js";
import { Choice, Loading, Notice } from "../../ui/parts.js";
import { memo, useLater } from "../../ui/memo.js";
import { CLASS_NAMES, RangeGrid } from "../../ui/range_grid.js";
import { Actions, Pot, Ranges } from "./actions.js";
import { Breakdown } from "./breakdown.js";
import { VIEWS, gridOf } from "./cells.js";
import { Combos } from "./combos.js";
import { Compare } from "./compare.js";
import { capital } from "../../model/words.js";
import { classOf, nameOf, useSpot, weightOf } from "./data.js";
import { EvChoice, readEvs, withEvs } from "../../ui/evs.js";
import { EquityChart } from "./equity_chart.js";
import { Exports } from "./export.js";
import { anyFilter, passing, readFilters, toggle, useSelected } from "./filters.js";
import { Hands } from "./hands.js";
import { useLeaks } from "./leaks.js";
import { Lock } from "./lock.js";
import { NextCards } from "./next_cards.js";
import { NextFlops } from "./next_flops.js";
import { RunOuts } from "./run_outs.js";
import { NodeRanges } from "./node_range.js";

const TABS = [
  ["hands", "Hands"],
  ["breakdown", "Breakdown"],
  ["equity", "Equity"],
  ["compare", "Compare"],
  ["lock", "Lock"],
  ["runouts", "Turn and river"],
];

const Grid = memo(RangeGrid);
const Table = memo(Hands);
const choose = [0, 1].map(who => hand => setQuery({ hand, who }, { replace: true }));

export function Node({ policy, info, policies, spot, node, query, to, go, draft }) {
  const comparing = Boolean(query.with || query.withline !== undefined);
  const other = useOther(comparing, policy, node, query);
  const seats = spot.players.map((_, k) => k);
  const player = seats.map(String).includes(query.who) ? Number(query.who) : (node.player ?? 0);
  const view = [...VIEWS.map(([name]) => name), "change"].includes(query.view) ? query.view : "strategy";
  const hand = query.hand ?? "";
  const chosen = CLASS_NAMES.includes(hand) ? hand : /^([2-9TJQKA][shdc]){2}$/.test(hand) ? CLASS_NAMES[classOf(hand)] : "";
  const filters = useMemo(() => readFilters(query), [query.f, query.made, query.draw, query.suit]);
  const selected = useSelected(policy, filters.text);
  const turnDue = node.card_due && node.board.length === 3;
  const apart = { breakdown: node.board.length > 0, runouts: turnDue }; // before the flop nothing is made
  const tabs = TABS.filter(([name]) => apart[name] ?? true);
  const tab = tabs.some(([name]) => name === query.tab) ? query.tab : comparing ? "compare" : "hands";
  const action =
    comparing && view === "change"
      ? (node.action_totals.find(one => one.token === query.act) ?? node.action_totals[node.action_totals.length - 1])
      : null;
  const leaks = useLeaks(policy, node, view);
  const paid = node.players.map(one => one.paid);
  const grids = useMemo(() => {
    if (!comparing || !other.node)
      return seats.map(own => ({
        player: own,
        label: `${nameOf(node, own)}'s range`,
        ...gridOf(spot, node, own, view === "change" ? "strategy" : view, null, leaks),
      }));
    const plain = view === "change" ? "strategy" : view;
    return [
      { player, label: `This: ${nameOf(node, player)}`, ...gridOf(spot, node, player, plain) },
      {
        player,
        label: action ? `Change of ${action.name}` : `Other: ${nameOf(node, player)}`,
        ...(action
          ? gridOf(spot, node, player, plain, change(spot, node, other, player, action))
          : gridOf(other.spot, other.node, player, plain)),
      },
    ];
  }, [spot, node, view, comparing, other.node, other.spot, player, action?.token, leaks]);
  const later = useLater(useMemo(() => ({ node, player }), [node, player])); // the grids are drawn first
  const filtered =
    node.player !== null && anyFilter(filters) ? passing(spot, node, node.player, filters, selected.hands) : null;
  const views = comparing && node.player !== null ? [...VIEWS, ["change", "Change"]] : VIEWS;
  const together = tab === "runouts"; // in place of the grids
  return html`${node.probability === 0 && html`<${Notice} kind="warn">This line is never played. You see what each hand of the ranges would do here; ranges have no EVs.<//>`}
    <div class="row between">
      <${Choice} label="Colour the grids by" value=${view} options=${views} onChange=${name => setQuery({ view: name === "strategy" ? "" : name }, { replace: true })} />
      ${action && html`<${Choice} label="Of which action" value=${action.token} options=${node.action_totals.map(one => [one.token, capital(one.name)])} onChange=${token => setQuery({ act: token }, { replace: true })} />`}
      <${EvChoice} spot=${spot} />
      <span class="grow"></span><${NodeRanges} policy=${policy} info=${info} spot=${spot} node=${node} /><${Exports} policy=${policy} spot=${spot} node=${node} />
    </div>
    <div class=${"browse-main" + (view === "together" ? " wide-grids" : "") + (together ? " run-outs-main" : "")}>
      ${
        !together &&
        grids.map(
          (
            grid,
            k,
          ) => html`<section class=${"panel grid-panel" + (!comparing && grid.player === node.player ? " acts" : "")} key=${k} aria-label=${grid.label}>
          <div class="row between"><h2>${grid.label}</h2><span class="muted small">${note(grid, node, comparing)}</span></div>
          <${Grid} label=${`${grid.label}, ${view}`} cells=${grid.cells} selected=${grid.player === player ? chosen : ""} onSelect=${choose[grid.player]} />
          <div class="grid-foot small muted">${grid.legend ? html`<span class="legend"><span>${grid.legend.from}</span><span class="legend-bar" style=${{ background: grid.legend.background }}></span><span>${grid.legend.to}</span></span>` : html`<${Key} node=${k === 1 && other.node ? other.node : node} player=${grid.player} view=${view} />`}
            ${grid.stretched && html`<span>heights × ${grid.stretched.toFixed(0)}</span>`}</div>
        </section>`,
        )
      }
      <section class="side panel stack tight" aria-label="This node">
        ${together && html`<h2 class="sr-only">This node</h2>`}
        <${Pot} node=${node} />
        <${Ranges} spot=${spot} node=${node} />
        ${node.locked_hands.length > 0 && html`<p class="small">Locked here: ${node.locked_hands.slice(0, 6).join(", ")}${node.locked_hands.length > 6 ? ` and ${node.locked_hands.length - 6} more` : ""}</p>`}
        ${node.player !== null && html`<${Actions} spot=${spot} node=${node} to=${to} />`}
        ${node.card_due && !node.board.length && html`<${NextFlops} key=${node.line} policy=${policy} spot=${spot} paid=${paid} line=${node.line} onPick=${cards => go(`${node.line}/${cards}`)} />`}
        ${node.card_due && node.board.length > 0 && html`<${NextCards} policy=${policy} spot=${spot} paid=${paid} line=${node.line} metric=${query.metric} onMetric=${name => setQuery({ metric: name }, { replace: true })} onPick=${card => go(`${node.line}/${card}`)} onTogether=${turnDue && !together && (() => setQuery({ tab: "runouts" }))} />`}
        ${node.over && html`<p class="muted">${endOf(info, node)}</p>`}
      </section>
      ${
        !together &&
        html`<section class="panel chosen-hand" aria-label="The chosen hand">
        ${chosen ? html`<${Combos} spot=${spot} node=${node} player=${player} name=${chosen} hand=${hand} locked=${draft.at(node.line)?.hands} onHand=${choose[player]} />` : html`<p class="muted">Choose a cell of a grid to see its combos.</p>`}
      </section>`
      }
      <section class="panel stack more" aria-label="More on this node">
        <div class="row between">
          <${Choice} label="Part" value=${tab} options=${tabs.map(([name, title]) => [name, name === "lock" && draft.locks.length ? `${title} (${draft.locks.length})` : title])} onChange=${name => setQuery({ tab: name })} />
          ${(tab === "hands" || tab === "breakdown") && html`<${Choice} label="Whose hands" value=${player} options=${spot.players.map((name, k) => [k, name])} onChange=${who => setQuery({ who }, { replace: true })} />`}
        </div>
        ${tab === "hands" && html`<${Table} spot=${spot} node=${later.node} player=${later.player} filters=${filters} selected=${selected} sort=${query.sort} page=${query.page} hand=${hand} onHand=${choose[later.player]} />`}
        ${tab === "breakdown" && html`<${Breakdown} spot=${spot} node=${later.node} player=${later.player} filters=${filters} onFilter=${(kind, index) => toggle(filters, kind, index)} />`}
        ${together && html`<${RunOuts} key=${node.line} policy=${policy} spot=${spot} line=${node.line} query=${query} go=${go} />`}
        ${tab === "equity" && html`<${EquityChart} node=${node} />`}
        ${tab === "compare" && html`<${Compare} policy=${policy} spot=${spot} otherSpot=${other.spot} line=${node.line} query=${query} policies=${policies} onHand=${name => setQuery({ hand: name }, { replace: true })} />`}
        ${tab === "compare" && comparing && other.error && html`<${Loading} error=${other.error} />`}
        ${tab === "lock" && html`<${Lock} policy=${policy} spot=${spot} node=${node} info=${info} hand=${hand} filtered=${filtered} draft=${draft} to=${to} />`}
      </section>
    </div>`;
}

function endOf(info, node) {
  if (node.players.every(one => one.equity === null))
    return node.probability > 0 ? "The hand is over: a fold." : "The hand is over.";
  const runsOut = info.params.showdown === "run_out" && node.board.length < 5;
  return runsOut ? "The other cards come without betting. Equity is over all of them." : "The hand is over: a showdown.";
}

// The node that this one is compared with, and its spot's hands.
function useOther(comparing, policy, node, query) {
  const id = comparing ? query.with || policy : null;
  const spot = useGet(id === null ? null : `/spots/${encodeURIComponent(id)}/hands`);
  const found = useSpot(id, "node", comparing ? (query.withline ?? node.line) : null);
  const { ev, unit, bb } = query;
  const theirs = useMemo(() => spot.data && { ...spot.data, evs: readEvs(query, spot.data) }, [spot.data, ev, unit, bb]);
  const shown = useMemo(() => (theirs ? withEvs(found.data, theirs) : null), [found.data, theirs]);
  if (!comparing) return { node: null, spot: null };
  return { node: shown, spot: theirs, error: spot.error ?? found.error };
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

const note = (grid, node, comparing) =>
  comparing
    ? ""
    : [
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
