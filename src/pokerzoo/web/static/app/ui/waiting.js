// What waits: a bar at the top while the server works on an answer, with the time.
import { useWaiting } from "../api.js";
import { html, useEffect, useState } from "../html.js";

const SHOWN = 400,
  TOLD = 1500; // milliseconds after which the bar is shown, and the time told

export function Waiting() {
  const since = useWaiting();
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (since === null) return undefined;
    const look = () => setNow(performance.now());
    const first = setTimeout(look, SHOWN + 10);
    const timer = setInterval(look, 500);
    return () => (clearTimeout(first), clearInterval(timer));
  }, [since]);
  const waited = since === null ? 0 : now - since;
  return html`${waited > SHOWN && html`<div class="waiting-bar" aria-hidden="true"></div>`}
    <div class="waiting-told" role="status">
      ${waited > TOLD && html`The server works on it: ${Math.round(waited / 1000)} s`}
    </div>`;
}
