// Beside the grids: pot, both ranges, what is done here, the cards to come.
import { html } from "../../html.js";
import { setQuery } from "../../route.js";
import { Actions, Pot, Ranges } from "./actions.js";
import { NextCards } from "./next_cards.js";
import { NextFlops } from "./next_flops.js";
import { usePlace } from "./place.js";

const LOCKED = 6; // hands that are named

export function Side() {
  const { policy, info, spot, node, query, to, go, turnDue, tab } = usePlace();
  const together = tab === "runouts";
  const { locked_hands: locked } = node;
  const coming = {
    policy,
    spot,
    line: node.line,
    paid: node.players.map(one => one.paid),
    onPick: cards => go(`${node.line}/${cards}`),
  };
  const metric = { metric: query.metric, onMetric: name => setQuery({ metric: name }, { replace: true }) };
  const more = locked.length > LOCKED ? ` and ${locked.length - LOCKED} more` : "";
  return html`<section class="side panel stack tight" aria-label="This node">
    ${together && html`<h2 class="sr-only">This node</h2>`}
    <${Pot} spot=${spot} node=${node} />
    <${Ranges} spot=${spot} node=${node} />
    ${locked.length > 0 && html`<p class="small"><span class="badge warn">locked</span> ${locked.slice(0, LOCKED).join(", ") + more}</p>`}
    ${node.player !== null && html`<${Actions} spot=${spot} node=${node} to=${to} />`}
    ${node.card_due && !node.board.length && html`<${NextFlops} key=${node.line} ...${coming} />`}
    ${node.card_due && node.board.length > 0 && html`<${NextCards} ...${coming} ...${metric} onTogether=${turnDue && !together && (() => setQuery({ tab: "runouts" }))} />`}
    ${node.over && html`<p class="muted">${endOf(info, node)}</p>`}
  </section>`;
}

function endOf(info, node) {
  if (node.players.every(one => one.equity === null))
    return node.probability > 0 ? "The hand is over: a fold." : "The hand is over.";
  const runsOut = info.params.showdown === "run_out" && node.board.length < 5;
  return runsOut ? "The other cards come without betting. Equity is over all of them." : "The hand is over: a showdown.";
}
