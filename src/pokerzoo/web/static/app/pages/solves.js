// One solve: its state, its curve as it grows, what can be done with it, and what was asked for.
import { html, useState } from "../html.js";
import { post, remove } from "../api.js";
import { Link, navigate, setQuery } from "../route.js";
import { spaced } from "../model/cards.js";
import { useSolve } from "../model/solve.js";
import { SETUPS, setupQuery } from "../model/setup.js";
import { Curve } from "../ui/curve.js";
import { far, secondsLeft, unitOf } from "../model/exploitability.js";
import { bytes, count, counted, distance, seconds } from "../model/numbers.js";
import { Cards, Choice, Dialog, Field, Loading, Notice, Panel, useTitle } from "../ui/parts.js";
import { SEATS, parameterName } from "../model/words.js";
import { StateBadge, isOpen } from "../ui/solve_state.js";
import { markOf } from "../ui/trust.js";

function Figure({ name, value, note }) {
  return html`<div><dt>${name}</dt><dd>${value}<div class="note">${note}</div></dd></div>`;
}

function Figures({ solve }) {
  const { unit } = unitOf(solve);
  const notes = {
    "%": `of the pot; ${distance(solve.exploitability)} chips`,
    " mbb": `thousandths of the big blind; ${distance(solve.exploitability)} chips`,
    " chips": "chips a hand",
  };
  const value =
    solve.exploitability === null ? distance(null) : unit === " chips" ? distance(solve.exploitability) : far(solve);
  const speed = solve.seconds > 0 ? solve.iterations / solve.seconds : null;
  const left = solve.state === "running" ? secondsLeft(solve) : null;
  const goal =
    solve.until !== null ? `until ${typeof solve.until === "number" ? `${distance(solve.until)} chips` : solve.until}` : "";
  return html`<dl class="figures">
    <${Figure} name="Exploitability" value=${html`<span class=${markOf(solve.grade)}>${value}</span>`} note=${solve.exploitability === null ? "" : notes[unit]} />
    <${Figure} name="Iterations" value=${count(solve.iterations)} note=${solve.max_iterations !== null ? `of at most ${count(solve.max_iterations)}` : goal} />
    <${Figure} name="Time" value=${solve.seconds > 0 ? seconds(solve.seconds) : "–"} note=${speed === null ? "" : `${speed < 10 ? speed.toPrecision(2) : count(speed)} iterations a second${left === null ? "" : `; about ${seconds(left)} left`}`} />
    <${Figure} name="Memory" value=${solve.needed_bytes > 0 ? bytes(solve.needed_bytes) : "little"} note=${solve.needed_bytes > 0 ? "roughly" : ""} />
  </dl>`;
}

function GoOn({ solve, onError }) {
  const [until, setUntil] = useState("");
  const [iterations, setIterations] = useState("");
  const [wrong, setWrong] = useState(null);
  const limits = {
    until: /^[\d.]+(e-?\d+)?$/i.test(until) ? Number(until) : until || undefined,
    iterations: iterations ? Number(iterations) : undefined,
  };
  const send = event => {
    event.preventDefault();
    setWrong(null);
    post(`/tasks/${solve.id}/resume`, limits).catch(error => (error.field ? setWrong(error) : onError(error)));
  };
  const mustSay = solve.state === "done";
  const [finer, example] = solve.big_blind == null ? ["0.05%", "0.05% of the pot or in chips"] : ["1 mbb", "1 mbb or in chips"];
  return html`<form class="stack tight" onSubmit=${send}>
    <div class="inline-form">
      <${Field} label="Until" error=${wrong?.field === "until" && wrong.message}>${tied => html`<input type="text" ...${tied} value=${until} placeholder=${mustSay ? finer : String(solve.until ?? "")} onInput=${event => setUntil(event.target.value)} />`}<//>
      <${Field} label="More iterations, at most" error=${wrong?.field === "iterations" && wrong.message}>
        ${tied => html`<input type="number" min="1" step="1" ...${tied} value=${iterations} onInput=${event => setIterations(event.target.value)} />`}
      <//>
      <button class="button primary" disabled=${mustSay && !until && !iterations}>Go on</button>
    </div>
    <p class="small muted">${mustSay ? `It has reached its limit; give a finer one, such as ${example}.` : "Without a limit it goes on to those that it has."}</p>
  </form>`;
}

