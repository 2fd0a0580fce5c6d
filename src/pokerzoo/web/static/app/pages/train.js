// Train: decisions of solved spots as questions. `/train` chooses what is asked and shows progress; with `n` the address is a
// question (sets, filters, seed, number), with `repeat` one that was answered wrong before. `a` is the answer that was given.
import { html } from "../html.js";
import { useGet } from "../api.js";
import { Link } from "../route.js";
import { Loading, Notice, Panel } from "../ui/parts.js";
import { Progress } from "./train/progress.js";
import { Question, Repeated } from "./train/question.js";
import { Settings } from "./train/settings.js";

export default function Train({ query }) {
  if (query.repeat) return html`<${Repeated} query=${query} />`;
  return query.n === undefined ? html`<${Start} query=${query} />` : html`<${Question} query=${query} />`;
}

function Start({ query }) {
  const { data: sets, error } = useGet("/train/sets");
  const progress = useGet("/train/progress");
  if (!sets) return html`<h1 class="sr-only">Train</h1><${Loading} error=${error} />`;
  return html`<div class="train stack">
    <div class="stack tight">
      <h1>Train</h1>
      <p class="muted">Decisions of solved spots, as often as they come up in play. You answer; the solution says what your choice loses.</p>
    </div>
    <div class="train-columns">
      <div class="stack">
        ${sets.length === 0
          ? html`<${Panel} title="What is asked"><p>No solved spot is open. <${Link} to="/setup">Set one up<//>, or send a policy file in the <${Link} to="/">library<//>.</p><//>`
          : html`<${Settings} sets=${sets} query=${query} />`}
        <${Panel} title="Whole hands">
          <p>Play <${Link} to="/play" query=${{ game: "texas_holdem" }}>hands of hold'em against the agent<//> that comes with the package.</p>
        <//>
      </div>
      <div class="stack">
        ${progress.error && html`<${Notice} kind="bad">${progress.error.message}<//>`}
        ${progress.data && html`<${Progress} progress=${progress.data} />`}
      </div>
    </div>
  </div>`;
}
