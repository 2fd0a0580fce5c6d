// Parameters of a game as fields, as the game describes them: what is empty has the default, in grey.
import { html } from "../html.js";
import { fieldText } from "../model/setup.js";
import { ChoiceField, Input } from "./parts.js";

const INPUT_MODES = { integer: "numeric", number: "decimal", percent: "decimal", numbers: "decimal" };
const SWITCH = [
  [true, "Yes"],
  [false, "No"],
];

/**
 * @param {object} props
 * @param {Api["ParameterInfo"][]} props.infos
 * @param {Record<string, any>} props.params
 * @param {(name: string) => { message: string } | undefined} props.faultAt
 * @param {(name: string, value: any) => void} props.onChange
 * @param {Record<string, any> | null} [props.made] all parameters of the game that came of it: a default may follow from others
 * @param {boolean} [props.hints] whether what they mean stands below them, and what is wrong
 */
export const ParameterFields = ({ infos, params, faultAt, onChange, made = null, hints = false }) =>
  infos.map(info => {
    const { name, kind, label, hint, choices, optional } = info;
    const value = params[name];
    const usual = made?.[name] ?? info.default;
    const about = { key: name, label, hint: hints ? hint : undefined };
    const listed = kind === "switch" ? SWITCH : Object.entries(choices);
    if (listed.length) {
      const known = value === undefined || listed.some(([one]) => one === value) ? listed : [...listed, [value, String(value)]];
      return html`<${ChoiceField} ...${about} value=${value ?? usual} options=${known} onChange=${one => onChange(name, one)} />`;
    }
    const fault = faultAt(name);
    return html`<${Input} ...${about} error=${hints && fault?.message} inputmode=${INPUT_MODES[kind]} title=${hint} placeholder=${fieldText(kind, usual) || (optional ? "none" : "")}
      value=${fieldText(kind, value)} aria-invalid=${fault ? "true" : undefined} onInput=${text => onChange(name, text)} />`;
  });
