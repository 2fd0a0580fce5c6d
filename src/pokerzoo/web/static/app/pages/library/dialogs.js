// Questions that the library asks: a name and a note, whether to remove, with what to compare.
import { remove } from "../../api.js";
import { html, useState } from "../../html.js";
import { Link } from "../../route.js";
import { LabelDialog } from "../../ui/label_dialog.js";
import { Dialog, Notice } from "../../ui/parts.js";
import { inWords } from "./row.js";

function useAsked(ask, onDone) {
  const [error, setError] = useState(null);
  const send = event => {
    event.preventDefault();
    setError(null);
    ask().then(onDone).catch(setError);
  };
  return [error, send];
}

function Remove({ policy, onClose, onDone }) {
  const [error, send] = useAsked(() => remove(`/policies/${policy.id}`), onDone);
  const kept =
    policy.source === "file"
      ? "The file itself stays where it is."
      : "Its file in the work folder is deleted. Download it first if you may need it.";
  return html`<${Dialog} open=${true} title=${`Remove ${policy.title}?`} onClose=${onClose}>
    <form class="stack" onSubmit=${send}>
      <p>It is no longer in the library. ${kept}</p>
      ${error && html`<${Notice} kind="bad">${error.message}<//>`}
      <div class="row end"><button type="button" class="button" onClick=${onClose}>Keep</button><button class="button primary">Remove</button></div>
    </form>
  <//>`;
}

function Compare({ policy, others, onClose }) {
  const board = policy.summary.board.join("");
  const nearest = others.toSorted(
    (a, b) => Number(b.summary.board.join("") === board) - Number(a.summary.board.join("") === board),
  );
  return html`<${Dialog} open=${true} title=${`Compare ${policy.title} with`} onClose=${onClose}>
    <ul class="choices">
      ${nearest.map(
        other => html`<li key=${other.id}>
        <${Link} to=${`/browse/${policy.id}`} query=${{ with: other.id }}><strong>${other.title}</strong><span class="muted small">${other.summary.board.join(" ")}, ${inWords(other)}</span><//>
      </li>`,
      )}
    </ul>
  <//>`;
}

const DIALOGS = { label: LabelDialog, remove: Remove, compare: Compare };

export function Asked({ what, ...others }) {
  return html`<${DIALOGS[what]} ...${others} />`;
}
