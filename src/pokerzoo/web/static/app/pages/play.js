// Playing: `/play` sets up tables and lists them, `/play/ID` is a table, `/play/ID?hand=12` one of its hands.
import { remove, useGet } from "../api.js";
import { html, useState } from "../html.js";
import { chips, counted, when } from "../model/numbers.js";
import { Link } from "../route.js";
import { Confirm, Loading, Panel } from "../ui/parts.js";
import { NewTable } from "./play/new_table.js";
import { tone } from "./play/steps.js";
import { Table } from "./play/table.js";

export default function Play({ parts, query }) {
  if (parts.length) return html`<${Table} key=${parts[0]} id=${parts[0]} query=${query} />`;
  return html`<div class="stack">
    <h1>Play</h1>
    <p class="muted">Play against a policy, a baseline or an agent of your own, and see what each choice costs against the equilibrium. Whole hands of hold'em against a <${Link} to="/play" query=${{ game: "texas_holdem" }}>baseline or blueprint<//>: when a hand is over, you see what it thought.</p>
    <div class="split"><${NewTable} query=${query} /><${Sessions} /></div>
  </div>`;
}

function Sessions() {
  const { data, error, reload } = useGet("/play");
  const [leaving, setLeaving] = useState(null);
  const [wrong, setWrong] = useState(null);
  const close = () => (setLeaving(null), setWrong(null));
  const drop = () =>
    remove(`/play/${leaving.id}`)
      .then(() => (close(), reload()))
      .catch(setWrong);
  return html`<${Panel} title="Sessions">
    ${!data && html`<${Loading} error=${error} />`}
    ${data?.length === 0 && html`<p class="muted">None yet. Every hand is kept in a log in the work folder, and sessions go on after a restart.</p>`}
    <ul class="list">
      ${(data ?? []).map(
        one => html`<li key=${one.id} class="row between">
          <div class="spacer">
            <${Link} to=${`/play/${one.id}`}>${one.title}<//>
            <div class="small muted">${counted(one.hands, "hand")} · ${when(one.played)}</div>
          </div>
          <strong class=${"number " + tone(one.chips)}>${chips(one.chips, { signed: true })}</strong>
          <button class="button quiet small" aria-label=${`Remove ${one.title}, ${when(one.played)}`} onClick=${() => setLeaving(one)}>Remove</button>
        </li>`,
      )}
    </ul>
    ${leaving && html`<${Confirm} title="Remove this session?" act="Remove" error=${wrong} onAct=${drop} onClose=${close}>“${leaving.title}”: its log of ${counted(leaving.hands, "hand")} is removed from the work folder.<//>`}
  <//>`;
}
