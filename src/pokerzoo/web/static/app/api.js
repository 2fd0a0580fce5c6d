// Asking the server. Errors carry what it said: message, the field to blame, and the problem as it is shown beside that field.
import { useEffect, useLayoutEffect, useRef, useState } from "./html.js";

class ApiError extends Error {
  constructor(status, { message, field = null, problem = null }) {
    super(message);
    Object.assign(this, { status, field, problem: problem ?? message });
  }
}

// A value that parts of the page follow: [read, write, use].
function shared(value) {
  const watchers = new Set();
  const write = next => {
    value = next;
    for (const watcher of watchers) watcher(next);
  };
  const use = () => {
    const [now, setNow] = useState(value);
    useEffect(() => {
      watchers.add(setNow);
      setNow(value);
      return () => watchers.delete(setNow);
    }, []);
    return now;
  };
  return /** @type {const} */ ([() => value, write, use]);
}

// Whether the server answers. While it does not, it is asked every two seconds.
const [answers, setAnswers, useAnswers] = shared(true);
const lookAgain = () => setTimeout(() => fetch("/api/info").then(() => setAnswers(true), lookAgain), 2000);

// Requests that somebody waits for, the oldest first: {began}, in milliseconds of performance.now(). One that is made beforehand, or
// tells how far it is itself, is quiet.
const [waits, setWaits, useWaits] = shared([]);
export const awaits = () => waits().length > 0;
export { shared, useAnswers, useWaits };

/**
 * @typedef {{ body?: any, signal?: AbortSignal, query?: Record<string, any>, quiet?: boolean }} Options
 * @param {string} method
 * @param {string} path
 * @param {Options} options
 */
async function ask(method, path, { quiet = false, ...more } = {}) {
  if (quiet) return asked(method, path, more);
  const wait = { began: performance.now() };
  setWaits([...waits(), wait]);
  try {
    return await asked(method, path, more);
  } finally {
    setWaits(waits().filter(one => one !== wait));
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {Options} options
 */
async function asked(method, path, { body, signal, query } = {}) {
  const url = new URL("/api" + path, location.origin);
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== "") url.searchParams.set(name, value);
  }
  const isFile = body instanceof Blob;
  const headers = body === undefined ? {} : { "Content-Type": isFile ? "application/octet-stream" : "application/json" };
  let response;
  try {
    response = await fetch(url, { method, signal, headers, body: body === undefined || isFile ? body : JSON.stringify(body) });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    if (answers()) lookAgain();
    setAnswers(false);
    throw new ApiError(0, { message: "The server does not answer. Was it stopped? Start it again with: pokerzoo explore" });
  }
  if (!answers()) setAnswers(true);
  if (!response.ok) {
    const told = await response.json().catch(() => null);
    throw new ApiError(response.status, told?.error ?? { message: `${response.status} ${response.statusText}` });
  }
  return response.status === 204 ? null : response.json();
}

/**
 * @template {string} Path
 * @param {Path} path
 * @param {Record<string, any>} [query]
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer<Path>>}
 */
export const get = (path, query, signal) => ask("GET", path, { query, signal });
/**
 * @template {string} Path
 * @param {Path} path
 * @param {any} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<Posted<Path>>}
 */
export const post = (path, body = {}, signal) => ask("POST", path, { body, signal });
export const patch = (path, body) => ask("PATCH", path, { body });
export const remove = path => ask("DELETE", path);
export const upload = (path, file, query) => ask("POST", path, { body: file, query });

const SLOWEST = 3000; // milliseconds: what takes the server long is asked less often
const KEPT = 150;
const kept = new Map(); // answers that do not change, by what was asked

/**
 * An answer that is asked for once and then kept: {data, promise}; `data` is null until it is there.
 *
 * @param {string} path
 * @param {Record<string, any>} query
 * @param {boolean} [quiet]
 * @returns {{ data: any, promise: Promise<any> }}
 */
export function askOnce(path, query, quiet = false) {
  const key = JSON.stringify([path, query]);
  if (kept.has(key)) return kept.get(key);
  const answer = { data: null, promise: null };
  answer.promise = ask("GET", path, { query, quiet }).then(
    data => (answer.data = data),
    error => {
      kept.delete(key);
      throw error;
    },
  );
  kept.set(key, answer);
  if (kept.size > KEPT) kept.delete(kept.keys().next().value);
  return answer;
}

