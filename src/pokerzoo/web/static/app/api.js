// Asking the server. Errors carry what it said: message, the field to blame, the position in that field.
import { useEffect, useRef, useState } from "./html.js";

class ApiError extends Error {
  constructor(status, { message, field = null, position = null }) {
    super(message);
    Object.assign(this, { status, field, position });
  }
}

// Whether the server answers. While it does not, one of them asks every two seconds; who waits for it is told.
let answers = true;
const watchers = new Set();

function noteAnswer(now) {
  if (now === answers) return;
  answers = now;
  for (const watcher of [...watchers]) watcher(now);
  if (!now) lookAgain();
}

const lookAgain = () =>
  setTimeout(
    () =>
      fetch("/api/info").then(
        () => noteAnswer(true),
        () => lookAgain(),
      ),
    2000,
  );

export function useAnswers() {
  const [now, setNow] = useState(answers);
  useEffect(() => {
    watchers.add(setNow);
    setNow(answers);
    return () => watchers.delete(setNow);
  }, []);
  return now;
}

// Requests that somebody waits for, by when they began. A request that is made beforehand, or tells how far it is itself, is quiet.
const waits = new Set();
const waitWatchers = new Set();
export const awaits = () => waits.size > 0;
const noteWaits = () => waitWatchers.forEach(watcher => watcher());

// Since when the oldest of them waits, in milliseconds of performance.now(); null where none does.
export function useWaiting() {
  const [since, setSince] = useState(null);
  useEffect(() => {
    const look = () => setSince(waits.size ? Math.min(...[...waits].map(one => one.began)) : null);
    waitWatchers.add(look);
    look();
    return () => waitWatchers.delete(look);
  }, []);
  return since;
}

/**
 * @typedef {{ body?: any, signal?: AbortSignal, query?: Record<string, any>, raw?: boolean, quiet?: boolean }} Options
 * @param {string} method
 * @param {string} path
 * @param {Options} options
 */
async function ask(method, path, { quiet = false, ...more } = {}) {
  if (quiet) return asked(method, path, more);
  const wait = { began: performance.now() };
  waits.add(wait);
  noteWaits();
  try {
    return await asked(method, path, more);
  } finally {
    waits.delete(wait);
    noteWaits();
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {Options} options
 */
async function asked(method, path, { body, signal, query, raw = false } = {}) {
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
    noteAnswer(false);
    throw new ApiError(0, { message: "The server does not answer. Was it stopped? Start it again with: pokerzoo explore" });
  }
  noteAnswer(true);
  if (!response.ok) {
    const told = await response.json().catch(() => null);
    throw new ApiError(response.status, told?.error ?? { message: `${response.status} ${response.statusText}` });
  }
  if (raw) return response;
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
 * @param {Record<string, any>} [query]
 * @returns {Promise<Answer<Path>>}
 */
export const getQuietly = (path, query) => ask("GET", path, { query, quiet: true });
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

/**
 * An answer that is kept up to date with what is asked: while a new one comes the old stays in place, so that nothing jumps.
 * `asked` is what `data` answers. `ask` gets a signal that ends it; a `key` of null asks nothing. What is being typed is asked
 * after a `pause` in milliseconds, the latest alone.
 *
 * @template Data
 * @param {any} question what is asked, as a value
 * @param {(signal: AbortSignal) => Promise<Data>} ask
 * @param {number} [pause]
 * @returns {{ data: Data | null, asked: any, error: any, loading: boolean, reload: () => void }}
 */
export function useQuery(question, ask, pause = 0) {
  const key = question === null ? null : JSON.stringify(question);
  const [state, setState] = useState({ key: null, data: null, asked: null, error: null });
  const [turn, setTurn] = useState(0);
  const took = useRef(0);
  const reachable = useAnswers();
  useEffect(() => {
    if (key === null) return undefined;
    const control = new AbortController();
    const send = () => {
      const start = performance.now();
      ask(control.signal)
        .then(data => {
          took.current = performance.now() - start;
          setState({ key, data, asked: question, error: null });
        })
        .catch(error => error.name !== "AbortError" && setState(old => ({ ...old, key, error })));
    };
    const wait = pause === 0 || state.key === null ? 0 : Math.max(pause, Math.min(took.current, SLOWEST));
    const timer = wait ? setTimeout(send, wait) : void send();
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [key, turn, reachable]);
  return {
    data: state.data,
    asked: state.asked,
    error: state.key === key ? state.error : null,
    loading: key !== null && state.key !== key,
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
  useQuery(path === null ? null : [path, query], signal => get(path, query, signal), pause);

/**
 * The same of a body that is sent; `asked` is the body that `data` answers.
 *
 * @template {string} Path
 * @param {Path | null} path
 * @param {any} body
 * @param {number} [pause]
 * @returns {{ data: Posted<Path> | null, asked: any, error: any, waiting: boolean }}
 */
export function usePost(path, body, pause = 0) {
  const { data, asked, error, loading } = useQuery(
    path === null ? null : [path, body],
    signal => post(path, body, signal),
    pause,
  );
  return { data, asked: asked?.[1] ?? null, error, waiting: loading };
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
