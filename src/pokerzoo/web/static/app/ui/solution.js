// How far a policy can be trusted: its exploitability and how it is known; with more than two players each player's gain.
import { patch, useEvents, useGet } from "../api.js";
import { html, useEffect, useState } from "../html.js";
import { Link } from "../route.js";
import { exploitableFor, gainText, largestGain, locksText, markOf } from "../model/exploitability.js";
import { counted, when } from "../model/numbers.js";
import { Dialog, Field, Input } from "./parts.js";

// A policy of a flop that was solved alone: its exploitability is not known, and turns are solved when they are opened.
export const isFlopAlone = ({ metadata }) => metadata.streets === 2;

const TITLE = "What a best response gains, in the mean over the players, while the others stay as they are";

// What is measured, in words: {sums, says, warns}.
function words({ grade, players, judged_by: by, ...measured }) {
  if (by !== "largest" || !players?.length)
    return {
      sums: `Exploitable for ${exploitableFor(measured)}`,
      warns: grade === "far" && "Far from an equilibrium: frequencies and EVs here may change much.",
    };
  const good = grade === "good";
  return {
    sums: `A best response gains ${players.map(one => `player ${one.player} ${gainText(one)}`).join(", ")}`,
    says:
      good &&
      `An approximate equilibrium: no player gains more than ${gainText(largestGain(players))}. With ${players.length} players other equilibria may have other values.`,
    warns: !good && `No promise: with ${players.length} players CFR may not converge. The gains are exact.`,
  };
}

// `measured` is null until it is known; `onMeasure` asks for it where that takes long. `solve`: the id of the solve that can go on.
export function Trust({ measured, onMeasure = null, solve = null }) {
  if (!measured || measured.exploitability === null) {
    const unknown = measured ? "Exploitability not known" : "Measuring exploitability";
    return html`<p class="trust row small">${onMeasure ? html`<span class="badge warn">Exploitability not measured</span> <button type="button" class="link" onClick=${onMeasure}>Measure it</button>` : html`<span class="muted">${unknown}</span>`}</p>`;
  }
  const { grade, iterations, source, when: moment } = measured;
  const { sums, says, warns } = words(measured);
  return html`<p class="trust row small">
    <span class=${markOf(grade)} title=${TITLE}>${sums}${locksText(measured)}</span>
    ${says && html`<span>${says}</span>`} ${warns && html`<strong class="bad">${warns}</strong>`}
    <span class="muted">${iterations === null ? "" : counted(iterations, "iteration") + ", "}${source === "solve" ? "measured by the solve" : "measured"} ${when(moment)}</span>
    ${markOf(grade) && solve && html`<${Link} to=${`/solves/${encodeURIComponent(solve)}`}>Go on solving<//>`}
  </p>`;
}

const NAMES = { queued: "waiting", running: "solving", stopped: "stopped", done: "solved", failed: "failed" };
const KINDS = { running: "on", done: "good", failed: "bad" };

export const isOpen = ({ state }) => state === "running" || state === "queued";

export function StateBadge({ solve }) {
  const place = solve.state === "queued" && solve.position > 1 ? `, number ${solve.position}` : "";
  return html`<span class=${"state badge " + (KINDS[solve.state] ?? "")}>${NAMES[solve.state]}${place}</span>`;
}

const UNKNOWN = { exploitability: null, players: [] };
const BY_ITSELF = 5e6; // infosets; a larger policy takes seconds and is measured when somebody asks

export function useMeasured(policies) {
  const [found, setFound] = useState({});
  const [wanted, setWanted] = useState([]);
  const known = policy => (isFlopAlone(policy) ? UNKNOWN : (found[policy.id] ?? policy.measured));
  const isDue = policy => policy.summary.infosets <= BY_ITSELF || wanted.includes(policy.id);
  const next = policies?.find(policy => !known(policy)?.players && isDue(policy));
  const { data, error, loading } = useGet(next ? `/policies/${next.id}/measure` : null);
  useEffect(() => {
    if (!next || loading) return;
    const measured = error ? { ...UNKNOWN, ...next.measured } : data;
    setFound(old => ({ ...old, [next.id]: { ...measured, players: measured.players ?? [] } }));
  }, [next?.id, data, error, loading]);
  const ask = policy => (known(policy)?.players || isDue(policy) ? null : () => setWanted([...wanted, policy.id]));
  return { known, ask };
}

// {solve, error}; its curve comes in pieces. `onRemoved`: it was deleted, here or elsewhere. `id` null asks nothing.
export function useSolve(id, onRemoved = () => {}) {
  const path = id === null ? null : /** @type {const} */ (`/tasks/${id}`);
  const first = useGet(path);
  const [live, setLive] = useState(null);
  useEvents(path && `${path}/events`, ["task", "removed"], (name, solve) => {
    if (name === "removed") return onRemoved();
    setLive(old => ({ ...solve, curve: [...(old?.curve ?? []).slice(0, solve.curve_start), ...solve.curve], curve_start: 0 }));
  });
  return { solve: live ?? first.data, error: first.error };
}

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
      <${Input} label="Name" error=${error?.problem} value=${title} maxlength="200" required onInput=${setTitle} />
      <${Field} label="Note">${tied => html`<textarea rows="5" ...${tied} value=${note} maxlength="5000" onInput=${event => setNote(event.target.value)}></textarea>`}<//>
      <div class="row end"><button class="button primary" disabled=${!title.trim()}>Save</button></div>
    </form>
  <//>`;
}
