// The form that sets up a table; what is chosen stands in the address.
import { post, useGet, usePost } from "../../api.js";
import { html, useState } from "../../html.js";
import { addressParams, parsed } from "../../model/setup.js";
import { navigate, setQuery } from "../../route.js";
import { ParameterFields } from "../../ui/parameters.js";
import { ChoiceField, Input, Loading, Panel, Select, Wrong } from "../../ui/parts.js";

export const FEEDBACK = Object.entries({ decision: "Each decision", end: "End of hand", off: "Off" });

const ROOM = { minHeight: "38rem" }; // nothing moves when the form is there
const set = patch => setQuery(patch, { replace: true });
const titles = (list, kind) => list.map(one => [`${kind}:${one.id}`, one.title]);
const among = (list, id) => (list?.some(one => one.id === id) ? id : list?.[0]?.id);
const named = list => (list ?? []).map(one => [one.id, one.name]);

export function NewTable({ query }) {
  const { data: policies } = useGet("/policies");
  const { data: blueprints } = useGet("/play/blueprints");
  const { data: info } = useGet("/info");
  const params = parsed(query.params);
  // Links elsewhere name the opponent alone, by its id: it is played in its own game.
  const policy = query.policy ?? (query.opponent && !query.game && !query.opponent.includes(":") ? query.opponent : null);
  const wanted = policy ? { policy } : { game: query.game || "kuhn", params };
  const { data: options, error } = usePost("/play/options", wanted);
  const { data: game } = useGet(policy ? null : `/games/${query.game || "kuhn"}`);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState(null);
  const choose = value => {
    const [kind, ...rest] = value.split(":");
    set({ policy: null, game: null, params: null, opponent: null, coach: null, seat: null, [kind]: rest.join(":") });
  };
  const others = options ? options.players - 1 : 1;
  const places = others >= 2 && others <= 5 ? others : 1;
  const picked = (query.opponent ?? "").split("|");
  const opponents = Array.from({ length: places }, (_, k) => among(options?.opponents, picked[k] ?? picked[0]));
  const coach = among(options?.coaches, query.coach);
  const feedback = query.feedback ?? "decision";
  const sit = event => {
    event.preventDefault();
    setBusy(true);
    const seat = query.seat === undefined ? null : Number(query.seat);
    const seed = query.seed ? Number(query.seed) : null;
    post("/play", { ...wanted, opponents, seat, seed, coach, feedback })
      .then(table => navigate(`/play/${table.id}`))
      .catch(problem => (setWrong(problem), setBusy(false)));
  };
  if (!policies || !blueprints || !info || !(options || error) || !(policy || game))
    return html`<${Panel} title="New session" style=${ROOM}><${Loading} /><//>`;
  const what = [
    ["Whole hands against a blueprint", titles(blueprints, "policy")],
    ["Open policies: their game or spot", titles(policies, "policy")],
    ["Games", info.games.map(name => [`game:${name}`, name.replaceAll("_", " ")])],
  ];
  const opponent = k => (places > 1 ? `Opponent ${k + 1}` : others > 1 ? `Opponents (all ${others})` : "Opponent");
  const replaced = (k, id) => opponents.map((one, j) => (j === k ? id : one)).join("|");
  const seats = [["", "Changes"], ...(options?.seats ?? []).map((name, seat) => [String(seat), name])];
  return html`<${Panel} title="New session" style=${ROOM}>
    <form class="stack" onSubmit=${sit}>
      <${Select} label="What to play" value=${policy ? `policy:${policy}` : `game:${query.game || "kuhn"}`} options=${what} onChange=${choose} />
      ${!policy && options && html`<${Params} key=${game.name} infos=${game.parameters} made=${options.params} own=${params} />`}
      <${Wrong} error=${error} infos=${game?.parameters} />
      ${opponents.map((chosen, k) => html`<${Select} key=${k} label=${opponent(k)} value=${chosen} options=${named(options?.opponents)} onChange=${id => set({ policy, opponent: replaced(k, id) })} />`)}
      <${seats.length <= 4 ? ChoiceField : Select} label="Your seat" value=${query.seat ?? ""} options=${seats} onChange=${seat => set({ seat })} />
      ${
        options?.game !== "texas_holdem" &&
        html`<${Select} label="Coach" hint="Its EVs say what a choice lost, if everybody plays this policy from there on." value=${coach} options=${named(options?.coaches)} onChange=${id => set({ coach: id })} />
          <${ChoiceField} label="When the coach speaks" value=${feedback} options=${FEEDBACK} onChange=${one => set({ feedback: one })} />`
      }
      <${Input} label="Seed" hint="For the cards and the opponents' choices. Empty: drawn at random." inputmode="numeric" pattern="[0-9]{0,15}" title="A whole number of at most 15 digits" value=${query.seed ?? ""} onInput=${seed => set({ seed })} />
      <${Wrong} error=${wrong} />
      <div><button class="button primary" disabled=${busy || !options}>${busy ? "Setting up" : "Sit down"}</button></div>
    </form>
  <//>`;
}

// Parameters that are not as they are by default stand in the address.
function Params({ infos, made, own }) {
  const change = (name, value) => set({ params: addressParams({ ...own, [name]: value }, infos) });
  const fields = html`<div class="fields"><${ParameterFields} infos=${infos} params=${own} made=${made} faultAt=${() => undefined} onChange=${change} /></div>`;
  return infos.length > 4 ? html`<details><summary>Parameters</summary>${fields}</details>` : fields;
}
