// The API: every address with what it takes and sends, and how a script asks. All of it from the server's own document.
import { html, useEffect, useRef } from "../html.js";
import { useGet } from "../api.js";
import { Link, setQuery } from "../route.js";
import { exampleOf, FieldTable, readDocs, SchemaFields, Told, Type } from "../ui/schema.js";
import { Field, Loading, Panel } from "../ui/parts.js";

const operations = (document) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, told]) => ({ at: `${method.toUpperCase()} ${path}`, method: method.toUpperCase(), path, told, tag: told.tags?.[0] ?? "other" })),
  );

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

// What a script types. Ids and the like stand as $NAME, to be set by the reader.
function curl({ method, path, told }, schemas) {
  const query = (told.parameters ?? []).filter((one) => one.in === "query" && one.required).map((one) => `${one.name}=${encodeURIComponent(String(exampleOf(one.schema, schemas) ?? "..."))}`);
  const address = location.origin + path.replace(/\{(\w+)\}/g, (all, name) => "$" + name.toUpperCase()) + (query.length ? "?" + query.join("&") : "");
  const content = told.requestBody?.content ?? {};
  const parts = ["curl"];
  if (method !== "GET" && !(method === "POST" && told.requestBody)) parts.push(`-X ${method}`);
  if (content["application/octet-stream"]) parts.push("-H 'Content-Type: application/octet-stream' --data-binary @policy.npz");
  else if (content["application/json"]) parts.push(`-H 'Content-Type: application/json' -d ${quoted(JSON.stringify(exampleOf(content["application/json"].schema, schemas)))}`);
  if (Object.keys(told.responses["200"]?.content ?? {})[0] === "text/event-stream") parts.push("-N");
  return [...parts, address.includes("$") ? `"${address}"` : address].join(" ");
}

function Body({ title, content }) {
  return Object.entries(content ?? {}).map(([kind, { schema }]) => html`<p key=${kind}>${title}: <${Type} schema=${schema} /> <span class="muted">(${kind})</span></p>`);
}

function Operation({ one, schemas }) {
  const { told } = one;
  const docs = readDocs(told.description);
  const rows = (told.parameters ?? []).filter((field) => field.in !== "header").map((field) => ({ name: field.name, schema: field.schema, required: field.required, about: field.description ?? docs.fields[field.name] ?? (field.in === "path" ? "in the address" : "") }));
  const body = told.requestBody?.content?.["application/json"]?.schema;
  const bodyName = body?.$ref?.split("/").pop();
  const errors = Object.entries(told.responses).filter(([status]) => Number(status) >= 400);
  return html`<${Panel} title=${told.summary}>
    <p class="address"><span class=${"method " + one.method.toLowerCase()}>${one.method}</span> <code>${one.path}</code></p>
    <p><${Told} text=${docs.about} /></p>
    <h3>How a script asks</h3>
    <pre class="example" tabindex="0" aria-label="Example"><code>${curl(one, schemas)}</code></pre>
    ${rows.length > 0 && html`<h3>Parameters</h3><${FieldTable} rows=${rows} caption="Parameters" />`}
    ${told.requestBody && html`<h3>Request</h3><${Body} title="Body" content=${told.requestBody.content} />${bodyName && html`<${SchemaFields} name=${bodyName} schema=${schemas[bodyName]} />`}`}
    <h3>Answer</h3>
    ${Object.entries(told.responses).filter(([status]) => Number(status) < 400).map(([status, answer]) => html`<div key=${status}>${answer.content ? html`<${Body} title=${status} content=${answer.content} />` : html`<p>${status}: nothing${status === "304" ? " new" : ""}</p>`}</div>`)}
    <p class="small muted">Errors (${errors.map(([status]) => status).join(", ")}, 404): <${Link} to="/reference" query=${{ at: "ErrorBody" }}>ErrorBody<//>, which says what is wrong, in which field, and where in its text.</p>
  <//>`;
}

