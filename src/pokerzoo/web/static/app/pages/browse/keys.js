// Shortcuts of the page, and the dialog that lists them. They can be turned off: single letters get in the way of some tools.
import { html, useEffect, useState } from "../../html.js";
import { Dialog } from "../../ui/parts.js";

const LIST = [
  ["Arrow keys", "another cell of the grid"],
  ["1 … 9", "take the first, second, … action"],
  ["Backspace", "one step back"],
  ["[ and ]", "the action before or after in place of the last one"],
  ["v", "colour the grid by the next number"],
  ["?", "this list"],
];
const STORED = "pokerzoo.shortcuts";

export function useShortcuts(actions) {
  const [on, setOn] = useState(() => {
    try {
      return localStorage.getItem(STORED) !== "off";
    } catch {
      return true;
    }
  });
  useEffect(() => {
    const press = event => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (event.target.closest("input, textarea, select, dialog")) return;
      if (event.key !== "?" && !on) return;
      const name = /^[1-9]$/.test(event.key) ? "digit" : event.key;
      if (!actions[name]) return;
      event.preventDefault();
      actions[name](Number(event.key));
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
  const turn = value => {
    setOn(value);
    try {
      localStorage.setItem(STORED, value ? "on" : "off");
    } catch {
      // then it holds until the page is left
    }
  };
  return [on, turn];
}

export function Help({ open, onClose, on, turn }) {
  return html`<${Dialog} open=${open} title="Keys, and what the grids show" onClose=${onClose}>
    <dl class="facts">${LIST.map(([keys, what]) => html`<dt key=${keys}><kbd>${keys}</kbd></dt><dd>${what}</dd>`)}</dl>
    <label class="row"><input type="checkbox" checked=${on} onChange=${event => turn(event.target.checked)} /> Shortcuts of a single key</label>
    <p>A cell is filled as high as the share of its combos that the player has here, and split by what they do with them. EVs are told from here on: what a player gets from this node on, so that a fold is worth 0. “Net” is the same less what the player has put in so far, the player's part of the starting pot included. EV lost is what the strategy gives up against the best action here.</p>
  <//>`;
}
