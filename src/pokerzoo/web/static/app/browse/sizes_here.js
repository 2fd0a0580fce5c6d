// Other sizes at this node: some added ("here also 25%"), some left out, and the spot solved again with them.
import { post } from "../api.js";
import { html, useState } from "../html.js";
import { Link, setQuery } from "../route.js";
import { addressOf } from "../setup_address.js";
import { Field, Notice } from "../ui/parts.js";
import { capital } from "../ui/words.js";
import { sizeOf } from "./actions.js";
import { limitOf, Progress } from "./solve_again.js";

const CARDS = /^([2-9TJQKA][shdc])+$/;

// Moves up to a node as sizes of single points name it: without cards, on all boards.
export const withoutCards = (line) => line.split("/").filter((part) => !CARDS.test(part)).join("/");

// A spot's parameters with sizes added at a node, and with some of its bets left out.
export function withSizes(params, line, added, left) {
  const bare = withoutCards(line);
  const own = added.split(",").map((size) => size.trim()).filter(Boolean).map((size) => `+${size.replace(/^\+/, "")}`);
  const sizesAt = { ...params.sizes_at };
  if (own.length) sizesAt[bare] = [sizesAt[bare], ...own].filter(Boolean).join(",");
  const removed = [...(params.removed ?? []), ...left.map((token) => bare.replaceAll("/", "") + token)];
  return { ...params, removed, ...(Object.keys(sizesAt).length && { sizes_at: sizesAt }) };
}

export function SizesHere({ info, spot, node, query, to }) {
  const [open, setOpen] = useState(false);
  const [added, setAdded] = useState("");
  const [left, setLeft] = useState([]);
  const limit = limitOf(spot);
  const [until, setUntil] = useState(limit.first);
  const [error, setError] = useState(null);
  const [asking, setAsking] = useState(false);
  const bets = node.actions.filter((action) => /^[br]/.test(action.token));
  const changed = added.trim() !== "" || left.length > 0;
  const params = withSizes(info.params, node.line, added, left);
  const toggle = (token) => setLeft(left.includes(token) ? left.filter((other) => other !== token) : [...left, token]);
  const submit = async (event) => {
    event.preventDefault();
    setAsking(true);
    setError(null);
    try {
      const solve = await post("/solves", { game: info.game, params, title: `${info.title}, other sizes`, until: `${until}%` });
      setQuery({ solve: solve.id }, { replace: true });
    } catch (problem) {
      setError(problem);
    }
    setAsking(false);
  };
  const going = query.solve && query.tab !== "lock" && html`<${Progress} key=${query.solve} id=${query.solve} node=${node} to=${to} />`;
  if (!open) return html`<div><button type="button" class="button small" aria-expanded="false" onClick=${() => setOpen(true)}>Other sizes here …</button></div>${going}`;
  return html`<form class="stack tight sizes-here" aria-label="Other sizes here" onSubmit=${submit}>
    <div class="row between"><h3>Other sizes here</h3><button type="button" class="button quiet small" aria-expanded="true" onClick=${() => setOpen(false)}>Close</button></div>
    <div class="row">
      <${Field} label=${node.to_call > 0 ? "Also raise" : "Also bet"}>${(tied) => html`<input type="text" ...${tied} size="10" autocomplete="off" spellcheck=${false} placeholder=${node.to_call > 0 ? "3x, a" : "25%, a"} value=${added} onInput=${(event) => setAdded(event.target.value)} />`}<//>
      <${Field} label=${`Until ${limit.each ? "each gain is below" : "exploitability"}, ${limit.unit}`}>${(tied) => html`<input type="number" ...${tied} min=${limit.step} max="50" step=${limit.step} value=${until} onInput=${(event) => setUntil(event.target.value)} />`}<//>
    </div>
    ${bets.length > 0 && html`<div class="row small" role="group" aria-label="Sizes that are kept"><span class="muted">Keep</span>${bets.map((action) => html`<label key=${action.token} class="row"><input type="checkbox" checked=${!left.includes(action.token)} onChange=${() => toggle(action.token)} />${capital(action.name)} <span class="muted">${sizeOf(action)}</span></label>`)}</div>`}
    <div class="row"><button class="button primary small" disabled=${!changed || asking}>Solve with these sizes</button><${Link} class="button small" to="/setup" query=${addressOf(params)}>To the set-up<//></div>
    <p class="small muted">They hold on this line after all cards; all else stays as it is. Locks are not kept.</p>
    ${error && html`<${Notice} kind="bad">${error.message}<//>`} ${going}
  </form>`;
}
