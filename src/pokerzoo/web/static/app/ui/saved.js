// Ranges and spots with names: those that were saved, the dialog that saves one, and the one that lists, imports and exports them.
import { get, post, remove, shared } from "../api.js";
import { html, useEffect, useState } from "../html.js";
import { Dialog, FileButton, Input, Notice } from "./parts.js";

const [known, tell, use] = shared(null);

// {ranges, spots} as the server has them; the same everywhere on the page.
export function useSaved() {
  const saved = use();
  useEffect(() => {
    if (!known()) get("/saved").then(tell, () => {}); // who saves is told why that fails
  }, []);
  return saved ?? { ranges: [], spots: [] };
}

const save = async what => tell(await post("/saved", what));
const drop = async (kind, { name, group }) => tell(await remove(`/saved/${kind}?${new URLSearchParams({ name, group })}`));

// Groups of ranges or spots, each [heading, list]; those without a group come first.
export const grouped = list =>
  [...new Set(list.map(one => one.group))].map(group => [group || "Saved", list.filter(one => one.group === group)]);

// Asks for a name and a group; `what(name, group)` makes what is sent.
export function SaveDialog({ title, what, onClose }) {
  const [name, setName] = useState("");
  const [group, setGroup] = useState("");
  const [error, setError] = useState(null);
  const send = event => {
    event.preventDefault();
    save(what(name.trim(), group.trim())).then(onClose).catch(setError);
  };
  return html`<${Dialog} title=${title} onClose=${onClose}>
    <form class="stack" onSubmit=${send}>
      <${Input} label="Name" error=${error?.problem} maxlength="100" required value=${name} onInput=${setName} />
      <${Input} label="Group" hint="May be empty." maxlength="100" value=${group} onInput=${setGroup} />
      <p class="small muted">A saved one with this name and group is replaced.</p>
      <div class="row end"><button class="button primary" disabled=${!name.trim()}>Save</button></div>
    </form>
  <//>`;
}

// A file of ours, or the text of one range as other programs write it, named after its file.
async function bodyOf(file) {
  const text = await file.text();
  if (/^\s*\{/.test(text)) return JSON.parse(text);
  return { ranges: [{ name: file.name.replace(/\.[^.]*$/, "").slice(0, 100), text: text.trim(), group: "Imported" }] };
}

export function SavedDialog({ onClose }) {
  const saved = useSaved();
  const [told, setTold] = useState(null);
  const read = async files => {
    for (const file of files) {
      try {
        await save(await bodyOf(file));
      } catch (error) {
        return setTold({ kind: "bad", text: `${file.name}: ${error.message}` });
      }
    }
    setTold({ kind: "good", text: `${files.map(file => file.name).join(", ")}: imported.` });
  };
  const list = (kind, title) =>
    saved[kind].length > 0 &&
    html`<h3>${title}</h3>
      <ul class="list" aria-label=${"Saved " + kind}>${saved[kind].map(
        one => html`<li key=${one.group + one.name} class="row between">
          <span><strong>${one.name}</strong> <span class="muted small">${one.group}</span></span>
          <button type="button" class="button quiet small" aria-label=${`Remove ${one.name}`} onClick=${() => drop(kind, one).catch(error => setTold({ kind: "bad", text: error.message }))}>Remove</button>
        </li>`,
      )}</ul>`;
  const none = saved.ranges.length + saved.spots.length === 0;
  return html`<${Dialog} title="Saved ranges and spots" onClose=${onClose}>
    ${none && html`<p class="muted">Nothing is saved yet.</p>`} ${list("ranges", "Ranges")} ${list("spots", "Spots")}
    <div class="row">
      <${FileButton} label="Import …" accept=".json,.txt" multiple=${true} onFiles=${read} />
      ${!none && html`<a class="button" href="/api/saved/file" download>Export as JSON</a>`}
    </div>
    <p class="small muted">Import takes the exported file, or text files with one range each, as PioSOLVER, GTO+ and Equilab write them.</p>
    ${told && html`<${Notice} kind=${told.kind}>${told.text}<//>`}
  <//>`;
}
