// Turn and river cards in one table: 49 x 48 run-outs by colour, or means by rank, for one way to bet on the turn.
import { askOnce, useQuery } from "../../api.js";
import { html, useMemo, useState } from "../../html.js";
import { RANKS_DOWN } from "../../model/cards.js";
import { csvQuery, evText, evWords, inUnits } from "../../model/evs.js";
import { percent } from "../../model/numbers.js";
import { gradient, sequential } from "../../model/scales.js";
import { setQuery } from "../../route.js";
import { CARDS } from "../../ui/card_grid.js";
import { Legend } from "../../ui/hand_grid.js";
import { useRoving } from "../../ui/keys.js";
import { Card, Choice, Loading, Wrong, optionsOf } from "../../ui/parts.js";
import { Table } from "../../ui/table.js";
import { pathOf, useSpot } from "./data.js";
import { MetricChoice, cardMetric } from "./side.js";

const SLICE = 4; // turn cards in a question: each is answered soon, and in between others are
const VIEWS = Object.entries({ all: "All cards", ranks: "By rank" });
const change = patch => setQuery(patch, { replace: true });
const ordered = cards => CARDS.filter(card => cards.includes(card));

// Run-outs as far as they are known: the rows come some at a time.
function useRunOuts(policy, line, then, turns) {
  const ask = async (signal, tell) => {
    let all = null;
    for (let from = 0; from < turns.length && !signal.aborted; from += SLICE) {
      const query = { line, turns: turns.slice(from, from + SLICE).join(","), ...(then && { then }) };
      const part = await askOnce(`${pathOf(policy)}/run-outs`, query, true).promise;
      all = all === null ? part : joined(all, part);
      tell(all);
    }
    return all;
  };
  const { data, error, loading } = useQuery(turns && [policy, line, then ?? null], ask);
  return { data: loading ? null : data, error };
}

function joined(one, other) {
  const below = name => one[name].map((rows, k) => [...rows, ...other[name][k]]);
  const rows = name => [...one[name], ...other[name]];
  return {
    ...one,
    turns: rows("turns"),
    probability: rows("probability"),
    equity: below("equity"),
    ev: below("ev"),
    frequencies: below("frequencies"),
  };
}

export function RunOuts({ policy, spot, line, query, go }) {
  const { data: next, error } = useSpot(policy, "next-cards", line);
  const cards = next?.line === line ? ordered(next.cards) : null;
  const { data: plain, error: failed } = useRunOuts(policy, line, query.then, cards);
  const data = useMemo(() => plain && inUnits(plain, spot, plain.paid), [plain, spot]);
  const [pointed, setPointed] = useState(null);
  const by = query.by ?? (matchMedia("(max-width: 48rem)").matches ? "ranks" : "all");
  if (error || failed)
    return html`<${Wrong} error=${error ?? failed} />${query.then && html`<div><button type="button" class="button small" onClick=${() => change({ then: "" })}>All check</button></div>`}`;
  if (!data || !cards) return html`<${Loading} />`;
  const metric = cardMetric(data, spot, query.metric);
  const values = metric.of(data);
  const isMet = (t, r) => data.probability[t]?.[r] > 0 && values[t][r] !== null;
  const [low, high] = metric.scale(values.flatMap((row, t) => row.filter((_, r) => isMet(t, r))));
  const colour = value => sequential((value - low) / (high - low));
  const shown = { data, values, metric, colour, isMet };
  const open = (turn, river) => go([line, turn, data.then, river].filter(Boolean).join("/"));
  const done = data.turns.length;
  const turnLines = data.turn_lines.map(one => [one.moves, one.words || "no betting"]);
  return html`<div class="row between">
      <h3>Turn and river</h3>
      <label class="row small">turn betting <select class="slim" aria-label="Betting on the turn" value=${data.then} onChange=${event => change({ then: event.target.value })}>${optionsOf(turnLines)}</select></label>
      <${MetricChoice} metric=${metric} label="Colour run-outs by" onChange=${name => change({ metric: name })} />
      <${Choice} label="Which cards" value=${by} options=${VIEWS} onChange=${name => change({ by: name })} />
      <a class="button small" href=${`/api${pathOf(policy)}/run-outs.csv?${csvQuery(spot, { line, then: data.then })}`} download>CSV<span class="sr-only"> of run-outs</span></a>
    </div>
    ${done < cards.length && html`<div class="row small" role="status"><progress max=${cards.length} value=${done} aria-label="Turn cards that are done"></progress> ${done} of ${cards.length} turn cards</div>`}
    ${
      by === "ranks"
        ? html`<${ByRank} ...${shown} />`
        : html`<p class="run-out-told small" style=${{ minHeight: "2.6em" }} role="status">${told(data, spot, pointed, open)}</p>
          <${Matrix} ...${shown} cards=${cards} onPoint=${setPointed} onPick=${open} />`
    }
    <div class="row between small muted"><${Legend} from=${metric.shown(low)} to=${metric.shown(high)} background=${gradient(sequential)} /><span>All run-outs: ${metric.shown(meanOf(shown))}${metric.isEv ? ` (${evWords(spot)})` : ""}</span></div>`;
}

