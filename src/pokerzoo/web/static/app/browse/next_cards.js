// What each next card changes: a grid of cards, coloured by equity, EV, or how often an action is taken after it.
import { html } from "../html.js";
import { CardGrid } from "../ui/card_grid.js";
import { percent } from "../ui/numbers.js";
import { Loading } from "../ui/parts.js";
import { extent, gradient, sequential } from "../ui/scales.js";
import { useSpot } from "./data.js";
import { evText, withEvs } from "./evs.js";

export function NextCards({ policy, spot, paid, line, metric, onMetric, onPick }) {
  const { data: plain, error } = useSpot(policy, "next-cards", line);
  const { players } = spot;
  const data = withEvs(plain, spot, paid);
  if (!data || error) return html`<${Loading} error=${error} />`;
  const told = players.length > 2 ? players.map((_, k) => k) : [0]; // of two, the second has the rest
  const seated = (kind, k) => (k ? `${kind}.${k}` : kind);
  const metrics = [...told.flatMap((k) => [[seated("equity", k), `${players[k]} equity`], [seated("ev", k), `${players[k]} EV`]]), ...data.actions.map((action) => [action.token, `${players[data.player]} ${action.name}`])];
  const chosen = metrics.some(([name]) => name === metric) ? metric : "equity";
  const action = data.actions.findIndex((one) => one.token === chosen);
  const [kind, who] = [chosen.split(".")[0], Number(chosen.split(".")[1] ?? 0)];
  const isEv = action < 0 && kind === "ev";
  const values = action >= 0 ? data.frequencies[action] : isEv ? data.ev[who] : data.equity[who];
  const shown = isEv ? (value) => evText(spot, value) : (value) => percent(value);
  const brief = isEv ? (value) => evText(spot, value, 1) : (value) => percent(value, 0);
  const [low, high] = action >= 0 ? [0, 1] : extent(values);
  const mean = action >= 0 ? data.actions[action].frequency : isEv ? data.mean_ev[who] : data.mean_equity[who];
  const cells = Object.fromEntries(
    data.cards.map((card, k) => {
      const known = values[k] !== null;
      const colour = known ? sequential((values[k] - low) / (high - low)) : {};
      const seat = action < 0 ? who : 0;
      const says = [`equity ${percent(data.equity[seat][k])}`, `EV ${evText(spot, data.ev[seat][k])}`, ...data.actions.map((one, a) => `${one.name} ${percent(data.frequencies[a][k], 0)}`)];
      return [card, { ...colour, text: known ? brief(values[k]) : "–", says: `${players[seat]} ${says.join(", ")}` }];
    }),
  );
  return html`<div class="stack tight">
    <div class="row between">
      <h3>Next card</h3>
      <label class="row small">by <select class="slim" value=${chosen} onChange=${(event) => onMetric(event.target.value)}>${metrics.map(([name, text]) => html`<option key=${name} value=${name}>${text}</option>`)}</select></label>
    </div>
    <${CardGrid} label="Next cards" cells=${cells} onPick=${onPick} />
    <div class="row between small muted"><span class="legend"><span>${shown(low)}</span><span class="legend-bar" style=${{ background: gradient(sequential) }}></span><span>${shown(high)}</span></span><span>All cards: ${shown(mean)}</span></div>
  </div>`;
}