function Intro({ document }) {
  return html`<${Panel} title="How it works">
    <p>Every number that the pages show comes from these addresses, as JSON; what is not a number is null. Amounts are chips a hand unless a name says otherwise.</p>
    <pre class="example" tabindex="0" aria-label="Example"><code>curl ${location.origin}/api/policies</code></pre>
    <p>Errors have one shape: <code>${'{"error": {"message", "field", "position"}}'}</code>.</p>
    <p>Where the explorer was started with a token, send it as a header: <code>Authorization: Bearer TOKEN</code>.</p>
    <p>Long work is told by server-sent events: <code>curl -N</code> shows them, <code>EventSource</code> reads them in a browser.</p>
    <p>The document itself: <a href="/api/openapi.json">/api/openapi.json</a> (OpenAPI ${document.openapi}, pokerzoo ${document.info.version}). Programs that make clients of it need nothing else.</p>
  <//>`;
}

function Contents({ all, schemas, at, filter }) {
  const wanted = (text) => text.toLowerCase().includes(filter.toLowerCase());
  const shown = all.filter((one) => wanted(`${one.at} ${one.told.summary}`));
  const tags = [...new Set(shown.map((one) => one.tag))];
  const names = Object.keys(schemas).filter(wanted);
  const here = (name) => (name === at ? "page" : undefined);
  const list = useRef(null);
  useEffect(() => {
    const current = list.current.querySelector("[aria-current]");
    if (current) list.current.scrollTop = current.offsetTop - list.current.clientHeight / 2; // where it scrolls by itself
  }, []);
  return html`<nav class="contents" aria-label="Addresses of the API" ref=${list}>
    <${Field} label="Find">${(tied) => html`<input type="search" ...${tied} value=${filter} onInput=${(event) => setQuery({ find: event.target.value }, { replace: true })} />`}<//>
    <p class="sr-only" role="status">${shown.length} addresses</p>
    ${tags.map(
      (tag) => html`<div key=${tag}>
        <h2>${tag}</h2>
        <ul>${shown.filter((one) => one.tag === tag).map((one) => html`<li key=${one.at}><${Link} to="/reference" query=${{ at: one.at, find: filter }} aria-current=${here(one.at)}><span class=${"method " + one.method.toLowerCase()}>${one.method}</span> ${one.path.replace("/api", "")}<//></li>`)}</ul>
      </div>`,
    )}
    ${names.length > 0 && html`<details open=${Boolean(filter) || at in schemas}><summary>Schemas</summary><ul>${names.map((name) => html`<li key=${name}><${Link} to="/reference" query=${{ at: name, find: filter }} aria-current=${here(name)}>${name}<//></li>`)}</ul></details>`}
    ${shown.length + names.length === 0 && html`<p class="muted">Nothing has this in its name.</p>`}
  </nav>`;
}

export default function Reference({ query }) {
  const { data: document, error } = useGet("/openapi.json");
  const told = useRef(null);
  const first = useRef(true);
  useEffect(() => {
    if (!document || first.current) return void (first.current = !document);
    told.current?.focus();
  }, [query.at, document]);
  if (!document) return html`<${Loading} error=${error} />`;
  const all = operations(document);
  const schemas = document.components?.schemas ?? {};
  const one = all.find(({ at }) => at === query.at);
  const name = query.at in schemas ? query.at : null;
  return html`<div class="stack">
    <h1><${Link} class="plain" to="/reference">The API<//></h1>
    <div class=${one || name ? "reference has-one" : "reference"}>
      <${Contents} all=${all} schemas=${schemas} at=${query.at} filter=${query.find ?? ""} />
      <div class="told stack" tabindex="-1" ref=${told}>
        <div class="back small"><${Link} to="/reference" query=${{ find: query.find }}>All addresses<//></div>
        ${one && html`<${Operation} one=${one} schemas=${schemas} />`}
        ${name && html`<${Panel} title=${name}><${SchemaFields} name=${name} schema=${schemas[name]} /><//>`}
        ${!one && !name && html`<${Intro} document=${document} />`}
      </div>
    </div>
  </div>`;
}
