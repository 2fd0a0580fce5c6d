// The betting tree while it is set up: line by line, each street unfolded on demand; lines can be taken out, sizes added to one point.
import { html, useEffect, useRef, useState } from "../html.js";
import { usePost } from "../api.js";
import { bet } from "../model/numbers.js";
import { Loading } from "./parts.js";
import { capital, kindOf } from "../model/words.js";

function sizeOf(action) {
  if (action.all_in) return "all-in";
  return action.pot_percent === null ? null : `${Math.round(action.pot_percent)}%`;
}

// "+ size" of a node: a button, and once it is pressed a field.
function AddSize({ line, onAdd }) {
  const [text, setText] = useState(null);
  const field = useRef(null);
  useEffect(() => field.current?.focus(), [text === null]);
  if (text === null)
    return html`<button type="button" class="act add" onClick=${() => setText("")}>+ size<span class="sr-only"> after ${line || "the start"}</span></button>`;
  const add = event => {
    event.preventDefault();
    if (text.trim()) onAdd(line, text.trim());
    setText(null);
  };
  return html`<form class="row add-size" onSubmit=${add}><input ref=${field} type="text" autocomplete="off" spellcheck=${false} placeholder="25%" aria-label=${`Size to add after ${line || "the start"}`} value=${text} onInput=${event => setText(event.target.value)} onKeyDown=${event => event.key === "Escape" && setText(null)} /><button class="button small">Add</button></form>`;
}

function Node({ node, indent, street, tree, fields, cutting, onCut, onAdd }) {
  const [open, setOpen] = useState([]);
  const unfold = line => setOpen(open.includes(line) ? open.filter(other => other !== line) : [...open, line]);
  const deeper = node.actions.filter(action => open.includes(action.line));
  return html`<li>
    <div class="tree-row" style=${{ paddingInlineStart: `calc(0.5rem + ${indent} * var(--tree-step))` }}>
      <span class=${"seat seat-" + node.player}>${tree.seats[node.player]}</span>
      <span class="tree-actions">
        ${node.actions.map(action => {
          const inside = html`<span class="swatch" aria-hidden="true"></span>${capital(action.name)}${sizeOf(action) && html` <span class="muted">${sizeOf(action)}</span>`}`;
          if (cutting) {
            const last = node.actions.length === 1;
            return html`<button key=${action.name} type="button" class=${"act " + kindOf(action.kind)} disabled=${last} onClick=${() => onCut(action.bare)}><span class="sr-only">Take out </span>${inside} <span class="sr-only"> after ${node.line || "the start"}</span><span aria-hidden="true">×</span></button>`;
          }
          if (!action.next_street) return html`<span key=${action.name} class=${"act " + kindOf(action.kind)}>${inside}</span>`;
          const isOpen = open.includes(action.line);
          return html`<button key=${action.name} type="button" class=${"act street " + kindOf(action.kind)} aria-expanded=${isOpen ? "true" : "false"} onClick=${() => unfold(action.line)}>${inside} <span aria-hidden="true">${isOpen ? "▾" : "▸"} </span>${street}<span class="sr-only"> after ${action.line}</span></button>`;
        })}
        ${onAdd && node.to_call < node.left && html`<${AddSize} line=${node.line} onAdd=${onAdd} />`}
      </span>
      <span class="number">${bet(node.pot)}</span>
      <span class="number muted">${bet(node.left)}</span>
    </div>
    ${deeper.map(action => html`<${Street} key=${action.line} line=${action.line} indent=${indent + 1} tree=${tree} fields=${fields} cutting=${cutting} onCut=${onCut} onAdd=${onAdd} />`)}
  </li>`;
}

const NEXT = { preflop: "flop", flop: "turn", turn: "river", river: "" };

function Street({ line = "", indent = 0, tree, fields, cutting, onCut, onAdd }) {
  const { data, asked, error } = usePost(`${tree.address}?line=${encodeURIComponent(line)}`, fields, 50);
  if (!data) return html`<${Loading} error=${error} />`;
  return html`<ul class="tree-street" aria-label=${line ? `The ${data.street} after ${line}` : data.street === "preflop" ? "Before the flop" : `The ${data.street}`}>
    ${data.nodes.map(node => html`<${Node} key=${node.line} node=${node} indent=${indent + node.depth} street=${NEXT[data.street]} tree=${tree} fields=${asked} cutting=${cutting} onCut=${onCut} onAdd=${onAdd} />`)}
    ${data.more && html`<li class="muted small tree-row">More lines than are listed here; they are part of the tree.</li>`}
  </ul>`;
}

