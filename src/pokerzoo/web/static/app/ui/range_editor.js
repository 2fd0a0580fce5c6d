// A range to be edited: grid, suits, weight, ranges to start from, and the same as text, each following the other.
import { html, useEffect, useRef, useState } from "../html.js";
import { post } from "../api.js";
import { CLASSES, NUM_COMBOS, spaced } from "../model/cards.js";
import { MarkedText } from "./marked_text.js";
import { RangeGrid, SuitGrid, meanOf, share } from "./painted_grid.js";
import { combos, percent } from "../model/numbers.js";
import { SaveDialog, grouped, useSaved } from "./saved.js";

const EMPTY = new Array(NUM_COMBOS).fill(0);
const PAUSE = 180;
const HINT = "AA, AKs, AKo, QQ+, ATs+, QQ-22, T9s-76s, AsKs, 20%, random; with a weight: AJo:0.5, AJo 0.5, AJo@50";

// Text and weights of a range. The text is the one that counts; weights follow it, and make it anew when they are painted.
// While a text cannot be read the weights stay as they were.
function useRange(text, onText) {
  const [weights, setWeights] = useState(EMPTY);
  const [fault, setFault] = useState(null);
  const known = useRef(null); // the text that the weights are of
  const timer = useRef(null);
  const turn = useRef(0);
  const ask = (asked, after, pause) => {
    clearTimeout(timer.current);
    const mine = ++turn.current;
    timer.current = setTimeout(() => {
      post("/spots/range", asked)
        .then(found => mine === turn.current && after(found))
        .catch(error => mine === turn.current && setFault(error));
    }, pause);
  };
  useEffect(() => {
    if (text === known.current) return;
    const first = known.current === null;
    known.current = text;
    const take = found => {
      if (!found.fault) setWeights(found.weights);
      setFault(found.fault);
    };
    ask({ text }, take, first ? 0 : PAUSE);
  }, [text]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const write = found => {
    known.current = spaced(found.text);
    setFault(null);
    onText(known.current);
  };
  const paint = next => {
    setWeights(next);
    ask({ weights: next }, write, PAUSE);
  };
  const top = share => ask({ top: share }, found => (setWeights(found.weights), write(found)), 0);
  return { weights, fault, paint, top };
}

export function RangeEditor({ name, text, fault: told, dead, presets, onText }) {
  const { weights, fault, paint, top } = useRange(text, onText);
  const [at, setAt] = useState(0);
  const [brush, setBrush] = useState(1);
  const [best, setBest] = useState("20");
  const hand = CLASSES[at];
  const held = weights.reduce((sum, weight) => sum + weight, 0);
  const left = CLASSES.flatMap(one => one.combos).reduce(
    (sum, combo) => (combo.cards.some(card => dead.includes(card)) ? sum : sum + weights[combo.number]),
    0,
  );
  const groups = [...new Set(presets.map(one => one.group))];
  const saved = useSaved().ranges;
  const [saving, setSaving] = useState(false);
  const plain = text.replaceAll(", ", ",");
  const chosen = [...saved, ...presets].find(one => one.text.replaceAll(", ", ",") === plain);
  return html`<section class="range-editor" aria-label=${`${name}'s range`}>
    <div class="range-head">
      <h3>${name}</h3>
      <span class="muted small number" aria-live="polite">${combos(left)} combos${dead.length ? " on this board" : ""}, ${percent(held / NUM_COMBOS)} of all hands</span>
    </div>
    <${RangeGrid} label=${`${name}'s range`} weights=${weights} brush=${brush} at=${at} onMove=${setAt} onChange=${paint} />
    <div class="range-side">
      <div class="hand-head"><strong>${hand.name}</strong><span class="muted small">${share(meanOf(weights, hand.combos)).replace("not in the range", "0%")}</span></div>
      <${SuitGrid} hand=${hand} weights=${weights} brush=${brush} dead=${dead} onChange=${paint} />
      <div class="brush small"><span class="muted">Weight painted</span> <output>${Math.round(100 * brush)}%</output>
        <input type="range" aria-label=${`Weight painted for ${name}`} min="5" max="100" step="5" value=${Math.round(100 * brush)} onInput=${event => setBrush(Number(event.target.value) / 100)} />
      </div>
      <div class="range-tools" role="group" aria-label=${`All of ${name}'s range`}>
        <button type="button" class="button small" onClick=${() => paint(EMPTY.map(() => brush))}>All</button>
        <button type="button" class="button small" onClick=${() => paint(EMPTY)}>Clear</button>
        <button type="button" class="button small" onClick=${() => paint(weights.map(weight => Math.round(1e6 * (1 - weight)) / 1e6))}>Invert</button>
      </div>
      <form class="range-top small" onSubmit=${event => (event.preventDefault(), top(Number(best)))}>
        <label><span class="muted">Best</span> <input type="number" min="0.5" max="100" step="0.5" required value=${best} onInput=${event => setBest(event.target.value)} aria-label=${`The best hands of all for ${name}, in percent`} /> <span aria-hidden="true">%</span></label>
        <button class="button small" title="The best hands by all-in equity against a random hand">Set</button>
      </form>
    </div>
    <div class="range-below">
      <select aria-label=${`Range to start from, for ${name}`} value=${chosen ? chosen.text : ""} onChange=${event => event.target.value && onText(spaced(event.target.value))}>
        <option value="">Start from a range …</option>
        ${grouped(saved).map(
          ([heading, list]) =>
            html`<optgroup key=${"saved " + heading} label=${heading}>${list.map(one => html`<option key=${one.name} value=${one.text}>${one.name}</option>`)}</optgroup>`,
        )}
        ${groups.map(
          group => html`<optgroup key=${group} label=${group}>
            ${presets.filter(one => one.group === group).map(one => html`<option key=${one.name} value=${one.text}>${one.name}</option>`)}
          </optgroup>`,
        )}
      </select>
      <${MarkedText} label=${`${name} as text`} value=${text} fault=${fault ?? told} hint=${HINT} rows=${3} onInput=${onText} />
      <div class="row"><button type="button" class="button small" disabled=${!text.trim() || Boolean(fault)} onClick=${() => setSaving(true)}>Save this range …</button></div>
      <${SaveDialog} open=${saving} title=${`Save ${name}'s range`} what=${(named, group) => ({ ranges: [{ name: named, group, text }] })} onClose=${() => setSaving(false)} />
    </div>
  </section>`;
}
