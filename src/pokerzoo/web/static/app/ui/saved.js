// Ranges and spots with names: those that were saved, the dialog that saves one, and the one that lists, imports and exports them.
import { get, post, remove } from "../api.js";
import { html, useEffect, useState } from "../html.js";
import { Dialog, Field, Notice } from "./parts.js";

const watchers = new Set();
let known = null;

function tell(saved) {
  known = saved;
  for (const watcher of watchers) watcher(saved);
}

// {ranges, spots} as the server has them; the same everywhere on the page.
export function useSaved() {
  const [saved, setSaved] = useState(known ?? { ranges: [], spots: [] });
  useEffect(() => {
    watchers.add(setSaved);
    if (!known)
      get("/saved")
        .then(tell)
        .catch(() => {}); // who saves is told why that fails
    return () => watchers.delete(setSaved);
  }, []);
  return saved;
}

export const save = async what => tell(await post("/saved", what));
const drop = async (kind, { name, group }) => tell(await remove(`/saved/${kind}?${new URLSearchParams({ name, group })}`));

// Groups of ranges or spots, each [heading, list]; those without a group come first.
export const grouped = list =>
  [...new Set(list.map(one => one.group))].map(group => [group || "Saved", list.filter(one => one.group === group)]);

// Asks for a name and a group; `what(name, group)` makes what is sent.
export function SaveDialog({ open, title, what, onClose }) {
  const saved = useSaved();
  const [name, setName] = useState("");
  const [group, setGroup] = useState("");
  const [error, setError] = useState(null);
  const send = event => {
    event.preventDefault();
    setError(null);
    save(what(name.trim(), group.trim()))
      .then(() => (setName(""), onClose()))
      .catch(setError);
  };
  const groups = [...new Set([...saved.ranges, ...saved.spots].map(one => one.group).filter(Boolean))];
  return html`<${Dialog} open=${open} title=${title} onClose=${onClose}>
    <form class="stack" onSubmit=${send}>
      <${Field} label="Name" error=${error?.message}>${tied => html`<input type="text" ...${tied} maxlength="100" required value=${name} onInput=${event => setName(event.target.value)} />`}<//>
      <${Field} label="Group" hint="May be empty.">${tied => html`<input type="text" ...${tied} maxlength="100" list="saved-groups" value=${group} onInput=${event => setGroup(event.target.value)} />`}<//>
      <datalist id="saved-groups">${groups.map(one => html`<option key=${one} value=${one}></option>`)}</datalist>
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

export function SavedDialog({ open, onClose }) {
  const saved = useSaved();
  const [told, setTold] = useState(null);
  const read = async event => {
    const files = [...event.target.files];
    event.target.value = "";
    for (const file of files) {
      try {
        await save(await bodyOf(file));
      } catch (error) {
        setTold({ kind: "bad", text: `${file.name}: ${error.message}` });
        return;
      }
    }
    if (files.length) setTold({ kind: "good", text: `${files.map(file => file.name).join(", ")}: imported.` });
  };
  const rows = (kind, list) =>
    list.map(
      one => html`<li key=${kind + one.group + one.name} class="saved-row">
    <span><strong>${one.name}</strong> <span class="muted small">${one.group}</span></span>
    <button type="button" class="button quiet small" aria-label=${`Remove ${one.name}`} onClick=${() => drop(kind, one).catch(error => setTold({ kind: "bad", text: error.message }))}>Remove</button>
  </li>`,
    );
  const none = saved.ranges.length + saved.spots.length === 0;
  return html`<${Dialog} open=${open} title="Saved ranges and spots" onClose=${onClose}>
    <div class="stack">
      ${none && html`<p class="muted">Nothing is saved yet.</p>`}
      ${saved.ranges.length > 0 && html`<h3>Ranges</h3><ul class="saved-list" aria-label="Saved ranges">${rows("ranges", saved.ranges)}</ul>`}
      ${saved.spots.length > 0 && html`<h3>Spots</h3><ul class="saved-list" aria-label="Saved spots">${rows("spots", saved.spots)}</ul>`}
      <div class="row">
        <label class="button small">Import …<input class="sr-only" type="file" accept=".json,.txt" multiple onChange=${read} /></label>
        ${!none && html`<a class="button small" href="/api/saved/file" download>Export as JSON</a>`}
      </div>
      <p class="small muted">Import takes the exported file, or text files with one range each, as PioSOLVER, GTO+ and Equilab write them.</p>
      ${told && html`<${Notice} kind=${told.kind}>${told.text}<//>`}
    </div>
  <//>`;
}
