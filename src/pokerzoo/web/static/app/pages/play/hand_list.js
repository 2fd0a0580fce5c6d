// The hands that are over, the last first; each leads to its steps.
import { html, useEffect } from "../../html.js";
import { useGet } from "../../api.js";
import { Link } from "../../route.js";
import { chips } from "../../model/numbers.js";
import { Cards, Loading, Panel } from "../../ui/parts.js";
import { tone } from "./steps.js";
import { Verdict } from "./feedback.js";

export function HandList({ id, hands, current }) {
  const { data, error, reload } = useGet(`/play/${encodeURIComponent(id)}/hands`);
  useEffect(() => reload(), [hands]);
  return html`<${Panel} title="Hands">
    ${!data && html`<${Loading} error=${error} />`}
    ${data?.length === 0 && html`<p class="muted">None is over yet.</p>`}
    ${
      data?.length > 0 &&
      html`<ul class="play-hands" tabindex="0" aria-label="Hands that are over">
      ${data.map(
        one => html`<li key=${one.number}>
          <${Link} to=${`/play/${id}`} query=${{ hand: one.number }} aria-current=${one.number === current ? "true" : undefined}>
            <span class="muted number">${one.number}</span>
            <span class="play-line-words"><${Cards} names=${one.cards.split(" ").filter(Boolean)} /><span class="small muted">${one.line}</span></span>
            <span class="play-badges">${one.verdict !== "unknown" && html`<${Verdict} name=${one.verdict} />`}</span>
            <strong class=${"number " + tone(one.won)}>${chips(one.won, { signed: true })}</strong>
          <//>
        </li>`,
      )}
    </ul>`
    }
  <//>`;
}
