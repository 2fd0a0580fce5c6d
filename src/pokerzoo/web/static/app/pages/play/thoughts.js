// What an opponent thought in a whole hand that is over: at each decision its mix with the hand that it held, with its whole
// range, and what it solved at the table. `at` is the decision that is shown.
import { html } from "../../html.js";
import { setQuery } from "../../route.js";
import { Bar } from "../../ui/bar.js";
import { CLASS_NAMES, RangeGrid } from "../../ui/range_grid.js";
import { combos, counted, distance, percent, seconds } from "../../model/numbers.js";
import { Cards, Choice, Panel } from "../../ui/parts.js";
import { capital } from "../../model/words.js";

const FEW = 0.1; // if less than this of every class is here, heights are stretched so that the fullest class fills its cell

// `chosen` is the number of a decision as the address has it; without one the last is shown.
export const chosenThought = (thoughts, chosen) =>
  /^[0-9]+$/.test(chosen ?? "") && Number(chosen) < thoughts.length ? Number(chosen) : thoughts.length - 1;

export function Thoughts({ hand, names, waits, at, cell, onChoose }) {
  const thoughts = hand?.thoughts ?? [];
  const thought = thoughts[at];
  const who = [...new Set(names)].length === 1 ? names[0] : "they";
  const labels = thoughts.map((one, k) => [k, `${k + 1} ${capital(one.street)}`]);
  return html`<${Panel} title=${`What ${who} thought`}>
    <div class="play-feedback stack">
      ${!thought && html`<p class="muted">${waits}</p>`}
      ${thoughts.length > 1 && html`<${Choice} label="Decisions" value=${at} options=${labels} onChange=${onChoose} />`}
      ${thought && html`<${Decided} key=${at} thought=${thought} cell=${cell} />`}
    </div>
  <//>`;
}

function Decided({ thought, cell }) {
  const { options, street, board, cards, solve, anew } = thought;
  return html`
    <p>It held <${Cards} names=${cards} />${board.length > 0 ? html`on <${Cards} names=${board} />` : "before the flop"}</p>
    <table class="play-options">
      <caption class="sr-only">What it does on this ${street} with its hand, and with its whole range</caption>
      <thead><tr><th scope="col">action</th><th scope="col" class="text">with its hand</th><th scope="col">range</th></tr></thead>
      <tbody>
        ${options.map(
          one => html`<tr key=${one.name} class=${one.chosen ? "chosen" : ""}>
            <th scope="row"><span class="dot" style=${{ background: one.colour }}></span> ${one.name}${one.chosen && html` <span class="play-mark">done</span>`}</th>
            <td class="text"><div class="play-bar-row"><${Bar} parts=${[{ colour: one.colour, share: one.own }]} /><span class="number">${percent(one.own, 0)}</span></div></td>
            <td>${percent(one.whole, 0)}</td>
          </tr>`,
        )}
      </tbody>
    </table>
    ${solve && html`<p class="small">${solved(solve)}</p>`}
    ${solve && html`<p class="small muted">Sizes of the tree (bets / raises): ${solve.sizes}.</p>`}
    ${solve && anew && html`<p class="small muted">Solved once more after a restart of the explorer: the numbers may differ a little from those at the table.</p>`}
    <${Range} thought=${thought} cell=${cell} />`;
}

function solved({ street, boards, iterations, seconds: time, exploitability, excess, resolving }) {
  const reached =
    boards === "drawn"
      ? "each on a turn and a river drawn for it, so that how exploitable it is was not measured"
      : exploitability !== null
        ? `exploitable for ${distance(exploitability)}% of the pot`
        : `no hand of yours is worth more than before by above ${distance(excess)}% of the pot`;
  return `Solved from the ${street} on for both ranges (${resolving.replace("_", " ")}): ${counted(iterations, "iteration")} in ${seconds(time)}, ${reached}.`;
}

function Range({ thought, cell }) {
  const { options, held, frequencies } = thought;
  const highest = Math.max(...held.map(share => share ?? 0));
  const stretch = highest > 0 && highest < FEW ? 1 / highest : 1;
  const told = at =>
    `${options.map((one, k) => `${one.name} ${percent(frequencies[k][at], 0)}`).join(", ")}; ${percent(held[at], held[at] < 0.01 ? 2 : 0)} of its combos here`;
  const cells = held.map((share, at) => {
    if (!(share > 0)) return null;
    const parts = options
      .map((one, k) => ({ colour: one.colour, share: frequencies[k][at] ?? 0 }))
      .filter(part => part.share > 0.0005);
    return { fill: Math.min(1, stretch * share), parts, says: told(at) };
  });
  const at = CLASS_NAMES.indexOf(cell);
  return html`<div class="stack tight play-range">
    <h3>Its range: ${combos(thought.combos)} combos</h3>
    <${RangeGrid} label="Range of the opponent" cells=${cells} selected=${at >= 0 ? cell : undefined} onSelect=${name => setQuery({ cell: name }, { replace: true })} />
    <p class="small muted play-cell" aria-live="polite">${at < 0 ? "A cell is filled as high as the share of its combos that came here, split by what they do." : cells[at] ? `${cell}: ${told(at)}.` : `${cell}: not in its range.`}${stretch > 1 ? ` All heights are stretched ${stretch.toFixed(0)}×.` : ""}</p>
  </div>`;
}
