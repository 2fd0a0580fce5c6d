// All pages: a path's first part, its place in the navigation, and the module that draws it, loaded when it is first needed.
// A page's module exports `default function ({ parts, query })`: parts are the path after the first, query as in the address.
// `skip`: [id, text] of a link at the top of the page that leads to this element.
export const PAGES = [
  { name: "", label: "Library", title: "Library", load: () => import("./pages/library.js") },
  { name: "setup", label: "Set up", title: "Set up a spot", skip: ["solve", "To the Solve button"], load: () => import("./pages/setup.js") },
  { name: "solves", label: "Solves", title: "Solves", load: () => import("./pages/solves.js") },
  { name: "browse", label: "Browse", title: "Browse", load: () => import("./pages/browse.js") },
  { name: "aggregate", label: "Aggregate", title: "Aggregate reports", load: () => import("./pages/aggregate.js") },
  { name: "games", label: "Games", title: "Small games", load: () => import("./pages/game.js") },
  { name: "play", label: "Play", title: "Play", load: () => import("./pages/play.js") },
  { name: "leaks", label: "Leaks", title: "Leaks", load: () => import("./pages/leaks.js") },
];

export const findPage = (path) => {
  const [name, ...parts] = path.split("/").filter(Boolean).map(decodeURIComponent);
  return { page: PAGES.find((page) => page.name === (name ?? "")), parts };
};
