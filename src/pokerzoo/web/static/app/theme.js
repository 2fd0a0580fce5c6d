// Runs before the page is drawn, so that it never shows in the wrong colours. "auto" follows the system.
(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  let chosen = "auto";
  try {
    chosen = localStorage.getItem("theme") ?? chosen;
  } catch {} // storage may be forbidden: then a choice lasts until the page is left
  const apply = () => {
    document.documentElement.dataset.theme = chosen === "auto" ? (dark.matches ? "dark" : "light") : chosen;
  };
  const set = name => {
    chosen = name;
    apply();
    try {
      localStorage.setItem("theme", name);
    } catch {} // see above
  };
  window.theme = { get: () => chosen, set };
  dark.addEventListener("change", apply);
  apply();
})();
