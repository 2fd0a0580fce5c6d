// The betting tree while it is set up: line by line, each street unfolded on demand; lines can be taken out, sizes added to one point.
import { usePost } from "../api.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { bet, capital, kindOf } from "../model/numbers.js";
import { useRoving } from "./keys.js";
import { Choice, Loading, Swatch } from "./parts.js";

const sizeOf = action => (action.all_in ? "all-in" : action.pot_percent === null ? "" : `${Math.round(action.pot_percent)}%`);
const after = line => line || "the start";

// "+ size" of a node: a button, and once it is pressed a field.
function AddSize({ line, onAdd }) {
  const [open, setOpen] = useState(false);
  const field = useRef(null);
  useEffect(() => field.current?.focus(), [open]);
  if (!open)
    return html`<button type="button" data-cell class="button small quiet" onClick=${() => setOpen(true)}>+ size<span class="sr-only"> after ${after(line)}</span></button>`;
  const add = event => {
    event.preventDefault();
    if (field.current.value.trim()) onAdd(line, field.current.value.trim());
    setOpen(false);
  };
  return html`<form class="row" onSubmit=${add}><input ref=${field} type="text" class="slim" autocomplete="off" spellcheck=${false} placeholder="25%" aria-label=${`Size to add after ${after(line)}`} onKeyDown=${event => event.key === "Escape" && setOpen(false)} /><button class="button small">Add</button></form>`;
}

// `tree`: {address, seats, cutting, onCut, onAdd}.
function Node({ node, indent, street, tree, fields }) {
  const [open, setOpen] = useState([]);
  const unfold = line => setOpen(open.includes(line) ? open.filter(other => other !== line) : [...open, line]);
  const act = action => {
    const kind = kindOf(action.kind);
    const inside = html`<${Swatch} colour=${`var(--${kind})`} />${capital(action.name)}${sizeOf(action) && html` <span class="muted">${sizeOf(action)}</span>`}`;
    if (tree.cutting)
      return html`<button key=${action.name} type="button" data-cell class="button small" disabled=${node.actions.length === 1} onClick=${() => tree.onCut(action.bare)}><span class="sr-only">Take out </span>${inside} <span class="sr-only"> after ${after(node.line)}</span><span aria-hidden="true">×</span></button>`;
    if (!action.next_street) return html`<span key=${action.name} class="act">${inside}</span>`;
    const isOpen = open.includes(action.line);
    return html`<button key=${action.name} type="button" data-cell class="button small" aria-expanded=${isOpen ? "true" : "false"} onClick=${() => unfold(action.line)}>${inside} <span aria-hidden="true">${isOpen ? "▾" : "▸"} </span>${street}<span class="sr-only"> after ${action.line}</span></button>`;
  };
  return html`<li>
    <div class="tree-row" style=${{ paddingInlineStart: `calc(0.5rem + ${indent} * var(--tree-step))` }}>
      <strong class="seat">${tree.seats[node.player]}</strong>
      <span class="row">${node.actions.map(act)} ${tree.onAdd && node.to_call < node.left && html`<${AddSize} line=${node.line} onAdd=${tree.onAdd} />`}</span>
      <span class="number">${bet(node.pot)}</span>
      <span class="number muted">${bet(node.left)}</span>
    </div>
    ${node.actions.filter(action => open.includes(action.line)).map(action => html`<${Street} key=${action.line} line=${action.line} indent=${indent + 1} tree=${tree} fields=${fields} />`)}
  </li>`;
}

const NEXT = { preflop: "flop", flop: "turn", turn: "river", river: "" };

function Street({ line = "", indent = 0, tree, fields }) {
  const { data, asked, error } = usePost(`${tree.address}?line=${encodeURIComponent(line)}`, fields, 50);
  if (!data) return html`<${Loading} error=${error} />`;
  const label = line
    ? `The ${data.street} after ${line}`
    : data.street === "preflop"
      ? "Before the flop"
      : `The ${data.street}`;
  return html`<ul aria-label=${label}>
    ${data.nodes.map(node => html`<${Node} key=${node.line} node=${node} indent=${indent + node.depth} street=${NEXT[data.street]} tree=${tree} fields=${asked} />`)}
    ${data.more && html`<li class="muted small tree-row">More lines than are listed here; they are part of the tree.</li>`}
  </ul>`;
}

const DOES = [
  [null, "Look"],
  ["add", "Add sizes"],
  ["cut", "Take lines out"],
];

// Buttons that undo: [what is read aloud first, the line, what is undone].
const Undo = ({ label, title, verb, rows, onUndo }) =>
  rows.length > 0 &&
  html`<div class="row small" role="group" aria-label=${label}><span class="muted">${title}</span>
    ${rows.map(([line, text]) => html`<button key=${line} type="button" class="button small" onClick=${() => onUndo(line)}><span class="sr-only">${verb} </span><span class="mono">${text}</span> <span aria-hidden="true">↺</span></button>`)}
  </div>`;

// `tree`: the address that is asked, and the players' names; `fields`: a game without faults, as the server takes it; null while
// there is none yet; `onRemoved`: null where no line can be taken out. `sizesAt`: sizes of single points by line, as "+25%,-a";
// without `onSizesAt` they cannot be changed.
export function TreeList({ tree, fields, removed, onRemoved, sizesAt = {}, onSizesAt = null }) {
  const [doing, setDoing] = useState(null);
  const add = (line, size) =>
    onSizesAt({ ...sizesAt, [line]: [sizesAt[line], /^[+-]/.test(size) ? size : `+${size}`].filter(Boolean).join(",") });
  const without = line => onSizesAt(Object.fromEntries(Object.entries(sizesAt).filter(([other]) => other !== line)));
  const does = DOES.filter(([name]) => name === null || (name === "add" ? onSizesAt : onRemoved));
  const whole = {
    ...tree,
    cutting: doing === "cut" && onRemoved !== null,
    onCut: bare => onRemoved([...removed, bare]),
    onAdd: doing === "add" ? add : null,
  };
  return html`<div class="row between">
      <p class="small muted">Who acts, what may be done, the pot, and what is left behind. Streets unfold where an action ends one.</p>
      ${does.length > 1 && html`<${Choice} label="What a press does" value=${doing} options=${does} onChange=${setDoing} />`}
    </div>
    <${Undo} label="Lines taken out" title="Taken out" verb="Put back" rows=${removed.map(line => [line, line])} onUndo=${line => onRemoved(removed.filter(other => other !== line))} />
    <${Undo} label="Sizes of single points" title="Here also" verb="Undo" rows=${Object.entries(sizesAt).map(([line, sizes]) => [line, `${line || "start"} ${sizes}`])} onUndo=${without} />
    <div class="tree-box" tabindex="0" role="region" aria-label="Lines of the betting tree" ...${useRoving()}>
      <div class="tree-row tree-head small muted" aria-hidden="true"><span>Acts</span><span>Actions</span><span class="number">Pot</span><span class="number">Behind</span></div>
      ${fields ? html`<${Street} tree=${whole} fields=${fields} />` : html`<div class="loading small">The tree is drawn when the set-up is complete.</div>`}
    </div>`;
}
