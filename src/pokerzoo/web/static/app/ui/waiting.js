// What waits: a bar at the top while the server works on an answer, with the time; and what is compiled, on the first run.
import { getQuietly, useWaiting } from "../api.js";
import { html, useEffect, useState } from "../html.js";

const SHOWN = 400, TOLD = 1500; // milliseconds after which the bar is shown, and the time told
const PAUSE = 1000;

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
  const compiling = useCompiling(since !== null && now - since > TOLD);
  const waited = since === null ? 0 : now - since;
  return html`${waited > SHOWN && html`<div class="waiting-bar" aria-hidden="true"></div>`}
    <div class="waiting-told" role="status">
      ${waited > TOLD ? html`The server works on it: ${Math.round(waited / 1000)} s${compiling ? `, compiling ${compiling}` : ""}` : compiling && html`Compiling, on the first run only: ${compiling}. The page can be used meanwhile.`}
    </div>`;
}

// What the server compiles, asked at the start until it is done, and again while an answer takes long.
function useCompiling(slow) {
  const [text, setText] = useState(null);
  useEffect(() => {
    let timer = null, wanted = true;
    const look = async () => {
      const info = await getQuietly("/info").catch(() => null);
      if (!wanted) return;
      setText(info?.compiling ?? null);
      if (slow || info?.compiling) timer = setTimeout(look, PAUSE);
    };
    timer = setTimeout(look, slow ? 0 : 300); // at the start the page's own questions go first
    return () => ((wanted = false), clearTimeout(timer));
  }, [slow]);
  return text;
}
