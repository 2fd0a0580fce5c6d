// The form of both pages: fields as they are typed, taken into the address when it is sent.
import { html, useEffect, useState } from "../../html.js";
import { href, navigate } from "../../route.js";
import { Field } from "../../ui/parts.js";

export const MODELS = [["icm", "Independent chip model"], ["proportional", "In proportion to chips"], ["winner_takes_all", "Winner takes all"]];

// {texts, set, send}: texts by name; `defaults` are those that an address leaves out.
export function useFields(path, query, defaults) {
  const read = () => Object.fromEntries(Object.entries(defaults).map(([name, text]) => [name, query[name] ?? text]));
  const [texts, setTexts] = useState(read);
  const own = href("", Object.fromEntries(Object.keys(defaults).map((name) => [name, query[name]])));
  useEffect(() => setTexts(read()), [own]);
  const set = (name) => (event) => setTexts({ ...texts, [name]: event.target.value });
  const send = (event) => {
    event.preventDefault();
    const wanted = Object.entries(texts).map(([name, text]) => [name, text.trim()]);
    navigate(path, Object.fromEntries(wanted.filter(([name, text]) => name === "stacks" || text !== defaults[name])));
  };
  return { texts, set, send };
}

export function Text({ name, label, hint, fields, error, placeholder, ...others }) {
  return html`<${Field} label=${label} hint=${hint} error=${error?.field === name ? error.message : undefined} ...${others}>
    ${(tied) => html`<input type="text" autocomplete="off" spellcheck=${false} ...${tied} value=${fields.texts[name]} placeholder=${placeholder} onInput=${fields.set(name)} />`}
  <//>`;
}

export function Model({ fields, error }) {
  return html`<${Field} label="Worth of stacks" error=${error?.field === "model" ? error.message : undefined}>
    ${(tied) => html`<select ...${tied} value=${fields.texts.model} onChange=${fields.set("model")}>${MODELS.map(([name, title]) => html`<option key=${name} value=${name}>${title}</option>`)}</select>`}
  <//>`;
}