// What is kept of the addresses that begin so may have changed.
export function forget(start) {
  for (const key of kept.keys()) if (key.startsWith(JSON.stringify([start]).slice(0, -2))) kept.delete(key);
}

/**
 * An answer that is kept up to date with what is asked: while a new one comes the old stays in place, so that nothing jumps.
 * `asked` is what `data` answers. A `question` of null asks nothing. What is being typed is asked after a `pause` in milliseconds,
 * the latest alone. `ask` gets a signal that ends it, and may tell a part of the answer; `ready` answers at once what is known.
 *
 * @template Data
 * @param {any} question what is asked, as a value
 * @param {(signal: AbortSignal, tell: (part: Data) => void) => Promise<Data>} ask
 * @param {{ pause?: number, ready?: () => Data | null }} [options]
 * @returns {{ data: Data | null, asked: any, error: any, loading: boolean, reload: () => void }}
 */
export function useQuery(question, ask, { pause = 0, ready = () => null } = {}) {
  const key = question === null ? null : JSON.stringify(question);
  const [state, setState] = useState({ key: null, data: null, asked: null, error: null });
  const [turn, setTurn] = useState(0);
  const took = useRef(0);
  const reachable = useAnswers();
  const known = key === null ? null : ready();
  useLayoutEffect(() => {
    if (key === null) return undefined;
    if (known) return setState({ key, data: known, asked: question, error: null });
    const control = new AbortController();
    const tell = data => control.signal.aborted || setState({ key, data, asked: question, error: null });
    const send = () => {
      const start = performance.now();
      ask(control.signal, tell)
        .then(data => {
          took.current = performance.now() - start;
          tell(data);
        })
        .catch(error => control.signal.aborted || setState(old => ({ ...old, key, error })));
    };
    const wait = pause === 0 || state.key === null ? 0 : Math.max(pause, Math.min(took.current, SLOWEST));
    const timer = wait ? setTimeout(send, wait) : void send();
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [key, turn, reachable]);
  return {
    data: known ?? state.data,
    asked: state.asked,
    error: state.key === key ? state.error : null,
    loading: key !== null && state.key !== key && !known,
    reload: () => setTurn(turn + 1),
  };
}

/**
 * What the server says at an address; `path` null asks nothing.
 *
 * @template {string} Path
 * @param {Path | null} path
 * @param {Record<string, any>} [query]
 * @param {number} [pause]
 * @returns {{ data: Answer<Path> | null, error: any, loading: boolean, reload: () => void }}
 */
export const useGet = (path, query, pause = 0) =>
  useQuery(path === null ? null : [path, query], signal => get(path, query, signal), { pause });

// The same of an answer that is kept.
export const useOnce = (path, query) =>
  useQuery(path === null ? null : [path, query], () => askOnce(path, query).promise, {
    ready: () => kept.get(JSON.stringify([path, query]))?.data,
  });

/**
 * The same of a body that is sent; `asked` is the body that `data` answers.
 *
 * @template {string} Path
 * @param {Path | null} path
 * @param {any} body
 * @param {number} [pause]
 * @returns {{ data: Posted<Path> | null, asked: any, error: any, loading: boolean }}
 */
export function usePost(path, body, pause = 0) {
  const found = useQuery(path === null ? null : [path, body], signal => post(path, body, signal), { pause });
  return { ...found, asked: found.asked?.[1] ?? null };
}

// Server-sent events at an address: `onEvent(name, data)` for each. The browser connects again by itself if the line breaks. A tab
// that is hidden lets go of its line, since a browser has six for all tabs of a server; the first event after that has everything.
export function useEvents(path, names, onEvent) {
  useEffect(() => {
    if (path === null) return undefined;
    let source = null;
    const listen = () => {
      source?.close();
      source = document.hidden ? null : new EventSource("/api" + path);
      for (const name of source ? names : []) source.addEventListener(name, event => onEvent(name, JSON.parse(event.data)));
      source?.addEventListener("error", () => source?.readyState === EventSource.CONNECTING && get("/info").catch(() => {}));
    };
    listen();
    document.addEventListener("visibilitychange", listen);
    return () => {
      document.removeEventListener("visibilitychange", listen);
      source?.close();
    };
  }, [path]);
}
