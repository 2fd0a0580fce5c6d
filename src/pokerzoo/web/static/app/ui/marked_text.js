// A text field in which the place of a fault is underlined, and told below it. The room for that is always there.
import { html, useId, useRef } from "../html.js";

export function MarkedText({ label, value, fault, hint, rows = 1, onInput }) {
  const id = useId();
  const field = useRef(null);
  const behind = useRef(null);
  const from = fault?.position ?? null;
  const until = from === null ? 0 : Math.max(from + (fault.length ?? 1), from + 1);
  const placed = from !== null && value.length > 0;
  const follow = () => (behind.current.scrollTop = field.current.scrollTop);
  const show = () => {
    field.current.focus();
    field.current.setSelectionRange(from, until);
  };
  const keep = event => {
    if (rows === 1 && event.key === "Enter") event.preventDefault();
  };
  return html`<div class="field marked">
    <label for=${id}>${label}</label>
    <div class="marked-box">
      <div class="marked-behind" aria-hidden="true" ref=${behind}>${placed ? html`${value.slice(0, from)}<mark>${value.slice(from, until) || " "}</mark>${value.slice(until)}` : value}</div>
      <textarea
        id=${id}
        ref=${field}
        rows=${rows}
        value=${value}
        spellcheck=${false}
        autocomplete="off"
        autocapitalize="off"
        aria-invalid=${fault ? "true" : undefined}
        aria-describedby=${id + "-told"}
        onInput=${event => onInput(event.target.value.replace(/\n/g, " "))}
        onKeyDown=${keep}
        onScroll=${follow}
      ></textarea>
    </div>
    <div class=${"told small" + (fault ? " wrong" : " muted")} id=${id + "-told"} role=${fault ? "alert" : undefined} title=${fault?.message}>
      ${
        fault
          ? html`${placed && value.trim() ? html`<button type="button" class="link" onClick=${show}>Character ${from + 1}</button>: ` : ""}${fault.message}`
          : hint
      }
    </div>
  </div>`;
}
