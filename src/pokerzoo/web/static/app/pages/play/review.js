// A hand that is over, step by step, all cards open: arrow keys lead through it.
import { get, useGet } from "../../api.js";
import { html, useState } from "../../html.js";
import { Link, navigate, setQuery } from "../../route.js";
import { STREETS } from "../../model/cards.js";
import { ofHand } from "../../model/setup.js";
import { Keys } from "./actions.js";
import { Feedback } from "./feedback.js";
import { Picture, Steps } from "./steps.js";
import { Thoughts } from "./thoughts.js";
import { useShortcuts } from "../../ui/keys.js";
import { Loading, Panel, Wrong } from "../../ui/parts.js";

export function Review({ id, number, step, cell, last, table, coach, names, thinks }) {
  const { data, error } = useGet(`/play/${encodeURIComponent(id)}/hands/${number}`);
  const hand = data?.number === number ? data : null;
  const steps = hand?.steps.length ?? 0;
  const first = hand?.steps.findIndex(one => one.kind === "action") ?? 0;
  const at = Math.min(Math.max(/^[0-9]+$/.test(step ?? "") ? Number(step) : first, 0), Math.max(steps - 1, 0));
  const go = place => place >= 0 && place < steps && setQuery({ step: place }, { replace: true });
  useShortcuts({ ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1) });
  if (!hand) return html`<${Loading} error=${error} />`;
  const here = hand.steps[at];
  const decision = here?.decision ?? null;
  // The opponent's decision at a step; elsewhere the one before it, or the first.
  const thought = Math.max(hand.thoughts.filter(one => one.step <= at).length - 1, 0);
  const move = (text, key, to, end) =>
    html`<button class="button play-action" disabled=${at === end} onClick=${() => go(to)}>${text}<${Keys} keys=${[key]} /></button>`;
  return html`<section class="stack" aria-label=${`Hand ${number}, step by step`}>
      <${Picture} picture=${here?.picture ?? hand.picture} />
      <div class="play-actions">
        ${move("Back", "ArrowLeft", at - 1, 0)} ${move("On", "ArrowRight", at + 1, steps - 1)}
        <${Link} class="button play-action primary" to=${`/play/${id}`}>To the table<//>
      </div>
      <div class="sr-only" role="status">Step ${at + 1} of ${steps}: ${here?.text}</div>
    </section>
    <div class="columns">
      ${
        thinks
          ? html`<${Thoughts} hand=${hand} names=${names} waits="It had nothing to decide in this hand, or does not say with what probability it acts." at=${thought} cell=${cell} onChoose=${k => go(hand.thoughts[k].step)} />`
          : html`<${Feedback} table=${table} decisions=${decision === null ? hand.decisions : [hand.decisions[decision]]} waits=${coach ? "You had nothing to decide in this hand." : "There is no coach at this table."} />`
      }
      <div class="stack"><${Panel} title=${`Hand ${number}`} actions=${html`<${Around} id=${id} number=${number} last=${last} />`}><${Steps} hand=${hand} names=${names} current=${at} onStep=${go} /><//>
        ${thinks && html`<${Study} key=${number} id=${id} hand=${hand} />`}
      </div>
    </div>`;
}

function Around({ id, number, last }) {
  const link = (to, text, name) =>
    to >= 1 &&
    to <= last &&
    html`<${Link} class="button quiet small" to=${`/play/${id}`} query=${{ hand: to }} aria-label=${name}>${text}<//>`;
  return html`${link(number - 1, "←", "The hand before")}${link(number + 1, "→", "The hand after")}`;
}

// The streets on which something was decided, by the steps of the hand.
function streetsOf(steps) {
  const boards = k => steps.slice(0, k).filter(({ kind }) => kind === "board").length;
  const acted = steps.map(({ kind }, k) => (kind === "action" ? boards(k) - 1 : -1));
  return STREETS.filter((_, street) => acted.includes(street));
}

function Study({ id, hand }) {
  const [error, setError] = useState(null);
  const streets = streetsOf(hand.steps);
  const study = street =>
    get(`/play/${encodeURIComponent(id)}/hands/${hand.number}/spot`, { street })
      .then(({ params }) => navigate("/setup", ofHand({}, params)))
      .catch(setError);
  return html`<${Panel} title="Study this hand">
    <p class=${streets.length ? "" : "muted"}>${streets.length ? "Set up its spot, with the ranges and sizes that the set-up starts with." : "Nothing was decided after the flop."}</p>
    <div class="row">${streets.map(name => html`<button key=${name} type="button" class="button small" onClick=${() => study(name)}>From the ${name}</button>`)}</div>
    <${Wrong} error=${error} />
  <//>`;
}
