// Which hands are shown: by a range's text, by what they have made and may make, by suit. All of it stands in the address.
import { useGet } from "../../api.js";
import { html, useMemo } from "../../html.js";
import { setQuery } from "../../route.js";
import { Field } from "../../ui/parts.js";
import { capital } from "../../model/words.js";
import { weightOf } from "./data.js";

const numbers = text => (text ? text.split(".").map(Number).filter(Number.isInteger) : []);
export const readFilters = query => ({
  text: query.f ?? "",
  made: numbers(query.made),
  draw: numbers(query.draw),
  suit: query.suit ?? "",
});
export const anyFilter = filters => Boolean(filters.text || filters.made.length || filters.draw.length || filters.suit);

export function toggle(filters, kind, index) {
  const chosen = filters[kind];
  const next = chosen.includes(index) ? chosen.filter(one => one !== index) : [...chosen, index];
  setQuery({ [kind]: next.join("."), page: "" }, { replace: true });
}

// The hands of the text, asked from the server, which reads ranges: {hands: Set or null, error}.
export function useSelected(policy, text) {
  const { data, error } = useGet(text.trim() ? `/spots/${encodeURIComponent(policy)}/select` : null, { text }, 150);
  return useMemo(() => ({ hands: text.trim() && data ? new Set(data.hands) : null, error }), [data, error, !text.trim()]);
}

// Numbers of the player's hands here that pass.
export function passing(spot, node, player, filters, selected) {
  const found = [];
  spot.hands.forEach((hand, k) => {
    if (!(weightOf(spot, node, player, k) > 0)) return;
    if (selected && !selected.has(k)) return;
    if (filters.made.length && !filters.made.includes(node.made[k])) return;
    if (filters.draw.length && !filters.draw.some(bit => (node.draws[k] >> bit) & 1)) return;
    if (filters.suit && hand[1] !== filters.suit && hand[3] !== filters.suit) return;
    found.push(k);
  });
  return found;
}

export function Filters({ spot, node, filters, error }) {
  const present = kind =>
    kind === "made"
      ? spot.made_hands.map((name, k) => [k, name]).filter(([k]) => node.made.includes(k))
      : spot.draws.map((name, k) => [k, name]).filter(([k]) => node.draws.some(bits => (bits >> k) & 1));
  const choose = (kind, label) => html`<${Field} label=${label}>
    ${tied => html`<select ...${tied} value=${filters[kind][0] ?? ""} onChange=${event => setQuery({ [kind]: event.target.value, page: "" }, { replace: true })}>
      <option value="">All</option>
      ${filters[kind].length > 1 && html`<option value=${filters[kind][0]}>${filters[kind].length} kinds</option>`}
      ${present(kind).map(([k, name]) => html`<option key=${k} value=${k}>${capital(name)}</option>`)}
    </select>`}
  <//>`;
  return html`<div class="filters">
    <${Field} label="Hands" error=${error?.message}>
      ${tied => html`<input type="search" ...${tied} value=${filters.text} placeholder="AK, QQ+, T9s" onInput=${event => setQuery({ f: event.target.value, page: "" }, { replace: true })} />`}
    <//>
    ${node.board.length > 0 && html`${choose("made", "Made hands")} ${choose("draw", "Draws")}`}
    <${Field} label="With a card of">
      ${tied => html`<select ...${tied} value=${filters.suit} onChange=${event => setQuery({ suit: event.target.value, page: "" }, { replace: true })}>
        <option value="">Any suit</option><option value="s">Spades</option><option value="h">Hearts</option><option value="d">Diamonds</option><option value="c">Clubs</option>
      </select>`}
    <//>
    <button type="button" class="button small" disabled=${!anyFilter(filters)} onClick=${() => setQuery({ f: "", made: "", draw: "", suit: "", page: "" })}>Clear</button>
  </div>`;
}
