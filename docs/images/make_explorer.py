"""Makes the pictures of the explorer's pages, ``docs/images/explorer-*.png`` (``make data FILE=screenshots``)."""

from __future__ import annotations

import io
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from PIL import Image
from playwright.sync_api import sync_playwright

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
from pokerzoo.web.library import Library
from pokerzoo_testing.browser import find_browser, settle
from pokerzoo_testing.served import served

HERE = Path(__file__).parent
MOST_BYTES = 150_000
DESKTOP, PHONE = (1280, 860), (390, 844)
CALLER = "QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+"
RAISER = "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s"
SIZES = {"pot": 100, "stack": 300, "bet_sizes": "33%,75%,a", "raise_sizes": "60%,a"}
GAMES: dict[str, tuple[str, dict[str, Any], float | str]] = {
    "Kuhn, equilibrium": ("kuhn", {}, 1e-6),
    "Leduc, nearly solved": ("leduc", {}, 0.005),
    "River, all hands": ("holdem", {"board": "QsJh2h8d3c", "ranges": ("random", "random"), **SIZES}, "0.1%"),
    "Raiser against caller, turn": ("holdem", {"board": "QsJh2h8d", "ranges": (RAISER, CALLER), **SIZES}, "0.3%"),
}
"""Open games by title: the game, its parameters, and until which exploitability it is solved."""


class Picture(NamedTuple):
    """A page to be pictured.

    Attributes:
        name: of the file, after ``explorer-``.
        address: of the page; {turn} and so on stand for policies.
        theme: light or dark.
        size: of the window.
        prepare: what is done on the page before.
    """

    name: str
    address: str
    theme: str = "light"
    size: tuple[int, int] = DESKTOP
    prepare: Callable[[Any], Any] = lambda page: None


def played(page: Any) -> None:
    """Some decisions at the table."""
    page.locator("form button.primary").click()
    page.wait_for_url("**/play/*")
    settle(page)
    for _ in range(9):
        page.wait_for_timeout(400)
        page.keyboard.press("2" if page.get_by_role("button", name="Call").count() == 0 else "c")
        page.keyboard.press("n")


PICTURES = (
    Picture("library", "/"),
    Picture("library-phone", "/", "dark", PHONE),
    Picture("setup", "/setup"),
    Picture("solve", "/solves/{solve}"),
    Picture("browse", "/browse/{turn}?line=xb33&hand=A5s", "light", (1440, 1000)),
    Picture("browse-dark", "/browse/{turn}?line=xx", "dark", (1440, 1000)),
    Picture("browse-phone", "/browse/{turn}", "light", PHONE),
    Picture("games", "/games/kuhn"),
    Picture("learn", "/games/kuhn?learn=1&iteration=20", "dark"),
    Picture("play", "/play?policy={leduc}", "light", DESKTOP, played),
    Picture("leaks", "/games/leduc/{leduc}?leaks=1"),
)


@contextmanager
def explorer() -> Iterator[tuple[str, dict[str, str]]]:
    """An explorer with solved games: its address, and ids for the addresses of pages."""
    with tempfile.TemporaryDirectory() as name:
        library = Library()
        for title, (game, params, until) in GAMES.items():
            path = Path(name) / f"{title}.npz"
            CFR(make_game(game, **params)).run(until=until).average_policy().save(path)
            library.open(path)
        names = dict(zip(("kuhn", "leduc", "river", "turn"), (entry.id for entry in library.entries()), strict=True))
        with served(Path(name) / "work", library) as (client, _):
            spot = GAMES["River, all hands"][1]
            request = {"game": "holdem", "params": spot, "until": "0.02%", "title": "River, all hands, finer"}
            solve = client.post("/api/tasks", json=request).raise_for_status().json()["id"]
            while client.get(f"/api/tasks/{solve}").json()["state"] in ("queued", "running"):
                time.sleep(0.1)
            yield str(client.base_url), {**names, "solve": solve}


def small_png(shot: bytes) -> bytes:
    """A picture with as many colours as fit into ``MOST_BYTES``."""
    image = Image.open(io.BytesIO(shot)).convert("RGB")
    for colours in (256, 128, 64, 32):
        out = io.BytesIO()
        fewer = image.quantize(colours, method=Image.Quantize.MEDIANCUT, kmeans=4, dither=Image.Dither.NONE)
        fewer.save(out, "PNG", optimize=True)
        if len(out.getvalue()) < MOST_BYTES:
            return out.getvalue()
    raise ValueError("the picture is too large")


def shot(browser: Any, address: str, ids: dict[str, str], picture: Picture) -> bytes:
    """A picture of a page as PNG, with all its colours."""
    width, height = picture.size
    context = browser.new_context(
        base_url=address, viewport={"width": width, "height": height}, color_scheme=picture.theme, reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto(picture.address.format(**ids))
    settle(page)
    picture.prepare(page)
    page.wait_for_load_state("load")
    page.wait_for_timeout(1000)  # what is asked for later, as values of policies
    page.wait_for_selector(".waiting-bar", state="detached")
    page.wait_for_function("() => !document.querySelector('.waiting-told')?.innerText")
    data: bytes = page.screenshot()
    context.close()
    return data


def difference(before: Image.Image, after: Image.Image) -> float:
    """The share of two pictures that differs, 0 to 1: of fields of 8 x 8 pixels, by mean colours more than 24 of 255 apart."""
    if before.size != after.size:
        return 1.0
    small = (before.width // 8, before.height // 8)
    parts = [np.asarray(image.convert("RGB").resize(small, Image.Resampling.BOX), dtype=int) for image in (before, after)]
    return float((abs(parts[0] - parts[1]).max(axis=-1) > 24).mean())


def main() -> None:
    """Make all pictures, or those that are named."""
    wanted = sys.argv[1:] or [picture.name for picture in PICTURES]
    with explorer() as (address, ids), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox", "--hide-scrollbars"])
        for picture in PICTURES:
            if picture.name not in wanted:
                continue
            data = small_png(shot(browser, address, ids, picture))
            (HERE / f"explorer-{picture.name}.png").write_bytes(data)
            print(f"explorer-{picture.name}.png: {len(data):,} bytes", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
