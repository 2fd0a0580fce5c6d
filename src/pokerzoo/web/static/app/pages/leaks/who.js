// Who plays a game, by name: a baseline, an agent that was given in Python, or a policy of the library.
import { useGet } from "../../api.js";
import { html } from "../../html.js";
import { setQuery } from "../../route.js";
import { Panel, Select } from "../../ui/parts.js";

const CLEAR = { each: null, player: null, row: null, hand: null };

export function Who({ game, query }) {
  const { data: info } = useGet("/info");
  const { data: policies } = useGet("/policies");
  const named = (list = []) => list.map(name => [name, name]);
  const options = [
    ["Agents", named(info?.agents)],
    ["Baselines", named(info?.baselines)],
    ["Policies", (policies ?? []).filter(policy => policy.game === game).map(policy => [policy.id, policy.title])],
  ];
  const choice = (label, key, none) =>
    html`<${Select} label=${label} value=${query[key] ?? ""} options=${[["", none], ...options]} onChange=${value => setQuery({ ...CLEAR, [key]: value })} />`;
  return html`<${Panel} title="Whose leaks">
    <div class="fields">${choice("Who plays", "who", "Choose who plays")} ${choice("The other seat", "other", "the same")}</div>
  <//>`;
}
