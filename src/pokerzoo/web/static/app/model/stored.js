// What a browser keeps of a person's choices. Storage may be forbidden or full: then a choice lasts until the page is left.
import { useState } from "../html.js";

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
export function useStored(name, otherwise) {
  const [value, setValue] = useState(() => readStored(name, otherwise));
  const set = next => {
    setValue(next);
    writeStored(name, next);
  };
  return [value, set];
}
