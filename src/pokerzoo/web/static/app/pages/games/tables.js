// Tables of infosets: the tree's numbers in rows, for phones, screen readers and games too large to draw.
import { html } from "../../html.js";
import { counted } from "../../model/numbers.js";
import { Bar } from "../../ui/bar.js";
import { colourOf, far, mix, often, placeOf, playerClass, regret, share } from "./words.js";

const MOST = 72;
const WINDOW = 24; // rows around the focus where there are more

// The infosets that a table has: all, or of a large game those that are decided where the focus is.
function rowsFor(tree, focus) {
  if (tree.infosets.length <= MOST) return tree.infosets.map((_, i) => i);
  const { player, line } = tree.infosets[focus];
  const same = tree.infosets
    .map((row, i) => [row, i])
    .filter(([row]) => row.player === player && row.line === line)
    .map(([, i]) => i);
  if (same.length <= MOST) return same;
  const here = same.indexOf(focus);
  const from = Math.max(0, Math.min(here - WINDOW / 2, same.length - WINDOW));
  return same.slice(from, from + WINDOW);
}

// What a table has, in words: all infosets, or those at one point of the game, which is then said here and not in each row.
function captionOf(tree, rows) {
  if (rows.length === tree.infosets.length) return `All ${rows.length} infosets`;
  const { player, when } = tree.infosets[rows[0]];
  return `${rows.length} of ${counted(tree.infosets.length, "infoset")}: player ${player}${when ? " " + when : ""}`;
}

const shortly = infoset => ({ ...infoset, when: "" });

const Name = ({
  infoset,
  on,
  onClick,
}) => html`<td class="text"><button class="link-button" aria-pressed=${on ? "true" : "false"} onClick=${onClick}>
  <span class=${"mark " + playerClass(infoset.player)} aria-hidden="true">${infoset.player}</span><span class="sr-only">player ${infoset.player}, </span>${placeOf(infoset)}
</button></td>`;

const told = (infoset, shares) =>
  infoset.actions.map(
    (action, k) =>
      html`<span class="share" key=${k}><span class="dot" style=${{ background: colourOf(action, k) }}></span>${action} <b>${share(shares[k])}</b></span>`,
  );

export function StrategyTable({ tree, numbers, focus, onFocus }) {
  const rows = rowsFor(tree, focus);
  return html`<div class="table" tabindex="0" role="region" aria-label="Table of infosets">
    <table class="infosets">
      <caption>${captionOf(tree, rows)}</caption>
      <thead><tr><th class="text">infoset</th><td class="bar-cell"></td><th class="text">strategy</th>${numbers.reach && html`<th>reached</th>`}<th title="What the decision costs its player, chips a hand">leak</th></tr></thead>
      <tbody>${rows.map(i => {
        const infoset = tree.infosets[i];
        return html`<tr key=${i} class=${i === focus ? "on" : undefined}>
          <${Name} infoset=${rows.length < tree.infosets.length ? shortly(infoset) : infoset} on=${i === focus} onClick=${() => onFocus(i)} />
          <td class="text bar-cell"><${Bar} parts=${numbers.strategy[i].map((p, k) => ({ colour: colourOf(infoset.actions[k], k), share: p }))} label=${mix(infoset, numbers.strategy[i])} /></td><td class="text shares">${told(infoset, numbers.strategy[i])}</td>
          ${numbers.reach && html`<td>${often(numbers.reach[i])}</td>`}<td>${numbers.leaks[i] > 1e-9 ? far(numbers.leaks[i]) : "0"}</td>
        </tr>`;
      })}</tbody>
    </table>
  </div>`;
}

// A regret as a bar to the right of the middle where it is above 0, to the left where not.
function Regret({ value, most, colour }) {
  const wide = most > 0 ? (50 * Math.abs(value)) / most : 0;
  return html`<span class="regret" aria-hidden="true"><span class=${value > 0 ? "up" : "down"} style=${{ width: `${wide}%`, ...(value > 0 ? { background: colour } : {}) }}></span></span>`;
}

export function LearningTable({ tree, frame, focus, onFocus }) {
  const rows = rowsFor(tree, focus);
  const most = Math.max(1e-12, ...rows.flatMap(i => frame.regrets[i].map(Math.abs)));
  return html`<div class="table" tabindex="0" role="region" aria-label="Regrets and strategies">
    <table class="infosets learning">
      <caption>${captionOf(tree, rows)}; bars of regrets: above 0 to the right, below to the left</caption>
      <thead><tr><th class="text">infoset</th><th class="text">action</th><td class="bar-cell"></td><th>sum of regrets</th><td class="bar-cell"></td><th>next strategy</th><td class="bar-cell"></td><th>average</th><th>own reach</th></tr></thead>
      <tbody>${rows.flatMap(i => {
        const infoset = tree.infosets[i];
        return infoset.actions.map((action, k) => {
          const colour = colourOf(action, k);
          return html`<tr key=${`${i} ${k}`} class=${(i === focus ? "on" : "") + (k ? "" : " first")}>
            ${k === 0 ? html`<${Name} infoset=${rows.length < tree.infosets.length ? shortly(infoset) : infoset} on=${i === focus} onClick=${() => onFocus(i)} />` : html`<td></td>`}
            <td class="text"><span class="dot" style=${{ background: colour }}></span>${action}</td>
            <td class="bar-cell"><${Regret} value=${frame.regrets[i][k]} most=${most} colour=${colour} /></td><td>${regret(frame.regrets[i][k])}</td>
            <td class="bar-cell"><${Bar} parts=${[{ colour, share: frame.strategy[i][k] }]} /></td><td>${share(frame.strategy[i][k])}</td>
            <td class="bar-cell"><${Bar} parts=${[{ colour, share: frame.average[i][k] }]} /></td><td>${share(frame.average[i][k])}</td>
            ${k === 0 ? html`<td>${share(frame.reach[i])}</td>` : html`<td></td>`}
          </tr>`;
        });
      })}</tbody>
    </table>
  </div>`;
}
