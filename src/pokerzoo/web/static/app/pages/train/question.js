// A question: cards, board, the line so far, pot and stacks, a button for each action; then what the answer loses.
import { html, useEffect, useRef, useState } from "../../html.js";
import { post, useGet } from "../../api.js";
import { Link, navigate, setQuery } from "../../route.js";
import { bet } from "../../ui/numbers.js";
import { Card, Loading, Notice, Panel } from "../../ui/parts.js";
import { useTitle } from "../../ui/title.js";
import { exploitableFor, markOf } from "../../ui/trust.js";
import { capital, kindOf } from "../../ui/words.js";
import { numberOf, questionPath, settingsOf } from "./address.js";
import { Judged } from "./judged.js";
import { Score, againAt } from "./progress.js";

const REPEATED = "repeated";
const typing = (target) => target.closest("input, select, textarea, dialog, [contenteditable]");

// A drawn question: its address says which.
export function Question({ query }) {
  const number = numberOf(query);
  const session = query.seed ?? "";
  const { data, error, loading } = useGet(questionPath(query));
  const next = () => navigate("/train", { ...settingsOf(query), n: String(number + 1) });
  return html`<${Asked} key=${session + "/" + number} data=${loading ? null : data} error=${error} query=${query} heading=${`Question ${number + 1}`}
    session=${session} number=${number} next=${next} nextName="Next question" />`;
}

// A question that was answered wrong before.
export function Repeated({ query }) {
  const { spot, line = "", hand } = query;
  const { data, error, loading } = useGet("/train/question-at", { spot, line, hand });
  const progress = useGet("/train/progress");
  const due = progress.data?.kept.filter((one) => one.due <= progress.data.today) ?? [];
  const rest = due.filter((one) => one.spot !== spot || one.line !== line || one.hand !== hand);
  const next = () => {
    progress.reload();
    if (rest.length) navigate("/train", againAt(rest[0]));
    else navigate("/train");
  };
  return html`<${Asked} key=${[spot, line, hand].join("/")} data=${loading ? null : data} error=${error} query=${query} heading="Once more"
    session=${REPEATED} number=${null} next=${next} nextName=${rest.length ? `Next of ${rest.length}` : "Done"} />`;
}

function Asked({ data, error, query, heading, session, number, next, nextName }) {
  const [wrong, setWrong] = useState(null);
  const [given, setGiven] = useState(null);
  const busy = useRef(false);
  const question = data?.question;
  const at = question && { spot: question.spot, line: question.line, hand: question.hand };
  const answered = question?.actions.find((one) => one.token === query.a)?.token;
  const judged = useGet(answered && given?.token !== answered ? `/train/answer` : null, at && { ...at, action: answered });
  const score = useGet("/train/score", { session });
  const answer = given?.token === answered ? given : judged.data;
  useTitle(data ? `${heading} · Train` : "Train");
  const choose = async (token) => {
    if (busy.current || answered) return;
    busy.current = true;
    try {
      const found = await post("/train/answers", { ...at, action: token, session, number });
      setGiven(found.answer);
      setWrong(null);
      setQuery({ a: token }, { replace: true });
      score.reload();
    } catch (problem) {
      setWrong(problem);
    }
    busy.current = false;
  };
  const keys = useRef(null);
  keys.current = { actions: answered ? null : question?.actions, choose, next };
  useEffect(() => {
    const press = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || typing(event.target)) return;
      const { actions, choose: take, next: go } = keys.current;
      if (actions && /^[1-9]$/.test(event.key) && actions[Number(event.key) - 1]) take(actions[Number(event.key) - 1].token);
      else if (!actions && (event.key === "n" || (event.key === "Enter" && !event.target.closest("a, button, summary")))) go();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  return html`<div class="train play stack">
    <div class="row between">
      <div class="stack tight"><h1>${heading}</h1><p class="small"><span class="muted">${data?.title ?? " "}</span>${data?.solution && html` <span class=${markOf(data.solution.grade)}>Exploitable for ${exploitableFor(data.solution)}</span>`}</p></div>
      <${Link} class="button" to="/train" query=${settingsOf(query)}>${session === REPEATED ? "All of training" : "Change what is asked"}<//>
    </div>
    ${error && html`<${Notice} kind="bad">${capital(error.message)}<//>`}
    <div class="train-columns">
      <div class="stack">
        ${question ? html`<${Spot} data=${data} question=${question} />` : !error && html`<${Loading} />`}
        ${question &&
        html`<div class="play-actions">
          ${answered
            ? html`<${Next} name=${nextName} next=${next} />`
            : question.actions.map(
                (one, k) => html`<button key=${one.token} type="button" class=${"button play-action " + kindOf(one.name)} onClick=${() => choose(one.token)}>
                  <span>${capital(one.name)}</span>${k < 9 && html`<span class="play-keys" aria-hidden="true"><kbd>${k + 1}</kbd></span>`}</button>`,
              )}
        </div>`}
        ${wrong && html`<${Notice} kind="bad">${wrong.message}<//>`}
        ${answered && answer && html`<${Judged} data=${data} answer=${answer} query=${query} />`}
        ${judged.error && html`<${Notice} kind="bad">${judged.error.message}<//>`}
      </div>
      <div class="stack">
        <${Panel} title=${session === REPEATED ? "Repeated" : "This session"}>${score.error ? html`<${Notice} kind="bad">${score.error.message}<//>` : score.data && html`<${Score} score=${score.data} />`}<//>
      </div>
    </div>
  </div>`;
}

// It takes the focus that the button of the answer had.
function Next({ name, next }) {
  const button = useRef(null);
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement === null) button.current.focus({ preventScroll: true });
  }, []);
  return html`<button type="button" class="button primary play-action" ref=${button} onClick=${next}><span>${name}</span><span class="play-keys" aria-hidden="true"><kbd>n</kbd></span></button>`;
}

const STREETS = { preflop: "before the flop", flop: "on the flop", turn: "on the turn", river: "on the river" };

function Spot({ data, question }) {
  const { hand, board, position, street, pot, to_call: toCall, stacks, player, made, draws } = question;
  const facts = [["Pot", bet(pot)], ["To call", toCall > 0 ? bet(toCall) : null], ["You have behind", stacks[player] === null ? null : bet(stacks[player])], ["The other has", stacks[1 - player] === null ? null : bet(stacks[1 - player])]];
  return html`<section class="panel train-spot stack" aria-label="The question">
    <div class="train-cards">
      <div><div class="small muted">You are ${position} ${STREETS[street]} with</div><div class="train-hand"><${Card} name=${hand.slice(0, 2)} /><${Card} name=${hand.slice(2)} /></div></div>
      <div><div class="small muted">Board</div><div class="train-hand board">${board.length ? board.map((name) => html`<${Card} key=${name} name=${name} />`) : html`<span class="muted">none yet</span>`}</div></div>
    </div>
    ${made && html`<p class="small">${capital([made, ...draws].join(", "))}.</p>`}
    <dl class="train-facts">${facts.filter(([, value]) => value !== null).map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
    <p>${data.words ? capital(data.words) : "You act first"}.</p>
  </section>`;
}
