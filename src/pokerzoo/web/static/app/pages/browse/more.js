// Below a node's grids, the part that is chosen: hands, breakdown, equity, comparison, best response, locks, run-outs.
import { html, useMemo } from "../../html.js";
import { setQuery } from "../../route.js";
import { Choice, Loading } from "../../ui/parts.js";
import { memo, useLater } from "../../ui/memo.js";
import { Breakdown } from "./breakdown.js";
import { Compare } from "./compare.js";
import { EquityChart } from "./equity_chart.js";
import { Exploit } from "./exploit.js";
import { anyFilter, passing, toggle } from "./filters.js";
import { choose } from "./grids.js";
import { Hands } from "./hands.js";
import { Lock } from "./lock.js";
import { usePlace } from "./place.js";
import { RunOuts } from "./run_outs.js";

const Table = memo(Hands);
const change = patch => setQuery(patch, { replace: true });
const onHand = hand => change({ hand });

export function More() {
  const place = usePlace();
  const { policy, info, policies, spot, node, query, go, to, draft, player, hand, filters, selected, tabs, tab, other } = place;
  const later = useLater(useMemo(() => ({ node, player }), [node, player])); // the grids are drawn first
  const filtered =
    node.player !== null && anyFilter(filters) ? passing(spot, node, node.player, filters, selected.hands) : null;
  const named = ([name, title]) => [name, name === "lock" && draft.locks.length ? `${title} (${draft.locks.length})` : title];
  const parts = {
    hands: () =>
      html`<${Table} spot=${spot} node=${later.node} player=${later.player} filters=${filters} selected=${selected} sort=${query.sort} page=${query.page} hand=${hand} onHand=${choose[later.player]} />`,
    breakdown: () =>
      html`<${Breakdown} spot=${spot} node=${later.node} player=${later.player} filters=${filters} onFilter=${(kind, index) => toggle(filters, kind, index)} />`,
    equity: () => html`<${EquityChart} node=${node} />`,
    compare: () =>
      html`<${Compare} policy=${policy} spot=${spot} otherSpot=${other.spot} line=${node.line} query=${query} policies=${policies} onHand=${onHand} />${other.error && html`<${Loading} error=${other.error} />`}`,
    exploit: () =>
      html`<${Exploit} spot=${spot} node=${node} player=${player} exploit=${place.exploit} error=${place.exploitError} query=${query} change=${change} onHand=${choose[player]} />`,
    lock: () =>
      html`<${Lock} policy=${policy} spot=${spot} node=${node} info=${info} hand=${hand} filtered=${filtered} draft=${draft} to=${to} />`,
    runouts: () =>
      html`<${RunOuts} key=${node.line} policy=${policy} spot=${spot} line=${node.line} query=${query} go=${go} />`,
  };
  return html`<section class="panel stack more" aria-label="More on this node">
    <div class="row between">
      <${Choice} label="Part" value=${tab} options=${tabs.map(named)} onChange=${name => setQuery({ tab: name, page: "", sort: "" })} />
      ${(tab === "hands" || tab === "breakdown") && html`<${Choice} label="Whose hands" value=${player} options=${spot.players.map((name, k) => [k, name])} onChange=${who => change({ who })} />`}
    </div>
    ${parts[tab]()}
  </section>`;
}
