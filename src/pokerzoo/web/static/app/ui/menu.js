// A button that opens a short list of links and buttons. Escape, a choice and a click elsewhere close it.
import { html, useEffect, useRef, useState } from "../html.js";

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
