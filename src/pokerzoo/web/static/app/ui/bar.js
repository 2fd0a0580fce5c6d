// A bar of parts side by side: a strategy, or one share of a whole.
import { html } from "../html.js";

/**
 * @param {object} props
 * @param {{ colour: string, share: number | null }[]} props.parts shares of the whole bar, 0 to 1
 * @param {string} [props.label] what is read aloud; without one the numbers stand beside it
 */
export function Bar({ parts, label }) {
  const told = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return html`<span class="bar" ...${told}>${parts.map(({ colour, share }, k) => share > 0 && html`<span key=${k} style=${{ width: `${100 * share}%`, background: colour }}></span>`)}</span>`;
}
