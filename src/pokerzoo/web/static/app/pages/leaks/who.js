// Who plays a game, by name: a baseline, an agent that was given in Python, or a policy of the library.
import { html } from "../../html.js";
import { useGet } from "../../api.js";
import { setQuery } from "../../route.js";
import { Field, Panel } from "../../ui/parts.js";

const CLEAR = { each: null, player: null, row: null, hand: null };

export function Who({ game, query }) {
  const { data: info } = useGet("/info");
  const { data: policies } = useGet("/policies");
  const fitting = (policies ?? []).filter(policy => policy.game === game);
  const names = html`${(info?.agents ?? []).length > 0 && html`<optgroup label="Agents">${info.agents.map(name => html`<option key=${name} value=${name}>${name}</option>`)}</optgroup>`}
    <optgroup label="Baselines">${(info?.baselines ?? []).map(name => html`<option key=${name} value=${name}>${name}</option>`)}</optgroup>
    ${fitting.length > 0 && html`<optgroup label="Policies">${fitting.map(policy => html`<option key=${policy.id} value=${policy.id}>${policy.title}</option>`)}</optgroup>`}`;
  const choice = (label, key, none) => html`<${Field} label=${label}>
    ${tied =>
      html`<select ...${tied} value=${query[key] ?? ""} onChange=${event => setQuery({ ...CLEAR, [key]: event.target.value })}>
        <option value="">${none}</option>
        ${names}
      </select>`}
  <//>`;
  return html`<${Panel} title="Whose leaks">
    <div class="leak-question">${choice("Who plays", "who", "Choose who plays")} ${choice("The other seat", "other", "the same")}</div>
  <//>`;
}
