// The library: what is open, what is being solved, and what can be done here.
import { remove, upload, useEvents, useGet } from "../api.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { Link, setQuery } from "../route.js";
import { far, markOf } from "../model/exploitability.js";
import { LabelDialog, StateBadge, isOpen, useMeasured } from "../ui/solution.js";
import { count, counted, seconds, when } from "../model/numbers.js";
import { SweepList } from "./aggregate/head.js";
import { PolicyRow } from "./library/row.js";
import { FileButton, Confirm, Loading, Notice, Panel } from "../ui/parts.js";
import { Table } from "../ui/table.js";

const SEARCHED = 8; // so many policies are seen at a glance; more are searched

// Files that are sent, one after the other; `drop` are the attributes of what files can be dropped on.
function useUpload(onDone) {
  const [told, setTold] = useState(null);
  const send = async files => {
    for (const file of files) {
      setTold({ text: `${file.name} is sent.` });
      try {
        const policy = await upload("/policies/upload", file, { title: file.name.replace(/\.npz$/i, "") });
        setTold({ kind: "good", text: `${policy.title} is open.` });
      } catch (error) {
        setTold({ kind: "bad", text: `${file.name}: ${error.message}` });
      }
      onDone();
    }
  };
  const isFiles = event => event.dataTransfer?.types.includes("Files");
  const drop = {
    onDragOver: event => isFiles(event) && event.preventDefault(),
    onDrop: event => isFiles(event) && (event.preventDefault(), send([...event.dataTransfer.files])),
  };
  return { send, told, drop };
}

const holds = ({ title, note, game, summary }, words) => {
  const text = [title, note, game, summary.name, summary.board.join("")].join(" ").toLowerCase();
  const wanted = words.toLowerCase().split(/\s+/);
  return wanted.every(word => text.includes(word));
};

// "100 big blinds", of the shorter stack.
/** @param {{ params: any }} blueprint */
const stacksOf = ({ params: { stack, blinds, deck, limit } }) =>
  `${limit}, ${Math.min(...[stack].flat()) / blinds[1]} big blinds${deck === "standard" ? "" : `, ${deck} deck`}`;

// Links with what is known of each: [key, address, query, text, facts].
const Links = ({ title, rows }) =>
  rows.length > 0 &&
  html`<${Panel} title=${title}>
    <ul class="list" aria-label=${title}>${rows.map(([id, to, query, text, facts]) => html`<li key=${id}><${Link} to=${to} query=${query}>${text}<//> <span class="muted">${facts}</span></li>`)}</ul>
  <//>`;

// Whether it is to be removed from the library.
function Remove({ policy, onClose, onDone }) {
  const [error, setError] = useState(null);
  const kept =
    policy.source === "file"
      ? "The file itself stays where it is."
      : "Its file in the work folder is deleted. Download it first if you may need it.";
  const drop = () => remove(`/policies/${policy.id}`).then(onDone, setError);
  return html`<${Confirm} title=${`Remove ${policy.title}?`} act="Remove" error=${error} onAct=${drop} onClose=${onClose}>It is no longer in the library. ${kept}<//>`;
}

const DIALOGS = { label: LabelDialog, remove: Remove };

