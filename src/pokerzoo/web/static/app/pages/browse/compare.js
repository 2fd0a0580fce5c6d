// Two nodes side by side: which other policy or line, and what differs.
import { useGet } from "../../api.js";
import { html, useEffect, useState } from "../../html.js";
import { Link, setQuery } from "../../route.js";
import { chips, combos, percent } from "../../model/numbers.js";
import { Card, Field, Loading, Notice } from "../../ui/parts.js";
import { capital } from "../../model/words.js";
import { nameOf } from "./data.js";
import { evHead, evText, lossText, inUnits } from "../../model/evs.js";

const points = value => (value === null ? "–" : `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(100 * value).toFixed(1)}`);
const less = (a, b) => (a === null || b === null ? null : b - a);

export function Compare({ policy, spot, otherSpot, line, query, policies, onHand }) {
  const other = query.with ?? "";
  const [text, setText] = useState(query.withline ?? line);
  useEffect(() => setText(query.withline ?? line), [query.withline, line]);
  const active = Boolean(query.with || query.withline !== undefined);
  const { data, error, loading } = useGet(active ? `/spots/${encodeURIComponent(policy)}/compare` : null, {
    line,
    with: other || policy,
    withline: query.withline ?? line,
  });
  const submit = event => {
    event.preventDefault();
    setQuery({ withline: text.trim() === line ? "" : text.trim() || "/", with: other || policy }); // "/": the start
  };
  return html`<div class="stack">
    <form class="filters" onSubmit=${submit}>
      <${Field} label="Policy">
        ${tied => html`<select ...${tied} value=${other || policy} onChange=${event => setQuery({ with: event.target.value })}>
          ${policies.map(one => html`<option key=${one.id} value=${one.id}>${one.title}${one.id === policy ? " (this one)" : ""}</option>`)}
        </select>`}
      <//>
      <${Field} label="Line" error=${error?.field === "withline" ? error.message : undefined}>
        ${tied => html`<input type="text" ...${tied} value=${text} onInput=${event => setText(event.target.value)} placeholder="the start" />`}
      <//>
      <button class="button small" type="submit">Compare</button>
      <button class="button small" type="button" disabled=${!active} onClick=${() => setQuery({ with: "", withline: "", view: "" })}>End comparing</button>
      ${query.with && query.with !== policy && html`<${Link} class="button small" to=${`/browse/${encodeURIComponent(query.with)}`} query=${{ line: query.withline ?? line }}>Open the other<//>`}
    </form>
    ${!active && html`<p class="muted">Choose another policy of a similar spot, or another line, to see both strategies side by side.</p>`}
    ${error && error.field !== "withline" && html`<${Notice} kind="bad">${error.message}<//>`} ${active && !data && !error && html`<${Loading} />`}
    ${active && data && html`<div class="columns" aria-live="polite" aria-busy=${loading ? "true" : "false"}><${Differences} spot=${spot} otherSpot=${otherSpot ?? spot} data=${data} /><${Changed} data=${data} onHand=${onHand} /></div>`}
  </div>`;
}

function Differences({ spot, otherSpot, data }) {
  const [one, two] = [inUnits(data.node, spot), inUnits(data.other, otherSpot)]; // each by its own pot
  const rows = [
    ...inUnits({ actions: data.actions }, spot, []).actions.map(action => [
      capital(action.name),
      action.colour,
      ...action.frequencies.map(value => percent(value)),
      points(less(...action.frequencies)),
    ]),
    ...one.players
      .map((_, k) => k)
      .filter(k => two.players[k])
      .flatMap(k => {
        const [a, b, name] = [one.players[k], two.players[k], nameOf(one, k)];
        return [
          [
            `${name} ${evHead(spot)}`,
            null,
            evText(spot, a.ev),
            evText(spot, b.ev),
            lossText(spot, less(a.ev, b.ev), { signed: true, digits: 2 }),
          ],
          [`${name} equity`, null, percent(a.equity), percent(b.equity), points(less(a.equity, b.equity))],
          [
            `${name} combos`,
            null,
            combos(a.combos ?? 0),
            combos(b.combos ?? 0),
            chips(less(a.combos, b.combos), { signed: true, digits: 1 }),
          ],
        ];
      }),
  ];
  return html`<div class="table" tabindex="0" role="region" aria-label="Differences"><table class="lean">
    <caption>${data.mean_distance === null ? "Other players act in these nodes." : `${percent(data.mean_distance)} of the range is played otherwise.`}</caption>
    <thead><tr><th>Number</th><th>This</th><th>Other</th><th>Change</th></tr></thead>
    <tbody>${rows.map(([name, colour, ...cells]) => html`<tr key=${name}><td>${colour && html`<span class="swatch" style=${{ background: colour }}></span>`} ${name}</td>${cells.map((cell, k) => html`<td key=${k}>${cell}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}

function Changed({ data, onHand }) {
  const [all, setAll] = useState(false);
  const shown = all ? data.hands : data.hands.slice(0, 9);
  return html`<div class="table" tabindex="0" role="region" aria-label="Hands that change most"><table class="lean">
    <caption>Hands that change most</caption>
    <thead><tr><th>Hand</th><th>Changed</th><th>Share of the range</th></tr></thead>
    <tbody>
      ${shown.map(({ hand, distance, share }) => html`<tr key=${hand}><td><button type="button" class="as-link" onClick=${() => onHand(hand)}><${Card} name=${hand.slice(0, 2)} /> <${Card} name=${hand.slice(2)} /></button></td><td>${percent(distance)}</td><td>${percent(share, 2)}</td></tr>`)}
      ${data.hands.length === 0 && html`<tr><td class="muted" colspan="3">None</td></tr>`}
    </tbody>
  </table>${data.hands.length > 9 && html`<button type="button" class="button quiet small" onClick=${() => setAll(!all)}>${all ? "Fewer" : `All ${data.hands.length}`}</button>`}</div>`;
}
