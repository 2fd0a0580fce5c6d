"""A real browser for the explorer's tests: pages that fail on what no user is told, and what is asked of every page."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from . import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page, Request, Response

AXE = ROOT / "tests" / "data" / "axe" / "axe.min.js"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}
MAX_SHIFT = 0.02
"""Layout shift score that nobody notices; 0.1 is what the browsers' makers call good."""


def why_no_browser() -> str | None:
    """Why the explorer cannot be tested in a browser here; None if it can."""
    try:
        import fastapi  # noqa: F401
        import playwright  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError as error:
        return f"{error.name} is not installed"
    return None if find_browser() else f"no browser found ({', '.join(BROWSERS)})"


def find_browser() -> str | None:
    """The path of a browser that Playwright can steer."""
    return next((path for name in BROWSERS if (path := shutil.which(name))), None)


@contextmanager
def watched_page(browser: Browser, address: str, **context: Any) -> Iterator[Page]:
    """A page of the explorer. At the end it fails on console errors and warnings, exceptions, answers that are errors, and
    requests to anybody else. A test that provokes an error takes it out of ``page.problems``.
    """
    opened = browser.new_context(base_url=address, viewport=context.pop("viewport", DESKTOP), locale="en-GB", **context)
    opened.set_default_timeout(60_000)  # kernels may have to be compiled first
    page: Any = opened.new_page()
    page.problems = problems = []

    def heard(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and "Failed to load resource" not in message.text:
            problems.append(f"console: {message.text}")

    def asked(request: Request) -> None:
        if not request.url.startswith((address, "data:", "blob:")):
            problems.append(f"asked for {request.url}")

    def answered(response: Response) -> None:
        if response.status >= 400:
            problems.append(f"{response.status} {response.request.method} {response.url.removeprefix(address)}")

    page.on("console", heard)
    page.on("pageerror", lambda error: problems.append(f"exception: {error}"))
    page.on("request", asked)
    page.on("response", answered)
    page.add_init_script(
        """window.shifts = [];
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts.push(entry.value);
        }).observe({ type: "layout-shift", buffered: true });"""
    )
    try:
        yield page
        assert not problems, "\n".join(problems)
    finally:
        opened.close()


def setup_address(game: str = "holdem", solving: dict[str, str] | None = None, **params: Any) -> str:
    """The address of the set-up of a game with these parameters."""
    from urllib.parse import urlencode

    return "/setup?" + urlencode({"game": game, "params": json.dumps(params)} | (solving or {}))


def wait_for_param(page: Page, name: str, wanted: Any) -> None:
    """Wait until the address of the set-up has a parameter; None: until it lacks it."""
    page.wait_for_function(
        """([name, wanted]) => {
            const params = JSON.parse(new URLSearchParams(location.search).get("params") ?? "{}");
            return JSON.stringify(params[name] ?? null) === JSON.stringify(wanted);
        }""",
        arg=[name, wanted],
    )


SETTLE = """async () => {
  const { awaits } = await import("/static/app/api.js");
  const waits = () => awaits() || document.querySelector("main [aria-busy=true]") || !document.querySelector("main h1");
  const began = performance.now();
  for (let still = 0; still < 3; still = waits() ? 0 : still + 1) {
    if (performance.now() - began > 60_000) throw new Error("it still waits");
    await new Promise((done) => requestAnimationFrame(done));
  }
}"""
"""Three pictures in a row in which the page waits for nothing: what has come may ask for more."""


def query_of(page: Page) -> dict[str, str]:
    """The query of the page's address, as it is now: ``page.url`` may still be that of before a click."""
    query: dict[str, str] = page.evaluate("() => Object.fromEntries(new URLSearchParams(location.search))")
    return query


def settle(page: Page) -> None:
    """Wait until the page has nothing more to ask for and shows no sign that it waits: from then on nothing moves by itself."""
    page.evaluate(SETTLE)


def sit_down(page: Page, **body: Any) -> str:
    """A new session, opened: its address."""
    page.goto("/play")
    settle(page)
    made = page.request.post("/api/play", data=body)
    assert made.ok, made.text()
    address = f"/play/{made.json()['id']}"
    page.goto(address)
    settle(page)
    page.locator("img.play-table").wait_for()
    return address


def check_axe(page: Page, **options: Any) -> None:
    """Fail with what axe-core finds: WCAG 2.2 A and AA, and its best practices."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    result = page.evaluate("(options) => axe.run(document, options)", {"resultTypes": ["violations"], **options})
    violations = [
        f"{violation['id']} ({violation['impact']}): {violation['help']}\n"
        + "\n".join(
            f"    {' '.join(map(str, node['target']))}\n        {node['html'][:160]}\n        "
            + "; ".join(check["message"] for check in node["any"] + node["all"] + node["none"])
            for node in violation["nodes"][:6]
        )
        for violation in result["violations"]
    ]
    assert not violations, f"{page.url}:\n" + "\n".join(violations)


def check_width(page: Page) -> None:
    """Fail if the page is wider than the window, and say what sticks out."""
    wide = page.evaluate(
        """() => {
          const room = document.documentElement.clientWidth;
          if (document.documentElement.scrollWidth <= room) return [];
          const clipped = (part) => {
            for (let up = part.parentElement; up; up = up.parentElement)
              if (getComputedStyle(up).overflowX !== "visible") return true;
            return false;
          };
          return [...document.querySelectorAll("body *")]
            .filter((part) => part.getBoundingClientRect().right > room + 1 && !clipped(part))
            .slice(0, 8).map((part) => part.outerHTML.slice(0, 120));
        }"""
    )
    assert not wide, f"{page.url} is wider than the window:\n" + "\n".join(wide)


def check_tables(page: Page) -> None:
    """Fail where a cell of a table is laid out as something else, as where two style sheets mean different things by a name."""
    odd = page.evaluate(
        """() => [...document.querySelectorAll("td, th")]
          .filter((cell) => !["table-cell", "none"].includes(getComputedStyle(cell).display))
          .slice(0, 8).map((cell) => cell.outerHTML.slice(0, 120))"""
    )
    assert not odd, f"{page.url}: cells that are none:\n" + "\n".join(odd)


def check_clipped(page: Page) -> None:
    """Fail where a control sticks out of its panel, or the number of a hand out of its cell."""
    clipped = page.evaluate(
        """() => [...document.querySelectorAll(".panel .button, .panel select, .panel input, .range-text")].filter((part) => {
            const [box, room] = [part, part.closest(".range-cell, .panel")].map((one) => one.getBoundingClientRect());
            const scrolls = part.closest(".table, .tree-region, .tree-box, .sr-only");
            return box.width > 0 && !scrolls && (box.left < room.left - 0.5 || box.right > room.right + 0.5);
          }).slice(0, 8).map((part) => part.outerHTML.slice(0, 120))"""
    )
    assert not clipped, f"{page.url}: cut off:\n" + "\n".join(clipped)


def check_shifts(page: Page) -> None:
    """Fail if what was drawn has moved by itself since the page was opened."""
    moved = sum(page.evaluate("() => window.shifts"))
    assert moved <= MAX_SHIFT, f"{page.url}: layout shifts of {moved:.3f} in all"


def check_focus(page: Page, steps: int = 60) -> list[str]:
    """Walk through the page by Tab; fail where the focus cannot be seen. What was reached, by its text or label."""
    reached: list[str] = []
    for _ in range(steps):
        page.keyboard.press("Tab")
        at = page.evaluate(
            """() => {
              const at = document.activeElement;
              if (!at || at === document.body) return null;
              const style = getComputedStyle(at), box = at.getBoundingClientRect();
              const outlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1;
              const name = at.getAttribute("aria-label") || at.textContent || at.id || at.tagName;
              const seen = outlined && box.width > 0 && box.height > 0;
              return { name: name.trim().slice(0, 60), seen, html: at.outerHTML.slice(0, 160) };
            }"""
        )
        if at is None:
            break
        assert at["seen"], f"{page.url}: the focus cannot be seen on {at['html']}"
        reached.append(at["name"])
    return reached


def pages_of_the_explorer() -> set[str]:
    """The first parts of all addresses, from the page's own list."""
    import re

    text = (ROOT / "src" / "pokerzoo" / "web" / "static" / "app" / "pages.js").read_text(encoding="utf-8")
    return {json.loads(name) for name in re.findall(r"\bname: (\"[^\"]*\")", text)}
