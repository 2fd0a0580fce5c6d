// What each next card changes: a grid of cards, coloured by equity, EV, or how often an action is taken after it.
import { html } from "../../html.js";
import { evBrief, evText, inUnits } from "../../model/evs.js";
import { percent } from "../../model/numbers.js";
import { extent, gradient, sequential } from "../../model/scales.js";
import { CardGrid } from "../../ui/card_grid.js";
import { Loading } from "../../ui/parts.js";
import { useSpot } from "./data.js";

export function NextCards({ policy, spot, paid, line, metric, onMetric, onPick, onTogether }) {
  const { data: plain, error } = useSpot(policy, "next-cards", line);
  const data = inUnits(plain, spot, paid);
  if (!data || error) return html`<${Loading} error=${error} />`;
  const { metrics, chosen, action, isEv, of, shown, brief, scale } = cardMetric(data, spot, metric);
  const values = of(data);
  const [low, high] = scale(values);
  const mean = action >= 0 ? data.action_means[action].frequency : isEv ? data.mean_ev[0] : data.mean_equity[0];
  const cells = Object.fromEntries(
    data.cards.map((card, k) => {
      const known = values[k] !== null;
      const colour = known ? sequential((values[k] - low) / (high - low)) : {};
      const says = [
        `equity ${percent(data.equity[0][k])}`,
        `EV ${evText(spot, data.ev[0][k])}`,
        ...data.action_means.map((one, a) => `${one.name} ${percent(data.frequencies[a][k], 0)}`),
      ];
      return [card, { ...colour, text: known ? brief(values[k]) : "–", says: `${spot.players[0]} ${says.join(", ")}` }];
    }),
  );
  return html`<div class="stack tight">
    <div class="row between">
      <h3>Next card</h3>
      ${onTogether && html`<button type="button" class="button quiet small" onClick=${onTogether}>Turn and river in one table</button>`}
      <label class="row small">by <select class="slim" value=${chosen} onChange=${event => onMetric(event.target.value)}>${metrics.map(([name, text]) => html`<option key=${name} value=${name}>${text}</option>`)}</select></label>
    </div>
    <${CardGrid} label="Next cards" cells=${cells} onPick=${onPick} />
    <div class="row between small muted"><span class="legend"><span>${shown(low)}</span><span class="legend-bar" style=${{ background: gradient(sequential) }}></span><span>${shown(high)}</span></span><span>All cards: ${shown(mean)}</span></div>
  </div>`;
}

// By what cards to come are coloured: the first player's equity or EV (the second has the rest), or how often an action follows.
// `data`: next cards, or run-outs. {metrics: [[name, label]], chosen, of(data), shown, brief, scale(values)}
export function cardMetric(data, spot, wanted) {
  const { players } = spot;
  const metrics = [
    ["equity", `${players[0]} equity`],
    ["ev", `${players[0]} EV`],
    ...data.action_means.map(action => [action.token, `${players[data.player]} ${action.name}`]),
  ];
  const chosen = metrics.some(([name]) => name === wanted) ? wanted : metrics[0][0];
  const action = data.action_means.findIndex(one => one.token === chosen);
  const isEv = action < 0 && chosen === "ev";
  return {
    metrics,
    chosen,
    action,
    isEv,
    of: one => (action >= 0 ? one.frequencies[action] : isEv ? one.ev[0] : one.equity[0]),
    shown: isEv ? value => evText(spot, value) : value => percent(value),
    brief: isEv ? value => evBrief(spot, value) : value => percent(value, 0),
    scale: values => (action >= 0 ? [0, 1] : extent(values)),
  };
}
