// Playing: `/play` sets up tables and lists them, `/play/ID` is a table, `/play/ID?hand=12` one of its hands.
import { html, useState } from "../html.js";
import { remove, useGet } from "../api.js";
import { Link } from "../route.js";
import { chips, counted, when } from "../model/numbers.js";
import { Dialog, Loading, Notice, Panel } from "../ui/parts.js";
import { NewTable } from "./play/new_table.js";
import { tone } from "./play/steps.js";
import { Table } from "./play/table.js";

export default function Play({ parts, query }) {
  return parts.length ? html`<${Table} key=${parts[0]} id=${parts[0]} query=${query} />` : html`<${Lobby} query=${query} />`;
}

function Lobby({ query }) {
  return html`<div class="stack">
    <div class="stack tight">
      <h1>Play</h1>
      <p class="muted">Play against a policy, a baseline or an agent of your own, and see what each choice costs against the equilibrium. Whole hands of hold'em against a <${Link} to="/play" query=${{ game: "texas_holdem" }}>baseline or blueprint<//>: when a hand is over, you see what it thought.</p>
    </div>
    <div class="play-lobby"><${NewTable} query=${query} /><${Sessions} /></div>
  </div>`;
}

function Sessions() {
  const { data, error, reload } = useGet("/play");
  const [leaving, setLeaving] = useState(null);
  const [wrong, setWrong] = useState(null);
  const drop = async () => {
    try {
      await remove(`/play/${leaving.id}`);
      setWrong(null);
    } catch (problem) {
      setWrong(problem);
    }
    setLeaving(null);
    reload();
  };
  return html`<${Panel} title="Sessions">
    ${wrong && html`<${Notice} kind="bad">${wrong.message}<//>`}
    ${!data && html`<${Loading} error=${error} />`}
    ${data?.length === 0 && html`<p class="muted">None yet. Every hand is kept in a log in the work folder, and sessions go on after a restart.</p>`}
    ${
      data?.length > 0 &&
      html`<ul class="play-sessions">
      ${data.map(
        one => html`<li key=${one.id}>
          <div class="stack tight">
            <${Link} to=${`/play/${one.id}`}>${one.title}<//>
            <span class="small muted">${counted(one.hands, "hand")} · ${when(one.played)}</span>
          </div>
          <strong class=${"number " + tone(one.chips)}>${chips(one.chips, { signed: true })}</strong>
          <button class="button quiet small" aria-label=${`Remove ${one.title}, ${when(one.played)}`} onClick=${() => setLeaving(one)}>Remove</button>
        </li>`,
      )}
    </ul>`
    }
    <${Dialog} open=${leaving !== null} title="Remove this session?" onClose=${() => setLeaving(null)}>
      <p>“${leaving?.title}”: its log of ${counted(leaving?.hands ?? 0, "hand")} is removed from the work folder.</p>
      <div class="row end"><button class="button" onClick=${() => setLeaving(null)}>Keep it</button><button class="button primary" onClick=${drop}>Remove</button></div>
    <//>
  <//>`;
}
