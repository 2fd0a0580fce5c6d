// The 13 x 13 kinds of hand, coloured by what they lose. Arrow keys go from cell to cell.
import { html, useRef } from "../../html.js";
import { amountsLike, largestOf } from "./amounts.js";

const RANKS = "AKQJT98765432";
const NAMES = [...RANKS].map((row, r) => [...RANKS].map((column, c) => (r === c ? row + column : r < c ? row + column + "s" : column + row + "o")));

// How strongly a loss is coloured, 0 to 100. The square root lets smaller ones be seen; between 60 and 80 neither dark nor light
// letters can be read well in both themes, so that the scale leaps there.
export function strength(chips, most) {
  const part = most > 0 ? Math.sqrt(chips / most) : 0;
  return part <= 0.6 ? (part / 0.6) * 58 : 82 + ((part - 0.6) / 0.4) * 18;
}

const look = (chips, most) => {
  const much = strength(chips, most);
  return { style: { "--much": `${much}%` }, strong: much > 60 };
};

export function LossGrid({ kinds, chosen, onChoose }) {
  const grid = useRef(null);
  const by = new Map(kinds.map((kind) => [kind.kind, kind]));
  const most = largestOf(kinds);
  const told = amountsLike(most);
  const focus = NAMES.flat().includes(chosen) ? chosen : "AA";
  const move = (event, r, c) => {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    const to = step ? [r + step[0], c + step[1]] : event.key === "Home" ? [r, 0] : event.key === "End" ? [r, 12] : null;
    if (!to || !NAMES[to[0]]?.[to[1]]) return;
    event.preventDefault();
    onChoose(NAMES[to[0]][to[1]]);
    grid.current.querySelectorAll("[role=gridcell]")[13 * to[0] + to[1]].focus();
  };
  return html`<div class="loss-grid" role="grid" aria-label="Kinds of hand by what they lose" ref=${grid}>
    ${NAMES.map(
      (names, r) => html`<div role="row" key=${r}>
        ${names.map((name, c) => {
          const kind = by.get(name);
          const held = kind && kind.weight > 0;
          const { style, strong } = held ? look(kind.chips, most) : {};
          const words = !kind ? "cannot be here" : !held ? "never here" : `loses ${told(kind.chips)} chips`;
          return html`<div
            key=${name}
            role="gridcell"
            class=${(held ? "held" : "") + (strong ? " strong" : "")}
            style=${style}
            aria-selected=${name === chosen ? "true" : "false"}
            tabindex=${name === focus ? 0 : -1}
            onClick=${() => onChoose(name)}
            onKeyDown=${(event) => move(event, r, c)}
          ><span class="name">${name}</span><span class="sr-only">: ${words}</span>${held && kind.chips > most / 50 && html`<span class="lost" aria-hidden="true">${told(kind.chips).replace(/^0/, "")}</span>`}</div>`;
        })}
      </div>`,
    )}
  </div>`;
}

export function LossScale({ kinds }) {
  const most = largestOf(kinds);
  if (!(most > 0)) return null;
  return html`<div class="loss-scale small muted">
    <span>loses</span>
    ${[0, 0.1, 0.3, 0.6, 1].map((part) => {
      const { style, strong } = look(part * most, most);
      return html`<span key=${part} class=${"step held" + (strong ? " strong" : "")} style=${style}>${part === 0 ? "0" : amountsLike(most)(part * most)}</span>`;
    })}
    <span>chips</span>
  </div>`;
}
