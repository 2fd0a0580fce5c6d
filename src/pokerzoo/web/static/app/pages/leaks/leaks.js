// Leaks: where a policy, a baseline or an agent loses what it loses, from the whole down to one hand. A tab of Browse and of games.
import { useGet, usePost } from "../../api.js";
import { html, useRef } from "../../html.js";
import { setQuery } from "../../route.js";
import { markOf } from "../../model/exploitability.js";
import { amountsLike, capital, distance, percent } from "../../model/numbers.js";
import { parsed } from "../../model/setup.js";
import { Hand, Node, Plays, inWords } from "./node.js";
import { Bar, ChoiceField, Loading, Panel, Select, Wrong, useTitle } from "../../ui/parts.js";
import { useRoving } from "../../ui/keys.js";
import { Table } from "../../ui/table.js";

const EACH = { hand_class: "Hand classes", infoset: "Infosets", node: "Nodes", line: "Lines" };
const TOPS = [10, 20, 50, 200].map(top => [String(top), top]);
const READ = Object.entries({ own: "Own mistakes", won: "What others win" });
const CLEAR = { row: null, hand: null };

// `source`: whose leaks, of `node.js`.
export function Leaks({ source, query }) {
  const asked = { each: query.each, top: query.top ?? 20, [query.read === "won" ? "against" : "player"]: query.player };
  const { data, error, loading } = useGet(source.path(), asked);
  const held = useRef(null); // what came last stays with whom it is of, until there is something new
  if (data && !loading && !error) held.current = { data, source };
  return html`<div class="stack leaks">
    ${held.current && html`<${Wrong} error=${error} />`}
    ${held.current ? html`<${Found} ...${held.current} query=${query} />` : html`<${Loading} error=${error} />`}
  </div>`;
}

function Found({ data, source, query }) {
  useTitle(`Leaks of ${data.title}`);
  const at = Math.min(Math.max(0, Math.floor(Number(query.row ?? 0)) || 0), data.rows.length - 1);
  const won = query.read === "won";
  const choose = row => {
    setQuery({ row: row || null, hand: null });
    if (matchMedia("(max-width: 63.99rem)").matches) document.getElementById("node")?.scrollIntoView({ block: "start" });
  };
  return html`<div class="row between">
      <h2>Leaks of ${data.title}</h2>
      <a class="button" href=${"/api" + source.path(".csv")} download="leaks.csv">CSV</a>
    </div>
    <${Lead} data=${data} />
    <div class="split">
      <${Panel} title=${titleOf(data, query)} id="ranking">
        <div class="row">
          <${ChoiceField} label="Read as" value=${won ? "won" : "own"} options=${READ} onChange=${read => setQuery({ read: read === "own" ? null : read, ...CLEAR })} />
          <${ChoiceField} label="Player" value=${query.player ?? ""} options=${playersOf(data, won)} onChange=${player => setQuery({ player: player || null, ...CLEAR })} />
          ${data.choices.length > 1 && html`<${ChoiceField} label="A row is" value=${data.each} options=${data.choices.map(each => [each, EACH[each]])} onChange=${each => setQuery({ each, ...CLEAR })} />`}
          <${Select} label="Rows" value=${String(query.top ?? 20)} options=${TOPS} onChange=${top => setQuery({ top })} />
        </div>
        <${RankedTable} data=${data} at=${at} won=${won} onChoose=${choose} />
      <//>
      ${at >= 0 && html`<${Node} key="node" row=${data.rows[at]} data=${data} source=${source} hand=${query.hand} />`}
    </div>
    <${Meaning} mean=${data.exploitability} whole=${data.nash_conv} />`;
}

function titleOf(data, query) {
  const player = data.players[query.player];
  if (!player) return "Largest leaks";
  return query.read === "won" ? `Where more could be won from ${player.name}` : `Largest leaks of ${player.name}`;
}

// All players, and each with what they lose, or with what others could win from them.
const playersOf = ({ nash_conv: whole, players }, won) => [
  ["", html`All <span class="muted">${distance(whole.chips)} chips</span>`],
  ...players.map(({ player, name, chips, share }) => {
    const [amount, part] = won && whole.chips > 0 ? [whole.chips - chips, 1 - share] : [chips, share];
    return [
      String(player),
      html`${won ? `From ${name}` : capital(name)} <span class="muted">${distance(amount)} chips, ${percent(part)}</span>`,
    ];
  }),
];

const ofPot = amount => (amount.pot_percent === null ? "" : ` (${distance(amount.pot_percent)}% of the pot)`);

