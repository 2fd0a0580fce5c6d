// Whose leaks are shown: each player with what they lose, as buttons that filter, and which way to read them.
import { html } from "../../html.js";
import { setQuery } from "../../route.js";
import { distance, percent } from "../../model/numbers.js";
import { Choice } from "../../ui/parts.js";
import { capital } from "../../model/words.js";

export function Whose({ data, query }) {
  const { nash_conv: whole, players } = data;
  const won = query.read === "won";
  const others = player =>
    won
      ? {
          chips: whole.chips - player.chips,
          pot_percent: minus(whole.pot_percent, player.pot_percent),
          share: 1 - player.share,
        }
      : player;
  const clear = { row: null, hand: null };
  return html`<div class="stack tight">
    <div class="row">
      <${Choice}
        label="Read as"
        value=${won ? "won" : "own"}
        options=${[
          ["own", "Own mistakes"],
          ["won", "What others win"],
        ]}
        onChange=${read => setQuery({ read: read === "own" ? null : read, ...clear })}
      />
    </div>
    <div class="leak-players" role="group" aria-label="Player">
      <${Part} name="All players" amount=${{ ...whole, share: whole.chips > 0 ? 1 : 0 }} on=${query.player === undefined} onClick=${() => setQuery({ player: null, ...clear })} />
      ${players.map(
        player =>
          html`<${Part}
            key=${player.player}
            name=${won ? `From ${player.name}` : capital(player.name)}
            amount=${whole.chips > 0 ? others(player) : player}
            on=${query.player === String(player.player)}
            onClick=${() => setQuery({ player: player.player, ...clear })}
          />`,
      )}
    </div>
  </div>`;
}

const minus = (all, one) => (all === null ? null : all - one);

function Part({ name, amount, on, onClick }) {
  return html`<button class="leak-part" aria-pressed=${on ? "true" : "false"} onClick=${onClick}>
    <span class="name">${name}</span>
    <span class="amount">${distance(amount.chips)} chips</span>
    <span class="muted small">${amount.pot_percent === null ? "" : `${distance(amount.pot_percent)}% of the pot · `}${percent(amount.share)}</span>
    <span class="bar" aria-hidden="true"><span style=${{ width: `${100 * amount.share}%` }} /></span>
  </button>`;
}
