// A solution's name, and a note about it.
import { patch } from "../api.js";
import { html, useState } from "../html.js";
import { Dialog, Field, Input } from "./parts.js";

// `onDone` gets the policy as it is then.
export function LabelDialog({ policy, onClose, onDone }) {
  const [title, setTitle] = useState(policy.title);
  const [note, setNote] = useState(policy.note);
  const [error, setError] = useState(null);
  const send = event => {
    event.preventDefault();
    patch(`/policies/${policy.id}`, { title: title.trim(), note: note.trim() }).then(onDone).catch(setError);
  };
  return html`<${Dialog} title="Name and note" onClose=${onClose}>
    <form class="stack" onSubmit=${send}>
      <${Input} label="Name" error=${error?.message} value=${title} maxlength="200" required onInput=${setTitle} />
      <${Field} label="Note">${tied => html`<textarea rows="5" ...${tied} value=${note} maxlength="5000" onInput=${event => setNote(event.target.value)}></textarea>`}<//>
      <div class="row end"><button class="button primary" disabled=${!title.trim()}>Save</button></div>
    </form>
  <//>`;
}
