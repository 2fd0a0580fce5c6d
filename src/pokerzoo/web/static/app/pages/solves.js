// One solve: its state, its curve as it grows, what can be done with it, and what was asked for.
import { post, remove, useGet } from "../api.js";
import { html, useState } from "../html.js";
import { far, markOf, secondsLeft, unitOf } from "../model/exploitability.js";
import { bytes, count, counted, distance, seconds } from "../model/numbers.js";
import { SETUPS, setupQuery } from "../model/setup.js";
import { ParameterFacts } from "../ui/parameters.js";
import { StateBadge, isOpen, useSolve } from "../ui/solution.js";
import { Link, navigate, setQuery } from "../route.js";
import { Curve } from "../ui/chart.js";
import { Choice, Confirm, Input, Loading, Notice, Panel, Wrong, useTitle } from "../ui/parts.js";

function Figures({ solve }) {
  const { exploitability, iterations, max_iterations: most, seconds: time, needed_bytes: memory, until, grade } = solve;
  const { unit } = unitOf(solve);
  const meaning = { "%": "of the pot; ", " mbb": "thousandths of the big blind; " }[unit];
  const chips = exploitability === null ? "" : meaning ? `${meaning}${distance(exploitability)} chips` : "chips a hand";
  const speed = time > 0 ? iterations / time : null;
  const left = solve.state === "running" ? secondsLeft(solve) : null;
  const goal = until === null ? "" : `until ${typeof until === "number" ? `${distance(until)} chips` : until}`;
  const pace = speed === null ? "" : `${speed < 10 ? speed.toPrecision(2) : count(speed)} iterations a second`;
  const rows = [
    ["Exploitability", html`<span class=${markOf(grade)}>${far(solve).replace(" chips", "")}</span>`, chips],
    ["Iterations", count(iterations), most === null ? goal : `of at most ${count(most)}`],
    ["Time", time > 0 ? seconds(time) : "–", pace + (left === null ? "" : `; about ${seconds(left)} left`)],
    ["Memory", memory > 0 ? bytes(memory) : "little", memory > 0 ? "roughly" : ""],
  ];
  return html`<dl class="figures">${rows.map(([name, value, note]) => html`<div key=${name}><dt>${name}</dt><dd>${value}<div class="hint">${note}</div></dd></div>`)}</dl>`;
}

function GoOn({ solve, onError }) {
  const [until, setUntil] = useState("");
  const [iterations, setIterations] = useState("");
  const [wrong, setWrong] = useState(null);
  const send = event => {
    event.preventDefault();
    setWrong(null);
    const limits = {
      until: /^[\d.]+(e-?\d+)?$/i.test(until) ? Number(until) : until || undefined,
      iterations: iterations ? Number(iterations) : undefined,
    };
    post(`/tasks/${solve.id}/resume`, limits).catch(error => (error.field ? setWrong(error) : onError(error)));
  };
  const mustSay = solve.state === "done";
  const { unit } = unitOf(solve);
  const finer = { "%": "0.05%", " mbb": "1 mbb", " chips": "0.0001" }[unit];
  const example = unit === " chips" ? `${finer} chips a hand` : `${finer.replace("%", "% of the pot")} or in chips`;
  const about = field => wrong?.field === field && wrong.problem;
  return html`<form class="stack tight" onSubmit=${send}>
    <div class="fields">
      <${Input} label="Until" error=${about("until")} value=${until} placeholder=${mustSay ? finer : String(solve.until ?? "")} onInput=${setUntil} />
      <${Input} type="number" label="More iterations, at most" error=${about("iterations")} min="1" step="1" value=${iterations} onInput=${setIterations} />
      <button class="button primary" disabled=${mustSay && !until && !iterations}>Go on</button>
    </div>
    <p class="small muted">${mustSay ? `It has reached its limit; give a finer one, such as ${example}.` : "Without a limit it keeps those that it has."}</p>
  </form>`;
}

