// A node: grids of the ranges, what the actor does, a hand's combos, and below a part that is chosen.
import { html, useMemo } from "../../html.js";
import { setQuery } from "../../route.js";
import { capital } from "../../model/numbers.js";
import { VIEWS } from "./cells.js";
import { Breakdown, Combos, Hands, anyFilter, passing, toggle } from "./hands.js";
import { Compare } from "./compare.js";
import { EquityChart } from "./equity_chart.js";
import { Exploit, useExploit } from "./exploit.js";
import { Grids, changedAction, choose } from "./grids.js";
import { Lock } from "./lock.js";
import { Exports, NodeRanges } from "./node_range.js";
import { Place, useNode, usePlace } from "./place.js";
import { RunOuts } from "./run_outs.js";
import { Side } from "./side.js";
import { EvChoice } from "../../ui/ev_choice.js";
import { memo, useLater } from "../../ui/memo.js";
import { Choice, Loading, Notice } from "../../ui/parts.js";

// `place`: {policy, info, spot, node, query, to, go, draft}.
export function Node({ place }) {
  const { policy, spot, node } = place;
  const here = useNode(place);
  const { data: exploit, error: exploitError } = useExploit(here.tab === "exploit", policy, spot, node, here.player);
  const whole = useMemo(
    () => ({ ...place, ...here, exploit, exploitError }),
    [place, exploit, exploitError, ...Object.values(here)],
  );
  const { comparing, view, tab, chosen, player, hand } = here;
  const together = tab === "runouts"; // in place of the grids
  const kind = together ? " run-outs-main" : view === "together" && !comparing ? " wide-grids" : "";
  return html`<${Place.Provider} value=${whole}>
    ${node.probability === 0 && html`<${Notice} kind="warn">This line is never played. You see what each hand of the ranges would do here; ranges have no EVs.<//>`}
    <${Head} />
    <div class=${"browse-main" + kind}>
      ${!together && html`<${Grids} />`}
      <${Side} />
      ${
        !together &&
        html`<section class="panel stack tight chosen-hand" aria-label="The chosen hand">
          ${chosen ? html`<${Combos} spot=${spot} node=${node} player=${player} name=${chosen} hand=${hand} locked=${place.draft.at(node.line)?.hands} onHand=${choose[player]} />` : html`<p class="muted">Choose a cell of a grid to see its combos.</p>`}
        </section>`
      }
      <${More} />
    </div>
  <//>`;
}

// How the grids are coloured, in what amounts are told, and what can be taken from here.
function Head() {
  const place = usePlace();
  const { policy, info, spot, node, view, comparing } = place;
  const action = changedAction(place);
  const views = comparing && node.player !== null ? [...VIEWS, ["change", "Change"]] : VIEWS;
  const change = patch => setQuery(patch, { replace: true });
  return html`<div class="row">
    <${Choice} label="Colour the grids by" value=${view} options=${views} onChange=${name => change({ view: name === "strategy" ? "" : name })} />
    ${action && html`<${Choice} label="Of which action" value=${action.token} options=${node.action_totals.map(one => [one.token, capital(one.name)])} onChange=${act => change({ act })} />`}
    <${EvChoice} evs=${spot.evs} bigBlind=${spot.big_blind} />
    <span class="spacer"></span><${NodeRanges} policy=${policy} info=${info} spot=${spot} node=${node} /><${Exports} policy=${policy} spot=${spot} node=${node} />
  </div>`;
}

const Table = memo(Hands);
const change = patch => setQuery(patch, { replace: true });

export function More() {
  const place = usePlace();
  const { spot, node, query, player, hand, filters, selected, tabs, tab, other, draft } = place;
  const later = useLater(useMemo(() => ({ node, player }), [node, player])); // the grids are drawn first
  const parts = {
    hands: () =>
      html`<${Table} spot=${spot} ...${later} filters=${filters} selected=${selected} query=${query} hand=${hand} onHand=${choose[later.player]} change=${change} />`,
    breakdown: () =>
      html`<${Breakdown} spot=${spot} ...${later} filters=${filters} onFilter=${(kind, index) => toggle(filters, kind, index)} />`,
    equity: () => html`<${EquityChart} node=${node} />`,
    compare: () =>
      html`<${Compare} ...${place} otherSpot=${other.spot} line=${node.line} onHand=${one => change({ hand: one })} />${other.error && html`<${Loading} error=${other.error} />`}`,
    exploit: () => html`<${Exploit} ...${place} error=${place.exploitError} change=${change} onHand=${choose[player]} />`,
    lock: () => {
      const filtered = node.player !== null && anyFilter(filters);
      return html`<${Lock} ...${place} filtered=${filtered ? passing(spot, node, node.player, filters, selected.hands) : null} />`;
    },
    runouts: () => html`<${RunOuts} key=${node.line} ...${place} line=${node.line} />`,
  };
  const options = tabs.map(([name, title]) => [
    name,
    name === "lock" && draft.locks.length ? `${title} (${draft.locks.length})` : title,
  ]);
  const whose = html`<${Choice} label="Whose hands" value=${player} options=${spot.players.map((name, k) => [k, name])} onChange=${who => change({ who })} />`;
  return html`<section class="panel stack tight more" aria-label="More on this node" aria-busy=${later.node === node ? undefined : "true"}>
    <div class="row between">
      <${Choice} label="Part" value=${tab} options=${options} onChange=${name => setQuery({ tab: name, page: "", sort: "" })} />
      ${(tab === "hands" || tab === "breakdown") && whose}
    </div>
    ${parts[tab]()}
  </section>`;
}
