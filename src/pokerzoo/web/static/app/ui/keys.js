// Keys: those that do something wherever the focus is on a page, and those that move among cells.
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

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ASIDE = 3; // what is beside the way of an arrow counts as so many times farther

const middle = cell => {
  const { left, top, width, height } = cell.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
};

// The nearest of the cells in the direction of an arrow, or the first or last in the row (of a column: of all).
function nextCell(key, cells, from) {
  const [x, y] = middle(from);
  if (key === "Home" || key === "End") {
    const row = cells.filter(cell => Math.abs(middle(cell)[1] - y) < 4);
    return (row.length > 1 ? row : cells).at(key === "Home" ? 0 : -1);
  }
  const [right, down] = ARROWS[key];
  const far = cells.map(cell => {
    const [dx, dy] = [middle(cell)[0] - x, middle(cell)[1] - y];
    const ahead = right * dx + down * dy;
    return ahead > 1 ? ahead + ASIDE * Math.abs(right * dy + down * dx) : Infinity;
  });
  const least = Math.min(...far);
  return least === Infinity ? from : cells[far.indexOf(least)];
}

/**
 * A roving tabindex: of all cells (`data-cell`) in a box one alone is in the order of tabs, the one with `data-cell="at"` or that
 * had the focus last; arrow keys, Home and End lead to others, Enter and Space press it. These are attributes for the box.
 *
 * @param {(cell: HTMLElement, event: KeyboardEvent, from: HTMLElement) => void} [onMove] a key has led to this cell
 */
export function useRoving(onMove = () => {}) {
  const ref = useRef(null);
  const last = useRef(null);
  const cells = () => /** @type {HTMLElement[]} */ ([...ref.current.querySelectorAll("[data-cell]:not(:disabled)")]);
  const keep = () => {
    const all = cells();
    const known = cell => (all.includes(cell) ? cell : null);
    last.current = known(document.activeElement) ?? all.find(one => one.dataset.cell === "at") ?? known(last.current) ?? all[0];
    for (const cell of all) cell.tabIndex = cell === last.current ? 0 : -1;
  };
  useEffect(() => {
    const watch = new MutationObserver(keep);
    watch.observe(ref.current, { childList: true, subtree: true, attributeFilter: ["data-cell", "disabled"] });
    keep();
    return () => watch.disconnect();
  }, []);
  const onKeyDown = event => {
    const from = event.target;
    if (from.dataset.cell === undefined || event.defaultPrevented) return;
    if ((event.key === "Enter" || event.key === " ") && !(from instanceof HTMLButtonElement)) {
      event.preventDefault();
      from.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    }
    if (!(event.key in ARROWS || event.key === "Home" || event.key === "End")) return;
    event.preventDefault();
    const to = nextCell(event.key, cells(), from);
    to.focus();
    if (to !== from) onMove(to, event, from);
  };
  return { ref, onFocusIn: keep, onKeyDown };
}
