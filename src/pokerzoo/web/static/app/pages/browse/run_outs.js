// Turn and river cards in one table: 49 x 48 run-outs by colour, or means by rank, for one way to bet on the turn.
import { html, useEffect, useMemo, useState } from "../../html.js";
import { RANKS_DOWN, SUITS_DOWN } from "../../model/cards.js";
import { setQuery } from "../../route.js";
import { percent } from "../../model/numbers.js";
import { Card, Choice, Loading, Notice } from "../../ui/parts.js";
import { gradient, sequential } from "../../model/scales.js";
import { cardMetric } from "./next_cards.js";
import { ask, useSpot } from "./data.js";
import { evText, evWords, inUnits } from "../../model/evs.js";
import { Matrix } from "./run_out_matrix.js";

const SLICE = 4; // turn cards in a question: each is answered soon, and in between others are
const VIEWS = [
  ["", "All cards"],
  ["ranks", "By rank"],
];
const place = card => SUITS_DOWN.indexOf(card[1]) * 13 + RANKS_DOWN.indexOf(card[0]);

export function RunOuts({ policy, spot, line, query, go }) {
  const { data: next, error } = useSpot(policy, "next-cards", line);
  const cards = next?.line === line ? next.cards : null;
  const { data: plain, error: failed, done } = useRunOuts(policy, line, query.then, cards);
  const data = useMemo(() => plain && inUnits(plain, spot, plain.paid), [plain, spot]);
  const [pointed, setPointed] = useState(null);
  const by = query.by ?? (matchMedia("(max-width: 48rem)").matches ? "ranks" : "");
  if (error || failed) {
    return html`<div class="stack tight"><${Notice} kind="bad">${(error ?? failed).message}<//>${query.then && html`<div><button type="button" class="button small" onClick=${() => setQuery({ then: "" }, { replace: true })}>All check</button></div>`}</div>`;
  }
  if (!data || !cards) return html`<${Loading} />`;
  const metric = cardMetric(data, spot, query.metric);
  const values = metric.of(data);
  const known = values.flatMap((row, t) => row.filter((value, r) => value !== null && data.probability[t][r] > 0));
  const [low, high] = metric.scale(known);
  const colour = value => sequential((value - low) / (high - low));
  const mean = meanOf(data, values);
  const csv = `/api/spots/${encodeURIComponent(policy)}/run-outs.csv?${new URLSearchParams({ line, then: data.then, ev: spot.evs.from, unit: spot.evs.unit, ...(spot.evs.unit === "bb" && { blind: spot.evs.blind }) })}`;
  const open = (turn, river) => go([line, turn, data.then, river].filter(Boolean).join("/"));
  return html`<div class="stack tight run-outs">
    <div class="row between">
      <h3>Turn and river</h3>
      <div class="row">
        <label class="row small">turn betting <select class="slim" aria-label="Betting on the turn" value=${data.then} onChange=${event => setQuery({ then: event.target.value }, { replace: true })}>${data.turn_lines.map(one => html`<option key=${one.moves} value=${one.moves}>${one.words || "no betting"}</option>`)}</select></label>
        <label class="row small">by <select class="slim" aria-label="Colour run-outs by" value=${metric.chosen} onChange=${event => setQuery({ metric: event.target.value }, { replace: true })}>${metric.metrics.map(([name, text]) => html`<option key=${name} value=${name}>${text}</option>`)}</select></label>
        <${Choice} label="Which cards" value=${by} options=${VIEWS} onChange=${name => setQuery({ by: name || "all" }, { replace: true })} />
        <a class="button small" href=${csv} download>CSV<span class="sr-only"> of run-outs</span></a>
      </div>
    </div>
    ${done < cards.length && html`<div class="row small" role="status"><progress max=${cards.length} value=${done} aria-label="Turn cards that are done"></progress> ${done} of ${cards.length} turn cards</div>`}
    ${
      by === "ranks"
        ? html`<${ByRank} data=${data} values=${values} metric=${metric} colour=${colour} />`
        : html`<p class="run-out-told small" role="status">${told(data, spot, pointed, open)}</p>
        <${Matrix} label=${`Run-outs by ${metric.metrics.find(([name]) => name === metric.chosen)[1]}`} turns=${data.turns} rivers=${data.rivers} place=${place} colour=${(t, r) => (values[t]?.[r] == null ? null : colour(values[t][r]).fill)} onPoint=${setPointed} onPick=${open} />`
    }
    <div class="row between small muted"><span class="legend"><span>${metric.shown(low)}</span><span class="legend-bar" style=${{ background: gradient(sequential) }}></span><span>${metric.shown(high)}</span></span><span>All run-outs: ${metric.shown(mean)}${metric.isEv ? ` (${evWords(spot)})` : ""}</span></div>
  </div>`;
}

