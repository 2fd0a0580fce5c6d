// The way to a node: a column for each decision and card, with all that could be chosen there.
import { html, useEffect, useRef, useState } from "../../html.js";
import { Link } from "../../route.js";
import { CardGrid } from "../../ui/card_grid.js";
import { Cards, Dialog } from "../../ui/parts.js";
import { amountText } from "../../model/evs.js";
import { percent } from "../../model/numbers.js";
import { capital } from "../../model/words.js";

const STREETS = { 0: "Blinds", 3: "Flop", 4: "Turn", 5: "River" };
const nextStreet = step => STREETS[Math.max(3, step.board.length + 1)];

export function Steps({ spot, params, node, to, go, draft }) {
  const strip = useRef(null);
  const [picking, setPicking] = useState(null);
  useEffect(() => {
    strip.current.scrollLeft = strip.current.scrollWidth;
  }, [node.line]);
  const first = node.steps[0];
  return html`<nav class="way" aria-label="The way to this node" ref=${strip} tabindex="0">
    <div class="way-step way-board">
      <div class="step-head"><span>${STREETS[first.board.length]}</span><span title="pot">pot ${amountText(spot, first.pot)}</span></div>
      <div class="step-cards"><${Cards} names=${first.board} /></div>
      ${spot.stack !== null && html`<span class="muted small">stacks ${amountText(spot, spot.stack)}</span>`}
    </div>
    ${node.steps.map((step, k) => html`<${Step} key=${step.line} spot=${spot} step=${step} current=${k === node.steps.length - 1} runsOut=${node.over && node.players.some(one => one.equity !== null) && spot.big_blind !== null && node.board.length < 5 && params.showdown === "run_out"} to=${to} locked=${Boolean(draft.at(step.line))} onPick=${() => setPicking(step)} />`)}
    <${Dialog} open=${picking !== null} title=${picking && !picking.board.length ? "Choose the three cards of the flop" : "Choose a card"} onClose=${() => setPicking(null)}>
      ${
        picking &&
        html`<${picking.board.length ? Picker : FlopPicker} spot=${spot} step=${picking} onPick=${card => {
          setPicking(null);
          go(`${picking.line}/${card}`);
        }} />`
      }
    <//>
  </nav>`;
}

// The cards of the deck that the board leaves. From the blinds on all hands are dealt, and a deck may be a short one.
function cardsLeft(spot, step) {
  const whole = [..."AKQJT98765432"].flatMap(rank => [..."shdc"].map(suit => rank + suit));
  const deck = spot.big_blind === null ? whole : [...new Set(spot.hands.flatMap(hand => [hand.slice(0, 2), hand.slice(2)]))];
  return deck.filter(card => !step.board.includes(card));
}

function Picker({ spot, step, onPick }) {
  const cells = Object.fromEntries(cardsLeft(spot, step).map(card => [card, {}]));
  return html`<${CardGrid} label="The next card" cells=${cells} chosen=${step.card} onPick=${onPick} />`;
}

// Three cards, one after the other; a card that is chosen can be taken back.
export function FlopPicker({ spot, step, onPick }) {
  const [chosen, setChosen] = useState([]);
  const cells = Object.fromEntries(cardsLeft(spot, step).map(card => [card, {}]));
  const pick = card => {
    const next = chosen.includes(card) ? chosen.filter(one => one !== card) : [...chosen, card];
    if (next.length === 3) return onPick(next.join(""));
    return setChosen(next);
  };
  return html`<div class="stack tight">
    <${CardGrid} label="The cards of the flop" cells=${cells} chosen=${chosen} onPick=${pick} />
    <p class="small muted" role="status">${chosen.length ? html`Chosen: <${Cards} names=${chosen} />; ${3 - chosen.length} to go.` : "Three cards; the third opens the flop."}</p>
  </div>`;
}

function Step({ spot, step, current, runsOut, to, locked, onPick }) {
  const here = "way-step" + (current ? " current" : "");
  if (step.kind === "card") {
    return html`<div class=${here}>
      <div class="step-head"><${Link} to=${to.path} query=${to.query(step.line)} aria-current=${current ? "step" : undefined}>${nextStreet(step)}<//><span>${amountText(spot, step.pot)}</span></div>
      <button type="button" class="step-card button" onClick=${onPick}>${step.card ? html`<${Cards} names=${step.card.match(/../g)} />` : html`<span>Choose</span>`}<span class="sr-only">${step.card ? ": choose another" : step.board.length ? " a card" : " a flop"}</span></button>
    </div>`;
  }
  if (step.kind === "end")
    return html`<div class=${here}><div class="step-head"><span>End</span><span>${amountText(spot, step.pot)}</span></div><span class="muted small">${runsOut ? "The other cards come" : (spot.over ?? "The hand is over")}</span></div>`;
  return html`<div class=${here}>
    <div class="step-head">
      <${Link} to=${to.path} query=${to.query(step.line)} aria-current=${current ? "step" : undefined}>${spot.players[step.player]}<//>${(step.locked || locked) && html`<span class="lock-mark">${locked ? "to lock" : "locked"}</span>`}
      <span title="chips behind">${amountText(spot, step.stacks[step.player])}</span>
    </div>
    <ul>
      ${step.actions.map(
        (action, k) => html`<li key=${action.token}>
          <${Link} class="step-action" to=${to.path} query=${to.query(action.line)} data-chosen=${k === step.chosen ? "yes" : undefined} aria-current=${k === step.chosen ? "true" : undefined}>
            <span class="swatch" style=${{ background: action.colour }}></span><span>${capital(action.name)}${action.all_in && html` <span class="muted">all-in</span>`}</span><span class="number">${percent(action.frequency, 0)}</span>
          <//>
        </li>`,
      )}
    </ul>
  </div>`;
}
