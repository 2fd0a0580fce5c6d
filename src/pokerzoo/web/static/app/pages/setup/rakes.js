// Rake structures by name. Their caps are in big blinds: `blind` is what one is in chips; null: it is asked for.
import { html, useState } from "../../html.js";
import { Field } from "../../ui/parts.js";

const text = (number) => String(Number(number.toPrecision(6)));
const same = (field, number) => field.trim() !== "" && Number(field) === Number(number);

// The preset that the two fields say, if any.
function chosenOf(rakes, rate, cap, blind) {
  const share = rate.trim().endsWith("%") ? rate.trim().slice(0, -1) : rate.trim() === "" ? "0" : String(100 * Number(rate));
  return rakes.findIndex((one) => same(share, 100 * one.rate) && (one.cap_big_blinds === null ? cap.trim() === "" : blind > 0 && same(cap, text(one.cap_big_blinds * blind))));
}

// `onChange(rate, cap)` gets the texts of both fields.
export function RakeChoice({ rakes, rate, cap, blind, onChange }) {
  const [typed, setTyped] = useState("");
  const chips = blind ?? (Number(typed) > 0 ? Number(typed) : null);
  const known = blind !== null || chips !== null;
  const at = chosenOf(rakes, rate ?? "", cap ?? "", chips);
  const choose = (event) => {
    const one = rakes[Number(event.target.value)];
    if (one) onChange(one.rate ? `${text(100 * one.rate)}%` : "", one.cap_big_blinds === null ? "" : text(one.cap_big_blinds * chips));
  };
  return html`<div class="rake-choice">
    ${blind === null && html`<${Field} label="Chips of a big blind">${(tied) => html`<input type="text" inputmode="decimal" autocomplete="off" ...${tied} placeholder="for caps" value=${typed} onInput=${(event) => setTyped(event.target.value)} />`}<//>`}
    <${Field} label="Rake like" hint=${known ? "Examples: rooms differ." : "Examples; their caps need the big blind."}>
      ${(tied) => html`<select ...${tied} value=${String(at)} onChange=${choose}>
        ${at < 0 && html`<option value="-1">As in the fields</option>`}
        ${rakes.map((one, k) => html`<option key=${one.name} value=${String(k)} disabled=${one.cap_big_blinds !== null && !known}>${one.name}</option>`)}
      </select>`}
    <//>
  </div>`;
}

// The big blind in "0.5/1"; null where it cannot be read.
export function bigBlindOf(blinds) {
  const big = Number(blinds.split("/")[1]);
  return big > 0 ? big : null;
}
