// What a browser keeps of a person's choices. Storage may be forbidden or full: then a choice lasts until the page is left.
import { useMemo, useState } from "../html.js";

const PREFIX = "pokerzoo.";

export function readStored(name, otherwise, storage = () => localStorage) {
  try {
    return JSON.parse(storage().getItem(PREFIX + name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function writeStored(name, value, storage = () => localStorage) {
  try {
    storage().setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // see above
  }
}

// [value, set] as `useState`, kept.
export function useStored(name, otherwise, storage = () => localStorage) {
  const [state, setState] = useState({ name: null, value: otherwise });
  const value = useMemo(() => (state.name === name ? state.value : readStored(name, otherwise, storage)), [name, state]);
  const set = next => {
    setState({ name, value: next });
    writeStored(name, next, storage);
  };
  return [value, set];
}
