// Rake structures by name. Their caps are in big blinds: `blind` is what one is in chips; null: it is asked for.
import { html, useState } from "../../html.js";
import { fieldText } from "../../model/setup.js";
import { Input, Select } from "../../ui/parts.js";

// Examples of structures that are common online and live; no room's own. Rates are in percent.
/** @type {{ name: string, rate: number, cap: number | null }[]} */
const RAKES = /** @type {[string, number, number | null][]} */ ([
  ["No rake", 0, null],
  ["Online, low stakes", 5, 10],
  ["Online, middle stakes", 5, 3],
  ["Online, high stakes", 5, 0.6],
  ["Online, heads-up", 4.5, 0.5],
  ["Live, low stakes", 10, 3],
  ["Live, middle stakes", 5, 2],
]).map(([where, rate, cap]) => ({ name: cap === null ? where : `${where}: ${rate}%, at most ${cap} bb`, rate, cap }));

const text = number => String(Number(number.toPrecision(6)));
/** @param {string} field @param {number | string} number */
const same = (field, number) => field.trim() !== "" && Number(field) === Number(number);

// The preset that the two fields say, if any.
function chosenOf(rate, cap, blind) {
  const share = rate.trim().endsWith("%") ? rate.trim().slice(0, -1) : rate.trim() === "" ? "0" : String(100 * Number(rate));
  return RAKES.findIndex(
    one => same(share, one.rate) && (one.cap === null ? cap.trim() === "" : blind > 0 && same(cap, text(one.cap * blind))),
  );
}

// `onChange(rate, cap)` gets the texts of both fields.
export function RakeChoice({ rate, cap, blind, onChange }) {
  const [typed, setTyped] = useState("");
  const chips = blind ?? (Number(typed) > 0 ? Number(typed) : null);
  const at = chosenOf(fieldText("percent", rate), fieldText("number", cap), chips);
  const choose = place => {
    const one = RAKES[Number(place)];
    if (one) onChange(one.rate ? `${one.rate}%` : "", one.cap === null ? "" : text(one.cap * chips));
  };
  const known = RAKES.map((one, k) => [String(k), one.name]).filter((_, k) => RAKES[k].cap === null || chips !== null);
  return html`<div class="fields">
    ${blind === null && html`<${Input} label="Chips of a big blind" inputmode="decimal" placeholder="for caps" value=${typed} onInput=${setTyped} />`}
    <${Select} label="Rake like" hint=${chips === null ? "Examples; their caps need the big blind." : "Examples: rooms differ."} value=${String(at)} options=${at < 0 ? [["-1", "As in the fields"], ...known] : known} onChange=${choose} />
  </div>`;
}

// The big blind of a game's parameters; null where they have none that can be read.
export function bigBlindOf({ big_blind: own, blinds }) {
  const big = Number(own ?? (Array.isArray(blinds) ? blinds[1] : (blinds ?? "").split("/")[1]));
  return big > 0 ? big : null;
}
