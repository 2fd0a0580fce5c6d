// The library: what is open.
import { html } from "../html.js";
import { useGet } from "../api.js";
import { Loading, Panel } from "../ui/parts.js";

export default function Library() {
  const { data, error } = useGet("/policies");
  if (!data) return html`<${Loading} error=${error} />`;
  return html`<div class="stack">
    <h1>Library</h1>
    <${Panel} title="Policies">
      ${data.length === 0 && html`<p class="muted">Nothing is open yet.</p>`}
      ${data.length > 0 &&
      html`<div class="table" tabindex="0" role="region" aria-label="Table of policies">
        <table>
          <thead><tr><th>name</th><th class="text">game</th><th class="text">source</th></tr></thead>
          <tbody>${data.map((policy) => html`<tr key=${policy.id}><td>${policy.title}</td><td class="text">${policy.game}</td><td class="text">${policy.source}</td></tr>`)}</tbody>
        </table>
      </div>`}
    <//>
  </div>`;
}
