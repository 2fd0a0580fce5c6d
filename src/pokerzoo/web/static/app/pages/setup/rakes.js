// Rake structures by name. Their caps are in big blinds: `blind` is what one is in chips; null: it is asked for.
import { html, useState } from "../../html.js";
import { fieldText } from "../../model/setup.js";
import { Field } from "../../ui/parts.js";

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
  const known = blind !== null || chips !== null;
  const at = chosenOf(fieldText("percent", rate), fieldText("number", cap), chips);
  const choose = event => {
    const one = RAKES[Number(event.target.value)];
    if (one) onChange(one.rate ? `${one.rate}%` : "", one.cap === null ? "" : text(one.cap * chips));
  };
  return html`<div class="rake-choice">
    ${blind === null && html`<${Field} label="Chips of a big blind">${tied => html`<input type="text" inputmode="decimal" autocomplete="off" ...${tied} placeholder="for caps" value=${typed} onInput=${event => setTyped(event.target.value)} />`}<//>`}
    <${Field} label="Rake like" hint=${known ? "Examples: rooms differ." : "Examples; their caps need the big blind."}>
      ${tied => html`<select ...${tied} value=${String(at)} onChange=${choose}>
        ${at < 0 && html`<option value="-1">As in the fields</option>`}
        ${RAKES.map((one, k) => html`<option key=${one.name} value=${String(k)} disabled=${one.cap !== null && !known}>${one.name}</option>`)}
      </select>`}
    <//>
  </div>`;
}

// The big blind of a game's parameters; null where they have none that can be read.
export function bigBlindOf({ big_blind: own, blinds }) {
  const big = Number(own ?? (Array.isArray(blinds) ? blinds[1] : (blinds ?? "").split("/")[1]));
  return big > 0 ? big : null;
}
