// Parts of the set-up: the draft in the address, what is wrong, steps on a phone, and the head with what to start from.
import { html, useEffect, useRef, useState } from "../../html.js";
import { useGet } from "../../api.js";
import { START, nameOf, readSetup, writeSetup } from "../../model/setup.js";
import { href, Link, navigate } from "../../route.js";
import { SaveDialog, SavedDialog, grouped, useSaved } from "../../ui/saved.js";
import { HandDialog } from "./hand_dialog.js";

const ADDRESS_PAUSE = 150;

/**
 * The draft that the address has, and its game's description; a change goes back into the address after a moment, without a step
 * for the back button.
 *
 * @param {Record<string, string>} query
 * @returns {[ReturnType<typeof readSetup>, (change: any) => void, Api["GameInfo"] | null]}
 */
export function useDraft(query) {
  const [draft, setDraft] = useState(() => readSetup(query));
  const { data } = useGet(`/games/${draft.game}`);
  const info = data?.name === draft.game ? data : null;
  const written = useRef(href("", query));
  const write = one => writeSetup(one, info.parameters);
  useEffect(() => {
    if (href("", query) === written.current) return;
    written.current = href("", query); // somebody else changed it: a link, the back button
    setDraft(readSetup(query));
  }, [query]);
  useEffect(() => {
    if (!info) return undefined;
    const target = write(draft);
    const timer = setTimeout(() => {
      if (location.pathname !== "/setup" || JSON.stringify(write(readSetup(query))) === JSON.stringify(target)) return;
      written.current = href("", target);
      navigate("/setup", target, { replace: true });
    }, ADDRESS_PAUSE);
    return () => clearTimeout(timer);
  }, [draft, info]);
  return [draft, change => setDraft(old => ({ ...old, ...(typeof change === "function" ? change(old) : change) })), info];
}

// What is wrong, in the place of a hint; this keeps its room, so that nothing below moves.
export const Told = ({ faults, infos, seats, children }) =>
  html`<div class="told covering small">
    ${children && html`<div class=${"muted" + (faults.length ? " covered" : "")} aria-hidden=${faults.length ? "true" : undefined}>${children}</div>`}
    ${faults.length > 0 && html`<div class="wrong" role="alert">${nameOf(faults[0].field, infos, seats)}${faults[0].position ? `, character ${faults[0].position + 1}` : ""}: ${faults[0].message}</div>`}
  </div>`;

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

const GAMES = { holdem: "A spot", preflop_holdem: "From the blinds", fhp: "Fixed bets to the flop" };

// `onStart` takes a game and its parameters.
export function Head({ presets, draft, onStart }) {
  const saved = useSaved().spots;
  const [dialog, setDialog] = useState(null);
  const games = presets?.games ?? [];
  const start = event => {
    const preset = games.find(one => one.name === event.target.value);
    const own = saved.find(one => `saved:${one.group}/${one.name}` === event.target.value);
    if (own) navigate("/setup", Object.fromEntries(new URLSearchParams(own.query)));
    if (preset) onStart({ game: preset.game, params: preset.params });
  };
  const options = list => list.map(one => html`<option key=${one.name} value=${one.name}>${one.name}: ${one.about}</option>`);
  const now = { ...writeSetup({ game: "holdem", params: START }), ...Object.fromEntries(new URLSearchParams(location.search)) };
  return html`<div class="row between setup-head">
    <div class="row"><h1>${draft.game === "holdem" ? "Set up a spot" : "Set up a game"}</h1>
      <nav class="choice" aria-label="What is set up">
        ${Object.entries(GAMES).map(([game, name]) => html`<${Link} key=${game} class="button small" to="/setup" query=${game === "holdem" ? {} : { game }} aria-current=${game === draft.game ? "true" : undefined}>${name}<//>`)}
      </nav>
    </div>
    <div class="row setup-start"><select class="spot-presets" aria-label="What to start from" value="" onChange=${start}>
      <option value="">Start from …</option>
      ${grouped(saved).map(([heading, list]) => html`<optgroup key=${"saved " + heading} label=${heading}>${list.map(one => html`<option key=${one.name} value=${`saved:${one.group}/${one.name}`}>${one.name}</option>`)}</optgroup>`)}
      <optgroup label="Spots">${options(games.filter(one => one.game === "holdem"))}</optgroup>
      <optgroup label="From the blinds">${options(games.filter(one => one.game !== "holdem"))}</optgroup>
    </select>
    <button type="button" class="button small" onClick=${() => setDialog("save")}>Save …</button>
    <button type="button" class="button small" onClick=${() => setDialog("list")}>Saved</button>
    <button type="button" class="button small" onClick=${() => setDialog("hand")}>Hand …</button></div>
    ${dialog === "hand" && html`<${HandDialog} open=${true} onClose=${() => setDialog(null)} />`}
    ${dialog === "save" && html`<${SaveDialog} open=${true} title="Save this set-up" what=${(name, group) => ({ spots: [{ name, group, query: new URLSearchParams(now).toString() }] })} onClose=${() => setDialog(null)} />`}
    ${dialog === "list" && html`<${SavedDialog} open=${true} onClose=${() => setDialog(null)} />`}
  </div>`;
}
