// The form that sets up a table; what is chosen stands in the address.
import { html, useState } from "../../html.js";
import { post, useGet, usePost } from "../../api.js";
import { navigate, setQuery } from "../../route.js";
import { Choice, Field, Loading, Notice, Panel } from "../../ui/parts.js";
import { ParameterFields } from "../../ui/parameters.js";

const FEEDBACK = [
  ["decision", "Each decision"],
  ["end", "End of hand"],
  ["off", "Off"],
];

const parse = text => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

export function NewTable({ query }) {
  const { data: policies } = useGet("/policies");
  const { data: blueprints } = useGet("/play/blueprints");
  const { data: info } = useGet("/info");
  const params = query.params ? parse(query.params) : {};
  // Links elsewhere name the opponent alone, by its id: it is played in its own game.
  const policy = query.policy ?? (query.opponent && !query.game && !query.opponent.includes(":") ? query.opponent : null);
  const wanted = policy ? { policy } : { game: query.game || "kuhn", params };
  const { data: options, error } = usePost("/play/options", wanted);
  const { data: game } = useGet(policy ? null : `/games/${query.game || "kuhn"}`);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState(null);
  const what = policy ? `policy:${policy}` : `game:${query.game || "kuhn"}`;
  const choose = value => {
    const [kind, ...rest] = value.split(":");
    setQuery(
      { policy: null, game: null, params: null, opponent: null, coach: null, seat: null, [kind]: rest.join(":") },
      { replace: true },
    );
  };
  const among = (list, id) => (list?.some(one => one.id === id) ? id : list?.[0]?.id);
  const others = options ? options.players - 1 : 1;
  const places = others >= 2 && others <= 5 ? others : 1;
  const picked = (query.opponent ?? "").split("|");
  const opponents = Array.from({ length: places }, (_, k) => among(options?.opponents, picked[k] ?? picked[0]));
  const coach = among(options?.coaches, query.coach);
  const coached = options?.game !== "texas_holdem";
  const sit = async event => {
    event.preventDefault();
    setBusy(true);
    setWrong(null);
    try {
      const seat = query.seat === undefined ? null : Number(query.seat);
      const seed = query.seed ? Number(query.seed) : null;
      const table = await post("/play", { ...wanted, opponents, seat, seed, coach, feedback: query.feedback ?? "decision" });
      navigate(`/play/${table.id}`);
    } catch (problem) {
      setWrong(problem);
      setBusy(false);
    }
  };
  if (!policies || !blueprints || !info || !(options || error) || !(policy || game))
    return html`<${Panel} title="New session"><div class="play-form"><${Loading} /></div><//>`;
  return html`<${Panel} title="New session">
    <form class="stack play-form" onSubmit=${sit}>
      <${Field} label="What to play">
        ${tied => html`<select ...${tied} value=${what} onChange=${event => choose(event.target.value)}>
          ${blueprints.length > 0 && html`<optgroup label="Whole hands against a blueprint">${blueprints.map(one => html`<option key=${one.id} value=${`policy:${one.id}`}>${one.title}</option>`)}</optgroup>`}
          ${policies.length > 0 && html`<optgroup label="Open policies: their game or spot">${policies.map(one => html`<option key=${one.id} value=${`policy:${one.id}`}>${one.title}</option>`)}</optgroup>`}
          <optgroup label="Games">${info.games.map(name => html`<option key=${name} value=${`game:${name}`}>${name.replaceAll("_", " ")}</option>`)}</optgroup>
        </select>`}
      <//>
      ${!policy && options && html`<${Params} key=${game.name} infos=${game.parameters} made=${options.params} own=${params} error=${error} />`}
      ${policy && error && html`<${Notice} kind="bad">${error.message}<//>`}
      ${opponents.map(
        (
          chosen,
          k,
        ) => html`<${Field} key=${k} label=${places > 1 ? `Opponent ${k + 1}` : others > 1 ? `Opponents (all ${others})` : "Opponent"}>
          ${tied => html`<${Select} tied=${tied} value=${chosen} options=${options?.opponents}
            onChange=${id => setQuery({ policy, opponent: opponents.map((one, j) => (j === k ? id : one)).join("|") }, { replace: true })} />`}
        <//>`,
      )}
      <div class="field">
        <span class="label">Your seat</span>
        <${Seats} names=${options?.seats ?? []} value=${query.seat ?? ""} onChange=${seat => setQuery({ seat }, { replace: true })} />
      </div>
      ${
        coached &&
        html`<${Field} label="Coach" hint="Its EVs say what a choice lost, if everybody plays this policy from there on.">
        ${tied => html`<${Select} tied=${tied} value=${coach} options=${options?.coaches} onChange=${id => setQuery({ coach: id }, { replace: true })} />`}
      <//>
      <div class="field">
        <span class="label">When the coach speaks</span>
        <${Choice} label="When the coach speaks" value=${query.feedback ?? "decision"} options=${FEEDBACK} onChange=${feedback => setQuery({ feedback }, { replace: true })} />
      </div>`
      }
      <${Field} label="Seed" hint="For the cards and the opponents' choices. Empty: drawn at random.">
        ${tied => html`<input ...${tied} type="text" inputmode="numeric" pattern="[0-9]{0,15}" title="A whole number of at most 15 digits" value=${query.seed ?? ""} onInput=${event => setQuery({ seed: event.target.value }, { replace: true })} />`}
      <//>
      ${wrong && html`<${Notice} kind="bad">${wrong.message}<//>`}
      <div><button class="button primary" disabled=${busy || !options}>${busy ? "Setting up" : "Sit down"}</button></div>
    </form>
  <//>`;
}

function Select({ tied, value, options = [], onChange }) {
  return html`<select ...${tied} value=${value} onChange=${event => onChange(event.target.value)}>
    ${options.map(one => html`<option key=${one.id} value=${one.id}>${one.name}</option>`)}
  </select>`;
}

function Seats({ names, value, onChange }) {
  const all = [["", "Changes"], ...names.map((name, seat) => [String(seat), name])];
  if (all.length <= 4) return html`<${Choice} label="Your seat" value=${value} options=${all} onChange=${onChange} />`;
  return html`<select aria-label="Your seat" value=${value} onChange=${event => onChange(event.target.value)}>
    ${all.map(([id, name]) => html`<option key=${id} value=${id}>${name}</option>`)}
  </select>`;
}

// Parameters that are not as they are by default stand in the address.
function Params({ infos, made, own, error }) {
  const change = (name, value) => {
    const next = { ...own, [name]: value };
    if (value === "") delete next[name];
    setQuery({ params: Object.keys(next).length ? JSON.stringify(next) : null }, { replace: true });
  };
  const fields = html`<div class="play-params"><${ParameterFields} infos=${infos} params=${own} made=${made} faultAt=${() => undefined} onChange=${change} /></div>`;
  return html`${infos.length > 4 ? html`<details><summary>Parameters</summary>${fields}</details>` : fields}
    ${error && html`<${Notice} kind="bad">${error.message}<//>`}`;
}
