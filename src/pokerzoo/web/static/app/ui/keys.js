// Keys: those that move among cells, and those that do something wherever the focus is on a page, but where something is typed or a dialog is open.
import { useEffect, useRef } from "../html.js";

const TYPED = "input, select, textarea, dialog, ul[tabindex], [contenteditable]";

/**
 * @param {Record<string, ((event: KeyboardEvent) => void) | undefined | null | false>} keys what each key does; letters are small
 * @param {boolean} [on]
 */
export function useShortcuts(keys, on = true) {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    if (!on) return undefined;
    const press = event => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.target.closest(TYPED)) return;
      if (event.key === "Enter" && event.target.closest("a, button, summary")) return; // which it presses
      const run = latest.current[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!run) return;
      event.preventDefault();
      run(event);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [on]);
}

// Moving by arrow keys among cells, one of which is in the order of tabs (a roving tabindex).
// The place that a key leads to among `count` cells in rows of `columns`, or null where the key is none of ours.
export function movedBy(event, place, columns, count) {
  const column = place % columns;
  const last = columns > 1 ? place - column + columns - 1 : count - 1; // of the row, or of a list
  const target = {
    ArrowLeft: column > 0 ? place - 1 : place,
    ArrowRight: column < columns - 1 ? place + 1 : place,
    ArrowUp: place - columns,
    ArrowDown: place + columns,
    Home: columns > 1 ? place - column : 0,
    End: last,
  }[event.key];
  if (target === undefined) return null;
  event.preventDefault();
  return target < 0 || target >= count ? place : target;
}

// Focus the cell with `data-place` in the grid that the event came through.
export const focusPlace = (grid, place) => grid.querySelector(`[data-place="${place}"]`)?.focus();
