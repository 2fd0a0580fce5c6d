// The form that asks for the leaks of a baseline, an agent or a policy in a game, by name.
import { html, useEffect, useState } from "../../html.js";
import { useGet } from "../../api.js";
import { setQuery } from "../../route.js";
import { Field, Panel } from "../../ui/parts.js";

const CLEAR = { each: null, player: null, row: null, hand: null };

export function Question({ query }) {
  const { data: info } = useGet("/info");
  const { data: policies } = useGet("/policies");
  const [params, setParams] = useState(query.params ?? "");
  useEffect(() => setParams(query.params ?? ""), [query.params]);
  const fitting = (policies ?? []).filter((policy) => policy.game === query.game);
  const names = html`${(info?.agents ?? []).length > 0 && html`<optgroup label="Agents">${info.agents.map((name) => html`<option key=${name} value=${name}>${name}</option>`)}</optgroup>`}
    <optgroup label="Baselines">${(info?.baselines ?? []).map((name) => html`<option key=${name} value=${name}>${name}</option>`)}</optgroup>
    ${fitting.length > 0 && html`<optgroup label="Policies">${fitting.map((policy) => html`<option key=${policy.id} value=${policy.id}>${policy.title}</option>`)}</optgroup>`}`;
  const ask = (patch) => setQuery({ ...CLEAR, ...patch });
  return html`<h1>Leaks</h1>
    <p class="leak-lead">Where does a strategy lose? Ask about a baseline or an agent in any game; policies have it in the library.</p>
    <${Panel} title="Whose leaks">
      <div class="leak-question">
        <${Field} label="Game">
          ${(tied) =>
            html`<select ...${tied} value=${query.game ?? ""} onChange=${(event) => ask({ game: event.target.value, params: null })}>
              <option value="">Choose a game</option>
              ${(info?.games ?? []).map((name) => html`<option key=${name} value=${name}>${name}</option>`)}
            </select>`}
        <//>
        <${Field} label="Parameters" hint='As JSON, such as {"num_cards": 4}; empty: as usual'>
          ${(tied) =>
            html`<input ...${tied} type="text" class="mono" value=${params} spellcheck=${false} onInput=${(event) => setParams(event.target.value)} onChange=${(event) => ask({ params: event.target.value.trim() })} />`}
        <//>
        <${Field} label="Who plays">
          ${(tied) =>
            html`<select ...${tied} value=${query.who ?? ""} onChange=${(event) => ask({ who: event.target.value })}>
              <option value="">Choose who plays</option>
              ${names}
            </select>`}
        <//>
        <${Field} label="The other seat">
          ${(tied) =>
            html`<select ...${tied} value=${query.other ?? ""} onChange=${(event) => ask({ other: event.target.value })}>
              <option value="">the same</option>
              ${names}
            </select>`}
        <//>
      </div>
    <//>`;
}
