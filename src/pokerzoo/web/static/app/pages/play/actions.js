// What can be done, as buttons and by keys: the actions of a hand, or what comes after it.
import { html, useEffect, useRef, useState } from "../../html.js";
import { setQuery } from "../../route.js";
import { useShortcuts } from "../../ui/keys.js";
import { kindOf } from "../../model/words.js";

export function Actions({ table, ask }) {
  const { hand, missing } = table;
  const bar = useRef(null);
  const choices = missing || hand?.thinking ? [] : hand && !hand.over ? moves(hand, ask) : after(table, ask);
  const run = one => event => event.repeat || one.run();
  useShortcuts(Object.fromEntries(choices.flatMap(one => one.keys.map(key => [key, run(one)]))));
  const was = useRef(false);
  useEffect(() => {
    // A button that had the focus may be gone: the keyboard goes on where it was.
    if (hand?.thinking) return;
    if (was.current && document.activeElement === document.body) bar.current?.querySelector("button")?.focus();
    was.current = false;
  }, [hand?.turn, hand?.number, hand?.over, hand?.thinking]);
  return html`<div class="play-actions" role="group" aria-label="What you can do" ref=${bar}>
    ${choices.map(
      one => html`<button key=${one.id} class=${"button play-action " + one.kind} onClick=${() => ((was.current = true), one.run())} aria-keyshortcuts=${one.keys.join(" ")}>
        <span>${one.name}${one.detail && html` <span class="play-detail">${one.detail}</span>`}</span>
        <span class="play-keys" aria-hidden="true">${one.keys.map(key => html`<kbd key=${key}>${key === "Enter" ? "↵" : key.toUpperCase()}</kbd>`)}</span>
      </button>`,
    )}
    ${hand?.thinking && html`<${Thinking} key=${hand.turn} name=${hand.thinking} />`}
  </div>`;
}

// Who thinks, and for how long: a solve at the table takes seconds, the very first one more.
function Thinking({ name }) {
  const [time, setTime] = useState(0);
  useEffect(() => {
    const start = performance.now();
    const timer = setInterval(() => setTime(Math.floor((performance.now() - start) / 1000)), 500);
    return () => clearInterval(timer);
  }, []);
  return html`<p class="play-thinking"><span class="play-dots" aria-hidden="true"></span><strong>${name}</strong> thinks${time > 0 ? html` <span class="muted number">${time} s</span>` : ""}${time >= 15 ? html` <span class="muted">(the first solve on a machine compiles its code)</span>` : ""}</p>`;
}

const moves = (hand, ask) =>
  hand.buttons.map(({ id, name, detail, keys }) => ({
    id,
    name: name[0].toUpperCase() + name.slice(1),
    detail,
    keys,
    kind: kindOf(name),
    run: () => ask("act", { action: id, hand: hand.number, turn: hand.turn }),
  }));

function after({ hand }, ask) {
  const next = {
    id: "next",
    name: "Next hand",
    keys: ["Enter", "n"],
    kind: "primary",
    run: () => (setQuery({ thought: null, cell: null }, { replace: true }), ask("next")),
  };
  return hand
    ? [next, { id: "review", name: "Review", keys: ["s"], kind: "", run: () => setQuery({ hand: hand.number }) }]
    : [next];
}
