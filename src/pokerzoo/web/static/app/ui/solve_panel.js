// What solving a spot will take, how it is to be solved, and the button.
import { post, useGet } from "../api.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { DASH, bytes, combos, count, seconds } from "../model/numbers.js";
import { navigate } from "../route.js";
import { Input, Notice, Panel, Select, Wrong } from "./parts.js";

const PRECISIONS = Object.entries({
  auto: "Automatic",
  single: "Single: 32 bits",
  half: "Half: 16 bits",
  double: "Double: 64 bits",
});

const memory = ([name, needed]) => `${bytes(needed)} ${name}`;

// While something is wrong the last size that was known stays, in grey.
function Facts({ checked, precision }) {
  const known = useRef(null);
  if (checked?.size) known.current = checked;
  const { size = null, free_bytes: free = null } = known.current ?? {};
  const boards = size && size.boards.at(-1);
  const taken = size && (size.bytes[precision] ?? Math.min(...Object.values(size.bytes)));
  const used = taken && free ? Math.min(taken / free, 1) : 0;
  const pace = size && size.seconds_per_iteration;
  const rows = {
    Decisions: size && count(size.action_nodes),
    Infosets: size && count(size.infosets),
    Boards: size && (boards > 1 ? `${count(boards)}, ${count(size.distinct_boards.at(-1))} distinct` : "1"),
    "An iteration": size && (pace === null ? "not estimated" : `${seconds(pace)} on one core`),
    Memory: size && Object.entries(size.bytes).map(memory).join(", "),
    Free: free === null ? null : bytes(free),
  };
  return html`<dl class=${"facts small" + (checked?.size === null ? " muted" : "")} aria-live="polite">${Object.entries(rows).map(([name, value]) => html`<dt key=${name}>${name}</dt><dd class="number">${value || DASH}</dd>`)}</dl>
    <meter min="0" max="100" high="90" value=${100 * used} aria-label="Memory that is needed, in percent of what is free"></meter>`;
}

// `named`: a parameter by its path as people call it.
export function SolvePanel({ game, named, checked, stale, error, solving, onSolving }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState(null);
  const { data: info } = useGet("/info");
  const set = key => text => onSolving({ ...solving, [key]: text });
  const ready = checked?.params && !checked.refusal && !stale && !busy;
  const solve = event => {
    event.preventDefault();
    setBusy(true);
    const numbers = ["iterations", "threads"].map(key => [key, solving[key].trim() && Number(solving[key])]);
    const texts = ["until", "variant", "title"].map(key => [key, solving[key].trim()]);
    const given = Object.fromEntries([...numbers, ...texts].filter(([, value]) => value));
    post("/tasks", { game, params: checked.params, precision: solving.precision || "auto", ...given })
      .then(made => navigate("/solves/" + made.id))
      .catch(problem => (setFailure(problem), setBusy(false)));
  };
  const form = useRef(null);
  useEffect(() => {
    const press = event => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || !ready || document.querySelector("dialog[open]"))
        return;
      event.preventDefault();
      form.current.requestSubmit();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
  const problems = checked?.faults ?? [];
  const isSpot = game === "holdem";
  const where = isSpot ? "0.5% of the pot, or chips a hand: 0.2" : "5 mbb, thousandths of the big blind a hand, or chips: 0.2";
  const variants = ["", ...(info?.variants ?? [])].map(name => [name, name || "Automatic"]);
  const live = !stale && checked?.live_combos;
  return html`<${Panel} title="Solve">
    <form class="stack" ref=${form} onSubmit=${solve}>
      <${Facts} checked=${checked} precision=${solving.precision} />
      <div class="fields">
        <${Input} label="Exploitability" value=${solving.until} onInput=${set("until")} spellcheck=${false} placeholder=${isSpot ? "0.5%" : "5 mbb"} title=${`Where to stop: ${where}`} />
        <${Input} type="number" label="Most iterations" min="1" step="1" value=${solving.iterations} onInput=${set("iterations")} />
      </div>
      <details>
        <summary>Solver</summary>
        <div class="fields">
          <${Select} label="Precision" value=${solving.precision} options=${PRECISIONS} onChange=${set("precision")} />
          <${Select} label="Variant of CFR" value=${solving.variant} options=${variants} onChange=${set("variant")} />
          <${Input} type="number" label="Threads" min="1" step="1" placeholder="all" value=${solving.threads} onInput=${set("threads")} />
          <${Input} label="Title" maxlength="200" placeholder=${isSpot ? "from the spot" : "from the game"} value=${solving.title} onInput=${set("title")} />
        </div>
      </details>
      <button class="button primary wide" id="solve" title="Ctrl and Enter, wherever you are on this page" aria-keyshortcuts="Control+Enter" disabled=${!ready}>${busy ? "Starting …" : "Solve"}</button>
      <div class="solve-told stack tight small" aria-live="polite">
        <${Wrong} error=${failure ?? error} />
        ${checked?.refusal && html`<${Notice} kind="warn">It does not fit: ${checked.refusal}<//>`}
        ${checked?.warnings.map(text => html`<div key=${text} class="muted">Note: ${text}.</div>`)}
        ${problems.length > 0 && html`<div class="muted">What must be put right first</div>`}
        ${problems.slice(0, 6).map(one => html`<div key=${one.field + one.message}><strong>${named(one.field)}</strong>: ${one.message}</div>`)}
        ${stale && html`<div class="muted">Working out its size …</div>`}
        ${live && html`<div class="muted">${live.map(one => combos(one)).join(" combos against ")} on this board.</div>`}
      </div>
    </form>
  <//>`;
}
