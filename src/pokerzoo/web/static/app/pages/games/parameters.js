// A game's parameters as fields; what is typed goes into the address when it is sent.
import { html, useEffect, useState } from "../../html.js";
import { Field } from "../../ui/parts.js";
import { capital, parameterName } from "../../model/words.js";

const asText = value =>
  value === null || value === undefined ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);

function read(parameter, text) {
  if (["text", "choice", "board"].includes(parameter.kind)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text; // the server says what is allowed
  }
}

const parsed = params => {
  try {
    return JSON.parse(params || "{}") ?? {};
  } catch {
    return {};
  }
};

// `params`: what the address says; `made`: every parameter of the game that came of it.
export function Parameters({ info, params, made, error, onChange }) {
  const given = parsed(params);
  const initial = Object.fromEntries(
    info.parameters.map(one => [one.name, asText(made?.[one.name] ?? given[one.name] ?? one.default)]),
  );
  const [texts, setTexts] = useState(initial);
  useEffect(() => setTexts(initial), [params, info.name, made]);
  if (!info.parameters.length) return null;
  const blamed = info.parameters.find(one => error?.field?.startsWith(`params.${one.name}`))?.name;
  const send = event => {
    event?.preventDefault();
    // Only what was typed, now or before, is said: a default may follow from another parameter.
    const told = info.parameters.filter(
      one => texts[one.name].trim() !== "" && (one.name in given || texts[one.name] !== initial[one.name]),
    );
    onChange(
      told.length ? JSON.stringify(Object.fromEntries(told.map(one => [one.name, read(one, texts[one.name].trim())]))) : null,
    );
  };
  const set = (name, value) => setTexts({ ...texts, [name]: value });
  return html`<form class="parameters" onSubmit=${send}>
    ${info.parameters.map(
      one => html`<${Field} key=${one.name} label=${capital(parameterName(one.name))} hint=${one.about} error=${blamed === one.name ? error.message : null}>
        ${tied =>
          one.kind === "switch"
            ? html`<select ...${tied} value=${texts[one.name]} onChange=${event => set(one.name, event.target.value)}><option value="false">no</option><option value="true">yes</option></select>`
            : html`<input type="text" inputmode=${one.kind === "integer" ? "numeric" : one.kind === "number" ? "decimal" : "text"} ...${tied} value=${texts[one.name]} onInput=${event => set(one.name, event.target.value)} />`}
      <//>`,
    )}
    <div class="row end"><button class="button" type="submit">Show this game</button></div>
  </form>`;
}
