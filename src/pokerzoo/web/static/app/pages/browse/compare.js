// Two nodes side by side: which other policy or line, and what differs.
import { useGet } from "../../api.js";
import { html, useEffect, useState } from "../../html.js";
import { evHead, evText, inUnits, lossText } from "../../model/evs.js";
import { capital, chips, combos, percent } from "../../model/numbers.js";
import { Link, setQuery } from "../../route.js";
import { CardsLink, Input, Loading, Select, Swatch, Wrong } from "../../ui/parts.js";
import { Table } from "../../ui/table.js";
import { nameOf, pathOf } from "./data.js";

const points = value => chips(value === null ? null : 100 * value, { signed: true, digits: 1 });
const less = (a, b) => (a === null || b === null ? null : b - a);
const MOST = 9; // hands that are listed at first

export function Compare({ policy, spot, otherSpot, line, query, onHand }) {
  const { data: policies } = useGet("/policies");
  const other = query.with || policy;
  const there = query.withline ?? line;
  const [text, setText] = useState(there);
  useEffect(() => setText(there), [there]);
  const active = Boolean(query.with || query.withline !== undefined);
  const { data, error, loading } = useGet(active ? `${pathOf(policy)}/compare` : null, { line, with: other, withline: there });
  const submit = event => {
    event.preventDefault();
    setQuery({ withline: text.trim() === line ? "" : text.trim() || "/", with: other }); // "/": the start
  };
  const spots = (policies ?? []).filter(one => one.kind === "spot");
  const options = spots.map(one => [one.id, one.id === policy ? `${one.title} (this one)` : one.title]);
  const wrongLine = error?.field === "withline";
  return html`<form class="fields" onSubmit=${submit}>
      <${Select} label="Policy" value=${other} options=${options} onChange=${id => setQuery({ with: id })} />
      <${Input} label="Line" error=${wrongLine && error.problem} value=${text} onInput=${setText} placeholder="the start" />
      <button class="button" type="submit">Compare</button>
    </form>
    <div class="row">
      <button class="button small" type="button" disabled=${!active} onClick=${() => setQuery({ with: "", withline: "", view: "" })}>End comparing</button>
      ${other !== policy && html`<${Link} class="button small" to=${`/browse/${encodeURIComponent(other)}`} query=${{ line: there }}>Open the other<//>`}
    </div>
    ${!active && html`<p class="muted">Choose another policy of a similar spot, or another line, to see both strategies side by side.</p>`}
    ${!wrongLine && html`<${Wrong} error=${error} />`} ${active && !data && !error && html`<${Loading} />`}
    ${active && data && html`<div class="stack" aria-live="polite" aria-busy=${loading ? "true" : "false"}><${Differences} spot=${spot} otherSpot=${otherSpot ?? spot} data=${data} /><${Changed} data=${data} onHand=${onHand} /></div>`}`;
}

function Differences({ spot, otherSpot, data }) {
  const [one, two] = [inUnits(data.node, spot), inUnits(data.other, otherSpot)]; // each by its own pot
  // A number in both, how it is written, and how the change is.
  const row = (name, [a, b], show, showChange, colour = null) => ({
    name,
    colour,
    cells: [show(a), show(b), showChange(less(a, b))],
  });
  const evs = [value => evText(spot, value), value => lossText(spot, value, { signed: true, digits: 2 })];
  const actions = inUnits({ actions: data.actions }, spot, []).actions;
  const rows = actions.map(action => row(capital(action.name), action.frequencies, percent, points, action.colour));
  one.players.forEach((a, k) => {
    const [b, name] = [two.players[k], nameOf(one, k)];
    if (!b) return;
    rows.push(row(`${name} ${evHead(spot)}`, [a.ev, b.ev], ...evs));
    rows.push(row(`${name} equity`, [a.equity, b.equity], percent, points));
    const signed = value => chips(value, { signed: true, digits: 1 });
    rows.push(row(`${name} combos`, [a.combos ?? 0, b.combos ?? 0], combos, signed));
  });
  const caption =
    data.mean_distance === null
      ? "Other players act in these nodes."
      : `${percent(data.mean_distance)} of the range is played otherwise.`;
  const columns = ["This", "Other", "Change"].map((head, k) => ({ head, cell: ({ cells }) => cells[k] }));
  return html`<${Table} label="Differences" caption=${caption} captioned=${true} rows=${rows}
    columns=${[{ head: "Number", cell: ({ name, colour }) => html`${colour && html`<${Swatch} colour=${colour} />`} ${name}` }, ...columns]} />`;
}

function Changed({ data: { hands }, onHand }) {
  const [all, setAll] = useState(false);
  const columns = [
    {
      head: "Hand",
      cell: ({ hand }) => html`<${CardsLink} names=${hand} onClick=${() => onHand(hand)} />`,
    },
    { head: "Changed", cell: ({ distance }) => percent(distance) },
    { head: "Share of the range", cell: ({ share }) => percent(share, 2) },
  ];
  return html`<${Table} label="Hands that change most" caption="Hands that change most" captioned=${true} columns=${columns} rows=${all ? hands : hands.slice(0, MOST)} none="None" />
    ${hands.length > MOST && html`<button type="button" class="button quiet small" onClick=${() => setAll(!all)}>${all ? "Fewer" : `All ${hands.length}`}</button>`}`;
}
