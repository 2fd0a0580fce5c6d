// The way to a node: a column for each decision and card, with all that could be chosen there.
import { html, useEffect, useRef, useState } from "../../html.js";
import { amountText } from "../../model/evs.js";
import { capital, percent } from "../../model/numbers.js";
import { Link } from "../../route.js";
import { CARDS, CardGrid } from "../../ui/card_grid.js";
import { Cards, Dialog, Swatch } from "../../ui/parts.js";

const STREETS = { 0: "Blinds", 3: "Flop", 4: "Turn", 5: "River" };

export function Steps({ spot, params, node, to, go, draft }) {
  const strip = useRef(null);
  const [picking, setPicking] = useState(null);
  useEffect(() => {
    strip.current.scrollLeft = strip.current.scrollWidth;
  }, [node.line]);
  const [first] = node.steps;
  const runsOut =
    node.over &&
    node.players.some(one => one.equity !== null) &&
    spot.big_blind !== null &&
    node.board.length < 5 &&
    params.showdown === "run_out";
  return html`<nav class="way" aria-label="The way to this node" ref=${strip} tabindex="0">
    <div class="way-step panel">
      <div class="row between"><strong>${STREETS[first.board.length]}</strong><span title="pot">pot ${amountText(spot, first.pot)}</span></div>
      <div><${Cards} names=${first.board} /></div>
      ${spot.stack !== null && html`<span class="muted">stacks ${amountText(spot, spot.stack)}</span>`}
    </div>
    ${node.steps.map((step, k) => html`<${Step} key=${step.line} spot=${spot} step=${step} current=${k === node.steps.length - 1} runsOut=${runsOut} to=${to} locked=${Boolean(draft.at(step.line))} onPick=${() => setPicking(step)} />`)}
    ${picking && html`<${CardDialog} spot=${spot} step=${picking} onPick=${cards => go(`${picking.line}/${cards}`)} onClose=${() => setPicking(null)} />`}
  </nav>`;
}

// The next card, or three for the flop, one after the other; one that is chosen can be taken back.
export function CardDialog({ spot, step, onPick, onClose }) {
  const [chosen, setChosen] = useState([]);
  const count = step.board.length ? 1 : 3;
  // From the blinds on all hands are dealt, and a deck may be a short one.
  const deck = spot.big_blind === null ? CARDS : [...new Set(spot.hands.flatMap(hand => hand.match(/../g)))];
  const cells = Object.fromEntries(deck.filter(card => !step.board.includes(card)).map(card => [card, {}]));
  const pick = card => {
    const next = chosen.includes(card) ? chosen.filter(one => one !== card) : [...chosen, card];
    setChosen(next);
    if (next.length < count) return;
    onClose();
    onPick(next.join(""));
  };
  const told = chosen.length
    ? html`Chosen: <${Cards} names=${chosen} />; ${3 - chosen.length} to go.`
    : "Three cards; the third opens the flop.";
  return html`<${Dialog} title=${count === 3 ? "Choose the three cards of the flop" : "Choose a card"} onClose=${onClose}>
    <${CardGrid} label=${count === 3 ? "The cards of the flop" : "The next card"} cells=${cells} chosen=${count === 3 ? chosen : [step.card]} onPick=${pick} />
    ${count === 3 && html`<p class="small muted" role="status">${told}</p>`}
  <//>`;
}

function Step({ spot, step, current, runsOut, to, locked, onPick }) {
  const column = (name, amount, title, rest) => {
    const lock = locked ? "to lock" : step.locked ? "locked" : "";
    const link = html`<${Link} to=${to.path} query=${to.query(step.line)} aria-current=${current ? "step" : undefined}>${name}<//>`;
    return html`<div class=${"way-step panel" + (current ? " current" : "")}>
      <div class="row between">${step.kind === "end" ? html`<strong>End</strong>` : link}${lock && html`<span class="badge warn">${lock}</span>`}<span title=${title}>${amountText(spot, amount)}</span></div>
      ${rest}
    </div>`;
  };
  if (step.kind === "end")
    return column(
      "End",
      step.pot,
      "pot",
      html`<span class="muted">${runsOut ? "The other cards come" : (spot.over ?? "The hand is over")}</span>`,
    );
  if (step.kind === "card") {
    const said = step.card ? ": choose another" : step.board.length ? " a card" : " a flop";
    const shown = step.card ? html`<${Cards} names=${step.card} />` : "Choose";
    const button = html`<button type="button" class="button" onClick=${onPick}>${shown}<span class="sr-only">${said}</span></button>`;
    return column(STREETS[Math.max(3, step.board.length + 1)], step.pot, "pot", button);
  }
  const item = (action, k) => {
    const chosen = k === step.chosen;
    return html`<li key=${action.token}>
      <${Link} class="step-action" to=${to.path} query=${to.query(action.line)} aria-current=${chosen ? "true" : undefined}>
        <${Swatch} colour=${action.colour} /><span>${capital(action.name)}${action.all_in && html` <span class="muted">all-in</span>`}</span><span class="muted">${percent(action.frequency, 0)}</span>
      <//>
    </li>`;
  };
  return column(spot.players[step.player], step.stacks[step.player], "chips behind", html`<ul>${step.actions.map(item)}</ul>`);
}
