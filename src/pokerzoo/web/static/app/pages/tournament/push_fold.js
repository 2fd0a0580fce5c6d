// Push/fold for two to nine players: the table, each player's value and gain, and a chart for each decision.
import { post } from "../../api.js";
import { html, useEffect, useRef, useState } from "../../html.js";
import { setQuery } from "../../route.js";
import { chips, counted, distance, percent, seconds } from "../../ui/numbers.js";
import { Choice, Notice, Panel } from "../../ui/parts.js";
import { CLASS_NAMES, RangeGrid } from "../../ui/range_grid.js";
import { capital } from "../../ui/words.js";
import { Model, Text, useFields } from "./fields.js";

const DEFAULTS = { stacks: "10,10,10", ante: "0", "big-blind-ante": "0", payouts: "", others: "", model: "icm", until: "0.0001", iterations: "1000", deals: "", seed: "0" };
const NUMBERS = ["ante", "big-blind-ante", "until", "iterations", "deals", "seed"];
const SOLVER = ["until", "iterations", "deals", "seed"];
const COLOURS = { push: "#e8743b", call: "#009e73", fold: "#56b4e9" };
const POLL = 400; // milliseconds
const MOST_SHOWN = 60;

function bodyOf(query) {
  const value = (name) => query[name] ?? DEFAULTS[name];
  // What is no number goes as it is, and the server tells; null would be a default.
  const number = (name) => (value(name) === "" ? null : Number.isFinite(Number(value(name))) ? Number(value(name)) : value(name));
  return Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name.replaceAll("-", "_"), NUMBERS.includes(name) ? number(name) : value(name)]));
}

