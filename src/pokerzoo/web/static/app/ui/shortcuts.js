// Keys that do something wherever the focus is on a page, but where something is typed or a dialog is open.
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
