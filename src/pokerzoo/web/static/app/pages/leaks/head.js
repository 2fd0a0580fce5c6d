// The head: what all leaks add up to, and what the numbers mean.
import { html } from "../../html.js";
import { distance, percent } from "../../model/numbers.js";
import { capital } from "../../model/words.js";
import { setQuery } from "../../route.js";
import { Bar } from "../../ui/bar.js";
import { Choice } from "../../ui/parts.js";

const ofPot = amount => (amount.pot_percent === null ? "" : ` (${distance(amount.pot_percent)}% of the pot)`);

export function Head({ data, source }) {
  const { exploitability: mean, nash_conv: whole, players } = data;
  const first = players.reduce((most, player) => (player.chips > most.chips ? player : most));
  const two = players.length === 2 && whole.chips > 0;
  return html`<div class="stack tight">
      <div class="row between">
        <h2 class="leak-title">Leaks of ${data.title}</h2>
        <a class="button" href=${"/api" + source.path(".csv")} download="leaks.csv">CSV</a>
      </div>
      <p class="leak-lead">
        ${
          whole.chips > 0
            ? html`Exploitable for <strong class=${"trust-mark " + ({ rough: "warn", far: "bad" }[data.grade] ?? "")}>${distance(mean.chips)} chips</strong> a hand${ofPot(mean)}: what a best response gains, in the mean over the players${two ? html`; ${Math.round(100 * first.share)}% of it from mistakes of <strong>${first.name}</strong>` : players.length > 2 ? html`. <strong>${first.name}</strong> gains most, ${distance(first.chips)} chips${ofPot(first)}` : ""}.`
            : html`No player can gain anything: these strategies are in equilibrium.`
        }
      </p>
    </div>`;
}

export const Meaning = ({ mean, whole }) => html`<details class="leak-meaning">
  <summary>What these numbers mean</summary>
  <div class="stack tight">
    <p><strong>Own mistakes</strong> of a player are what each decision costs them against what the others play; together they are what a best response gains.</p>
    <p><strong>What others win</strong> from a player stands at their decisions: there they could exploit that player's policy, and do not yet.</p>
    <p>
      Exploitability is the mean of what the players' best responses gain, here ${distance(mean.chips)} chips; the table adds the
      gains up instead, to ${distance(whole.chips)} chips (NashConv).
    </p>
    <p>
      A leak is how often a player gets to a decision with their own policy, times what they lose there by not taking the best action, if
      they play a best response from there on. No leak is below zero, and all of them add up to NashConv, the sum of what every player's
      best response gains: that is the whole of which each row is a share. A good bet costs nothing because the hand is played
      badly afterwards; the bad decisions do.
    </p>
  </div>
</details>`;

// Whose leaks are shown: each player with what they lose, as buttons that filter, and which way to read them.
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
    <${Bar} parts=${[{ colour: "var(--bet)", share: amount.share }]} />
  </button>`;
}
