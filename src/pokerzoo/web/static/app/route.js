// The address is the state: its path says which page, its query what the page shows. Pages read it with `useRoute` and change
// it with `navigate` and `setQuery`, so that links, the back button and reloading lead to the same view.
import { html, useEffect, useState } from "./html.js";

const listeners = new Set();
const read = () => ({ path: location.pathname, query: Object.fromEntries(new URLSearchParams(location.search)) });
const announce = () => {
  const route = read();
  for (const listener of listeners) listener(route);
};
addEventListener("popstate", announce);

export function href(path, query = {}) {
  const kept = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const text = new URLSearchParams(kept).toString();
  return text ? `${path}?${text}` : path;
}

export function navigate(path, query = {}, { replace = false } = {}) {
  const target = href(path, query);
  if (target === location.pathname + location.search) return;
  history[replace ? "replaceState" : "pushState"](null, "", target);
  announce();
}

// Change parts of the query; null or "" takes a part out. `replace` makes no new step for the back button (a slider, typing).
export const setQuery = (patch, options) => navigate(location.pathname, { ...read().query, ...patch }, options);

export function useRoute() {
  const [route, setRoute] = useState(read);
  useEffect(() => {
    listeners.add(setRoute);
    setRoute(read());
    return () => listeners.delete(setRoute);
  }, []);
  return route;
}

const isPlain = event => event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);

export function Link({ to, query, children, onClick, ...others }) {
  const follow = event => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlain(event)) return;
    event.preventDefault();
    navigate(to, query);
  };
  return html`<a href=${href(to, query)} onClick=${follow} ...${others}>${children}</a>`;
}
