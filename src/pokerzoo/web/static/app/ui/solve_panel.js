// What solving a spot will take, how it is to be solved, and the button.
import { html, useEffect, useRef, useState } from "../html.js";
import { post, useGet } from "../api.js";
import { navigate } from "../route.js";
import { DASH, bytes, combos, count, seconds } from "../model/numbers.js";
import { Field, Notice, Panel } from "./parts.js";

const PRECISIONS = [
  ["auto", "Automatic"],
  ["single", "Single: 32 bits"],
  ["half", "Half: 16 bits"],
  ["double", "Double: 64 bits"],
];

// While something is wrong the last size that was known stays, in grey.
function Facts({ checked, precision }) {
  const known = useRef(null);
  if (checked?.size) known.current = checked;
  const old = checked?.size === null;
  const size = known.current?.size;
  const memory = Object.entries(size?.bytes ?? {});
  const taken = size ? (size.bytes[precision] ?? Math.min(...Object.values(size.bytes))) : null;
  const free = known.current?.free_bytes ?? null;
  const used = taken === null || !free ? 0 : Math.min(taken / free, 1);
  const row = (name, value) => html`<div><dt>${name}</dt><dd class="number">${value ?? DASH}</dd></div>`;
  return html`<dl class=${"size-facts" + (old ? " old" : "")} aria-live="polite">
      ${row("Decisions", size && count(size.action_nodes))}
      ${row("Infosets", size && count(size.infosets))}
      ${row("Boards", size && (size.boards.at(-1) > 1 ? `${count(size.boards.at(-1))}, ${count(size.distinct_boards.at(-1))} distinct` : "1"))}
      ${row("An iteration", size && (size.seconds_per_iteration === null ? "not estimated" : `${seconds(size.seconds_per_iteration)} on one core`))}
      ${row("Memory", memory.length ? memory.map(([name, needed]) => `${bytes(needed)} ${name}`).join(", ") : null)}
      ${row("Free", free === null ? null : bytes(free))}
    </dl>
    <div class=${"memory" + (used > 0.9 ? " much" : "")} role="meter" aria-valuemin="0" aria-valuemax="100" aria-valuenow=${Math.round(100 * used)} aria-label="Memory that is needed, in percent of what is free">
      <span style=${{ width: `${100 * used}%` }}></span>
    </div>`;
}

// `named`: a parameter by its path as people call it.
export function SolvePanel({ game, named, checked, stale, error, solving, onSolving }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState(null);
  const { data: info } = useGet("/info");
  const set = key => event => onSolving({ ...solving, [key]: event.target.value });
  const ready = checked?.params && !checked.refusal && !stale;
  const solve = async event => {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    const asked = { game, params: checked.params, precision: solving.precision || "auto" };
    if (solving.until.trim()) asked.until = solving.until.trim();
    if (solving.iterations.trim()) asked.iterations = Number(solving.iterations);
    if (solving.variant) asked.variant = solving.variant;
    if (solving.threads.trim()) asked.threads = Number(solving.threads);
    if (solving.title.trim()) asked.title = solving.title.trim();
    try {
      navigate("/solves/" + (await post("/tasks", asked)).id);
    } catch (problem) {
      setFailure(problem);
      setBusy(false);
    }
  };
  const form = useRef(null);
  useEffect(() => {
    const press = event => {
      if (
        event.key !== "Enter" ||
        !(event.ctrlKey || event.metaKey) ||
        !ready ||
        busy ||
        document.querySelector("dialog[open]")
      )
        return;
      event.preventDefault();
      form.current.requestSubmit();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
  const problems = checked?.faults ?? [];
  const limit =
    game === "holdem"
      ? ["0.5%", "Where to stop: 0.5% of the pot, or chips a hand: 0.2"]
      : ["5 mbb", "Where to stop: 5 mbb, thousandths of the big blind a hand, or chips: 0.2"];
  return html`<${Panel} title="Solve">
    <form class="stack" ref=${form} onSubmit=${solve}>
      <${Facts} checked=${checked} precision=${solving.precision} />
      <div class="two">
        <${Field} label="Exploitability">${tied => html`<input type="text" ...${tied} value=${solving.until} onInput=${set("until")} spellcheck=${false} placeholder=${limit[0]} title=${limit[1]} />`}<//>
        <${Field} label="Most iterations">${tied => html`<input type="number" min="1" step="1" ...${tied} value=${solving.iterations} onInput=${set("iterations")} />`}<//>
      </div>
      <details>
        <summary>Solver</summary>
        <div class="two">
          <${Field} label="Precision">${tied => html`<select ...${tied} value=${solving.precision} onChange=${set("precision")}>${PRECISIONS.map(([value, label]) => html`<option key=${value} value=${value}>${label}</option>`)}</select>`}<//>
          <${Field} label="Variant of CFR">${tied => html`<select ...${tied} value=${solving.variant} onChange=${set("variant")}>${(info?.variants ?? [solving.variant]).map(name => html`<option key=${name} value=${name}>${name}</option>`)}</select>`}<//>
          <${Field} label="Threads">${tied => html`<input type="number" min="1" step="1" placeholder="all" ...${tied} value=${solving.threads} onInput=${set("threads")} />`}<//>
          <${Field} label="Title">${tied => html`<input type="text" maxlength="200" placeholder=${game === "holdem" ? "from the spot" : "from the game"} ...${tied} value=${solving.title} onInput=${set("title")} />`}<//>
        </div>
      </details>
      <button class="button primary wide" id="solve" title="Ctrl and Enter, wherever you are on this page" aria-keyshortcuts="Control+Enter" disabled=${!ready || busy}>${busy ? "Starting …" : "Solve"}</button>
      <div class="solve-told small" aria-live="polite">
        ${failure && html`<${Notice} kind="bad">${failure.message}<//>`}
        ${error && html`<${Notice} kind="bad">${error.message}<//>`}
        ${checked?.refusal && html`<${Notice} kind="warn">It does not fit: ${checked.refusal}<//>`}
        ${checked?.warnings.map(text => html`<div key=${text} class="muted">Note: ${text}.</div>`)}
        ${
          problems.length > 0 &&
          html`<div class="muted">What must be put right first</div>
          <ul>${problems.slice(0, 6).map(one => html`<li key=${one.field + one.message}><strong>${named(one.field)}</strong>: ${one.message}</li>`)}</ul>`
        }
        ${stale && html`<div class="muted">Working out its size …</div>`}
        ${!stale && checked?.live_combos && html`<div class="muted">${checked.live_combos.map(one => combos(one)).join(" combos against ")} on this board.</div>`}
      </div>
    </form>
  <//>`;
}
