// What can be done, as buttons and by keys: the actions of a hand, or what comes after it.
import { html, useEffect, useRef, useState } from "../../html.js";
import { capital, kindOf } from "../../model/numbers.js";
import { setQuery } from "../../route.js";
import { useShortcuts } from "../../ui/keys.js";

const KEYS = { Enter: "↵", ArrowLeft: "←", ArrowRight: "→" };
export const Keys = ({ keys }) =>
  html`<span class="play-keys" aria-hidden="true">${keys.map(key => html`<kbd key=${key}>${KEYS[key] ?? key.toUpperCase()}</kbd>`)}</span>`;

export function Actions({ table, ask }) {
  const { hand, missing } = table;
  const bar = useRef(null);
  const choices = missing || hand?.thinking ? [] : hand && !hand.over ? moves(hand, ask) : after(table, ask);
  const run = one => event => event.repeat || one.run();
  useShortcuts(Object.fromEntries(choices.flatMap(one => one.keys.map(key => [key, run(one)]))));
  const pressed = useRef(false);
  useEffect(() => {
    // A button that had the focus may be gone: the keyboard goes on where it was.
    if (hand?.thinking) return;
    if (pressed.current && document.activeElement === document.body) bar.current.querySelector("button")?.focus();
    pressed.current = false;
  }, [hand?.turn, hand?.number, hand?.over, hand?.thinking]);
  const button = one =>
    html`<button key=${one.id} class=${"button play-action " + (one.kind === "primary" ? "primary" : "")} style=${{ borderTopColor: `var(--${one.kind}, var(--edge))` }} onClick=${() => ((pressed.current = true), one.run())} aria-keyshortcuts=${one.keys.join(" ")}>
      <span>${one.name}${one.detail && html` <span class="play-detail muted">${one.detail}</span>`}</span><${Keys} keys=${one.keys} />
    </button>`;
  return html`<div class="play-actions" role="group" aria-label="What you can do" ref=${bar}>
    ${choices.map(button)} ${hand?.thinking && html`<${Thinking} key=${hand.turn} name=${hand.thinking} />`}
  </div>`;
}

const LONG = 15; // seconds: the very first solve compiles

// Who thinks, and for how long: a solve at the table takes seconds.
function Thinking({ name }) {
  const [time, setTime] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTime(seconds => seconds + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return html`<p class="play-thinking"><strong>${name}</strong> thinks${time > 0 && html` <span class="muted">${time} s</span>`}${time >= LONG && html` <span class="muted">(the first solve on a machine compiles its code)</span>`}</p>`;
}

const moves = (hand, ask) =>
  hand.buttons.map(({ id, name, detail, keys }) => ({
    id,
    name: capital(name),
    detail,
    keys,
    kind: kindOf(name),
    run: () => ask("act", { action: id, hand: hand.number, turn: hand.turn }),
  }));

function after({ hand }, ask) {
  const deal = () => (setQuery({ thought: null, cell: null }, { replace: true }), ask("next"));
  const next = { id: "next", name: "Next hand", keys: ["Enter", "n"], kind: "primary", run: deal };
  const review = { id: "review", name: "Review", keys: ["s"], kind: "edge", run: () => setQuery({ hand: hand.number }) };
  return hand ? [next, review] : [next];
}
