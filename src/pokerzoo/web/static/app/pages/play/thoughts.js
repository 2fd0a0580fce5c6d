// What an opponent thought in a whole hand that is over: at each decision its mix with the hand that it held, with its whole
// range, and what it solved at the table. `at` is the decision that is shown.
import { html } from "../../html.js";
import { capital, combos, counted, distance, percent, seconds } from "../../model/numbers.js";
import { setQuery } from "../../route.js";
import { CLASS_NAMES, HandGrid, stretchOf } from "../../ui/hand_grid.js";
import { Cards, Choice, Panel, Swatch } from "../../ui/parts.js";
import { OptionsTable, ShareBar } from "./feedback.js";

// `chosen` is the number of a decision as the address has it; without one the last is shown.
export const chosenThought = (thoughts, chosen) =>
  /^[0-9]+$/.test(chosen ?? "") && Number(chosen) < thoughts.length ? Number(chosen) : thoughts.length - 1;

export function Thoughts({ hand, names, waits, at, cell, onChoose }) {
  const thoughts = hand?.thoughts ?? [];
  const who = new Set(names).size === 1 ? names[0] : "they";
  const labels = thoughts.map((one, k) => [k, `${k + 1} ${capital(one.street)}`]);
  return html`<${Panel} title=${`What ${who} thought`} style=${{ minHeight: "16rem" }}>
    ${!thoughts[at] && html`<p class="muted">${waits}</p>`}
    ${thoughts.length > 1 && html`<${Choice} label="Decisions" value=${at} options=${labels} onChange=${onChoose} />`}
    ${thoughts[at] && html`<${Decided} key=${at} thought=${thoughts[at]} cell=${cell} />`}
  <//>`;
}

function Decided({ thought, cell }) {
  const { options, street, board, cards, solve, anew } = thought;
  const columns = [
    { head: "with its hand", kind: "text", cell: one => html`<${ShareBar} colour=${one.colour} share=${one.own} />` },
    { head: "range", cell: one => percent(one.whole, 0) },
  ];
  return html`<p>It held <${Cards} names=${cards} />${board.length > 0 ? html`on <${Cards} names=${board} />` : "before the flop"}</p>
    <${OptionsTable} caption=${`What it does on this ${street} with its hand, and with its whole range`} mark="done" options=${options} columns=${columns} swatch=${one => html`<${Swatch} colour=${one.colour} />`} />
    ${
      solve &&
      html`<p class="small">${solved(solve)}</p>
        <p class="small muted">Sizes of the tree (bets / raises): ${solve.sizes}.${anew ? " Solved once more after a restart of the explorer: the numbers may differ a little from those at the table." : ""}</p>`
    }
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
  const stretch = stretchOf(held);
  const cells = held.map((share, at) => {
    if (!(share > 0)) return null;
    const parts = options
      .map((one, k) => ({ colour: one.colour, share: frequencies[k][at] ?? 0 }))
      .filter(part => part.share > 0.0005);
    const mix = options.map((one, k) => `${one.name} ${percent(frequencies[k][at], 0)}`).join(", ");
    const says = `${mix}; ${percent(share, share < 0.01 ? 2 : 0)} of its combos here`;
    return { fill: Math.min(1, stretch * share), parts, says };
  });
  const at = CLASS_NAMES.indexOf(cell);
  const told =
    at < 0
      ? "A cell is filled as high as the share of its combos that came here, split by what they do."
      : `${cell}: ${cells[at]?.says ?? "not in its range"}.`;
  return html`<div class="stack tight play-range">
    <h3>Its range: ${combos(thought.combos)} combos</h3>
    <${HandGrid} label="Range of the opponent" cells=${cells} selected=${at >= 0 ? cell : undefined} onSelect=${name => setQuery({ cell: name }, { replace: true })} />
    <p class="small muted play-cell" style=${{ minHeight: "3em" }} aria-live="polite">${told}${stretch > 1 ? ` All heights are stretched ${stretch.toFixed(0)}×.` : ""}</p>
  </div>`;
}
