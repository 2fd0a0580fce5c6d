// Small games: what there is, and what can be done with each.
import { html } from "../html.js";
import { useGet } from "../api.js";
import { Link } from "../route.js";
import { Loading } from "../ui/parts.js";
import { parameterName } from "../model/words.js";

// A small drawing of each kind of game: a tree that branches, two streets, a matrix, a threshold.
const DRAWINGS = {
  kuhn: html`<path d="M14 40 L46 16 L82 8 M46 16 L82 24 M14 40 L46 64 L82 56 M46 64 L82 72" /><path class="dashed" d="M46 16 Q36 40 46 64" /><circle cx="14" cy="40" r="6" /><circle class="two" cx="46" cy="16" r="6" /><circle class="two" cx="46" cy="64" r="6" />`,
  bet_raise: html`<path d="M10 40 L36 18 L62 18 L86 8 M62 18 L86 28 M10 40 L36 60 L62 50 M36 60 L62 70 L86 62 M62 70 L86 76" /><circle cx="10" cy="40" r="6" /><circle class="two" cx="36" cy="18" r="6" /><circle class="two" cx="36" cy="60" r="6" /><circle cx="62" cy="18" r="6" /><circle cx="62" cy="70" r="6" />`,
  leduc: html`<path d="M8 40 L26 24 L40 40 M8 40 L26 56 L40 40 M58 40 L70 20 L90 12 M70 20 L90 28 M58 40 L70 60 L90 52 M70 60 L90 68" /><rect class="card-shape" x="40" y="28" width="18" height="24" rx="3" /><circle cx="8" cy="40" r="5" /><circle class="two" cx="26" cy="24" r="5" /><circle class="two" cx="26" cy="56" r="5" /><circle cx="70" cy="20" r="5" /><circle cx="70" cy="60" r="5" />`,
  rps: html`<rect class="cell good" x="26" y="10" width="20" height="20" /><rect class="cell" x="48" y="10" width="20" height="20" /><rect class="cell bad" x="70" y="10" width="20" height="20" /><rect class="cell bad" x="26" y="32" width="20" height="20" /><rect class="cell good" x="48" y="32" width="20" height="20" /><rect class="cell" x="70" y="32" width="20" height="20" /><rect class="cell" x="26" y="54" width="20" height="20" /><rect class="cell bad" x="48" y="54" width="20" height="20" /><rect class="cell good" x="70" y="54" width="20" height="20" /><circle cx="12" cy="42" r="6" />`,
  bet_fold: html`<path d="M8 70 H92 M8 70 V8" /><path class="curve-shape" d="M8 70 H62 L66 14 H92" /><path class="dashed" d="M64 8 V70" />`,
};
const OTHER = html`<path d="M12 40 L44 14 L84 14 M44 14 L84 34 M12 40 L44 66 L84 52 M44 66 L84 72" /><circle cx="12" cy="40" r="6" /><circle class="two" cx="44" cy="14" r="6" /><rect class="card-shape" x="38" y="58" width="12" height="16" rx="2" />`;

export default function Games() {
  const { data, error } = useGet("/games");
  if (!data) return html`<div class="stack"><h1>Small games</h1><${Loading} error=${error} /></div>`;
  return html`<div class="stack">
    <h1>Small games</h1>
    <p class="muted">Games whose whole tree can be looked at, infoset by infoset: with an equilibrium, a baseline or a policy of yours on it, or while CFR learns it.</p>
    <ul class="game-cards">
      ${data.map(
        game => html`<li key=${game.name} class="panel game-card">
          <svg viewBox="0 0 98 80" class="game-drawing" aria-hidden="true">${DRAWINGS[game.name] ?? OTHER}</svg>
          <div class="stack tight">
            <h2><${Link} to=${"/games/" + game.name}>${game.title}<//></h2>
            <p>${game.about}</p>
            <p class="muted small">${game.players} players${game.parameters.length ? `; can be changed: ${game.parameters.map(one => parameterName(one.name)).join(", ")}` : ""}${game.own ? "; a game of your own" : ""}</p>
            <div class="row">
              <${Link} class="button small" to=${"/games/" + game.name}>Tree and strategies<span class="sr-only"> of ${game.title}</span><//>
              <${Link} class="button small" to=${"/games/" + game.name} query=${{ learn: 1 }}>Watch CFR learn<span class="sr-only"> ${game.title}</span><//>
            </div>
          </div>
        </li>`,
      )}
    </ul>
    <p class="muted small">Games of your own are here too: <code>pokerzoo explore --import my_games</code>, where the module calls <code>register_game</code>. Hold'em spots have <${Link} to="/setup">their own page<//>.</p>
  </div>`;
}
