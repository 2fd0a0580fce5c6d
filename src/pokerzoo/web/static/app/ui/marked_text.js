// A text field that tells what is wrong below it, with a button to the place. The room for that is always there.
import { html, useId, useRef } from "../html.js";

export function MarkedText({ label, value, fault, hint, rows = 1, onInput }) {
  const id = useId();
  const field = useRef(null);
  const from = fault?.position ?? null;
  const until = from + Math.max(fault?.length ?? 1, 1);
  const show = () => {
    field.current.focus();
    field.current.setSelectionRange(from, until);
  };
  const place =
    from !== null &&
    value.trim() &&
    html`<button type="button" class="link" onClick=${show}>Character ${from + 1}</button>${value[from] && html`, <code>${value.slice(from, until)}</code>`}: `;
  return html`<div class="field">
    <label for=${id}>${label}</label>
    <textarea id=${id} ref=${field} class="mono small" rows=${rows} value=${value} spellcheck=${false} autocomplete="off" autocapitalize="off" aria-invalid=${fault ? "true" : undefined} aria-describedby=${id + "-told"}
      onInput=${event => onInput(event.target.value.replace(/\n/g, " "))} onKeyDown=${event => rows === 1 && event.key === "Enter" && event.preventDefault()}></textarea>
    <div class=${"told " + (fault ? "wrong" : "hint")} id=${id + "-told"} role=${fault ? "alert" : undefined} title=${fault?.message}><div>${fault ? html`${place}${fault.message}` : hint}</div></div>
  </div>`;
}
