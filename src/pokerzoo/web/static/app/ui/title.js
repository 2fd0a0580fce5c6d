// The title of the browser's tab.
import { useEffect } from "../html.js";

export const titled = name => `${name} · pokerzoo`;

// The tab is called after the thing that the page shows, once its name is known; until then after the page (main.js).
export function useTitle(name) {
  const { pathname } = location;
  useEffect(() => {
    if (name) document.title = titled(name);
  }, [name, pathname]);
}
