// Parameters of a game as fields, as the game describes them: what is empty has the default, in grey.
import { html } from "../html.js";
import { fieldText } from "../model/setup.js";
import { Choice, Field } from "./parts.js";

const INPUT_MODES = { integer: "numeric", number: "decimal", percent: "decimal", numbers: "decimal" };

/**
 * @param {object} props
 * @param {Api["ParameterInfo"][]} props.infos
 * @param {Record<string, any>} props.params
 * @param {(name: string) => { message: string } | undefined} props.faultAt
 * @param {(name: string, value: any) => void} props.onChange
 * @param {Record<string, any> | null} [props.made] all parameters of the game that came of it: a default may follow from others
 * @param {boolean} [props.hints] whether what they mean stands below them
 */
export const ParameterFields = ({ infos, params, faultAt, onChange, made = null, hints = false }) =>
  infos.map(
    info =>
      html`<${ParameterField} key=${info.name} info=${info} value=${params[info.name]} usual=${made?.[info.name] ?? info.default} fault=${faultAt(info.name)} hint=${hints ? info.hint : undefined} onChange=${value => onChange(info.name, value)} />`,
  );

function ParameterField({ info, value, usual, fault, hint, onChange }) {
  const { kind, label } = info;
  const options = choicesOf(info, value);
  if (options) {
    const chosen = value ?? usual;
    return html`<div class="field"><span class="label">${label}</span><${Choice} label=${label} value=${chosen} options=${options} onChange=${onChange} />${hint && html`<div class="hint">${hint}</div>`}</div>`;
  }
  return html`<${Field} label=${label} hint=${hint} error=${hint === undefined ? undefined : fault?.message}>
    ${tied => html`<input type="text" inputmode=${INPUT_MODES[kind]} autocomplete="off" ...${tied} title=${info.hint} placeholder=${fieldText(kind, usual) || (info.optional ? "none" : "")} value=${fieldText(kind, value)} aria-invalid=${fault ? "true" : undefined} onInput=${event => onChange(event.target.value)} />`}
  <//>`;
}

// What is chosen from: words of a choice, yes and no; null where it is typed.
function choicesOf({ kind, choices }, value) {
  if (kind === "switch")
    return [
      [true, "Yes"],
      [false, "No"],
    ];
  const known = Object.entries(choices);
  if (!known.length) return null;
  return value === undefined || value in choices ? known : [...known, [value, String(value)]];
}
