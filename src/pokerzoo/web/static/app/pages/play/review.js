// A hand that is over, step by step, all cards open: arrow keys lead through it.
import { html } from "../../html.js";
import { useGet } from "../../api.js";
import { Link, setQuery } from "../../route.js";
import { useShortcuts } from "../../ui/keys.js";
import { Loading, Panel } from "../../ui/parts.js";
import { Decision, Feedback, Meaning } from "./feedback.js";
import { Picture, Steps } from "./steps.js";
import { Study } from "./study.js";
import { Thoughts } from "./thoughts.js";

export function Review({ id, number, step, cell, last, table, coach, names, thinks }) {
  const { data: hand, error } = useGet(`/play/${encodeURIComponent(id)}/hands/${number}`);
  const shown = hand?.number === number ? hand : null;
  const steps = shown?.steps.length ?? 0;
  const at = Math.min(Math.max(/^[0-9]+$/.test(step ?? "") ? Number(step) : firstAction(shown), 0), Math.max(steps - 1, 0));
  const go = place => place >= 0 && place < steps && setQuery({ step: place }, { replace: true });
  useShortcuts({ ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1) });
  if (!shown) return html`<${Loading} error=${error} />`;
  const here = shown.steps[at];
  const picture = here?.picture ?? shown.picture;
  const decision = here?.decision === null || here?.decision === undefined ? null : shown.decisions[here.decision];
  return html`<section class="stack" aria-label=${`Hand ${number}, step by step`}>
      <${Picture} picture=${picture} />
      <div class="play-actions">
        <button class="button play-action" disabled=${at === 0} onClick=${() => go(at - 1)}><span>Back</span><span class="play-keys" aria-hidden="true"><kbd>←</kbd></span></button>
        <button class="button play-action" disabled=${at >= steps - 1} onClick=${() => go(at + 1)}><span>On</span><span class="play-keys" aria-hidden="true"><kbd>→</kbd></span></button>
        <${Link} class="button play-action primary" to=${`/play/${id}`}>To the table<//>
      </div>
      <div class="sr-only" role="status">Step ${at + 1} of ${steps}: ${here?.text}</div>
    </section>
    <div class="play-told">
      ${
        thinks
          ? html`<${Thoughts} hand=${shown} names=${names} waits="It had nothing to decide in this hand, or does not say with what probability it acts."
            at=${thoughtAt(shown, at)} cell=${cell} onChoose=${k => go(shown.thoughts[k].step)} />`
          : decision
            ? html`<${Panel} title="Coach"><div class="play-feedback stack"><${Decision} table=${table} decision=${decision} /><${Meaning} table=${table} /></div><//>`
            : html`<${Feedback} table=${table} decisions=${shown.decisions} waits=${coach ? "You had nothing to decide in this hand." : "There is no coach at this table."} />`
      }
      <div class="stack"><${Panel} title=${`Hand ${number}`} actions=${html`<${Around} id=${id} number=${number} last=${last} />`}><${Steps} hand=${shown} names=${names} current=${at} onStep=${go} /><//>
        ${thinks && html`<${Study} key=${number} id=${id} hand=${shown} />`}
      </div>
    </div>`;
}

// The opponent's decision at a step; elsewhere the one before it, or the first.
const thoughtAt = (hand, step) => Math.max(hand.thoughts.filter(one => one.step <= step).length - 1, 0);

const firstAction = hand =>
  hand
    ? Math.max(
        hand.steps.findIndex(step => step.kind === "action"),
        0,
      )
    : 0;

function Around({ id, number, last }) {
  const link = (to, text, name) =>
    to >= 1 && to <= last
      ? html`<${Link} class="button quiet small" to=${`/play/${id}`} query=${{ hand: to }} aria-label=${name}>${text}<//>`
      : html`<span class="button quiet small" aria-hidden="true" style=${{ visibility: "hidden" }}>${text}</span>`;
  return html`${link(number - 1, "←", "The hand before")}${link(number + 1, "→", "The hand after")}`;
}
