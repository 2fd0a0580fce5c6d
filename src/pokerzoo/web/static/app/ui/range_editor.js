// A range to be edited: its grid is painted, its suits, ranges to start from, and the same as text, each following the other.
import { html, useEffect, useRef, useState } from "../html.js";
import { usePost } from "../api.js";
import { CLASSES, NUM_COMBOS, spaced } from "../model/cards.js";
import { combos, percent } from "../model/numbers.js";
import { CLASS_NAMES, HandGrid } from "./hand_grid.js";
import { useRoving } from "./keys.js";
import { MarkedText } from "./marked_text.js";
import { SUIT_SIGNS, inSuit, optionsOf } from "./parts.js";
import { SaveDialog, grouped, useSaved } from "./saved.js";

const EMPTY = new Array(NUM_COMBOS).fill(0);
const PAUSE = 180;
const HINT = "AA, AKs, AKo, QQ+, ATs+, QQ-22, T9s-76s, AsKs, 20%, random; with a weight: AJo:0.5, AJo 0.5, AJo@50";
const SIDE = 13;
const MIXED = "repeating-linear-gradient(135deg, var(--held) 0 4px, var(--held-mixed) 4px 6px)"; // of combos that differ

const meanOf = (weights, hands) => hands.reduce((sum, { number }) => sum + weights[number], 0) / hands.length;

// The weights with these combos at one weight.
function painted(weights, hands, weight) {
  const next = weights.slice();
  for (const { number } of hands) next[number] = weight;
  return next;
}

// The cells from one to another: a quick hand is not seen on each of them.
function between(from, to) {
  const [row, column] = [Math.floor(from / SIDE), from % SIDE];
  const [down, right] = [Math.floor(to / SIDE) - row, (to % SIDE) - column];
  const steps = Math.max(Math.abs(down), Math.abs(right));
  const on = (start, way, step) => start + Math.round((way * step) / steps);
  return Array.from({ length: steps }, (_, step) => on(row, down, step + 1) * SIDE + on(column, right, step + 1));
}

function cellOf(weights, { combos: hands }) {
  const mean = meanOf(weights, hands);
  if (mean === 0) return null;
  const mixed = hands.some(({ number }) => weights[number] !== weights[hands[0].number]);
  return { fill: mean, parts: [{ colour: mixed ? MIXED : "var(--held)", share: 1 }], says: percent(mean, 0), plain: true };
}

// Text and weights of a range. The text is the one that counts; weights follow it, and make it anew when they are painted. While
// a text cannot be read the weights stay as they were.
function useRange(text, onText) {
  const [drawn, setDrawn] = useState(null); // weights whose text is not known yet
  const { data, asked, error } = usePost("/spots/range", drawn ? { weights: drawn } : { text }, PAUSE);
  const known = useRef(EMPTY);
  if (data && !data.fault) known.current = data.weights;
  useEffect(() => {
    if (!drawn || asked?.weights !== drawn) return;
    onText(spaced(data.text));
    setDrawn(null);
  }, [data]);
  return { weights: drawn ?? known.current, fault: error ?? (drawn ? null : (data?.fault ?? null)), paint: setDrawn };
}

// `brush` is the weight that is painted; painting what has it already takes it out.
function Painter({ label, weights, brush, at, onAt, onPaint }) {
  const stroke = useRef(null); // the weight that is painted, the last cell, and the weights so far
  const isFull = place => CLASSES[place].combos.every(({ number }) => weights[number] === brush);
  const paint = (place, weight, of = weights) => painted(of, CLASSES[place].combos, weight);
  const placeOf = event => {
    const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest(".range-cell");
    return cell && event.currentTarget.contains(cell) ? Number(cell.getAttribute("data-place")) : -1;
  };
  const down = event => {
    const place = placeOf(event);
    if (place < 0 || event.button !== 0) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    const weight = isFull(place) ? 0 : brush;
    stroke.current = { weight, last: place, weights: paint(place, weight) };
    onAt(CLASS_NAMES[place]);
    onPaint(stroke.current.weights);
  };
  const move = event => {
    const place = stroke.current ? placeOf(event) : -1;
    if (place < 0 || place === stroke.current.last) return;
    for (const met of between(stroke.current.last, place))
      stroke.current.weights = paint(met, stroke.current.weight, stroke.current.weights);
    stroke.current.last = place;
    onAt(CLASS_NAMES[place]);
    onPaint(stroke.current.weights);
  };
  const up = event => {
    if (stroke.current) event.currentTarget.querySelector(`[data-place="${stroke.current.last}"]`).focus();
    stroke.current = null;
  };
  const press = event => {
    const place = Number(event.target.dataset.place);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === " " || event.key === "Enter") onPaint(paint(place, isFull(place) ? 0 : brush));
    else if (/^[0-9]$/.test(event.key)) onPaint(paint(place, Number(event.key) / 10));
    else return;
    event.preventDefault();
  };
  const step = (from, to, event) => {
    onAt(CLASS_NAMES[to]);
    if (event.shiftKey) onPaint(paint(to, brush, paint(from, brush)));
  };
  const cells = CLASSES.map(one => cellOf(weights, one));
  return html`<${HandGrid} label=${label} cells=${cells} painted=${true} selected=${at} onSelect=${onAt} onMove=${step} class="range-grid paint"
    onKeyDown=${press} onPointerDown=${down} onPointerMove=${move} onPointerUp=${up} onPointerCancel=${up} />`;
}

