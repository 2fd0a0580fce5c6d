// Asking the server about what is being typed: after a pause, the latest only, old answers in place until the new one is there.
import { useEffect, useRef, useState } from "./html.js";
import { post } from "./api.js";

const SLOWEST = 3000;

// {data, asked, error, waiting}: `asked` is the body that `data` answers; `path` null asks nothing; `pause` in milliseconds.
export function usePost(path, body, pause = 0) {
  const key = path === null ? null : JSON.stringify([path, body]);
  const [state, setState] = useState({ key: null, data: null, asked: null, error: null });
  const took = useRef(0); // what takes the server long is asked less often
  useEffect(() => {
    if (key === null) return undefined;
    const control = new AbortController();
    const ask = () => {
      const start = performance.now();
      post(path, body, control.signal)
        .then(data => {
          took.current = performance.now() - start;
          setState({ key, data, asked: body, error: null });
        })
        .catch(error => error.name !== "AbortError" && setState(old => ({ ...old, key, error })));
    };
    const timer = setTimeout(ask, state.key === null ? 0 : Math.max(pause, Math.min(took.current, SLOWEST)));
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [key]);
  return {
    data: state.data,
    asked: state.asked,
    error: state.key === key ? state.error : null,
    waiting: key !== null && state.key !== key,
  };
}
