// Parts of both set-ups: the draft in the address, fields of numbers, what is wrong, and the head with what to start from.
import { html, useEffect, useRef, useState } from "../../html.js";
import { writeBlinds, withBlindPreset } from "../../blind_address.js";
import { href, Link, navigate } from "../../route.js";
import { withPreset, readAddress, writeAddress } from "../../setup_address.js";
import { Choice, Field } from "../../ui/parts.js";
import { nameOf } from "../../ui/solve_panel.js";

const ADDRESS_PAUSE = 150;

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
  return [draft, (change) => setDraft((old) => ({ ...old, ...(typeof change === "function" ? change(old) : change) }))];
}

export function Numbers({ rows, numbers, faultAt, onChange }) {
  return rows.map(
    ([key, label, placeholder, hint]) => html`<${Field} key=${key} label=${label}>
      ${(tied) => html`<input type="text" inputmode="decimal" autocomplete="off" ...${tied} title=${hint} placeholder=${placeholder} value=${numbers[key]} aria-invalid=${faultAt(key.replaceAll("-", "_")) ? "true" : undefined} onInput=${(event) => onChange(key, event.target.value)} />`}
    <//>`,
  );
}

// What is wrong, in the place of a hint; this keeps its room, so that nothing below moves.
export const Told = ({ faults, seats, children }) =>
  html`<div class="told covering small">
    ${children && html`<div class=${"muted" + (faults.length ? " covered" : "")} aria-hidden=${faults.length ? "true" : undefined}>${children}</div>`}
    ${faults.length > 0 && html`<div class="wrong" role="alert">${nameOf(faults[0].field, seats)}${faults[0].position ? `, character ${faults[0].position + 1}` : ""}: ${faults[0].message}</div>`}
  </div>`;

export const WhoseSizes = ({ byPlayer, onChange }) => html`<${Choice} label="Whose sizes" value=${byPlayer} options=${[[false, "Both alike"], [true, "Each player"]]} onChange=${(value) => onChange({ byPlayer: value })} />`;

// `begins`: "spot" or "blinds"; `onSpot` and `onBlinds` take the settings of a preset, where the page itself can.
export function Head({ presets, begins, onSpot, onBlinds }) {
  const toSpot = onSpot ?? ((settings) => navigate("/setup", writeAddress(withPreset(readAddress({}), settings))));
  const toBlinds = onBlinds ?? ((settings) => navigate("/setup", writeBlinds(withBlindPreset(null, settings))));
  const start = (event) => {
    const named = (list) => list.find((one) => one.name === event.target.value);
    const [spot, blinds] = [named(presets.spots), named(presets.from_blinds)];
    if (spot) toSpot(spot.settings);
    if (blinds) toBlinds(blinds.settings);
  };
  const options = (kind) => presets?.[kind].map((one) => html`<option key=${one.name} value=${one.name}>${one.name}: ${one.about}</option>`);
  return html`<div class="row between setup-head">
    <div class="row"><h1>${begins === "blinds" ? "Set up a game from the blinds" : "Set up a spot"}</h1>
      <nav class="choice" aria-label="Where it begins">
        <${Link} class="button small" to="/setup" aria-current=${begins === "spot" ? "true" : undefined}>A spot<//>
        <${Link} class="button small" to="/setup" query=${{ game: "preflop_holdem" }} aria-current=${begins === "blinds" ? "true" : undefined}>From the blinds<//>
      </nav>
    </div>
    <select class="spot-presets" aria-label="What to start from" value="" onChange=${start}>
      <option value="">Start from …</option>
      <optgroup label="Spots">${options("spots")}</optgroup>
      <optgroup label="From the blinds">${options("from_blinds")}</optgroup>
    </select>
  </div>`;
}
