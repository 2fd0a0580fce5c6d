// Small parts that many pages use.
import { useGet } from "../api.js";
import { html, useEffect, useId, useRef } from "../html.js";
import { Link } from "../route.js";

export function Notice({ kind = "", children }) {
  return html`<div class=${"notice " + kind} role=${kind === "bad" ? "alert" : "status"}>${children}</div>`;
}

// What went wrong, if anything did. `infos`: parameters of a game, which are called as their fields are.
export function Wrong({ error, infos = [] }) {
  const info = infos.find(one => error?.field === `params.${one.name}`);
  return error && html`<${Notice} kind="bad">${info ? `${info.label}: ${error.problem}` : error.message}<//>`;
}

export function Panel({ title, actions, children, ...others }) {
  const id = useId();
  return html`<section class="panel stack" aria-labelledby=${title ? id : undefined} ...${others}>
    ${title && html`<div class="row between"><h2 id=${id}>${title}</h2>${actions && html`<div class="row">${actions}</div>`}</div>`} ${children}
  </section>`;
}

// A labelled control. `children` gets the attributes that tie label, hint and error to it.
export function Field({ label, hint, error, children, ...others }) {
  const id = useId();
  const about = [hint && id + "-hint", error && id + "-wrong"].filter(Boolean).join(" ");
  const tied = { id, "aria-describedby": about || undefined, "aria-invalid": error ? "true" : undefined };
  return html`<div class="field" ...${others}>
    <label for=${id}>${label}</label>${children(tied)} ${hint && html`<div class="hint" id=${id + "-hint"}>${hint}</div>`}
    ${error && html`<div class="wrong" id=${id + "-wrong"} role="alert">${error}</div>`}
  </div>`;
}

// Something that is typed; others are attributes of the control.
export const Input = ({ label, hint, error, onInput, ...others }) =>
  html`<${Field} label=${label} hint=${hint} error=${error}>
    ${tied => html`<input type="text" autocomplete="off" ...${others} ...${tied} onInput=${event => onInput(event.target.value)} />`}
  <//>`;

/**
 * Options of a list: [value, text], or under headings: [heading, options].
 *
 * @param {any[][]} options
 */
export const optionsOf = (options = []) =>
  options.map(([value, text]) =>
    Array.isArray(text)
      ? text.length > 0 && html`<optgroup key=${"of " + value} label=${value}>${optionsOf(text)}</optgroup>`
      : html`<option key=${value} value=${value}>${text}</option>`,
  );

// One of many: a list with its label.
export const Select = ({ label, hint, value, options, onChange, ...others }) =>
  html`<${Field} label=${label} hint=${hint}>
    ${tied => html`<select ...${others} ...${tied} value=${value} onChange=${event => onChange(event.target.value)}>${optionsOf(options)}</select>`}
  <//>`;

// One of a few: buttons side by side.
export const Choice = ({ label, value, options, onChange }) =>
  html`<div class="choice" role="group" aria-label=${label}>
    ${options.map(([name, text]) => html`<button key=${name} type="button" class="button small" aria-pressed=${name === value ? "true" : "false"} onClick=${() => onChange(name)}>${text}</button>`)}
  </div>`;

// Opens files: `onFiles` gets them; the same can be chosen again.
export function FileButton({ label, accept, multiple = false, onFiles }) {
  const chosen = event => {
    const files = [...event.target.files];
    event.target.value = "";
    if (files.length) onFiles(files); // none where the choice was cancelled
  };
  return html`<label class="button">${label}<input class="sr-only" type="file" accept=${accept} multiple=${multiple} onChange=${chosen} /></label>`;
}

// A choice with its label above, as fields have it.
export const ChoiceField = ({ label, hint = null, ...others }) =>
  html`<div class="field"><span class="label">${label}</span><${Choice} label=${label} ...${others} />${hint && html`<div class="hint">${hint}</div>`}</div>`;

// Open as long as it is drawn.
export function Dialog({ title, onClose, children }) {
  const dialog = useRef(null);
  const id = useId();
  useEffect(() => {
    const { current } = dialog;
    current.showModal();
    return () => current.close(); // the focus goes back to where it was
  }, []);
  return html`<dialog ref=${dialog} aria-labelledby=${id} onClose=${onClose}>
    <div class="stack">
      <div class="row between"><h2 id=${id}>${title}</h2><button class="button quiet small" onClick=${onClose}>Close</button></div>
      ${children}
    </div>
  </dialog>`;
}

