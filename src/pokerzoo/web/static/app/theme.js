// Runs before the page is drawn, so that it never shows in the wrong colours. "auto" follows the system.
(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const wanted = () => {
    try {
      return localStorage.getItem("theme") || "auto";
    } catch {
      return "auto"; // storage may be forbidden
    }
  };
  const apply = () => {
    const name = wanted();
    document.documentElement.dataset.theme = name === "auto" ? (dark.matches ? "dark" : "light") : name;
    dispatchEvent(new Event("themechange"));
  };
  window.theme = {
    get: wanted,
    set(name) {
      try {
        localStorage.setItem("theme", name);
      } catch {
        document.documentElement.dataset.theme = name;
      }
      apply();
    },
  };
  dark.addEventListener("change", apply);
  apply();
})();
