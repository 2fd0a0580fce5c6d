// Parts of the set-up: the draft in the address, what is wrong, and the head with what to start from.
import { post, useGet } from "../../api.js";
import { html, useEffect, useRef, useState } from "../../html.js";
import { Link, href, navigate, useRoute } from "../../route.js";
import { STREETS } from "../../model/cards.js";
import { START, nameOf, ofHand, readSetup, writeSetup } from "../../model/setup.js";
import { capital } from "../../model/numbers.js";
import { Choice, Dialog, Field, FileButton, Missing, optionsOf } from "../../ui/parts.js";
import { SaveDialog, SavedDialog, grouped, useSaved } from "../../ui/saved.js";

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
export function Told({ faults, infos, seats, children = null }) {
  const [first] = faults;
  const place = first?.position ? `, character ${first.position + 1}` : "";
  return html`<div class="told small">
    ${children && html`<div class=${"muted" + (first ? " covered" : "")} aria-hidden=${first ? "true" : undefined}>${children}</div>`}
    ${first && html`<div class="wrong" role="alert">${nameOf(first.field, infos, seats)}${place}: ${first.message}</div>`}
  </div>`;
}

const GAMES = { holdem: "A spot", preflop_holdem: "From the blinds", fhp: "Fixed bets to the flop" };

// `onStart` takes a game and its parameters.
export function Head({ presets, draft, onStart }) {
  const saved = useSaved().spots;
  const [dialog, setDialog] = useState(null);
  const games = presets?.games ?? [];
  const close = () => setDialog(null);
  const start = event => {
    const preset = games.find(one => one.name === event.target.value);
    const own = saved.find(one => `saved:${one.group}/${one.name}` === event.target.value);
    if (own) navigate("/setup", Object.fromEntries(new URLSearchParams(own.query)));
    if (preset) onStart({ game: preset.game, params: preset.params });
  };
  const named = list => list.map(one => [one.name, `${one.name}: ${one.about}`]);
  const starts = [
    ["", "Start from …"],
    ...grouped(saved).map(([heading, list]) => [heading, list.map(one => [`saved:${one.group}/${one.name}`, one.name])]),
    ["Spots", named(games.filter(one => one.game === "holdem"))],
    ["From the blinds", named(games.filter(one => one.game !== "holdem"))],
  ];
  const now = { ...writeSetup({ game: "holdem", params: START }), ...Object.fromEntries(new URLSearchParams(location.search)) };
  return html`<div class="row setup-head">
    <h1>${draft.game === "holdem" ? "Set up a spot" : "Set up a game"}</h1>
    <nav class="choice" aria-label="What is set up">
      ${Object.entries(GAMES).map(([game, name]) => html`<${Link} key=${game} class="button small" to="/setup" query=${game === "holdem" ? {} : { game }} aria-current=${game === draft.game ? "true" : undefined}>${name}<//>`)}
    </nav>
    <span class="spacer"></span>
    <select class="slim" aria-label="What to start from" value="" onChange=${start}>${optionsOf(starts)}</select>
    <button type="button" class="button small" onClick=${() => setDialog("save")}>Save …</button>
    <button type="button" class="button small" onClick=${() => setDialog("list")}>Saved</button>
    <button type="button" class="button small" onClick=${() => setDialog("hand")}>Hand …</button>
    ${dialog === "hand" && html`<${HandDialog} onClose=${close} />`}
    ${dialog === "save" && html`<${SaveDialog} title="Save this set-up" what=${(name, group) => ({ spots: [{ name, group, query: new URLSearchParams(now).toString() }] })} onClose=${close} />`}
    ${dialog === "list" && html`<${SavedDialog} onClose=${close} />`}
  </div>`;
}

const HINT =
  "One no-limit hand, two players in on the street: PHH, PokerStars, GGPoker, Full Tilt, PartyPoker, iPoker, Ongame or Absolute. Board, pot and stacks are taken from it; ranges and bet sizes stay as they are here.";

function HandDialog({ onClose }) {
  const { query } = useRoute();
  const [text, setText] = useState("");
  const [street, setStreet] = useState("river");
  const [error, setError] = useState(null);
  const read = event => {
    event.preventDefault();
    post("/spots/from-hand", { text, street })
      .then(({ params }) => (navigate("/setup", ofHand(query, params)), onClose()))
      .catch(setError);
  };
  return html`<${Dialog} title="A spot from a hand" onClose=${onClose}>
    <form class="stack" onSubmit=${read}>
      <${Missing} extra="hands" what="Hands of sites (not PHH) need" />
      <${Field} label="Hand history" hint=${HINT} error=${error?.problem}>
        ${tied => html`<textarea class="mono" rows="8" ...${tied} required spellcheck=${false} value=${text} onInput=${event => setText(event.target.value)}></textarea>`}
      <//>
      <div class="row"><${FileButton} label="Open a file …" accept=".phh,.txt,.toml,.xml" onFiles=${async ([file]) => setText(await file.text())} /></div>
      <div class="row"><span class="small">From the</span><${Choice} label="From which street on" value=${street} options=${STREETS.map(name => [name, capital(name)])} onChange=${setStreet} /></div>
      <div class="row end"><button class="button primary" disabled=${!text.trim()}>Set it up</button></div>
    </form>
  <//>`;
}