// A question before something is lost. `act` is what the button says and does.
export const Confirm = ({ title, act, error = null, onAct, onClose, children }) =>
  html`<${Dialog} title=${title} onClose=${onClose}>
    <p>${children}</p>
    <${Wrong} error=${error} />
    <div class="row end"><button class="button" onClick=${onClose}>Keep it</button><button class="button primary" onClick=${onAct}>${act}</button></div>
  <//>`;

const SUIT_COLOURS = { s: "var(--spade)", h: "var(--heart)", d: "var(--diamond)", c: "var(--club)" };
export const inSuit = card => ({ color: SUIT_COLOURS[card[1]] });
export const SUIT_SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };
export const SUIT_NAMES = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };

// A card by its name, "As"; suits in four colours.
export function Card({ name }) {
  const suit = name[1];
  return suit in SUIT_SIGNS
    ? html`<span class="card" style=${inSuit(name)}><span aria-hidden="true">${name[0]}${SUIT_SIGNS[suit]}</span><span class="sr-only">${name[0]} of ${SUIT_NAMES[suit]}</span></span>`
    : html`<span class="card">${name}</span>`;
}

// Cards of a list, or of a text without gaps: "AsKs".
export const Cards = ({ names }) =>
  (typeof names === "string" ? names.match(/../g) : names).map(name => html`<${Card} key=${name} name=${name} /> `);

// A hand or board that leads to itself.
export const CardsLink = ({ names, onClick }) =>
  html`<button type="button" class="link" onClick=${onClick}><${Cards} names=${names} /></button>`;

export const Swatch = ({ colour }) => html`<span class="swatch" style=${{ background: colour }} aria-hidden="true"></span>`;

// What stands in a page's place until its data is there, and if it never comes.
export function Loading({ error = null }) {
  if (!error) return html`<div class="loading" aria-busy="true">Loading</div>`;
  if (error.status === 0) return html`<div class="stack"><h1>No answer</h1><p class="muted">Waiting for the server.</p></div>`;
  if (error.status !== 404) return html`<${Wrong} error=${error} />`;
  return html`<div class="stack"><h1>Not here</h1><p>${error.message[0].toUpperCase() + error.message.slice(1)}.</p><p><${Link} to="/">To the library<//></p></div>`;
}

// A short list of links and buttons below its name. Escape, a choice and a click elsewhere close it.
export function Menu({ label, name, children }) {
  const box = useRef(null);
  const close = () => (box.current.open = false);
  const onKeyDown = event => event.key === "Escape" && (close(), box.current.firstElementChild.focus());
  const onFocusOut = event => box.current.contains(event.relatedTarget) || close();
  return html`<details class="menu" ref=${box} onKeyDown=${onKeyDown} onFocusOut=${onFocusOut}>
    <summary class="button small" aria-label=${name}>${label}</summary>
    <div class="menu-list panel" onClick=${close}>${children}</div>
  </details>`;
}

// The title of the browser's tab.
export const titled = name => `${name} · pokerzoo`;

// The tab is called after the thing that the page shows, once its name is known; until then after the page (main.js).
export function useTitle(name) {
  const { pathname } = location;
  useEffect(() => {
    if (name) document.title = titled(name);
  }, [name, pathname]);
}

/**
 * @param {object} props
 * @param {{ colour: string, share: number | null }[]} props.parts shares of the whole bar, 0 to 1
 * @param {string} [props.label] what is read aloud; without one the numbers stand beside it
 */
export function Bar({ parts, label }) {
  const told = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return html`<span class="bar" ...${told}>${parts.map(({ colour, share }, k) => share > 0 && html`<span key=${k} style=${{ width: `${100 * share}%`, background: colour }}></span>`)}</span>`;
}

// {packages: "duckdb and pyarrow", command}; null where nothing is missing, or it is not known yet.
export function useMissing(extra) {
  const { data } = useGet(extra ? "/info" : null);
  const found = data?.missing.find(one => one.extra === extra);
  return found ? { packages: found.packages.join(" and "), command: found.command } : null;
}

export function Missing({ extra, what }) {
  const missing = useMissing(extra);
  if (!missing) return null;
  return html`<${Notice} kind="warn">${what} ${missing.packages}, not installed here. In pokerzoo's folder: <code>${missing.command}</code>. Then start the explorer again.<//>`;
}