function Doings({ solve, onError }) {
  const [asks, setAsks] = useState(false);
  const [stopping, setStopping] = useState(false);
  const open = isOpen(solve);
  const isSetup = SETUPS.includes(solve.game);
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
  const browse = isSetup || solve.big_blind !== null ? `/browse/${policy}` : `/games/${solve.game}/${policy}`;
  return html`<div class="row">
    ${open && html`<button class="button" disabled=${stopping} onClick=${stop}>${solve.state === "queued" ? "Take out of the queue" : stopping ? "Stopping" : "Stop"}</button>`}
    ${
      policy &&
      html`<${Link} class=${"button" + (open ? "" : " primary")} to=${browse}>Look at the strategy<//>
        <${Link} class="button" to="/play" query=${{ policy: solve.policy }}>Play against it<//><${Link} class="button" to=${browse} query=${{ leaks: 1 }}>Leaks<//>`
    }
    ${isSetup && html`<${Link} class="button" to="/setup" query=${setupQuery(solve.game, solve.params)}>Change the ${solve.game === "holdem" ? "spot" : "game"}<//>`}
    <button class="button quiet" onClick=${() => setAsks(true)}>Delete</button>
    ${
      asks &&
      html`<${Confirm} title="Delete this solve?" act="Delete" onAct=${drop} onClose=${() => setAsks(false)}>
        ${open ? "It is stopped, and what it has found so far is lost." : "Its curve and its checkpoint are deleted."}${policy ? " Its strategy stays in the library." : ""}
      <//>`
    }
  </div>`;
}

const PRECISION = { auto: "chosen by the spot", single: "32 bits", half: "16 bits", double: "64 bits" };
const lockText = ({ line, text, hands }) => `${line || "the start"}: ${text ?? counted(Object.keys(hands).length, "hand")}`;

function Facts({ solve }) {
  const { data: info } = useGet(`/games/${solve.game}`);
  const row = (name, value) => html`<dt>${name}</dt><dd>${value}</dd>`;
  return html`<${Panel} title="What was asked for">
    <dl class="facts">
      ${row("Game", info?.title ?? solve.game)}
      <${ParameterFacts} params=${solve.params} infos=${info?.parameters} />
      ${row("Variant", solve.variant)} ${row("Precision", PRECISION[solve.precision] ?? solve.precision)}
      ${row("Locks", solve.locks.length === 0 ? "none" : solve.locks.map((lock, k) => html`<div key=${k}>${lockText(lock)}</div>`))}
    </dl>
  <//>`;
}

const TOLD = {
  running: solve => solve.compiling && ["", "It is compiling, on the first run only."],
  queued: ({ position }) => ["", `It waits for the one that runs${position > 1 ? `, and for ${position - 1} more` : ""}.`],
  failed: solve => ["bad", `It failed: ${solve.error}`],
  stopped: solve =>
    solve.error && [
      "warn",
      "The explorer ended while it ran. It resumes from its last checkpoint, or starts over if there is none.",
    ],
  done: () => null,
};
const AXES = Object.entries({ iterations: "By iterations", seconds: "By time" });

function OneSolve({ id, axis }) {
  const { solve, error } = useSolve(id, () => navigate("/", {}, { replace: true }));
  const [failure, setFailure] = useState(null);
  useTitle(solve?.title);
  if (!solve) return html`<${Loading} error=${error} />`;
  const { factor, unit } = unitOf(solve);
  const by = axis === "seconds" ? "seconds" : "iterations";
  const points = solve.curve.map(([iteration, time, amount]) => [by === "seconds" ? time : iteration, factor * amount]);
  const [kind, text] = TOLD[solve.state](solve) || [];
  const at = ([x, amount]) => `${distance(amount)}${unit} at ${(by === "seconds" ? seconds : count)(x)}`;
  const about = points.length ? `Exploitability by ${by}: from ${at(points[0])} to ${at(points.at(-1))}.` : undefined;
  const choice = html`<${Choice} label="What the curve runs over" value=${by} options=${AXES} onChange=${name => setQuery({ x: name === "iterations" ? null : name }, { replace: true })} />`;
  return html`<div class="stack">
    <div class="small"><${Link} to="/">Library<//></div>
    <div class="row between"><h1>${solve.title}</h1><span role="status"><${StateBadge} solve=${solve} /></span></div>
    <${Doings} solve=${solve} onError=${setFailure} />
    <${Wrong} error=${failure} />
    ${text && html`<${Notice} kind=${kind}>${text}<//>`}
    <${Figures} solve=${solve} />
    <div class="split">
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