// What the server says of a table, asked for again until it is solved.
function useTable(query) {
  const asked = query.stacks === undefined ? null : JSON.stringify(bodyOf(query));
  const [state, setState] = useState({ key: null, data: null, error: null });
  const [round, setRound] = useState(0);
  const again = useRef(false);
  useEffect(() => {
    if (asked === null) return undefined;
    const control = new AbortController();
    let timer = null;
    const ask = () =>
      post("/push-fold", { ...JSON.parse(asked), again: again.current }, control.signal)
        .then((data) => {
          again.current = false;
          setState({ key: asked, data, error: null });
          if (data.state === "waiting" || data.state === "running") timer = setTimeout(ask, POLL);
        })
        .catch((error) => error.name !== "AbortError" && setState({ key: asked, data: null, error }));
    ask();
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [asked, round]);
  const restart = () => {
    again.current = true;
    setRound(round + 1);
  };
  const fresh = state.key === asked;
  return { asked, restart, data: fresh ? state.data : null, error: fresh ? state.error : null };
}

export function PushFold({ query }) {
  const fields = useFields("/tournament", query, DEFAULTS);
  const { asked, restart, data, error } = useTable(query);
  const blamed = error && { ...error, message: error.message, field: error.field?.replaceAll("_", "-") };
  const text = (name, label, more = {}) => html`<${Text} name=${name} label=${label} fields=${fields} error=${blamed} ...${more} />`;
  const known = blamed && blamed.field in DEFAULTS;
  const open = data && (data.state === "running" || data.state === "waiting");
  return html`<${Panel} title="Table">
      <form class="stack" onSubmit=${fields.send}>
        <div class="tournament-fields">
          ${text("stacks", "Stacks, big blinds", { hint: "Two to nine players before blinds of 0.5 and 1: the first to act first, the big blind last." })}
          ${text("ante", "Ante of each player")} ${text("big-blind-ante", "Ante of the big blind for all")}
          ${text("payouts", "Prizes", { placeholder: "none: chips", hint: "As 50,30,20: payoffs are then prize money." })}
          ${text("others", "Stacks at other tables", { placeholder: "none" })} <${Model} fields=${fields} error=${blamed} />
        </div>
        <details open=${SOLVER.includes(blamed?.field)}><summary>Solver</summary><div class="tournament-fields">
          ${text("until", "Until no gain is above", { hint: "A share of all prizes, with chips in big blinds." })} ${text("iterations", "Most iterations")}
          ${text("deals", "Deals for three hands", { placeholder: "exact, or 1000000", hint: "Outcomes of three hands all-in are estimated from so many random deals; 0: exact. Empty: exact where the table was made (pokerzoo push-fold --exact), else 1,000,000." })} ${text("seed", "Their seed")}
        </div></details>
        <div class="row"><button class="button primary">Solve</button>${open && html`<button type="button" class="button" onClick=${() => post("/push-fold/stop", JSON.parse(asked)).catch(() => {})}>Stop</button>`}${data?.state === "stopped" && html`<button type="button" class="button" onClick=${restart}>Solve it anew</button>`}
          <span role="status" class="muted small">${open ? (data.state === "waiting" ? "It waits for the one that runs." : data.iterations ? `${counted(data.iterations, "iteration")}: largest gain ${distance(data.largest_gain_share)} of ${query.payouts ? "all prizes" : "a big blind"}` : "Solving …") : data?.state === "stopped" ? `Stopped${data.solution ? "" : " before it began"}.` : ""}</span></div>
      </form>
      ${blamed && !known && html`<${Notice} kind="bad">${blamed.message}<//>`}
      ${data?.error && html`<${Notice} kind="bad">It failed: ${data.error}<//>`}
    <//>
    ${data?.solution && html`<${Solution} found=${data.solution} query=${query} />`}
    ${query.stacks === undefined && html`<p class="muted">Everybody goes all-in or folds before the flop; three players go in at most. Prizes in place of chips make payoffs prize money.</p>`}`;
}

// "UTG folds, BTN pushes": the players act once each, in the order of their seats.
const DOES = { f: "folds", j: "pushes", c: "calls" };
const wordsOf = (line, players) => [...line].map((move, k) => `${players[k].position} ${DOES[move]}`).join(", ") || "first to act";

function Solution({ found, query }) {
  const prizes = found.payouts.length > 0;
  const { players } = found;
  const gain = prizes ? `${distance(100 * found.largest_gain_share)}% of all prizes` : `${distance(found.largest_gain_share)} big blinds`;
  const near = found.largest_gain_share <= 1e-3;
  const decision = found.decisions.find((one) => one.line === (query.at ?? "")) ?? found.decisions[0];
  return html`<div class="tournament-found">
    <div class="stack">
      <${Panel} title="Players">
        <p class="small"><span class=${"trust-mark" + (near ? "" : " warn")}>Largest gain by a best response: ${gain}</span> after ${counted(found.iterations, "iteration")}, ${seconds(found.seconds)}.
          ${players.length === 2 && !prizes ? "" : html` <span class="muted">CFR promises no equilibrium for more than two players, nor with prizes; the gains say how near it is.</span>`}
          ${players.length > 2 && html` <span class="muted">Outcomes of three hands are ${found.deals ? `estimated from ${counted(found.deals, "deal")}, seed ${found.seed}` : "exact, over all boards"}.</span>`}</p>
        <div class="table" tabindex="0" role="region" aria-label="Table of players"><table class="lean">
          <caption class="sr-only">What each player expects, and what a best response gains</caption>
          <thead><tr><th>Player</th><th>Stack</th><th>${prizes ? "Prize money" : "Value, big blinds"}</th><th>Gain</th></tr></thead>
          <tbody>${players.map((one) => html`<tr key=${one.position}><td>${one.position}</td><td>${one.stack}</td><td>${chips(one.value, { digits: 4, signed: !prizes })}</td><td>${distance(one.gain)}</td></tr>`)}</tbody>
        </table></div>
      <//>
      <${Decisions} found=${found} chosen=${decision} who=${query.who ?? ""} all=${query.all !== undefined} />
    </div>
    <${Chart} decision=${decision} players=${players} hand=${query.hand ?? ""} />
  </div>`;
}

function Decisions({ found, chosen, who, all }) {
  const few = found.decisions.length <= MOST_SHOWN;
  const shown = found.decisions.filter((one) => (few || all || !one.line.includes("c")) && (!who || one.position === who)).sort((a, b) => a.line.length - b.line.length || (a.line < b.line ? -1 : 1));
  return html`<${Panel} title="Decisions">
    <${Choice} label="Whose decisions" value=${who} options=${[["", "All"], ...found.players.map((one) => [one.position, one.position])]} onChange=${(name) => setQuery({ who: name }, { replace: true })} />
    <div class="table tournament-decisions" tabindex="0" role="region" aria-label="Table of decisions"><table class="lean">
      <caption class="sr-only">How often each player pushes and calls</caption>
      <thead><tr><th>Player</th><th class="text">Moves before</th><th class="text">Does</th><th>Of hands</th></tr></thead>
      <tbody>${shown.map((one) => html`<tr key=${one.line} class=${one === chosen ? "chosen-hand" : ""}><td>${one.position}</td><td class="text"><button type="button" class="as-link" aria-pressed=${one === chosen ? "true" : "false"} onClick=${() => setQuery({ at: one.line }, { replace: true })}>${capital(wordsOf(one.line, found.players))}</button></td><td class="text">${one.action}</td><td>${percent(one.frequency)}</td></tr>`)}</tbody>
    </table></div>
    ${!few && html`<button type="button" class="button quiet small" onClick=${() => setQuery({ all: all ? "" : "1" }, { replace: true })}>${all ? "Without those after a call" : `All ${found.decisions.length}, with those after a call`}</button>`}
  <//>`;
}

function Chart({ decision, players, hand }) {
  const { action, hands } = decision;
  const cells = hands.map((share) => ({
    fill: 1,
    ink: "#000000",
    parts: [{ colour: COLOURS[action], share }, { colour: COLOURS.fold, share: 1 - share }].filter((part) => part.share > 0),
    says: `${action} ${percent(share)}, fold ${percent(1 - share)}`,
  }));
  const at = CLASS_NAMES.indexOf(hand);
  const title = `${decision.position} ${action === "push" ? "pushes" : "calls"} ${percent(decision.frequency)} of hands`;
  return html`<${Panel} title=${title} class="panel stack tournament-chart">
    <p class="small muted">${capital(wordsOf(decision.line, players))}.</p>
    <${RangeGrid} label=${title} cells=${cells} selected=${hand} onSelect=${(name) => setQuery({ hand: name }, { replace: true })} />
    <div class="row between small"><span class="row key-row">${[action, "fold"].map((name) => html`<span key=${name}><span class="swatch" style=${{ background: COLOURS[name] }}></span> ${capital(name)}</span>`)}</span>
      <span aria-live="polite">${at >= 0 ? `${hand}: ${action} ${percent(hands[at])}` : ""}</span></div>
  <//>`;
}
