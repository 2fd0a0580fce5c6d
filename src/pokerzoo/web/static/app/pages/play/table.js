// A table: the hand that is played, what can be done, what the coach says, the result, and the hands that are over.
import { get, post, useGet } from "../../api.js";
import { html, useCallback, useEffect, useRef, useState } from "../../html.js";
import { exploitableFor, gainText, largestGain, markOf } from "../../model/exploitability.js";
import { counted, distance } from "../../model/numbers.js";
import { Link, setQuery } from "../../route.js";
import { ChoiceField, Loading, Notice, Panel, Wrong, useTitle } from "../../ui/parts.js";
import { Actions } from "./actions.js";
import { Feedback } from "./feedback.js";
import { HandList, Result } from "./session.js";
import { FEEDBACK } from "./new_table.js";
import { Review } from "./review.js";
import { Picture, Steps, inWords } from "./steps.js";
import { Thoughts, chosenThought } from "./thoughts.js";

const LOOK = 400; // milliseconds between looks at an opponent who thinks

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
    const look = () => get(path, undefined, control.signal).then(setLatest, () => {});
    const timer = setInterval(look, LOOK);
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
    <div class="row between">
      <h1>${table.title}</h1>
      <${Link} class="button" to="/play">All sessions<//>
    </div>
    <p class="small muted">${about(table)}</p>
    ${table.coach && html`<${CoachTrust} measured=${table.coach_measured} error=${table.coach_error} />`}
    ${table.missing && html`<${Notice} kind="warn">${table.missing}<//>`}
    <div class="split">
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
    return html`<p class="small"><span class="badge warn">The coach's policy is not measured</span> <span class="muted">so its losses have no known error</span></p>`;
  const { grade, players } = measured;
  const most = players?.length > 2 ? `; the largest gain of a player is ${gainText(largestGain(players))}` : "";
  return html`<p class="small"><span class=${markOf(grade)}>The coach is exploitable for ${exploitableFor(measured)}${most}</span> <span class="muted">it is silent about losses up to ${distance(error)} chips</span></p>`;
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
  const { hand, opponents, big_blind: blind } = table;
  const later = "When the hand is over: its strategy at each decision, with its hand and with its whole range.";
  return html`<section class="stack" aria-label="The hand">
      ${hand ? html`<${Picture} picture=${hand.picture} />` : html`<div class="play-table empty">No hand yet.</div>`}
      ${hand?.made && html`<p class="small muted">Your hand: ${hand.made}.</p>`}
      <${Actions} table=${table} ask=${ask} />
      <${Wrong} error=${wrong} />
      <div class="sr-only" role="status">${hand ? inWords(hand) : ""}</div>
    </section>
    <div class="columns">
      ${
        blind !== null
          ? html`<${Thoughts} hand=${hand} names=${opponents} waits=${hand?.over ? NOT_ASKED : later} at=${chosenThought(hand?.thoughts ?? [], query.thought)} cell=${query.cell} onChoose=${thought => setQuery({ thought })} />`
          : html`<${Feedback} table=${table} decisions=${hand?.decisions ?? []} waits=${waits(table)} latest=${table.feedback === "decision" && !hand?.over} />`
      }
      <${Panel} title=${hand ? `Hand ${hand.number}` : "Hand"}><${Steps} hand=${hand} names=${opponents} /><//>
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

const Settings = ({ table, ask }) =>
  html`<${Panel} title="Session">
    ${table.big_blind === null && html`<${ChoiceField} label="When the coach speaks" value=${table.feedback} options=${FEEDBACK} onChange=${feedback => ask("settings", { feedback })} />`}
    <div class="row">
      <a class="button small" href=${`/api/play/${table.id}/log`} download>Log of hands</a>
      ${table.phh && table.result.hands > 0 && html`<a class="button small" href=${`/api/play/${table.id}/phh`} download>Hands as PHH</a>`}
    </div>
  <//>`;