export default function Library({ query }) {
  const policies = useGet("/policies");
  const sweeps = useGet("/sweeps");
  const blueprints = useGet("/play/blueprints");
  const charts = useGet("/charts");
  const tasks = useGet("/tasks");
  const { data, reload } = policies;
  const [live, setLive] = useState(null);
  const solves = live ?? tasks.data ?? [];
  useEvents("/tasks/events", ["tasks"], (_, all) => setLive(all));
  const solved = solves.map(solve => solve.policy).join();
  const shownSolved = useRef(solved);
  useEffect(() => {
    if (shownSolved.current !== solved) reload();
    shownSolved.current = solved;
  }, [solved]);
  const { send, told, drop } = useUpload(reload);
  const { known, ask } = useMeasured(data);
  const [asked, setAsked] = useState(null);
  const all = [policies, sweeps, blueprints, charts, tasks];
  if (!all.every(one => one.data)) return html`<${Loading} error=${all.find(one => one.error)?.error} />`;

  const words = query.find ?? "";
  const listed = data.filter(policy => holds(policy, words)).reverse();
  const spots = data.filter(policy => policy.kind === "spot").length;
  const close = () => setAsked(null);
  const row = policy =>
    html`<${PolicyRow} key=${policy.id} policy=${policy} measured=${known(policy)} onMeasure=${ask(policy)} compared=${policy.kind === "spot" && spots > 1} onAsk=${what => setAsked({ what, policy })} />`;
  return html`<div class="stack library" ...${drop}>
    <div class="row between">
      <h1>Library</h1>
      <div class="row"><${FileButton} label="Open a file …" accept=".npz" multiple=${true} onFiles=${send} /><${Link} class="button primary" to="/setup">Solve a spot<//></div>
    </div>
    <div aria-live="polite">${told && html`<${Notice} kind=${told.kind}>${told.text}<//>`}</div>
    <${Running} solves=${solves} />
    ${data.length === 0 && html`<p class="lead">Games of hidden information: solved, measured, played. Nothing is open yet: begin with one of these, or drop policy files (.npz) here.</p>`}
    ${data.length > SEARCHED && html`<input type="search" aria-label="Find policies" placeholder="Find by title, game or board" value=${words} onInput=${event => setQuery({ find: event.target.value }, { replace: true })} />`}
    ${
      data.length > 0 &&
      html`<ul class="panel list policies" aria-label="Policies">
        ${listed.map(row)} ${listed.length === 0 && html`<li class="muted">No policy has “${words}” in its title, game or board.</li>`}
      </ul>`
    }
    <${Links} title="Blueprints" rows=${blueprints.data.map(one => [one.id, "/play", { policy: one.id }, `Play against ${one.title}`, stacksOf(one)])} />
    <${Links} title="Tables before the flop" rows=${charts.data.map(one => [one.id, `/charts/${encodeURIComponent(one.id)}`, {}, one.title, one.facts.join(", ")])} />
    <${PastSolves} solves=${solves} />
    ${sweeps.data.length > 0 && html`<${Panel} title="Sweeps"><${SweepList} sweeps=${sweeps.data} /><//>`}
    ${data.length > 0 && html`<h2 class="small muted">More to do</h2>`}
    <${Start} />
    ${asked && html`<${DIALOGS[asked.what]} policy=${asked.policy} onClose=${close} onDone=${() => (close(), reload())} />`}
  </div>`;
}

function told(solve) {
  const { state, position, iterations, seconds: time, exploitability, exploitability_pot_percent: percent, until } = solve;
  if (state === "queued") return `waits, number ${position} in the queue`;
  const reached = exploitability != null && `exploitable for ${far(solve)}${percent != null ? " of pot" : ""}`;
  return [counted(iterations, "iteration"), seconds(time), reached, until != null && `until ${until}`]
    .filter(Boolean)
    .join(" · ");
}

const Title = ({ solve }) => html`<${Link} to=${`/solves/${solve.id}`}>${solve.title}<//>`;

function Running({ solves }) {
  const open = solves.filter(isOpen).sort((a, b) => a.position - b.position);
  if (!open.length) return null;
  return html`<${Panel} title="Solving now">
    <ul class="list">${open.map(solve => html`<li key=${solve.id} class="row"><${StateBadge} solve=${solve} /><${Title} solve=${solve} /><span class="muted">${told(solve)}</span></li>`)}</ul>
  <//>`;
}

function PastSolves({ solves }) {
  const past = solves.filter(solve => !isOpen(solve));
  if (!past.length) return null;
  const columns = [
    { head: "name", kind: "words", cell: solve => html`<${Title} solve=${solve} />` },
    { head: "state", kind: "text", cell: solve => html`<${StateBadge} solve=${solve} />` },
    { head: "exploitability", cell: solve => html`<span class=${markOf(solve.grade)}>${far(solve)}</span>` },
    { head: "iterations", kind: "wide", cell: solve => count(solve.iterations) },
    { head: "time", kind: "wide", cell: solve => seconds(solve.seconds || null) },
    { head: "asked for", kind: "wide", cell: solve => when(solve.created) },
  ];
  return html`<${Panel} title="Solves"><${Table} label="Solves that are over" caption="Solves" kind="" columns=${columns} rows=${past} keyOf=${solve => solve.id} /><//>`;
}

const Way = ({ to, query, title, children }) =>
  html`<li><${Link} class="panel" to=${to} query=${query}><strong>${title}</strong><span class="small muted">${children}</span><//></li>`;

// What can be done here, as cards: the first thing that is seen, and below the policies later on.
const Start = () =>
  html`<ul class="columns ways">
    <${Way} to="/setup" title="Solve a spot">A board, two ranges, bet sizes: the equilibrium of a river in a blink, a flop in minutes.<//>
    <${Way} to="/games/kuhn" query=${{ learn: 1 }} title="Watch CFR learn">Kuhn poker on a blackboard: regrets and strategies, one iteration after the other.<//>
    <${Way} to="/play" title="Play">Against an equilibrium, a baseline or your own agent. You see what each choice cost.<//>
    <${Way} to="/games/leduc" query=${{ leaks: 1, who: "baseline:honest" }} title="Find leaks">Where a strategy loses against its best opponent: decision by decision, the parts add up.<//>
  </ul>`;
