// What can be done, as buttons and by keys: the actions of a hand, or what comes after it.
import { html, useEffect, useRef } from "../../html.js";
import { setQuery } from "../../route.js";
import { kindOf } from "../../ui/words.js";

const typing = (target) => target.closest("input, select, textarea, dialog, [contenteditable]");

export function Actions({ table, ask }) {
  const { hand, ended, missing } = table;
  const bar = useRef(null);
  const choices = missing ? [] : hand && !hand.over ? moves(hand, ask) : after(table, ask);
  const known = useRef(choices);
  known.current = choices;
  useEffect(() => {
    const pressed = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || typing(event.target)) return;
      if (event.key === "Enter" && event.target.closest("a, button, summary")) return;
      const found = known.current.find((one) => one.keys.includes(event.key.length === 1 ? event.key.toLowerCase() : event.key));
      if (!found) return;
      event.preventDefault();
      found.run();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, []);
  const was = useRef(false);
  useEffect(() => {
    // A button that had the focus may be gone: the keyboard goes on where it was.
    if (was.current && document.activeElement === document.body) bar.current?.querySelector("button")?.focus();
    was.current = false;
  }, [hand?.turn, hand?.number, hand?.over]);
  return html`<div class="play-actions" role="group" aria-label="What you can do" ref=${bar}>
    ${choices.map(
      (one) => html`<button key=${one.id} class=${"button play-action " + one.kind} onClick=${() => ((was.current = true), one.run())} aria-keyshortcuts=${one.keys.join(" ")}>
        <span>${one.name}${one.detail && html` <span class="play-detail">${one.detail}</span>`}</span>
        <span class="play-keys" aria-hidden="true">${one.keys.map((key) => html`<kbd key=${key}>${key === "Enter" ? "↵" : key.toUpperCase()}</kbd>`)}</span>
      </button>`,
    )}
    ${choices.length === 0 && html`<span class="muted">${ended ? "The session was ended." : ""}</span>`}
  </div>`;
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

function after({ hand, ended }, ask) {
  const found = [];
  if (!ended) found.push({ id: "next", name: hand?.is_replay ? "Back to hand" : "Next hand", keys: ["Enter", "n"], kind: "primary", run: () => ask("next") });
  if (hand) {
    found.push({ id: "again", name: "Play it again", keys: ["a"], kind: "", run: () => ask("replay", { hand: hand.number }) });
    found.push({ id: "review", name: "Review", keys: ["s"], kind: "", run: () => setQuery({ hand: hand.number }) });
  }
  return found;
}
