// A sweep that the explorer makes: how far it is, stop, go on, delete.
import { get, post, remove } from "../../api.js";
import { html, useEffect, useRef, useState } from "../../html.js";
import { navigate } from "../../route.js";
import { count, counted, seconds } from "../../ui/numbers.js";
import { Notice, Panel } from "../../ui/parts.js";

const POLL = 1000; // milliseconds
const NAMES = { waiting: "It waits for the sweep that runs.", running: "Solving.", stopped: "Stopped.", done: "All spots are done.", failed: "It failed." };

export const isOpen = (run) => run?.state === "running" || run?.state === "waiting";

// Progress of a sweep, asked for while it runs; null of one that was named at the start. `onMore` is called when spots were added.
export function useRun(path, onMore) {
  const [run, setRun] = useState(null);
  const [turn, setTurn] = useState(0);
  const more = useRef(onMore);
  more.current = onMore;
  useEffect(() => {
    const control = new AbortController();
    let timer = null;
    let before = null;
    const ask = () =>
      get(`${path}/run`, undefined, control.signal)
        .then((now) => {
          setRun(now);
          if (before && now && (before.done !== now.done || before.state !== now.state)) more.current();
          before = now;
          if (isOpen(now)) timer = setTimeout(ask, POLL);
        })
        .catch((error) => error.name !== "AbortError" && (timer = setTimeout(ask, 3 * POLL)));
    ask();
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [path, turn]);
  return [run, () => setTurn(turn + 1)];
}

export function Run({ path, run, onChange }) {
  const [failed, setFailed] = useState(null);
  const [asked, setAsked] = useState(false);
  const ask = (what) => what.then(onChange).catch((error) => setFailed(error.message));
  const open = isOpen(run);
  const facts = [run.rows_per_second && `${(60 * run.rows_per_second).toPrecision(2)} spots a minute`, run.processes && `${count(run.processes)} at a time`, run.seconds_left && `${seconds(run.seconds_left)} left`];
  const actions = html`${open && html`<button type="button" class="button small" onClick=${() => ask(post(`${path}/stop`))}>Stop</button>`}
    ${(run.state === "stopped" || run.state === "failed") && html`<button type="button" class="button small primary" onClick=${() => ask(post(`${path}/go-on`))}>Go on</button>`}
    ${!open && !asked && html`<button type="button" class="button small quiet" onClick=${() => setAsked(true)}>Delete …</button>`}`;
  return html`<${Panel} title="Progress" actions=${actions}>
    <progress max=${run.spots} value=${run.done} aria-label="Spots that are done"></progress>
    <p role="status">${NAMES[run.state]} ${count(run.done)} of ${counted(run.spots, "spot")}${run.failed ? `, ${count(run.failed)} failed` : ""}. <span class="muted">${open ? (run.compiling ?? facts.filter(Boolean).join(", ")) : ""}</span></p>
    ${run.error && html`<${Notice} kind="bad">${run.error}<//>`} ${failed && html`<${Notice} kind="bad">${failed}<//>`}
    ${run.notes.map((note) => html`<p key=${note} class="small muted">${note}</p>`)}
    ${asked && !open && html`<div class="row"><span>All rows and strategies of this sweep are deleted from the disk.</span>
      <button type="button" class="button small danger" onClick=${() => remove(path).then(() => navigate("/aggregate")).catch((error) => setFailed(error.message))}>Delete it</button>
      <button type="button" class="button small" onClick=${() => setAsked(false)}>Keep it</button></div>`}
  <//>`;
}
