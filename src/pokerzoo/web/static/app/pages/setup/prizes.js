// A tournament around a spot: its prizes, the chips of its other players, and what stacks are worth. Folded away while there is none.
import { html, useRef } from "../../html.js";
import { Field } from "../../ui/parts.js";
import { Told } from "./parts.js";

const MODELS = [["icm", "ICM"], ["proportional", "In proportion"], ["winner_takes_all", "Winner takes all"]];
const ROWS = [
  ["payouts", "Prizes", "none: chips", "The first place's first: 50,30,20"],
  ["others", "Other players' stacks", "none", "Chips of the tournament's other players: 80,40"],
];

export function Prizes({ numbers, faultAt, faults, onChange }) {
  const known = MODELS.some(([name]) => name === numbers["prize-model"]);
  const opened = useRef(false); // it stays open once there was something in it
  opened.current ||= ROWS.some(([key]) => numbers[key] !== "") || faults.length > 0;
  const wrong = (field) => (faultAt(field) ? "true" : undefined);
  return html`<details open=${opened.current}>
    <summary>Prize money</summary>
    <div class="three">
      ${ROWS.map(([key, label, placeholder, hint]) => html`<${Field} key=${key} label=${label}>
        ${(tied) => html`<input type="text" autocomplete="off" spellcheck=${false} ...${tied} title=${hint} placeholder=${placeholder} value=${numbers[key]} aria-invalid=${wrong(key)} onInput=${(event) => onChange(key, event.target.value)} />`}
      <//>`)}
      <${Field} label="Stacks are worth">
        ${(tied) => html`<select ...${tied} value=${numbers["prize-model"]} aria-invalid=${wrong("prize_model")} onChange=${(event) => onChange("prize-model", event.target.value)}>
          ${MODELS.map(([name, text]) => html`<option key=${name} value=${name}>${text}</option>`)}
          ${!known && html`<option value=${numbers["prize-model"]}>${numbers["prize-model"]}</option>`}
        </select>`}
      <//>
    </div>
    <${Told} faults=${faults}>With prizes payoffs are prize money, on a turn or a river without rake. Stacks may then be one each: 100/60.<//>
  </details>`;
}
