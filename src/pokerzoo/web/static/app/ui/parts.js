// Small parts that many pages use.
import { html, useEffect, useId, useRef, useState } from "../html.js";
import { Link } from "../route.js";

export function Notice({ kind = "", children }) {
  return html`<div class=${"notice " + kind} role=${kind === "bad" ? "alert" : "status"}>${children}</div>`;
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

// One of a few: buttons side by side. options: [[value, label], ...].
export function Choice({ label, value, options, onChange }) {
  return html`<div class="choice" role="group" aria-label=${label}>
    ${options.map(
      ([name, text]) =>
        html`<button key=${name} type="button" class="button small" aria-pressed=${name === value ? "true" : "false"} onClick=${() => onChange(name)}>${text}</button>`,
    )}
  </div>`;
}

export function Dialog({ open, title, onClose, children }) {
  const dialog = useRef(null);
  const id = useId();
  useEffect(() => {
    if (open && !dialog.current.open) dialog.current.showModal();
    if (!open && dialog.current.open) dialog.current.close();
  }, [open]);
  return html`<dialog ref=${dialog} aria-labelledby=${id} onClose=${onClose}>
    <div class="stack"><div class="row between"><h2 id=${id}>${title}</h2><button class="button quiet small" onClick=${onClose}>Close</button></div>${open && children}</div>
  </dialog>`;
}

export const SUIT_SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };
export const SUIT_NAMES = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };

// A card by its name, "As"; suits in four colours.
export function Card({ name }) {
  const suit = name[1];
  return suit in SUIT_SIGNS
    ? html`<span class=${"card " + suit}><span aria-hidden="true">${name[0]}${SUIT_SIGNS[suit]}</span><span class="sr-only">${name[0]} of ${SUIT_NAMES[suit]}</span></span>`
    : html`<span class="card">${name}</span>`;
}

export const Cards = ({ names }) => names.map(name => html`<${Card} key=${name} name=${name} /> `);

// What stands in a page's place until its data is there, and if it never comes.
export function Loading({ error }) {
  if (!error) return html`<div class="loading" aria-busy="true">Loading</div>`;
  if (error.status === 0) return html`<div class="stack"><h1>No answer</h1><p class="muted">Waiting for the server.</p></div>`;
  if (error.status !== 404) return html`<${Notice} kind="bad">${error.message}<//>`;
  return html`<div class="stack"><h1>Not here</h1><p>${error.message[0].toUpperCase() + error.message.slice(1)}.</p><p><${Link} to="/">To the library<//></p></div>`;
}

// A button that opens a short list of links and buttons. Escape, a choice and a click elsewhere close it.
export function Menu({ label, name, children }) {
  const [open, setOpen] = useState(false);
  const box = useRef(null);
  const button = useRef(null);
  useEffect(() => {
    if (!open) return undefined;
    const outside = event => box.current.contains(event.target) || setOpen(false);
    addEventListener("pointerdown", outside);
    return () => removeEventListener("pointerdown", outside);
  }, [open]);
  const onKey = event => {
    if (event.key !== "Escape" || !open) return;
    setOpen(false);
    button.current.focus();
  };
  const onLeave = event => event.relatedTarget && !box.current.contains(event.relatedTarget) && setOpen(false);
  return html`<div class="menu" ref=${box} onKeyDown=${onKey} onFocusOut=${onLeave}>
    <button type="button" class="button small" ref=${button} aria-expanded=${open ? "true" : "false"} aria-label=${name} onClick=${() => setOpen(!open)}>${label}</button>
    ${open && html`<div class="menu-list" onClick=${() => setOpen(false)}>${children}</div>`}
  </div>`;
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
