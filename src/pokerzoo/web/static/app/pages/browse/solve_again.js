// Solve the spot again with the locks: ask for it, show how it goes, lead to what changed.
import { get, post, useEvents } from "../../api.js";
import { html, useEffect, useState } from "../../html.js";
import { Link, setQuery, useRoute } from "../../route.js";
import { far } from "../../model/exploitability.js";
import { counted, seconds } from "../../model/numbers.js";
import { Field, Notice } from "../../ui/parts.js";
import { asSent } from "./draft.js";

export function SolveAgain({ policy, spot, info, draft, node, to }) {
  const { query } = useRoute();
  const blinds = spot.big_blind !== null;
  const [until, setUntil] = useState(blinds ? "5" : "0.5");
  const [error, setError] = useState(null);
  const [asking, setAsking] = useState(false);
  const submit = async event => {
    event.preventDefault();
    setAsking(true);
    setError(null);
    try {
      const solve = await post("/tasks", {
        game: info.game,
        params: info.params,
        title: `${info.title}, locked`,
        until: `${until}${blinds ? " mbb" : "%"}`,
        locks: asSent(draft.locks),
      });
      setQuery({ solve: solve.id }, { replace: true });
    } catch (problem) {
      setError(problem);
    }
    setAsking(false);
  };
  return html`<div class="stack tight">
    <h3>Solve again</h3>
    <form class="row" onSubmit=${submit}>
      <${Field} label=${`Until exploitability, ${blinds ? "mbb" : "% of the pot"}`}>${tied => html`<input type="number" ...${tied} min="0.01" max=${blinds ? 1000 : 50} step="0.01" value=${until} onInput=${event => setUntil(event.target.value)} />`}<//>
      <button class="button primary" disabled=${draft.locks.length === 0 || asking}>Solve with ${draft.locks.length} ${draft.locks.length === 1 ? "lock" : "locks"}</button>
    </form>
    ${error && html`<${Notice} kind="bad">${error.message}<//>`} ${query.solve && html`<${Progress} key=${query.solve} id=${query.solve} node=${node} to=${to} />`}
  </div>`;
}

const OVER = ["stopped", "done", "failed"];

function Progress({ id, node, to }) {
  const [solve, setSolve] = useState(null);
  const [gone, setGone] = useState(null);
  const over = solve && OVER.includes(solve.state);
  useEffect(() => {
    get(`/tasks/${encodeURIComponent(id)}`)
      .then(setSolve)
      .catch(setGone);
  }, [id]);
  useEvents(solve && !over ? `/tasks/${encodeURIComponent(id)}/events` : null, ["task"], (_, news) => setSolve(news));
  if (gone)
    return html`<${Notice}>This solve is not there any more. <button type="button" class="as-link" onClick=${() => setQuery({ solve: "" }, { replace: true })}>Forget it</button><//>`;
  if (!solve) return html`<p class="muted" aria-busy="true">Asking for the solve</p>`;
  const words = {
    queued: "Waits for its turn",
    running: "Solving",
    stopped: "Stopped",
    done: "Done",
    failed: "Failed",
  };
  return html`<div class="notice stack tight" role="status">
    <div class="row between">
      <span><strong>${words[solve.state] ?? solve.state}</strong>${solve.error ? `: ${solve.error}` : ""}</span>
      ${!over && html`<button type="button" class="button small" onClick=${() => post(`/tasks/${encodeURIComponent(id)}/stop`)}>Stop</button>`}
    </div>
    <span class="small">${counted(solve.iterations, "iteration")} in ${seconds(solve.seconds)}, exploitability ${far(solve)}${solve.big_blind == null ? " of the pot" : ""}</span>
    <div class="row">
      ${
        solve.policy &&
        over &&
        html`<${Link} class="button primary small" to=${to.path} query=${{ line: node.line, tab: "compare", with: solve.policy }}>See what changed<//>
        <${Link} class="button small" to=${`/browse/${encodeURIComponent(solve.policy)}`} query=${{ line: node.line }}>Open the new solution<//>`
      }
      <${Link} class="button quiet small" to=${`/solves/${encodeURIComponent(id)}`}>The solve's page<//>
    </div>
  </div>`;
}
