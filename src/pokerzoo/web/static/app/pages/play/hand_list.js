// The hands that are over, the last first; each leads to its steps.
import { useGet } from "../../api.js";
import { html, useEffect } from "../../html.js";
import { chips } from "../../model/numbers.js";
import { Link } from "../../route.js";
import { Cards, Loading, Panel } from "../../ui/parts.js";
import { Verdict } from "./feedback.js";
import { tone } from "./steps.js";

export function HandList({ id, hands, current }) {
  const { data, error, reload } = useGet(`/play/${encodeURIComponent(id)}/hands`);
  useEffect(() => reload(), [hands]);
  const item = one =>
    html`<li key=${one.number}>
      <${Link} class="row" to=${`/play/${id}`} query=${{ hand: one.number }} aria-current=${one.number === current ? "true" : undefined}>
        <span class="muted">${one.number}</span>
        <span class="spacer"><${Cards} names=${one.cards.split(" ").filter(Boolean)} /><span class="small muted">${one.line}</span></span>
        ${one.verdict !== "unknown" && html`<${Verdict} name=${one.verdict} />`}
        <strong class=${"number " + tone(one.won)}>${chips(one.won, { signed: true })}</strong>
      <//>
    </li>`;
  return html`<${Panel} title="Hands">
    ${!data && html`<${Loading} error=${error} />`}
    ${data?.length === 0 && html`<p class="muted">None is over yet.</p>`}
    ${data?.length > 0 && html`<ul class="list play-hands" tabindex="0" aria-label="Hands that are over">${data.map(item)}</ul>`}
  <//>`;
}