function Doings({ solve, onError }) {
  const [asks, setAsks] = useState(false);
  const [stopping, setStopping] = useState(false);
  const stop = () => {
    setStopping(true);
    post(`/tasks/${solve.id}/stop`)
      .catch(onError)
      .finally(() => setTimeout(() => setStopping(false), 400));
  };
  const drop = () =>
    remove(`/tasks/${solve.id}`)
      .then(() => navigate("/", {}, { replace: true }))
      .catch(onError);
  const policy = solve.policy && encodeURIComponent(solve.policy);
  const browse =
    SETUPS.includes(solve.game) || solve.big_blind !== null ? `/browse/${policy}` : `/games/${solve.game}/${policy}`;
  return html`<div class="row">
    ${isOpen(solve) && html`<button class="button" disabled=${stopping} onClick=${stop}>${solve.state === "queued" ? "Take out of the queue" : stopping ? "Stopping" : "Stop"}</button>`}
    ${
      policy &&
      html`<${Link} class=${"button" + (isOpen(solve) ? "" : " primary")} to=${browse}>Look at the strategy<//>
      <${Link} class="button" to="/play" query=${{ policy: solve.policy }}>Play against it<//><${Link} class="button" to=${browse} query=${{ leaks: 1 }}>Leaks<//>`
    }
    ${SETUPS.includes(solve.game) && html`<${Link} class="button" to="/setup" query=${setupQuery(solve.game, solve.params)}>Change the ${solve.game === "holdem" ? "spot" : "game"}<//>`}
    <button class="button quiet" onClick=${() => setAsks(true)}>Delete</button>
    <${Dialog} open=${asks} title="Delete this solve?" onClose=${() => setAsks(false)}>
      <p>${isOpen(solve) ? "It is stopped, and what it has found so far is lost." : "Its curve and its checkpoint are deleted."}${policy ? " Its strategy stays in the library." : ""}</p>
      <div class="row end"><button class="button" onClick=${() => setAsks(false)}>Keep it</button><button class="button primary" onClick=${drop}>Delete</button></div>
    <//>
  </div>`;
}

// A value in words: sizes by street and player, lists with commas.
function shown(value) {
  if (value === null || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.length ? value.map(shown).join(", ") : "none";
  if (typeof value !== "object") return String(value);
  return Object.entries(value).map(
    ([street, sizes]) =>
      html`<div key=${street}><span class="muted">${street || "start"} </span>${Array.isArray(sizes) ? sizes.map((one, player) => `${SEATS[player]} ${shown(one)}`).join("; ") : shown(sizes)}</div>`,
  );
}

const PRECISION = { auto: "chosen by the spot", single: "32 bits", half: "16 bits", double: "64 bits" };

function Facts({ solve }) {
  const { board, ...params } = solve.params;
  const [whole, setWhole] = useState(false);
  const main = ["pot", "stack", "ranges", "bet_sizes", "raise_sizes", "rake_rate"];
  const names = Object.keys(params).filter(name => whole || solve.game !== "holdem" || main.includes(name));
  return html`<${Panel} title="What was asked for">
    <dl class="facts">
      <dt>game</dt><dd>${solve.game}</dd>
      ${board && html`<dt>board</dt><dd><${Cards} names=${board.match(/../g)} /></dd>`}
      ${names.map(name => html`<dt key=${name}>${parameterName(name)}</dt><dd>${name === "ranges" ? params.ranges.map((text, player) => html`<div key=${player}><span class="muted">${SEATS[player]} </span>${spaced(text)}</div>`) : shown(params[name])}</dd>`)}
      <dt>variant</dt><dd>${solve.variant}</dd>
      <dt>precision</dt><dd>${PRECISION[solve.precision] ?? solve.precision}</dd>
      <dt>locks</dt><dd>${solve.locks.length === 0 ? "none" : solve.locks.map((lock, k) => html`<div key=${k}>${lock.infoset ?? (lock.line || "the start")}: ${lock.text ?? (lock.hands ? counted(Object.keys(lock.hands).length, "hand") : shown(lock.strategy))}</div>`)}</dd>
    </dl>
    ${solve.game === "holdem" && html`<div><button class="button quiet small" aria-expanded=${whole} onClick=${() => setWhole(!whole)}>${whole ? "Fewer parameters" : "All parameters"}</button></div>`}
  <//>`;
}

const TOLD = {
  running: solve => (solve.compiling ? [, "It is compiling, on the first run only."] : undefined),
  queued: solve => [
    ,
    solve.position > 1
      ? `It waits for the one that runs, and for ${solve.position - 1} more.`
      : "It waits for the one that runs.",
  ],
  failed: solve => ["bad", `It failed: ${solve.error}`],
  stopped: solve =>
    solve.error
      ? ["warn", "The explorer ended while it ran. It goes on from its last checkpoint, or begins anew where there is none."]
      : undefined,
};

const AXES = [
  ["iterations", "By iterations"],
  ["seconds", "By time"],
];

function OneSolve({ id, axis }) {
  const { solve, error } = useSolve(id, () => navigate("/", {}, { replace: true }));
  const [failure, setFailure] = useState(null);
  useTitle(solve?.title);
  if (!solve) return html`<${Loading} error=${error} />`;
  const { factor, unit } = unitOf(solve);
  const by = axis === "seconds" ? "seconds" : "iterations";
  const points = solve.curve.map(([iteration, time, amount]) => [by === "seconds" ? time : iteration, factor * amount]);
  const [kind, text] = TOLD[solve.state]?.(solve) ?? [];
  const last = points.at(-1);
  const at = by === "seconds" ? seconds : count;
  const about =
    last &&
    `Exploitability by ${by}: from ${distance(points[0][1])}${unit} at ${at(points[0][0])} to ${distance(last[1])}${unit} at ${at(last[0])}.`;
  const choice = html`<${Choice} label="What the curve runs over" value=${by} options=${AXES} onChange=${name => setQuery({ x: name === "iterations" ? null : name }, { replace: true })} />`;
  return html`<div class="stack">
    <div class="small"><${Link} to="/">Library<//></div>
    <div class="row between"><h1 class="solve-title">${solve.title}</h1><span role="status"><${StateBadge} solve=${solve} /></span></div>
    <${Doings} solve=${solve} onError=${setFailure} />
    ${failure && html`<${Notice} kind="bad">${failure.message}<//>`}
    ${text && html`<${Notice} kind=${kind}>${text}<//>`}
    <${Figures} solve=${solve} />
    <div class="solve">
      <${Panel} title="Exploitability" actions=${choice}>
        <${Curve} xLabel=${by} series=${[{ name: "exploitability", points }]} target=${solve.target === null ? null : factor * solve.target} unit=${unit} about=${about} />
      <//>
      <div class="stack">
        ${!isOpen(solve) && html`<${Panel} title="Go on"><${GoOn} solve=${solve} onError=${setFailure} key=${solve.state} /><//>`}
        <${Facts} solve=${solve} />
      </div>
    </div>
  </div>`;
}

export default function Solves({ parts, query }) {
  return html`<${OneSolve} id=${parts[0] ?? ""} axis=${query.x} key=${parts[0]} />`;
}
