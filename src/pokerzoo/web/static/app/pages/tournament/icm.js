// Stacks and prizes in; prize money, bubble factors and risk premiums out: the numbers of `pokerzoo icm`.
import { html } from "../../html.js";
import { DASH, bet, chips, percent } from "../../ui/numbers.js";
import { Notice, Panel } from "../../ui/parts.js";
import { usePost } from "../../use_post.js";
import { Model, Text, useFields } from "./fields.js";

const DEFAULTS = { stacks: "5000,3000,2000", payouts: "50,30,20", model: "icm" };
const premium = (value) => (value === null ? DASH : `${value > 0 ? "+" : value < 0 ? "−" : ""}${percent(Math.abs(value), 2)}`);

export function Icm({ query }) {
  const fields = useFields("/tournament/icm", query, DEFAULTS);
  const body = Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, query[name] ?? DEFAULTS[name]]));
  const { data, error, waiting } = usePost("/icm", body);
  return html`<${Panel} title="Stacks and prizes">
      <form class="stack" onSubmit=${fields.send}>
        <div class="tournament-fields">
          <${Text} name="stacks" label="Stacks" hint="Chips of each player who is left; 0 for a player who is out." fields=${fields} error=${error} />
          <${Text} name="payouts" label="Prizes" hint="The first place's first." fields=${fields} error=${error} />
          <${Model} fields=${fields} error=${error} />
        </div>
        <div><button class="button primary">Compute</button></div>
      </form>
      ${error && !error.field && html`<${Notice} kind="bad">${error.message}<//>`}
    <//>
    ${data && html`<div class=${"stack" + (error ? " old" : "")} aria-live="polite" aria-busy=${waiting ? "true" : "false"}><${Worth} found=${data} />
      ${data.bubble_factors === null
        ? html`<p class="muted">Bubble factors and risk premiums are worked out for 20 players at most.</p>`
        : html`<div class="tournament-pairs"><${Pairs} title="Bubble factors" about="Prize money that the row's player loses with an all-in against the column's, divided by what they win with it. Both stake the smaller stack." rows=${data.bubble_factors} text=${(value) => (value === null ? DASH : chips(value))} />
            <${Pairs} title="Risk premiums" about="Share of the pot that the row's player needs for such an all-in, above 50%." rows=${data.risk_premiums} text=${premium} /></div>`}
    </div>`}`;
}

function Worth({ found }) {
  return html`<${Panel} title="Prize money">
    <div class="table" tabindex="0" role="region" aria-label="Table of prize money"><table class="lean">
      <caption class="sr-only">What each stack is worth</caption>
      <thead><tr><th>Player</th><th>Stack</th><th>Of chips</th><th>Prize</th><th>Of prizes</th></tr></thead>
      <tbody>${found.players.map((one, k) => html`<tr key=${k}><td>${k + 1}</td><td>${bet(one.stack)}</td><td>${percent(one.chip_share, 2)}</td><td>${chips(one.prize, { digits: 4 })}</td><td>${percent(one.prize_share, 2)}</td></tr>`)}</tbody>
    </table></div>
  <//>`;
}

function Pairs({ title, about, rows, text }) {
  return html`<${Panel} title=${title}>
    <p class="small muted">${about}</p>
    <div class="table" tabindex="0" role="region" aria-label=${"Table of " + title.toLowerCase()}><table class="lean">
      <caption class="sr-only">${title}</caption>
      <thead><tr><th>Player</th>${rows.map((_, k) => html`<th key=${k}>${k + 1}</th>`)}</tr></thead>
      <tbody>${rows.map((row, k) => html`<tr key=${k}><th scope="row">${k + 1}</th>${row.map((value, other) => html`<td key=${other}>${text(value)}</td>`)}</tr>`)}</tbody>
    </table></div>
  <//>`;
}
