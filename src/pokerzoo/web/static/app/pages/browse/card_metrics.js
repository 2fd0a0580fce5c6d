// By what cards to come are coloured: the first player's equity or EV (the second has the rest), or how often an action follows.
import { percent } from "../../model/numbers.js";
import { extent } from "../../model/scales.js";
import { evBrief, evText } from "../../ui/evs.js";

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
