// Parts of both set-ups: the draft in the address, fields of numbers, what is wrong, and the head with what to start from.
import { html, useEffect, useRef, useState } from "../../html.js";
import { writeBlinds, withBlindPreset } from "../../model/blind_address.js";
import { href, Link, navigate } from "../../route.js";
import { withPreset, readAddress, writeAddress } from "../../model/setup_address.js";
import { Choice, Field } from "../../ui/parts.js";
import { SaveDialog, SavedDialog, grouped, useSaved } from "../../ui/saved.js";
import { nameOf } from "../../ui/solve_panel.js";
import { HandDialog } from "./hand_dialog.js";

const ADDRESS_PAUSE = 150;
const START = href("", writeAddress(readAddress({}))).slice(1); // the set-up of the address without a query

// The draft that the address has; a change goes back into it after a moment, without a step for the back button.
export function useDraft(query, read, write) {
  const [draft, setDraft] = useState(() => read(query));
  const written = useRef(href("", query));
  useEffect(() => {
    if (href("", query) === written.current) return;
    written.current = href("", query); // somebody else changed it: a link, the back button
    setDraft(read(query));
  }, [query]);
  useEffect(() => {
    const target = write(draft);
    const timer = setTimeout(() => {
      if (location.pathname !== "/setup" || JSON.stringify(write(read(query))) === JSON.stringify(target)) return;
      written.current = href("", target);
      navigate("/setup", target, { replace: true });
    }, ADDRESS_PAUSE);
    return () => clearTimeout(timer);
  }, [draft]);
  return [draft, change => setDraft(old => ({ ...old, ...(typeof change === "function" ? change(old) : change) }))];
}

export function Numbers({ rows, numbers, faultAt, onChange }) {
  return rows.map(
    ([key, label, placeholder, hint]) => html`<${Field} key=${key} label=${label}>
      ${tied => html`<input type="text" inputmode="decimal" autocomplete="off" ...${tied} title=${hint} placeholder=${placeholder} value=${numbers[key]} aria-invalid=${faultAt(key.replaceAll("-", "_")) ? "true" : undefined} onInput=${event => onChange(key, event.target.value)} />`}
    <//>`,
  );
}

// What is wrong, in the place of a hint; this keeps its room, so that nothing below moves.
export const Told = ({ faults, seats, children }) =>
  html`<div class="told covering small">
    ${children && html`<div class=${"muted" + (faults.length ? " covered" : "")} aria-hidden=${faults.length ? "true" : undefined}>${children}</div>`}
    ${faults.length > 0 && html`<div class="wrong" role="alert">${nameOf(faults[0].field, seats)}${faults[0].position ? `, character ${faults[0].position + 1}` : ""}: ${faults[0].message}</div>`}
  </div>`;

export const WhoseSizes = ({ byPlayer, onChange }) =>
  html`<${Choice} label="Whose sizes" value=${byPlayer} options=${[
    [false, "Both alike"],
    [true, "Each player"],
  ]} onChange=${value => onChange({ byPlayer: value })} />`;

// On a phone one part at a time, with what comes before and after. `parts`: [[name, title], ...]; elsewhere all stand on the page.
export function PhoneSteps({ parts, at, onChange }) {
  const place = Math.max(
    0,
    parts.findIndex(([name]) => name === at),
  );
  const [before, after] = [parts[place - 1], parts[place + 1]];
  const go = name => () => (onChange(name), scrollTo(0, 0));
  return html`<nav class="phone-steps" aria-label="Steps">
    <button type="button" class="button small" disabled=${!before} onClick=${before && go(before[0])}>Back</button>
    <span class="small" aria-live="polite">${place + 1} of ${parts.length}: <strong>${parts[place][1]}</strong></span>
    <button type="button" class="button small" disabled=${!after} onClick=${after && go(after[0])}>${after ? after[1] : "Next"}<span aria-hidden="true"> ›</span></button>
  </nav>`;
}

// `begins`: "spot" or "blinds"; `onSpot` and `onBlinds` take the settings of a preset, where the page itself can.
export function Head({ presets, begins, onSpot, onBlinds }) {
  const toSpot = onSpot ?? (params => navigate("/setup", writeAddress(withPreset(readAddress({}), params))));
  const toBlinds = onBlinds ?? ((game, params) => navigate("/setup", writeBlinds(withBlindPreset(null, game, params))));
  const start = event => {
    const chosen = presets.games.find(one => one.name === event.target.value);
    const own = saved.find(one => `saved:${one.group}/${one.name}` === event.target.value);
    if (own) navigate("/setup", Object.fromEntries(new URLSearchParams(own.query)));
    if (chosen?.game === "holdem") toSpot(chosen.params);
    else if (chosen) toBlinds(chosen.game, chosen.params);
  };
  const saved = useSaved().spots;
  const [dialog, setDialog] = useState(null);
  const options = spots =>
    presets?.games
      .filter(one => (one.game === "holdem") === spots)
      .map(one => html`<option key=${one.name} value=${one.name}>${one.name}: ${one.about}</option>`);
  return html`<div class="row between setup-head">
    <div class="row"><h1>${begins === "blinds" ? "Set up a game from the blinds" : "Set up a spot"}</h1>
      <nav class="choice" aria-label="Where it begins">
        <${Link} class="button small" to="/setup" aria-current=${begins === "spot" ? "true" : undefined}>A spot<//>
        <${Link} class="button small" to="/setup" query=${{ game: "preflop_holdem" }} aria-current=${begins === "blinds" ? "true" : undefined}>From the blinds<//>
      </nav>
    </div>
    <div class="row setup-start"><select class="spot-presets" aria-label="What to start from" value="" onChange=${start}>
      <option value="">Start from …</option>
      ${grouped(saved).map(([heading, list]) => html`<optgroup key=${"saved " + heading} label=${heading}>${list.map(one => html`<option key=${one.name} value=${`saved:${one.group}/${one.name}`}>${one.name}</option>`)}</optgroup>`)}
      <optgroup label="Spots">${options(true)}</optgroup>
      <optgroup label="From the blinds">${options(false)}</optgroup>
    </select>
    <button type="button" class="button small" onClick=${() => setDialog("save")}>Save …</button>
    <button type="button" class="button small" onClick=${() => setDialog("list")}>Saved</button>
    <button type="button" class="button small" onClick=${() => setDialog("hand")}>Hand …</button></div>
    ${dialog === "hand" && html`<${HandDialog} open=${true} onClose=${() => setDialog(null)} />`}
    ${dialog === "save" && html`<${SaveDialog} open=${true} title="Save this set-up" what=${(name, group) => ({ spots: [{ name, group, query: location.search.slice(1) || START }] })} onClose=${() => setDialog(null)} />`}
    ${dialog === "list" && html`<${SavedDialog} open=${true} onClose=${() => setDialog(null)} />`}
  </div>`;
}
