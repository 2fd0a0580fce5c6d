// Which hands are shown: by a range's text, by what they have made and may make, by suit. All of it stands in the address.
import { useGet } from "../../api.js";
import { html, useMemo } from "../../html.js";
import { capital } from "../../model/words.js";
import { setQuery } from "../../route.js";
import { Input, SUIT_NAMES, Select } from "../../ui/parts.js";
import { pathOf, weightOf } from "./data.js";

const numbers = text => (text ? text.split(".").map(Number).filter(Number.isInteger) : []);
export const readFilters = query => ({
  text: query.f ?? "",
  made: numbers(query.made),
  draw: numbers(query.draw),
  suit: query.suit ?? "",
});
export const anyFilter = filters => Boolean(filters.text || filters.made.length || filters.draw.length || filters.suit);

const change = patch => setQuery({ ...patch, page: "" }, { replace: true });

export function toggle(filters, kind, index) {
  const chosen = filters[kind];
  change({ [kind]: (chosen.includes(index) ? chosen.filter(one => one !== index) : [...chosen, index]).join(".") });
}

// The hands of the text, asked from the server, which reads ranges: {hands: Set or null, error}.
export function useSelected(policy, text) {
  const { data, error } = useGet(text.trim() ? `${pathOf(policy)}/select` : null, { text }, 150);
  return useMemo(() => ({ hands: text.trim() && data ? new Set(data.hands) : null, error }), [data, error, !text.trim()]);
}

// Numbers of the player's hands here that pass.
export const passing = (spot, node, player, filters, selected) =>
  spot.hands
    .map((_, k) => k)
    .filter(
      k =>
        weightOf(spot, node, player, k) > 0 &&
        (!selected || selected.has(k)) &&
        (!filters.made.length || filters.made.includes(node.made[k])) &&
        (!filters.draw.length || filters.draw.some(bit => (node.draws[k] >> bit) & 1)) &&
        (!filters.suit || [spot.hands[k][1], spot.hands[k][3]].includes(filters.suit)),
    );

export function Filters({ spot, node, filters, error }) {
  const choose = (kind, label, names, isHere) => {
    const chosen = filters[kind];
    const several = chosen.length > 1 ? [[chosen[0], `${chosen.length} kinds`]] : [];
    const here = names.map((name, k) => [k, capital(name)]).filter(([k]) => isHere(k));
    return html`<${Select} label=${label} value=${chosen[0] ?? ""} options=${[["", "All"], ...several, ...here]} onChange=${one => change({ [kind]: one })} />`;
  };
  const suits = Object.entries(SUIT_NAMES).map(([suit, name]) => [suit, capital(name)]);
  return html`<div class="fields">
    <${Input} type="search" label="Hands" error=${error?.message} value=${filters.text} placeholder="AK, QQ+, T9s" onInput=${text => change({ f: text })} />
    ${node.board.length > 0 && choose("made", "Made hands", spot.made_hands, k => node.made.includes(k))}
    ${node.board.length > 0 && choose("draw", "Draws", spot.draws, k => node.draws.some(bits => (bits >> k) & 1))}
    <${Select} label="With a card of" value=${filters.suit} options=${[["", "Any suit"], ...suits]} onChange=${suit => change({ suit })} />
    <button type="button" class="button" disabled=${!anyFilter(filters)} onClick=${() => change({ f: "", made: "", draw: "", suit: "" })}>Clear</button>
  </div>`;
}