// Buttons of a box of which one alone is in the order of tabs; arrow keys lead on, as do Home and End.
function useOneStop() {
  const box = useRef(null);
  const buttons = () => [...box.current.querySelectorAll("button:not(:disabled)")];
  const stop = chosen => buttons().forEach(button => (button.tabIndex = button === chosen ? 0 : -1));
  useEffect(() => {
    const keep = () => stop(buttons().includes(document.activeElement) ? document.activeElement : buttons()[0]);
    const watch = new MutationObserver(keep);
    watch.observe(box.current, { childList: true, subtree: true });
    keep();
    return () => watch.disconnect();
  }, []);
  const press = event => {
    const all = buttons();
    const at = all.indexOf(event.target);
    const next = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[
      event.key
    ];
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    const chosen = all[Math.min(Math.max(next, 0), all.length - 1)];
    stop(chosen);
    chosen.focus();
  };
  return [box, press];
}

// `tree`: the address that is asked, and the players' names; `fields`: a game without faults, as the server takes it; null while
// there is none yet; `onRemoved`: null where no line can be taken out. `sizesAt`: sizes of single points by line, as "+25%,-a";
// without `onSizesAt` they cannot be changed.
export function TreeList({ tree, fields, removed, onRemoved, sizesAt = {}, onSizesAt = null }) {
  const [cutting, setCutting] = useState(false);
  const [adding, setAdding] = useState(false);
  const add = (line, size) =>
    onSizesAt({ ...sizesAt, [line]: [sizesAt[line], /^[+-]/.test(size) ? size : `+${size}`].filter(Boolean).join(",") });
  const without = line => onSizesAt(Object.fromEntries(Object.entries(sizesAt).filter(([other]) => other !== line)));
  const [box, press] = useOneStop();
  return html`<div class="stack tight">
    <div class="row between">
      <p class="small muted">Who acts, what may be done, the pot, and what is left behind. Streets unfold where an action ends one.</p>
      <div class="row">
        ${onSizesAt && html`<button type="button" class="button small" aria-pressed=${adding ? "true" : "false"} onClick=${() => (setAdding(!adding), setCutting(false))}>Add sizes</button>`}
        ${onRemoved && html`<button type="button" class="button small" aria-pressed=${cutting ? "true" : "false"} onClick=${() => (setCutting(!cutting), setAdding(false))}>Take lines out</button>`}
      </div>
    </div>
    ${
      removed.length > 0 &&
      html`<div class="row small" role="group" aria-label="Lines taken out"><span class="muted">Taken out</span>
      ${removed.map(line => html`<button key=${line} type="button" class="button small" onClick=${() => onRemoved(removed.filter(other => other !== line))}><span class="sr-only">Put back </span><span class="mono">${line}</span> <span aria-hidden="true">↺</span></button>`)}
    </div>`
    }
    ${
      onSizesAt &&
      Object.keys(sizesAt).length > 0 &&
      html`<div class="row small" role="group" aria-label="Sizes of single points"><span class="muted">Here also</span>
      ${Object.entries(sizesAt).map(([line, sizes]) => html`<button key=${line} type="button" class="button small" onClick=${() => without(line)}><span class="sr-only">Undo </span><span class="mono">${line || "start"} ${sizes}</span> <span aria-hidden="true">↺</span></button>`)}
    </div>`
    }
    <div class="tree-box" ref=${box} onKeyDown=${press} tabindex="0" role="region" aria-label="Lines of the betting tree">
      <div class="tree-row tree-head small muted" aria-hidden="true"><span>Acts</span><span>Actions</span><span class="number">Pot</span><span class="number">Behind</span></div>
      ${fields ? html`<${Street} tree=${tree} fields=${fields} cutting=${cutting && onRemoved !== null} onCut=${bare => onRemoved([...removed, bare])} onAdd=${adding ? add : null} />` : html`<div class="loading small">The tree is drawn when the set-up is complete.</div>`}
    </div>
  </div>`;
}
