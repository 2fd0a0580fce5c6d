// All pages: a path's first part, its place in the navigation, and the module that draws it, loaded when it is first needed.
// A page's module exports `default function ({ parts, query })`: parts are the path after the first, query as in the address.
// `extra`: what it needs to be installed. `skip`: [id, text] of a link at the top of the page that leads to this element.
// Those without a label have a part, and are reached from another page: `within` names the one that the navigation then marks.
export const PAGES = [
  { name: "", label: "Library", title: "Library", load: () => import("./pages/library.js") },
  {
    name: "setup",
    label: "Set up",
    title: "Set up a spot",
    skip: ["solve", "To the Solve button"],
    load: () => import("./pages/setup.js"),
  },
  {
    name: "aggregate",
    label: "Reports",
    title: "Aggregate reports",
    extra: "sweeps",
    load: () => import("./pages/aggregate.js"),
  },
  { name: "games", label: "Learn", title: "Small games", load: () => import("./pages/game.js") },
  { name: "play", label: "Play", title: "Play", load: () => import("./pages/play.js") },
  { name: "browse", within: "", title: "Browse", load: () => import("./pages/browse.js") },
  { name: "charts", within: "", title: "Before the flop", load: () => import("./pages/charts.js") },
  { name: "solves", within: "", title: "Solve", load: () => import("./pages/solves.js") },
];

export const findPage = path => {
  const [name, ...parts] = path.split("/").filter(Boolean).map(decodeURIComponent);
  const page = PAGES.find(one => one.name === (name ?? ""));
  return { page: page?.within === undefined || parts.length ? page : undefined, parts };
};
