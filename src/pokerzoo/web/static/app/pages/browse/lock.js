// Edit a strategy and lock it: for the whole node, the chosen hands or those that pass the filters. Locks are collected, then solved.
import { useGet } from "../../api.js";
import { html, useEffect, useState } from "../../html.js";
import { Link } from "../../route.js";
import { counted, percent } from "../../model/numbers.js";
import { Choice } from "../../ui/parts.js";
import { CLASS_NAMES } from "../../ui/range_grid.js";
import { capital } from "../../model/words.js";
import { classOf, isAlive, nameOf, summary } from "./data.js";
import { fromSent, normal, withShare } from "./draft.js";
import { Bar } from "./actions.js";
import { SolveAgain } from "./solve_again.js";

export function Lock({ policy, spot, node, info, hand, filtered, draft, to }) {
  return html`<div class="columns">
    ${node.player === null ? html`<p class="muted">No player acts here. Go to a decision to lock its strategy.</p>` : html`<${Editor} key=${node.line} spot=${spot} node=${node} hand=${hand} filtered=${filtered} draft=${draft} />`}
    <div class="stack">
      <${Draft} draft=${draft} to=${to} info=${info} />
      <${SolveAgain} policy=${policy} spot=${spot} info=${info} draft=${draft} node=${node} to=${to} />
    </div>
  </div>`;
}

function scopesOf(spot, node, hand, filtered) {
  const held = spot.hands
    .map((_, k) => k)
    .filter(k => spot.weights[node.player][k] > 0 && isAlive(node, k) && node.strategy[0][k] !== null);
  const chosen = held.filter(k => spot.hands[k] === hand || CLASS_NAMES[classOf(spot.hands[k])] === hand);
  const scopes = [["all", "All hands", held]];
  if (chosen.length) scopes.unshift(["hand", hand, chosen]);
  if (filtered && filtered.length < held.length && filtered.length)
    scopes.push(["filter", "Filtered hands", filtered.filter(k => held.includes(k))]);
  return scopes;
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
  return html`<form class="stack tight" onSubmit=${event => {
    event.preventDefault();
    lock(() => shares, "at these frequencies");
  }}>
    <h3>Lock what ${nameOf(node, node.player)} does here</h3>
    <${Choice} label="Which hands" value=${scope} options=${scopes.map(([name, title, own]) => [name, `${title} (${own.length})`])} onChange=${setWanted} />
    <${Bar} label="" parts=${node.action_totals.map((action, k) => ({ colour: action.colour, share: shares[k] })).filter(part => part.share > 0)} />
    ${node.action_totals.map(
      (action, k) => html`<div class="share-row" key=${action.token}>
        <label for=${"share-" + k}><span class="swatch" style=${{ background: action.colour }}></span> ${capital(action.name)}</label>
        <input id=${"share-" + k} type="range" min="0" max="1" step="0.01" value=${shares[k]} aria-valuetext=${percent(shares[k], 0)} onInput=${event => setShares(withShare(shares, k, Number(event.target.value)))} />
        <output>${percent(shares[k], 0)}</output>
        <button type="button" class="button small" onClick=${() => setShares(shares.map((_, other) => (other === k ? 1 : 0)))}><span class="sr-only">${capital(action.name)} </span>always</button>
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
  return html`<div class="stack tight">
    <div class="row between"><h3>Locks</h3>${locks.length > 0 && html`<button type="button" class="button quiet small" onClick=${draft.clear}>Remove all</button>`}</div>
    ${locks.length === 0 && html`<p class="muted">None yet. They are kept until this tab is closed.</p>`}
    ${old.length > 0 && html`<p>This solution was made with ${old.length === 1 ? "a lock" : `${old.length} locks`}. <button type="button" class="as-link" onClick=${() => draft.take(old)}>Keep ${old.length === 1 ? "it" : "them"}</button> for the next one.</p>`}
    ${
      locks.length > 0 &&
      html`<ul class="lock-list">
      ${locks.map(
        lock => html`<li key=${lock.line} class="row between">
          <span><${Link} to=${to.path} query=${to.query(lock.line)}>${lock.words}<//> <span class="muted small">${counted(Object.keys(lock.hands).length, "hand")}</span></span>
          <button type="button" class="button quiet small" onClick=${() => draft.remove(lock.line)}>Remove<span class="sr-only"> the lock ${lock.words}</span></button>
        </li>`,
      )}
    </ul>`
    }
  </div>`;
}
