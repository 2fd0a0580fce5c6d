// A solve, kept up to date by events.
import { useEvents, useGet } from "../api.js";
import { useState } from "../html.js";

// {solve, error}; its curve comes in pieces. `onRemoved`: it was deleted, here or elsewhere. `id` null asks nothing.
export function useSolve(id, onRemoved = () => {}) {
  const path = id === null ? null : /** @type {const} */ (`/tasks/${id}`);
  const first = useGet(path);
  const [live, setLive] = useState(null);
  useEvents(path && `${path}/events`, ["task", "removed"], (name, solve) => {
    if (name === "removed") return onRemoved();
    setLive(old => ({ ...solve, curve: [...(old?.curve ?? []).slice(0, solve.curve_start), ...solve.curve], curve_start: 0 }));
  });
  return { solve: live ?? first.data, error: first.error };
}
