// Edit a strategy and lock it: for the whole node, the chosen hands or those that pass the filters. Locks are collected, then solved.
import { post, useGet } from "../../api.js";
import { html, useEffect, useMemo, useState } from "../../html.js";
import { far } from "../../model/exploitability.js";
import { capital, counted, percent, seconds } from "../../model/numbers.js";
import { StateBadge, isOpen, useSolve } from "../../ui/solution.js";
import { useStored } from "../../model/stored.js";
import { Link, setQuery, useRoute } from "../../route.js";
import { Bar, Choice, Input, Notice, Swatch, Wrong } from "../../ui/parts.js";
import { CLASS_NAMES } from "../../ui/hand_grid.js";
import { classOf, isAlive, nameOf, partsOf, summary } from "./data.js";

export const Lock = ({ policy, spot, node, info, hand, filtered, draft, to }) =>
  html`${node.player === null ? html`<p class="muted">No player acts here. Go to a decision to lock its strategy.</p>` : html`<${Editor} key=${node.line} spot=${spot} node=${node} hand=${hand} filtered=${filtered} draft=${draft} />`}
    <${Draft} draft=${draft} to=${to} info=${info} />
    <${SolveAgain} spot=${spot} info=${info} draft=${draft} node=${node} to=${to} />`;

function scopesOf(spot, node, hand, filtered) {
  const held = spot.hands
    .map((_, k) => k)
    .filter(k => spot.weights[node.player][k] > 0 && isAlive(node, k) && node.strategy[0][k] !== null);
  const chosen = held.filter(k => spot.hands[k] === hand || CLASS_NAMES[classOf(spot.hands[k])] === hand);
  const passed = held.filter(k => filtered?.includes(k));
  return [
    ...(chosen.length ? [["hand", hand, chosen]] : []),
    ["all", "All hands", held],
    ...(passed.length && passed.length < held.length ? [["filter", "Filtered hands", passed]] : []),
  ];
}

function Editor({ spot, node, hand, filtered, draft }) {
  const scopes = scopesOf(spot, node, hand, filtered);
  const [wanted, setWanted] = useState("hand");
  const [scope, , hands] = scopes.find(([name]) => name === wanted) ?? scopes[0];
  const now = normal(summary(spot, node, node.player, hands).frequencies.map(value => value ?? 0));
  const [shares, setShares] = useState(now);
  const [said, setSaid] = useState("");
  useEffect(() => setShares(now), [scope, hand, node.line, hands.length]);
  const lock = (rows, what) => {
    draft.add(node, Object.fromEntries(hands.map(k => [spot.hands[k], rows(k)])));
    setSaid(`${hands.length} ${hands.length === 1 ? "hand is" : "hands are"} locked ${what}`);
  };
  const submit = event => {
    event.preventDefault();
    lock(() => shares, "at these frequencies");
  };
  return html`<form class="stack tight" onSubmit=${submit}>
    <h3>Lock what ${nameOf(node, node.player)} does here</h3>
    <${Choice} label="Which hands" value=${scope} options=${scopes.map(([name, title, own]) => [name, `${title} (${own.length})`])} onChange=${setWanted} />
    <${Bar} parts=${partsOf(node, k => shares[k])} />
    ${node.action_totals.map(
      (action, k) => html`<div class="share-row" key=${action.token}>
        <label for=${"share-" + k}><${Swatch} colour=${action.colour} /> ${capital(action.name)}</label>
        <input id=${"share-" + k} type="range" min="0" max="1" step="0.01" value=${shares[k]} aria-valuetext=${percent(shares[k], 0)} onInput=${event => setShares(withShare(shares, k, Number(event.target.value)))} />
        <output>${percent(shares[k], 0)}</output>
        <button type="button" class="button small" onClick=${() => setShares(shares.map((_, other) => Number(other === k)))}><span class="sr-only">${capital(action.name)} </span>always</button>
      </div>`,
    )}
    <div class="row">
      <button class="button primary" type="submit">Lock ${counted(hands.length, "hand")}</button>
      <button class="button" type="button" onClick=${() => lock(k => normal(node.strategy.map(row => row[k] ?? 0)), "as they are played now")}>Lock as it is</button>
      <button class="button quiet" type="button" onClick=${() => setShares(now)}>Reset</button>
    </div>
    <p class="small muted" role="status">${said || "Locked hands keep their strategy while all else is solved around them."}</p>
  </form>`;
}

function Draft({ draft, to, info }) {
  const { locks } = draft;
  const { data: solves } = useGet(info.source === "solve" ? "/tasks" : null); // a solution of this explorer may have locks itself
  const old = fromSent(solves?.find(solve => solve.policy === info.id)?.locks ?? []);
  return html`<div class="row between"><h3>Locks</h3>${locks.length > 0 && html`<button type="button" class="button quiet small" onClick=${draft.clear}>Remove all</button>`}</div>
    ${locks.length === 0 && html`<p class="muted">None yet. They are kept until this tab is closed.</p>`}
    ${old.length > 0 && html`<p>This solution was made with ${old.length === 1 ? "a lock" : `${old.length} locks`}. <button type="button" class="link" onClick=${() => draft.take(old)}>Keep ${old.length === 1 ? "it" : "them"}</button> for the next one.</p>`}
    <ul class="list">${locks.map(
      ({ line, words, hands }) => html`<li key=${line} class="row between">
        <span><${Link} to=${to.path} query=${to.query(line)}>${words}<//> <span class="muted small">${counted(Object.keys(hands).length, "hand")}</span></span>
        <button type="button" class="button quiet small" onClick=${() => draft.remove(line)}>Remove<span class="sr-only"> the lock ${words}</span></button>
      </li>`,
    )}</ul>`;
}