// Run-outs as far as they are known: {data, error, done}. The rows come some at a time.
function useRunOuts(policy, line, then, turns) {
  const [state, setState] = useState({ key: null, data: null, error: null, done: 0 });
  const key = JSON.stringify([policy, line, then ?? null, turns?.length ?? 0]);
  useEffect(() => {
    if (!turns) return undefined;
    let wanted = true;
    const order = [...turns].sort((a, b) => place(a) - place(b));
    const run = async () => {
      let all = null;
      for (let from = 0; from < order.length && wanted; from += SLICE) {
        const query = { line, turns: order.slice(from, from + SLICE).join(","), ...(then && { then }) };
        const part = await ask(`/spots/${encodeURIComponent(policy)}/run-outs`, query, true).promise;
        all = all === null ? part : joined(all, part);
        if (wanted) setState({ key, data: all, error: null, done: all.turns.length });
      }
    };
    run().catch(error => wanted && setState({ key, data: null, error, done: 0 }));
    return () => (wanted = false);
  }, [key]);
  return state.key === key ? state : { data: null, error: null, done: 0 };
}

function joined(one, other) {
  const below = name => one[name].map((rows, k) => [...rows, ...other[name][k]]);
  return {
    ...one,
    turns: [...one.turns, ...other.turns],
    probability: [...one.probability, ...other.probability],
    equity: below("equity"),
    ev: below("ev"),
    frequencies: below("frequencies"),
  };
}

// The mean of values over run-outs, as likely as they are; of those that `only` lets pass.
function meanOf(data, values, only = (turn, river) => true) {
  let total = 0,
    weight = 0;
  data.turns.forEach((turn, t) =>
    data.rivers.forEach((river, r) => {
      const share = data.probability[t][r];
      if (!(share > 0) || values[t][r] === null || !only(turn, river)) return;
      total += share * values[t][r];
      weight += share;
    }),
  );
  return weight > 0 ? total / weight : null;
}

function told(data, spot, pointed, open) {
  if (!pointed)
    return html`<span class="muted">Point at a run-out, or move with the arrow keys. A click or Enter opens it.</span>`;
  const [t, r] = [data.turns.indexOf(pointed.turn), data.rivers.indexOf(pointed.river)];
  const share = t < 0 ? null : data.probability[t][r];
  const cards = html`<${Card} name=${pointed.turn} /> then <${Card} name=${pointed.river} />`;
  if (pointed.turn === pointed.river) return html`${cards}: cannot come`;
  if (t < 0) return html`${cards}: not known yet`;
  if (!(share > 0)) return html`${cards}: never played to`;
  const equities = spot.players.map(
    (name, k) => `${name} equity ${percent(data.equity[k][t][r])}, EV ${evText(spot, data.ev[k][t][r])}`,
  );
  const actions = data.action_means.map((action, k) => `${action.name} ${percent(data.frequencies[k][t][r], 0)}`);
  return html`${cards}: ${equities.join("; ")}${actions.length > 0 && `; ${spot.players[data.player]} ${actions.join(", ")}`} <button type="button" class="as-link" onClick=${() => open(pointed.turn, pointed.river)}>Open</button>`;
}

// Means by the ranks of both cards, as numbers.
function ByRank({ data, values, metric, colour }) {
  const rows = useMemo(
    () =>
      [...RANKS_DOWN].map(high =>
        [...RANKS_DOWN].map(low => meanOf(data, values, (turn, river) => turn[0] === high && river[0] === low)),
      ),
    [data, values],
  );
  const text = value =>
    value === null
      ? "–"
      : metric.isEv
        ? metric.brief(value).replace(/\.\d$/, end => (Math.abs(value) < 10 ? end : ""))
        : (100 * value).toFixed(0);
  return html`<table class="rank-table">
    <caption>Rows: the turn card. Columns: the river card. ${metric.isEv ? "" : "In percent. "}Each number is the mean over the suits.</caption>
    <thead><tr><td></td>${[...RANKS_DOWN].map(rank => html`<th key=${rank} scope="col">${rank}</th>`)}</tr></thead>
    <tbody>
      ${rows.map(
        (row, k) =>
          html`<tr key=${k}><th scope="row">${RANKS_DOWN[k]}</th>${row.map((value, l) => {
            const { fill, ink } = value === null ? {} : colour(value);
            return html`<td key=${l} style=${value === null ? undefined : { background: fill, color: ink }}>${text(value)}</td>`;
          })}</tr>`,
      )}
    </tbody>
  </table>`;
}
