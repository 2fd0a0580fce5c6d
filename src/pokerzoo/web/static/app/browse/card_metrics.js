// By what cards to come are coloured: a player's equity or EV, or how often an action is taken after them.
import { percent } from "../ui/numbers.js";
import { extent } from "../ui/scales.js";
import { evBrief, evText } from "./evs.js";

// `data`: next cards, or run-outs. {metrics: [[name, label]], chosen, of(data), shown, brief, scale(values)}
export function cardMetric(data, spot, wanted) {
  const { players } = spot;
  const all = players.length > 2 ? players.map((_, k) => k) : [0]; // of two, the second has the rest
  const playing = all.filter((k) => (data.mean_equity?.[k] ?? null) !== null); // who folded has none
  const told = playing.length ? playing : all;
  const seated = (kind, k) => (k ? `${kind}.${k}` : kind);
  const metrics = [...told.flatMap((k) => [[seated("equity", k), `${players[k]} equity`], [seated("ev", k), `${players[k]} EV`]]), ...data.actions.map((action) => [action.token, `${players[data.player]} ${action.name}`])];
  const chosen = metrics.some(([name]) => name === wanted) ? wanted : metrics[0][0];
  const action = data.actions.findIndex((one) => one.token === chosen);
  const [kind, seat] = [chosen.split(".")[0], Number(chosen.split(".")[1] ?? 0)];
  const isEv = action < 0 && kind === "ev";
  return {
    metrics,
    chosen,
    action,
    seat: action < 0 ? seat : told[0],
    isEv,
    of: (one) => (action >= 0 ? one.frequencies[action] : isEv ? one.ev[seat] : one.equity[seat]),
    shown: isEv ? (value) => evText(spot, value) : (value) => percent(value),
    brief: isEv ? (value) => evBrief(spot, value) : (value) => percent(value, 0),
    scale: (values) => (action >= 0 ? [0, 1] : extent(values)),
  };
}
