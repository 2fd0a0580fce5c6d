// The way to a node: a column for each decision and card, with all that could be chosen there.
import { html, useEffect, useRef, useState } from "../html.js";
import { Link } from "../route.js";
import { CardGrid } from "../ui/card_grid.js";
import { Card, Cards, Dialog } from "../ui/parts.js";
import { bet, percent } from "../ui/numbers.js";
import { capital } from "../ui/words.js";
import { PLAYERS } from "./data.js";

const STREETS = { 3: "Flop", 4: "Turn", 5: "River" };
const amount = (value) => (value === null ? "" : bet(value));

export function Steps({ node, to, go, draft }) {
  const strip = useRef(null);
  const [picking, setPicking] = useState(null);
  useEffect(() => {
    strip.current.scrollLeft = strip.current.scrollWidth;
  }, [node.line]);
  const first = node.steps[0];
  return html`<nav class="way" aria-label="The way to this node" ref=${strip} tabindex="0">
    <div class="way-step way-board">
      <div class="step-head"><span>${STREETS[first.board.length]}</span><span>${amount(first.pot)}</span></div>
      <div class="step-cards"><${Cards} names=${first.board} /></div>
      <span class="muted small">pot ${amount(first.pot)}${first.stacks[0] === null ? "" : `, stacks ${amount(first.stacks[0])}`}</span>
    </div>
    ${node.steps.map((step, k) => html`<${Step} key=${step.line} step=${step} current=${k === node.steps.length - 1} to=${to} locked=${Boolean(draft.at(step.line))} onPick=${() => setPicking(step)} />`)}
    <${Dialog} open=${picking !== null} title="Choose a card" onClose=${() => setPicking(null)}>
      ${picking && html`<${Picker} step=${picking} onPick=${(card) => { setPicking(null); go(`${picking.line}/${card}`); }} />`}
    <//>
  </nav>`;
}

function Picker({ step, onPick }) {
  const cells = Object.fromEntries([..."AKQJT98765432"].flatMap((rank) => [..."shdc"].map((suit) => rank + suit)).filter((card) => !step.board.includes(card)).map((card) => [card, {}]));
  return html`<${CardGrid} label="The next card" cells=${cells} chosen=${step.card} onPick=${onPick} />`;
}

function Step({ step, current, to, locked, onPick }) {
  const here = "way-step" + (current ? " current" : "");
  if (step.kind === "card") {
    return html`<div class=${here}>
      <div class="step-head"><${Link} to=${to.path} query=${to.query(step.line)} aria-current=${current ? "step" : undefined}>${STREETS[step.board.length + 1]}<//><span>${amount(step.pot)}</span></div>
      <button type="button" class="step-card button" onClick=${onPick}>${step.card ? html`<${Card} name=${step.card} />` : html`<span>Choose</span>`}<span class="sr-only">${step.card ? ": choose another" : " a card"}</span></button>
    </div>`;
  }
  if (step.kind === "end") return html`<div class=${here}><div class="step-head"><span>End</span><span>${amount(step.pot)}</span></div><span class="muted small">The hand is over</span></div>`;
  return html`<div class=${here}>
    <div class="step-head">
      <${Link} to=${to.path} query=${to.query(step.line)} aria-current=${current ? "step" : undefined}>${PLAYERS[step.player]}<//>${locked && html`<span class="lock-mark">locked</span>`}
      <span title="chips behind">${amount(step.stacks[step.player])}</span>
    </div>
    <ul>
      ${step.actions.map(
        (action, k) => html`<li key=${action.token}>
          <${Link} class="step-action" to=${to.path} query=${to.query(action.line)} data-chosen=${k === step.chosen ? "yes" : undefined} aria-current=${k === step.chosen ? "true" : undefined}>
            <span class="swatch" style=${{ background: action.colour }}></span><span>${capital(action.name)}</span><span class="number">${percent(action.frequency, 0)}</span>
          <//>
        </li>`,
      )}
    </ul>
  </div>`;
}
