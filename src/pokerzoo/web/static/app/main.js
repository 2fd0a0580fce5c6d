// The frame: navigation, theme, the page that the address names, and what is shown when a page fails.
import { useAnswers, useQuery, useWaits } from "./api.js";
import { html, render, useEffect, useErrorBoundary, useLayoutEffect, useRef, useState } from "./html.js";
import { PAGES, findPage } from "./pages.js";
import { Link, useRoute } from "./route.js";
import { Loading, Notice, titled, useMissing } from "./ui/parts.js";

const THEMES = { auto: "Auto", light: "Light", dark: "Dark" };
const DISCS = { auto: "◐", light: "○", dark: "●" };

function ThemeChoice() {
  const [name, setName] = useState(window.theme.get());
  const next = { auto: "light", light: "dark", dark: "auto" }[name];
  return html`<button class="button quiet small" onClick=${() => (window.theme.set(next), setName(next))} title="Colours: ${THEMES[name]}; press for ${THEMES[next]}">
    <span aria-hidden="true">${DISCS[name]}</span><span class="sr-only">Colours: </span>${THEMES[name]}
  </button>`;
}

function Silence() {
  if (useAnswers()) return null;
  return html`<div class="notice warn" role="alert">The server does not answer. If it was stopped, start it again: <code>pokerzoo explore</code>. This page then resumes by itself.</div>`;
}

// Of a page that needs what is not installed it says so, and how it is installed.
function Entry({ page, current }) {
  const missing = useMissing(page.extra);
  const marked = page === current ? "page" : page.name === current?.within ? "true" : undefined;
  const title = missing && `Needs ${missing.packages}; in pokerzoo's folder: ${missing.command}`;
  return html`<${Link} to=${"/" + page.name} aria-current=${marked} title=${title}>${page.label}${missing && html` <span class="small">needs ${missing.packages}</span>`}<//>`;
}

const Top = ({ current }) =>
  html`<header class="top">
    <${Link} class="brand" to="/"><img src="/static/icon.svg" alt="" width="24" height="24" />pokerzoo<//>
    <nav class="nav" id="pages" aria-label="Pages">
      ${PAGES.filter(page => page.label).map(page => html`<${Entry} key=${page.name} page=${page} current=${current} />`)}
    </nav>
    <${ThemeChoice} />
  </header>`;

// To a button, or to what stands before it while it cannot be pressed.
const skipTo = id => event => {
  event.preventDefault();
  const target = /** @type {HTMLButtonElement} */ (document.getElementById(id));
  (target?.disabled ? /** @type {HTMLElement} */ (target.form.querySelector("input")) : target)?.focus();
};

const loaded = new Map();

function Page({ page, parts, query }) {
  const [broken, mend] = useErrorBoundary(error => console.error(error));
  const load = async () => {
    loaded.set(page, (await page.load()).default);
    return page;
  };
  const { data, error } = useQuery(page?.name ?? null, load, { ready: () => (loaded.has(page) ? page : null) });
  if (!page)
    return html`<div class="stack"><h1>No such page</h1><p>Nothing is at this address. <${Link} to="/">To the library<//></p></div>`;
  if (error) return html`<${Notice} kind="bad">This page could not be loaded: ${error.message}<//>`;
  if (broken) {
    return html`<div class="stack">
      <${Notice} kind="bad">This page failed: ${broken.message}. It is a fault of the explorer's; nothing that was saved is lost.<//>
      <div><button class="button" onClick=${mend}>Try again</button></div>
    </div>`;
  }
  return data ? html`<${loaded.get(data)} parts=${parts} query=${query} />` : html`<${Loading} />`;
}

function App() {
  const { path, query } = useRoute();
  const { page, parts } = findPage(path);
  const main = useRef(null);
  const first = useRef(true);
  useLayoutEffect(() => {
    document.title = titled(page ? page.title : "No such page"); // before the page's own, which may know a better one
  }, [path]);
  useEffect(() => {
    if (!first.current) main.current.focus(); // as a new page would: the keyboard and screen readers begin at its start
    first.current = false;
    scrollTo(0, 0);
  }, [page]);
  return html`<div class="frame">
    <a class="skip" href="#main">To the content</a>
    ${page?.skip && html`<a class="skip" href=${"#" + page.skip[0]} onClick=${skipTo(page.skip[0])}>${page.skip[1]}</a>`}
    <div class="head"><${Top} current=${page} /><${Silence} /><${Waiting} /></div>
    <main class="main" id="main" tabindex="-1" ref=${main}><${Page} page=${page} parts=${parts} query=${query} key=${page?.name} /></main>
  </div>`;
}

// What waits: after some milliseconds a bar at the top while the server works on an answer, then the time.
const BAR = 400;
const TIME = 1500;

function Waiting() {
  const since = useWaits()[0]?.began ?? null;
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (since === null) return undefined;
    const look = () => setNow(performance.now());
    const first = setTimeout(look, BAR + 10);
    const timer = setInterval(look, 500);
    return () => (clearTimeout(first), clearInterval(timer));
  }, [since]);
  const waited = since === null ? 0 : now - since;
  return html`${waited > BAR && html`<div class="waiting-bar" aria-hidden="true"></div>`}
    <div class="notice waiting-told" role="status">${waited > TIME && html`The server works on it: ${Math.round(waited / 1000)} s`}</div>`;
}

const root = document.getElementById("app");
root.replaceChildren();
render(html`<${App} />`, root);
