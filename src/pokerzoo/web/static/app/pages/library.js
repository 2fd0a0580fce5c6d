// The library: what is open, what is being solved, and what can be done here.
import { upload, useEvents, useGet } from "../api.js";
import { html, useEffect, useMemo, useRef, useState } from "../html.js";
import { Link, setQuery } from "../route.js";
import { Loading, Notice, Panel } from "../ui/parts.js";
import { SweepList } from "./aggregate/head.js";
import { Asked } from "./library/dialogs.js";
import { useMeasured } from "../model/measured.js";
import { PolicyRow } from "./library/row.js";
import { PastSolves, Running } from "./library/solves.js";
import { Start } from "./library/start.js";

const SEARCHED = 8; // so many policies are seen at a glance; more are searched

// Files that are sent, one after the other; `drop` are the attributes of what files can be dropped on.
function useUpload(onDone) {
  const [told, setTold] = useState(null);
  const [over, setOver] = useState(false);
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
    onDragOver: event => isFiles(event) && (event.preventDefault(), setOver(true)),
    onDragLeave: event => event.currentTarget.contains(event.relatedTarget) || setOver(false),
    onDrop: event => {
      if (!isFiles(event)) return;
      event.preventDefault();
      setOver(false);
      send([...event.dataTransfer.files]);
    },
  };
  return { send, told, over, drop };
}

function Opener({ send }) {
  const input = useRef(null);
  const chosen = async event => {
    const files = [...event.target.files];
    event.target.value = "";
    await send(files);
  };
  return html`<button class="button" onClick=${() => input.current.click()}>Open a file …</button>
    <input type="file" accept=".npz" multiple hidden ref=${input} onChange=${chosen} aria-label="Policy files" />`;
}

const holds = (policy, words) => {
  const text = [policy.title, policy.note, policy.game, policy.summary.name, policy.summary.board.join("")]
    .join(" ")
    .toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word));
};

// "100 big blinds", of the shorter stack.
/** @param {{ params: any }} blueprint */
const stacksOf = ({ params: { stack, blinds, deck, limit } }) =>
  [`${limit}, ${Math.min(...[stack].flat()) / blinds[1]} big blinds`, deck === "standard" ? null : `${deck} deck`]
    .filter(Boolean)
    .join(", ");

export default function Library({ query }) {
  const { data, error, reload } = useGet("/policies");
  const sweeps = useGet("/sweeps");
  const blueprints = useGet("/play/blueprints");
  const charts = useGet("/charts");
  const before = useGet("/tasks");
  const [live, setLive] = useState(null);
  const solves = live ?? before.data ?? [];
  useEvents("/tasks/events", ["tasks"], (_, all) => setLive(all));
  const solved = solves.map(solve => solve.policy).join();
  const shownSolved = useRef(solved);
  useEffect(() => {
    if (shownSolved.current !== solved) reload();
    shownSolved.current = solved;
  }, [solved]);
  const { send, told, over, drop } = useUpload(reload);
  const { known, ask } = useMeasured(data);
  const [asked, setAsked] = useState(null);
  const spots = useMemo(() => (data ?? []).filter(policy => policy.kind === "spot"), [data]);
  if (!data || !sweeps.data || !blueprints.data || !charts.data || !before.data)
    return html`<${Loading} error=${error ?? sweeps.error ?? blueprints.error ?? charts.error ?? before.error} />`;

  const words = query.find ?? "";
  const listed = data.filter(policy => holds(policy, words)).reverse();
  const others = policy => (policy.kind === "spot" ? spots.filter(other => other !== policy) : []);
  const close = () => setAsked(null);
  const done = () => (close(), reload());
  return html`<div class=${"stack library" + (over ? " over" : "")} ...${drop}>
    <header>
      <div class="row between">
        <h1>Library</h1>
        <div class="row">${data.length > 0 && html`<${Opener} send=${send} />`}<${Link} class="button primary" to="/setup">Solve a spot<//></div>
      </div>
      <div class="told" aria-live="polite">${told && html`<${Notice} kind=${told.kind}>${told.text}<//>`}</div>
    </header>
    <${Running} solves=${solves} />
    ${data.length === 0 && html`<p class="lead">Games of hidden information: solved, measured, played. Nothing is open yet: begin with one of these.</p>`}
    ${
      data.length > SEARCHED &&
      html`<input type="search" aria-label="Find policies" placeholder="Find by title, game or board" value=${words} onInput=${event => setQuery({ find: event.target.value }, { replace: true })} />`
    }
    ${
      data.length > 0 &&
      html`<ul class="panel policies" aria-label="Policies">
      ${listed.map(
        policy => html`<${PolicyRow} key=${policy.id} policy=${policy} measured=${known(policy)} onMeasure=${ask(policy)} others=${others(policy).length}
        onLabel=${() => setAsked({ what: "label", policy })} onRemove=${() => setAsked({ what: "remove", policy })} onCompare=${() => setAsked({ what: "compare", policy })} />`,
      )}
      ${listed.length === 0 && html`<li class="muted none">No policy has “${words}” in its title, game or board.</li>`}
    </ul>`
    }
    ${
      blueprints.data.length > 0 &&
      html`<${Panel} title="Blueprints">
      <ul class="sweeps" aria-label="Blueprints">
        ${blueprints.data.map(one => html`<li key=${one.id}><${Link} to="/play" query=${{ policy: one.id }}>Play against ${one.title}<//> <span class="muted">${stacksOf(one)}</span></li>`)}
      </ul>
    <//>`
    }
    ${
      charts.data.length > 0 &&
      html`<${Panel} title="Tables before the flop">
      <ul class="sweeps" aria-label="Tables before the flop">
        ${charts.data.map(one => html`<li key=${one.id}><${Link} to=${`/charts/${encodeURIComponent(one.id)}`}>${one.title}<//> <span class="muted">${one.facts.join(", ")}</span></li>`)}
      </ul>
    <//>`
    }
    <${PastSolves} solves=${solves} />
    ${sweeps.data.length > 0 && html`<${Panel} title="Sweeps"><${SweepList} sweeps=${sweeps.data} /><//>`}
    ${data.length > 0 && html`<h2 class="small muted">More to do</h2>`}
    <${Start} />
    ${data.length === 0 && html`<div class="landing"><p>Policy files (.npz) of <code>pokerzoo train</code>, <code>pokerzoo solve</code> or <code>policy.save</code> can be dropped here.</p><${Opener} send=${send} /></div>`}
    ${asked && html`<${Asked} ...${asked} others=${others(asked.policy)} onClose=${close} onDone=${done} />`}
  </div>`;
}