// The mean of values over run-outs, as likely as they are; of those that `only` lets pass.
function meanOf({ data: { turns, rivers, probability }, values, isMet }, only = (turn, river) => true) {
  let [total, weight] = [0, 0];
  turns.forEach((turn, t) =>
    rivers.forEach((river, r) => {
      if (!isMet(t, r) || !only(turn, river)) return;
      total += probability[t][r] * values[t][r];
      weight += probability[t][r];
    }),
  );
  return weight > 0 ? total / weight : null;
}

// Turn cards down, river cards across. Mouse, finger and arrow keys point at a cell; a click or Enter opens it.
function Matrix({ data: { turns, rivers }, values, metric, colour, cards, onPoint, onPick }) {
  const point = cell => cell?.dataset.turn && onPoint({ turn: cell.dataset.turn, river: cell.dataset.river });
  const cells = useMemo(
    () =>
      cards.map(turn => {
        const t = turns.indexOf(turn);
        return html`<div role="row" key=${turn}><${Card} name=${turn} />
          ${cards.map(river => {
            const value = turn === river ? null : (values[t]?.[rivers.indexOf(river)] ?? null);
            const style = value === null ? undefined : { background: colour(value).fill };
            return html`<button key=${river} type="button" role="gridcell" data-cell data-turn=${turn} data-river=${river} disabled=${turn === river} aria-label=${`${turn} ${river}`} style=${style}></button>`;
          })}
        </div>`;
      }),
    [cards.join(), turns, values],
  );
  const roving = useRoving();
  const onClick = ({ target, pointerType }) =>
    target.dataset.turn && pointerType !== "touch" && onPick(target.dataset.turn, target.dataset.river);
  const label = `Run-outs by ${metric.title}: turn cards down, river cards across; arrow keys move, Enter opens`;
  return html`<div class="run-out-matrix" role="grid" aria-label=${label} ...${roving} onFocusIn=${event => (roving.onFocusIn(), point(event.target))} onPointerOver=${event => point(event.target)} onClick=${onClick}>${cells}</div>`;
}

function told(data, spot, pointed, open) {
  if (!pointed)
    return html`<span class="muted">Down: the turn card. Across: the river card, in the same order. Point at a run-out, or move with the arrow keys; a click or Enter opens it.</span>`;
  const [t, r] = [data.turns.indexOf(pointed.turn), data.rivers.indexOf(pointed.river)];
  const cards = html`<${Card} name=${pointed.turn} /> then <${Card} name=${pointed.river} />`;
  if (pointed.turn === pointed.river) return html`${cards}: cannot come`;
  if (t < 0) return html`${cards}: not known yet`;
  if (!(data.probability[t][r] > 0)) return html`${cards}: never played to`;
  const equities = spot.players.map(
    (name, k) => `${name} equity ${percent(data.equity[k][t][r])}, EV ${evText(spot, data.ev[k][t][r])}`,
  );
  const actions = data.action_means.map((action, k) => `${action.name} ${percent(data.frequencies[k][t][r], 0)}`);
  return html`${cards}: ${equities.join("; ")}${actions.length > 0 && `; ${spot.players[data.player]} ${actions.join(", ")}`} <button type="button" class="link" onClick=${() => open(pointed.turn, pointed.river)}>Open</button>`;
}

// Means by the ranks of both cards, as numbers.
function ByRank({ metric, colour, data, values, isMet }) {
  const ranks = [...RANKS_DOWN];
  const text = value =>
    metric.isEv ? metric.brief(value).replace(/\.\d$/, end => (Math.abs(value) < 10 ? end : "")) : (100 * value).toFixed(0);
  const cell = (high, low) => {
    const value = meanOf({ data, values, isMet }, (turn, river) => turn[0] === high && river[0] === low);
    const { fill, ink } = value === null ? {} : colour(value);
    return html`<span style=${fill && { background: fill, color: ink }}>${value === null ? "–" : text(value)}</span>`;
  };
  const columns = ranks.map(low => ({ head: low, cell: high => cell(high, low) }));
  return html`<${Table} kind="rank-table" captioned=${true} columns=${[{ head: "", heads: true, cell: high => high }, ...columns]} rows=${ranks}
    caption=${`Rows: the turn card. Columns: the river card. ${metric.isEv ? "" : "In percent. "}Each number is the mean over the suits.`} />`;
}