// The combos of one hand class, suit by suit. `dead` are the cards of the board.
const Suits = ({ hand, weights, brush, dead, onChange }) =>
  html`<div class="suit-grid" role="group" aria-label=${`Suits of ${hand.name}`} ...${useRoving()}>
    ${hand.combos.map(combo => {
      const weight = weights[combo.number];
      const blocked = combo.cards.some(card => dead.includes(card));
      return html`<button key=${combo.number} type="button" data-cell class=${"button small" + (blocked ? " blocked" : "")} aria-pressed=${weight > 0 ? "true" : "false"}
        aria-label=${`${combo.cards.join(" ")}, ${blocked ? "on the board" : percent(weight, 0)}`} title=${percent(weight, 0)} onClick=${() => onChange(painted(weights, [combo], weight === brush ? 0 : brush))}>
        ${combo.cards.map(card => html`<span key=${card} class="card" style=${inSuit(card)}>${SUIT_SIGNS[card[1]]}</span>`)}
      </button>`;
    })}
  </div>`;

export function RangeEditor({ name, text, fault: told, dead, presets, onText }) {
  const { weights, fault, paint } = useRange(text, onText);
  const [at, setAt] = useState("AA");
  const [brush, setBrush] = useState(1);
  const hand = CLASSES[CLASS_NAMES.indexOf(at)];
  const held = weights.reduce((sum, weight) => sum + weight, 0);
  const alive = CLASSES.flatMap(one => one.combos).filter(({ cards }) => !cards.some(card => dead.includes(card)));
  const left = alive.reduce((sum, { number }) => sum + weights[number], 0);
  const saved = useSaved().ranges;
  const [saving, setSaving] = useState(false);
  const plain = text.replaceAll(", ", ",");
  const chosen = [...saved, ...presets].find(one => one.text.replaceAll(", ", ",") === plain);
  const starts = list => grouped(list).map(([heading, some]) => [heading, some.map(one => [one.text, one.name])]);
  return html`<section class="range-editor" aria-label=${`${name}'s range`}>
    <div class="row between">
      <h3>${name}</h3>
      <span class="muted small number" aria-live="polite">${combos(left)} combos${dead.length ? " on this board" : ""}, ${percent(held / NUM_COMBOS)} of all hands</span>
    </div>
    <${Painter} label=${`${name}'s range`} weights=${weights} brush=${brush} at=${at} onAt=${setAt} onPaint=${paint} />
    <div class="stack tight">
      <div class="row between"><strong>${hand.name}</strong><span class="muted small">${percent(meanOf(weights, hand.combos), 0)}</span></div>
      <${Suits} hand=${hand} weights=${weights} brush=${brush} dead=${dead} onChange=${paint} />
      <label class="small">Weight painted <output>${Math.round(100 * brush)}%</output>
        <input type="range" aria-label=${`Weight painted for ${name}`} min="5" max="100" step="5" value=${Math.round(100 * brush)} onInput=${event => setBrush(Number(event.target.value) / 100)} />
      </label>
      <div class="row" role="group" aria-label=${`All of ${name}'s range`}>
        <button type="button" class="button small" onClick=${() => paint(EMPTY.map(() => brush))}>All</button>
        <button type="button" class="button small" onClick=${() => paint(EMPTY)}>Clear</button>
        <button type="button" class="button small" onClick=${() => paint(weights.map(weight => Math.round(1e6 * (1 - weight)) / 1e6))}>Invert</button>
      </div>
    </div>
    <div class="stack tight">
      <select aria-label=${`Range to start from, for ${name}`} value=${chosen ? chosen.text : ""} onChange=${event => event.target.value && onText(spaced(event.target.value))}>
        ${optionsOf([["", "Start from a range …"], ...starts(saved), ...starts(presets)])}
      </select>
      <${MarkedText} label=${`${name} as text`} value=${text} fault=${fault ?? told} hint=${HINT} rows=${3} onInput=${onText} />
      <div class="row"><button type="button" class="button small" disabled=${!text.trim() || Boolean(fault)} onClick=${() => setSaving(true)}>Save this range …</button></div>
      ${saving && html`<${SaveDialog} title=${`Save ${name}'s range`} what=${(named, group) => ({ ranges: [{ name: named, group, text }] })} onClose=${() => setSaving(false)} />`}
    </div>
  </section>`;
}