// What all leaks add up to.
function Lead({ data: { exploitability: mean, nash_conv: whole, players, grade } }) {
  if (!(whole.chips > 0)) return html`<p class="lead">No player can gain anything: these strategies are in equilibrium.</p>`;
  const first = players.reduce((most, player) => (player.chips > most.chips ? player : most));
  const who =
    players.length === 2
      ? html`; ${percent(first.share, 0)} of it from mistakes of <strong>${first.name}</strong>`
      : html`. <strong>${first.name}</strong> gains most, ${distance(first.chips)} chips${ofPot(first)}`;
  return html`<p class="lead">Exploitable for <strong class=${markOf(grade)}>${distance(mean.chips)} chips</strong> a hand${ofPot(mean)}: what a best response gains, in the mean over the players${players.length > 1 && who}.</p>`;
}

const Meaning = ({ mean, whole }) =>
  html`<details>
    <summary>What these numbers mean</summary>
    <div class="stack tight">
      <p><strong>Own mistakes</strong> of a player are what each decision costs them against what the others play. <strong>What others win</strong> from a player stands at their decisions: there they could exploit that player's policy, and do not yet.</p>
      <p>Exploitability is the mean of what the players' best responses gain, here ${distance(mean.chips)} chips; the table adds the gains up instead, to ${distance(whole.chips)} chips (NashConv).</p>
      <p>
        A leak is how often a player gets to a decision with their own policy, times what they lose there by not taking the best action, if
        they play a best response from there on. No leak is below zero, and all of them add up to NashConv. A good bet costs nothing because
        the hand is played badly afterwards; the bad decisions do.
      </p>
    </div>
  </details>`;

function RankedTable({ data, at, won, onChoose }) {
  const { rows, chosen, players } = data;
  const roving = useRoving(to => onChoose(Number(to.dataset.row)));
  const [chips, potPercent] = [amountsLike(rows[0]?.chips), amountsLike(rows[0]?.pot_percent ?? 0)];
  const plays = rows.some(row => row.policy);
  const sums = rows.map((_, k) => rows.slice(0, k + 1).reduce((sum, row) => sum + row.share, 0));
  const rest = Math.max(0, chosen.chips - rows.reduce((all, row) => all + row.chips, 0));
  const strategy = row => row.policy && Object.entries(row.policy);
  const best = row => row.best_response && Object.entries(row.best_response);
  const columns = [
    {
      head: "where",
      kind: "words where",
      cell: (
        row,
        k,
      ) => html`<button type="button" class="leak-where" data-cell=${k === at ? "at" : ""} data-row=${k} aria-pressed=${k === at ? "true" : "false"}>
          <span class="who small muted">${players[row.player].name}</span> ${row.hand !== null && html`<strong><${Hand} name=${row.hand} /></strong> `}
          ${row.line === null ? html`<span class="mono">${row.infoset}</span>` : row.when}
        </button>
        ${plays && row.policy && html`<div class="narrow muted small">plays ${inWords(strategy(row))}; best: ${inWords(best(row))}</div>`}`,
    },
    plays && {
      head: "plays",
      kind: "text wide",
      cell: row => strategy(row) && html`<${Plays} strategy=${strategy(row)} colours=${row.colours} />`,
    },
    plays && { head: "best", kind: "words wide", cell: row => best(row) && inWords(best(row)) },
    { head: `${won ? "could win" : "loses"}, chips`, cell: row => chips(row.chips) },
    rows[0]?.pot_percent != null && { head: "% of pot", kind: "wide", cell: row => potPercent(row.pot_percent) },
    {
      head: "",
      kind: "wide",
      cell: row => html`<${Bar} parts=${[{ colour: "var(--bet)", share: row.share / rows[0].share }]} />`,
    },
    { head: "share", cell: row => percent(row.share) },
    { head: "all so far", kind: "wide muted", cell: (_, k) => percent(sums[k]) },
  ];
  if (rows.length === 0) return html`<div ...${roving}><p class="muted">Nothing is lost here.</p></div>`;
  return html`<div ...${roving}>
    <${Table} label="Ranking" caption="The largest leaks; a row's button shows its node. Arrow keys go from row to row." columns=${columns} rows=${rows} chosen=${(_, k) => k === at} onRow=${(_, k) => onChoose(k)} />
    ${rest > 1e-9 * chosen.chips && html`<p class="small muted">All others: ${chips(rest)} chips, ${percent((rest * chosen.share) / chosen.chips)}.</p>`}
  </div>`;
}

export function Who({ game, query }) {
  const { data } = usePost("/play/options", { game, params: parsed(query.params) });
  const options = (data?.opponents ?? []).map(one => [one.id, one.name]);
  const choice = (label, key, none) =>
    html`<${Select} label=${label} value=${query[key] ?? ""} options=${[["", none], ...options]} onChange=${value => setQuery({ ...CLEAR, each: null, player: null, [key]: value })} />`;
  return html`<${Panel} title="Whose leaks">
    <div class="fields">${choice("Who plays", "who", "Choose who plays")} ${choice("The other seat", "other", "the same")}</div>
  <//>`;
}
