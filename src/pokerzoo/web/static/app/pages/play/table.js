// A table: the hand that is played, what can be done, what the coach says, the result, and the hands that are over.
import { html, useCallback, useEffect, useRef, useState } from "../../html.js";
import { get, post, useGet } from "../../api.js";
import { Link, setQuery } from "../../route.js";
import { Choice, Loading, Notice, Panel, useTitle } from "../../ui/parts.js";
import { counted, distance } from "../../model/numbers.js";
import { exploitableFor, gainText, largestGain } from "../../ui/trust.js";
import { Actions } from "./actions.js";
import { Feedback } from "./feedback.js";
import { HandList } from "./hand_list.js";
import { Result } from "./result.js";
import { Review } from "./review.js";
import { Picture, Steps, inWords } from "./steps.js";
import { Thoughts, chosenThought } from "./thoughts.js";

const LOOK = 400; // milliseconds between looks at an opponent who thinks
const FEEDBACK = [
  ["decision", "Each decision"],
  ["end", "End of hand"],
  ["off", "Off"],
];

export function Table({ id, query }) {
  const path = `/play/${encodeURIComponent(id)}`;
  const { data, error } = useGet(path);
  const [latest, setLatest] = useState(null);
  const [wrong, setWrong] = useState(null);
  const busy = useRef(false);
  const [asked, setAsked] = useState(0);
  const table = latest ?? data;
  const waiting = asked > 0 || Boolean(table?.hand?.thinking);
  useEffect(() => {
    // The answer comes when the opponents have acted. Until then the table is looked at: what was done, and who thinks.
    if (!waiting) return undefined;
    const control = new AbortController();
    const timer = setInterval(() => {
      get(path, undefined, control.signal)
        .then(seen => setLatest(seen))
        .catch(() => {});
    }, LOOK);
    return () => {
      clearInterval(timer);
      control.abort();
    };
  }, [waiting, asked, path]);
  const ask = useCallback(
    async (what, body = {}) => {
      if (busy.current) return;
      busy.current = true;
      setAsked(turn => turn + 1);
      try {
        const answer = await post(`${path}/${what}`, body);
        setLatest(answer);
        setWrong(null);
      } catch (problem) {
        setWrong(problem);
      }
      setAsked(0);
      busy.current = false;
    },
    [path],
  );
  useTitle(table?.title);
  if (!table) return html`<${Loading} error=${error} />`;
  const reviewed = /^[0-9]+$/.test(query.hand ?? "") ? Number(query.hand) : null;
  return html`<div class="stack play">
    <div class="play-head">
      <div class="stack tight">
        <h1>${table.title}</h1>
        <p class="small muted">${about(table)}</p>
        ${table.coach && html`<${CoachTrust} measured=${table.coach_measured} error=${table.coach_error} />`}
      </div>
      <${Link} class="button" to="/play">All sessions<//>
    </div>
    ${table.missing && html`<${Notice} kind="warn">${table.missing}<//>`}
    <div class="play-columns">
      <div class="stack">
        ${
          reviewed === null
            ? html`<${Present} table=${table} ask=${ask} wrong=${wrong} query=${query} />`
            : html`<${Review} table=${table} id=${id} number=${reviewed} step=${query.step} cell=${query.cell} last=${table.result.hands} coach=${table.coach} names=${table.opponents} thinks=${table.big_blind !== null} />`
        }
      </div>
      <div class="stack">
        <${Result} table=${table} />
        <${HandList} id=${id} hands=${table.result.hands} current=${reviewed} />
        <${Settings} table=${table} ask=${ask} />
      </div>
    </div>
  </div>`;
}

// How sure the coach can be.
function CoachTrust({ measured, error }) {
  if (!measured)
    return html`<p class="trust small"><span class="trust-mark warn">The coach's policy is not measured</span> <span class="muted">so its losses have no known error</span></p>`;
  const kind = { rough: "warn", far: "bad" }[measured.grade] ?? "";
  return html`<p class="trust small"><span class=${"trust-mark " + kind}>The coach is exploitable for ${exploitableFor(measured)}${measured.players?.length > 2 ? `; the largest gain of a player is ${gainText(largestGain(measured.players))}` : ""}</span>
    <span class="muted">it is silent about losses up to ${distance(error)} chips</span></p>`;
}

function about({ opponents, seat, coach, result, big_blind: blind }) {
  const who = [...new Set(opponents)].join(", ");
  const place = seat === null ? (blind === null ? "seat changes" : "the button moves each hand") : `seat ${seat}`;
  return [
    `You against ${who}`,
    place,
    coach ? `coach: ${coach}` : blind === null ? "no coach" : null,
    `${counted(result.hands, "hand")} played`,
  ]
    .filter(Boolean)
    .join(" · ");
}

function Present({ table, ask, wrong, query }) {
  const { hand } = table;
  const said = hand ? inWords(hand) : "";
  return html`<section class="stack" aria-label="The hand">
      ${hand ? html`<${Picture} picture=${hand.picture} />` : html`<div class="play-table empty">No hand yet.</div>`}
      ${hand?.made && html`<p class="play-made small muted">Your hand: ${hand.made}.</p>`}
      <${Actions} table=${table} ask=${ask} />
      ${wrong && html`<${Notice} kind="bad">${wrong.message}<//>`}
      <div class="sr-only" role="status">${said}</div>
    </section>
    <div class="play-told">
      ${
        table.big_blind !== null
          ? html`<${Thoughts} hand=${hand} names=${table.opponents} waits=${hand?.over ? NOT_ASKED : "When the hand is over: its strategy at each decision, with its hand and with its whole range."}
            at=${chosenThought(hand?.thoughts ?? [], query.thought)} cell=${query.cell} onChoose=${thought => setQuery({ thought })} />`
          : html`<${Feedback} table=${table} decisions=${hand?.decisions ?? []} waits=${waits(table)} latest=${table.feedback === "decision" && !hand?.over} />`
      }
      <${Panel} title=${hand ? `Hand ${hand.number}` : "Hand"}><${Steps} hand=${hand} names=${table.opponents} /><//>
    </div>`;
}

const NOT_ASKED =
  "It had nothing to decide, does not say with what probability it acts, or the explorer was started again since: the review of the hand then asks it once more.";

// What stands in the place of the coach's words while there are none.
function waits({ coach, feedback, hand }) {
  if (!coach) return "There is no coach at this table.";
  if (feedback === "off") return "The coach is silent. Its comments are in the reviews of past hands.";
  if (hand?.over) return "You had nothing to decide in this hand.";
  return feedback === "end"
    ? "The coach speaks when the hand is over."
    : "After your decision: what the coach's policy does here, and what your choice lost.";
}

function Settings({ table, ask }) {
  return html`<${Panel} title="Session">
    ${
      table.big_blind === null &&
      html`<div class="field">
      <span class="label">When the coach speaks</span>
      <${Choice} label="When the coach speaks" value=${table.feedback} options=${FEEDBACK} onChange=${feedback => ask("settings", { feedback })} />
    </div>`
    }
    <div class="row">
      <a class="button small" href=${`/api/play/${table.id}/log`} download>Log of hands</a>
      ${table.phh && table.result.hands > 0 && html`<a class="button small" href=${`/api/play/${table.id}/phh`} download>Hands as PHH</a>`}
    </div>
  <//>`;
}