// Solve the spot again with the locks: ask for it, show how it goes, lead to what changed.
function SolveAgain({ spot, info, draft, node, to }) {
  const { query } = useRoute();
  const blinds = spot.big_blind !== null;
  const [until, setUntil] = useState(blinds ? "5" : "0.5");
  const [error, setError] = useState(null);
  const [asking, setAsking] = useState(false);
  const submit = event => {
    event.preventDefault();
    setAsking(true);
    setError(null);
    const { game, params, title } = info;
    post("/tasks", {
      game,
      params,
      title: `${title}, locked`,
      until: `${until}${blinds ? " mbb" : "%"}`,
      locks: asSent(draft.locks),
    })
      .then(solve => setQuery({ solve: solve.id }, { replace: true }))
      .catch(setError)
      .finally(() => setAsking(false));
  };
  return html`<h3>Solve again</h3>
    <form class="fields broad" onSubmit=${submit}>
      <${Input} type="number" label=${`Until exploitability, ${blinds ? "mbb" : "% of the pot"}`} min="0.01" max=${blinds ? 1000 : 50} step="0.01" value=${until} onInput=${setUntil} />
      <button class="button primary" disabled=${draft.locks.length === 0 || asking}>Solve with ${counted(draft.locks.length, "lock")}</button>
    </form>
    <${Wrong} error=${error} /> ${query.solve && html`<${Progress} key=${query.solve} id=${query.solve} node=${node} to=${to} />`}`;
}

function Progress({ id, node, to }) {
  const { solve, error: gone } = useSolve(id);
  if (gone)
    return html`<${Notice}>This solve is not there any more. <button type="button" class="link" onClick=${() => setQuery({ solve: "" }, { replace: true })}>Forget it</button><//>`;
  if (!solve) return html`<p class="muted" aria-busy="true">Asking for the solve</p>`;
  const links = html`<${Link} class="button primary small" to=${to.path} query=${{ line: node.line, tab: "compare", with: solve.policy }}>See what changed<//>
    <${Link} class="button small" to=${`/browse/${encodeURIComponent(solve.policy)}`} query=${{ line: node.line }}>Open the new solution<//>`;
  return html`<div class="notice stack tight" role="status">
    <div class="row between">
      <span><${StateBadge} solve=${solve} />${solve.error ? `: ${solve.error}` : ""}</span>
      ${isOpen(solve) && html`<button type="button" class="button small" onClick=${() => post(`/tasks/${encodeURIComponent(id)}/stop`)}>Stop</button>`}
    </div>
    <span class="small">${counted(solve.iterations, "iteration")} in ${seconds(solve.seconds)}, exploitability ${far(solve)}${solve.big_blind == null ? " of the pot" : ""}</span>
    <div class="row">${solve.policy && !isOpen(solve) && links}<${Link} class="button quiet small" to=${`/solves/${encodeURIComponent(id)}`}>The solve's page<//></div>
  </div>`;
}

// Locks that are being put together: kept for the policy until the tab is closed. {line, words, names, hands: {AsAd: [shares]}}.
export function useDraft(policy) {
  const [locks, keep] = useStored(`locks.${policy}`, [], () => sessionStorage);
  const draft = () => ({
    locks,
    at: line => locks.find(lock => lock.line === line),
    add(node, hands) {
      const old = locks.find(lock => lock.line === node.line);
      const lock = {
        line: node.line,
        words: `${nameOf(node, node.player)} ${node.words}`,
        names: node.action_totals.map(action => action.named ?? action.name), // as the server calls them
        hands: { ...old?.hands, ...hands },
      };
      keep([...locks.filter(one => one !== old), lock]);
    },
    take: old => keep([...locks.filter(lock => !old.some(one => one.line === lock.line)), ...old]),
    remove: line => keep(locks.filter(lock => lock.line !== line)),
    clear: () => keep([]),
  });
  return useMemo(draft, [locks]);
}

// As POST /api/tasks takes them.
const asSent = locks =>
  locks.map(({ line, names, hands }) => ({
    line,
    hands: Object.fromEntries(
      Object.entries(hands).map(([hand, shares]) => [hand, Object.fromEntries(names.map((name, k) => [name, shares[k]]))]),
    ),
  }));

// The other way round, of locks that name hands.
const fromSent = sent =>
  sent
    .filter(lock => lock.hands)
    .map(({ line, hands }) => {
      const names = [...new Set(Object.values(hands).flatMap(row => Object.keys(row)))];
      return {
        line,
        words: line ? `after ${line}` : "at the start",
        names,
        hands: Object.fromEntries(Object.entries(hands).map(([hand, row]) => [hand, names.map(name => row[name] ?? 0)])),
      };
    });

// Shares that sum to 1 exactly enough: one is set, the others keep their proportions.
function withShare(shares, k, value) {
  const rest = shares.reduce((sum, share, other) => (other === k ? sum : sum + share), 0);
  const left = 1 - value;
  return shares.map((share, other) => (other === k ? value : rest > 1e-9 ? (share / rest) * left : left / (shares.length - 1)));
}
export function normal(shares) {
  const total = shares.reduce((sum, share) => sum + share, 0);
  return total > 0 ? shares.map(share => share / total) : shares.map(() => 1 / shares.length);
}
