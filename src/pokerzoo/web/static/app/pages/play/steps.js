// A hand in pictures and words.
import { html } from "../../html.js";
import { chips } from "../../model/numbers.js";
import { Cards } from "../../ui/parts.js";

// Our own server's drawing, as an image: scripts could not run in it even if there were any.
export const Picture = ({ picture }) =>
  html`<img class="play-table" width="480" height="320" alt=${picture.words} src=${"data:image/svg+xml;charset=utf-8," + encodeURIComponent(picture.svg)} />`;

const nameOf = (player, hand, names) => {
  if (player === hand.seat) return "You";
  const players = names.length + 1;
  return `Player ${player} (${names[(player - hand.seat - 1 + players) % players]})`;
};

export function Steps({ hand, names, current = null, onStep = null }) {
  if (!hand) return html`<p class="muted">Nothing has happened yet.</p>`;
  const row = (player, who, what) => html`<span class=${player === hand.seat ? "" : "muted"}>${who}</span><span>${what}</span>`;
  const step = ({ player, cards, kind, text }, number) => {
    const what = cards.length
      ? html`${kind === "board" && html`<span class="muted">Board </span>`}<${Cards} names=${cards} />`
      : text;
    const told = row(player, player === null ? "" : nameOf(player, hand, names), what);
    return html`<li key=${number}>
      ${onStep ? html`<button class="play-step row between" aria-current=${number === current ? "step" : undefined} onClick=${() => onStep(number)}>${told}</button>` : html`<div class="play-step row between">${told}</div>`}
    </li>`;
  };
  return html`<ol>
    ${hand.steps.map(step)}
    ${!hand.over && html`<li><div class="play-step row between">${row(hand.seat, hand.thinking ?? "You", hand.thinking ? "thinks" : "to act")}</div></li>`}
  </ol>`;
}

// What has happened since the player's last decision, for those who listen.
export function inWords(hand) {
  const own = hand.steps.map(step => step.kind === "action" && step.player === hand.seat).lastIndexOf(true);
  const told = hand.steps.slice(own + 1).map(step => {
    const who = step.player === null ? "" : step.player === hand.seat ? "You: " : `Player ${step.player}: `;
    return who + (step.cards.length ? `${step.text} ${step.cards.join(" ")}` : step.text);
  });
  const last = hand.decisions.at(-1);
  const lost = last && last.verdict !== "unknown" ? `Your choice: ${last.verdict}, ${chips(last.lost)} chips lost.` : "";
  const turn = hand.over
    ? "The hand is over."
    : hand.thinking
      ? `${hand.thinking} thinks.`
      : `Your turn: ${hand.buttons.map(one => one.name).join(", ")}.`;
  return [lost, told.join(". "), turn].filter(Boolean).join(" ");
}

export const tone = amount => (amount > 0 ? "good" : amount < 0 ? "bad" : "");
