// Small games: what there is, and what can be done with each.
import { useGet } from "../api.js";
import { html } from "../html.js";
import { Link } from "../route.js";
import { Loading } from "../ui/parts.js";

function Game({ game: { name, title, about, players, parameters, own } }) {
  const changes = parameters.length ? `; can be changed: ${parameters.map(one => one.label.toLowerCase()).join(", ")}` : "";
  const to = "/games/" + name;
  return html`<li class="panel stack tight">
    <h2><${Link} to=${to}>${title}<//></h2>
    <p>${about}</p>
    <p class="muted small">${players} players${changes}${own ? "; a game of your own" : ""}</p>
    <div class="row">
      <${Link} class="button small" to=${to}>Tree and strategies<span class="sr-only"> of ${title}</span><//>
      <${Link} class="button small" to=${to} query=${{ learn: 1 }}>Watch CFR learn<span class="sr-only"> ${title}</span><//>
    </div>
  </li>`;
}

export default function Games() {
  const { data, error } = useGet("/games");
  if (!data) return html`<div class="stack"><h1>Small games</h1><${Loading} error=${error} /></div>`;
  return html`<div class="stack">
    <h1>Small games</h1>
    <p class="muted">Games whose whole tree can be looked at, infoset by infoset: with an equilibrium, a baseline or a policy of yours on it, or while CFR learns it.</p>
    <ul class="columns">${data.map(game => html`<${Game} key=${game.name} game=${game} />`)}</ul>
    <p class="muted small">Games of your own are here too: <code>pokerzoo explore --import my_games</code>, where the module calls <code>register_game</code>. Hold'em spots have <${Link} to="/setup">their own page<//>.</p>
  </div>`;
}
