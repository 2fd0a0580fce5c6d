// JSON schemas, as in the document of the API: types in words, fields as tables, and an example of each.
import { html } from "../html.js";
import { Link } from "../route.js";

// Text in which ``code`` stands between two backticks.
export const Told = ({ text = "" }) => text.split("``").map((part, k) => (k % 2 ? html`<code key=${k}>${part}</code>` : part));

// A docstring: what it says, and its "Attributes:" or "Args:" by name.
export function readDocs(text = "") {
  const [about, ...rest] = text.split(/\n\s*(?:Attributes|Args):\n/);
  const fields = {};
  let last = null;
  for (const line of (rest[0] ?? "").split("\n")) {
    const found = /^ {0,4}(\w+): (.*)$/.exec(line);
    if (found) fields[(last = found[1])] = found[2];
    else if (last && line.trim()) fields[last] += " " + line.trim();
  }
  return { about: about.split(/\n\s*Raises:/)[0].trim(), fields };
}

const nameOf = (schema) => schema?.$ref?.split("/").pop() ?? null;

export function Type({ schema }) {
  if (!schema) return html`anything`;
  const name = nameOf(schema);
  if (name) return html`<${Link} to="/reference" query=${{ at: name }}>${name}<//>`;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map((one, k) => html`${k > 0 && " or "}<${Type} schema=${one} />`);
  if (schema.enum) return schema.enum.map((value, k) => html`${k > 0 && ", "}<code>${JSON.stringify(value)}</code>`);
  if ("const" in schema) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.type === "array") {
    if (schema.prefixItems) return html`[${schema.prefixItems.map((one, k) => html`${k > 0 && ", "}<${Type} schema=${one} />`)}]`;
    return html`list of ${html`<${Type} schema=${schema.items} />`}`;
  }
  if (schema.type === "object" && typeof schema.additionalProperties === "object") return html`object of <${Type} schema=${schema.additionalProperties} />`;
  return { integer: "whole number", number: "number", string: schema.format === "binary" ? "bytes" : "string", boolean: "true or false", object: "object", null: "null" }[schema.type] ?? "anything";
}

// rows: [{name, schema, required, about}]
export function FieldTable({ rows, caption }) {
  if (rows.length === 0) return null;
  return html`<div class="table" tabindex="0" role="region" aria-label=${caption}>
    <table class="fields">
      <caption class="sr-only">${caption}</caption>
      <thead><tr><th scope="col">name</th><th scope="col" class="text">type</th><th scope="col" class="text">about</th></tr></thead>
      <tbody>
        ${rows.map(
          ({ name, schema, required, about }) => html`<tr key=${name}>
            <td><code>${name}</code>${required && html`<span class="needed"> needed</span>`}</td>
            <td class="text wrap"><${Type} schema=${schema} />${schema.default !== undefined && schema.default !== null && html` <span class="muted">(${JSON.stringify(schema.default)})</span>`}</td>
            <td class="text wrap"><${Told} text=${about ?? ""} /></td>
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

export function SchemaFields({ name, schema }) {
  const docs = readDocs(schema.description);
  const rows = Object.entries(schema.properties ?? {}).map(([field, one]) => ({ name: field, schema: one, required: schema.required?.includes(field), about: one.description ?? docs.fields[field] }));
  return html`<div class="stack tight"><p><${Told} text=${docs.about} /></p><${FieldTable} rows=${rows} caption=${`Fields of ${name}`} /></div>`;
}

// A value that the schema allows: its own example, or one that is made of what is needed.
export function exampleOf(schema, all, depth = 0) {
  if (!schema || depth > 4) return null;
  const name = nameOf(schema);
  if (name) return exampleOf(all[name], all, depth + 1);
  if (schema.examples?.length) return schema.examples[0];
  if (schema.default !== undefined && schema.default !== null) return schema.default;
  if (schema.enum) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return exampleOf(choices[0], all, depth + 1);
  if (schema.type === "object" && schema.properties) {
    return Object.fromEntries(Object.entries(schema.properties).filter(([field]) => schema.required?.includes(field)).map(([field, one]) => [field, exampleOf(one, all, depth + 1)]));
  }
  return { integer: 1, number: 1, string: "...", boolean: true, array: [], object: {} }[schema.type] ?? null;
}
