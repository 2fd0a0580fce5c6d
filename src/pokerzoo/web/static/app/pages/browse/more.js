// Below a node's grids, the part that is chosen: hands, breakdown, equity, comparison, best response, locks, run-outs.
import { html, useMemo } from "../../html.js";
import { setQuery } from "../../route.js";
import { memo, useLater } from "../../ui/memo.js";
import { Choice, Loading } from "../../ui/parts.js";
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
  return html`<section class="panel stack tight more" aria-label="More on this node">
    <div class="row between">
      <${Choice} label="Part" value=${tab} options=${options} onChange=${name => setQuery({ tab: name, page: "", sort: "" })} />
      ${(tab === "hands" || tab === "breakdown") && whose}
    </div>
    ${parts[tab]()}
  </section>`;
}
