// What each next card changes: a grid of cards, coloured by equity, EV, or how often an action is taken after it.
import { html } from "../../html.js";
import { evBrief, evText, inUnits } from "../../model/evs.js";
import { percent } from "../../model/numbers.js";
import { extent, gradient, sequential } from "../../model/scales.js";
import { CardGrid } from "../../ui/card_grid.js";
import { Legend } from "../../ui/hand_grid.js";
import { Loading, optionsOf } from "../../ui/parts.js";
import { useSpot } from "./data.js";

export function NextCards({ policy, spot, paid, line, metric: wanted, onMetric, onPick, onTogether }) {
  const { data: plain, error } = useSpot(policy, "next-cards", line);
  const data = inUnits(plain, spot, paid);
  if (!data || error) return html`<${Loading} error=${error} />`;
  const metric = cardMetric(data, spot, wanted);
  const values = metric.of(data);
  const [low, high] = metric.scale(values);
  const cell = k => {
    const known = values[k] !== null;
    const often = data.action_means.map((one, a) => `, ${one.name} ${percent(data.frequencies[a][k], 0)}`).join("");
    const says = `${spot.players[0]} equity ${percent(data.equity[0][k])}, EV ${evText(spot, data.ev[0][k])}${often}`;
    return { ...(known && sequential((values[k] - low) / (high - low))), text: known ? metric.brief(values[k]) : "–", says };
  };
  return html`<div class="row between">
      <h3>Next card</h3>
      ${onTogether && html`<button type="button" class="button quiet small" onClick=${onTogether}>Turn and river in one table</button>`}
      <${MetricChoice} metric=${metric} label="Colour cards by" onChange=${onMetric} />
    </div>
    <${CardGrid} label="Next cards" cells=${Object.fromEntries(data.cards.map((card, k) => [card, cell(k)]))} onPick=${onPick} />
    <div class="row between small muted"><${Legend} from=${metric.shown(low)} to=${metric.shown(high)} background=${gradient(sequential)} /><span>All cards: ${metric.shown(metric.mean(data))}</span></div>`;
}

export const MetricChoice = ({ metric, label, onChange }) =>
  html`<label class="row small">by <select class="slim" aria-label=${label} value=${metric.chosen} onChange=${event => onChange(event.target.value)}>${optionsOf(metric.metrics)}</select></label>`;

// By what cards to come are coloured: the first player's equity or EV (the second has the rest), or how often an action follows.
// `data`: next cards, or run-outs.
export function cardMetric(data, spot, wanted) {
  const { players } = spot;
  const metrics = [
    ["equity", `${players[0]} equity`],
    ["ev", `${players[0]} EV`],
    ...data.action_means.map(action => [action.token, `${players[data.player]} ${action.name}`]),
  ];
  const [chosen, title] = metrics.find(([name]) => name === wanted) ?? metrics[0];
  const action = data.action_means.findIndex(one => one.token === chosen);
  const isEv = action < 0 && chosen === "ev";
  return {
    metrics,
    chosen,
    title,
    isEv,
    of: one => (action >= 0 ? one.frequencies[action] : isEv ? one.ev[0] : one.equity[0]),
    mean: one => (action >= 0 ? one.action_means[action].frequency : isEv ? one.mean_ev[0] : one.mean_equity[0]),
    shown: isEv ? value => evText(spot, value) : value => percent(value),
    brief: isEv ? value => evBrief(spot, value) : value => percent(value, 0),
    scale: values => (action >= 0 ? [0, 1] : extent(values)),
  };
}
