"""The explorer's figures, each beside its limit.

    python benchmarks/explore.py [--quick] [--clicks 12] [--repeats 5] [--clients 50] [--only first,nodes,solve,clients,kill]

A server of its own (`pokerzoo explore`, a process with a work folder in the temporary directory) has four policies open.
They are Kuhn, the README's full-range river (1,081 hands each), a turn (171 and 253 hands) and a flop after a 3-bet;
``--quick`` has a smaller flop and fewer of everything. Then, on this machine:

- *first page*: bytes of all that a browser with an empty cache gets for ``/``, as sent (gzip, headers counted), and the time
  until the policies stand there.
- *a node*: from a click on an action or a card to the frame in which the new node is drawn (Chromium, headless). Every node is
  new to the server, which keeps what it has worked out.
- *a solve*: from the request to the event that says "done", over the same spot solved and saved by a Python process, in turns;
  medians. Both until the same exploitability.
- *clients*: so many at once, each of which opens nodes of the river at random; answers that are errors, and how long they wait.
- *killed*: SIGKILL while it solves, then a new server in the same work folder: are all policies there and whole, does the solve
  go on from its checkpoint?
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Any

import httpx
from rich.console import Console
from rich.table import Table

SPOTS: dict[str, dict[str, Any]] = {
    "river": {
        "board": "QsJh2h8d3c",
        "ranges": ("random", "random"),
        "pot": 100,
        "stack": 300,
        "bet_sizes": "33%,75%,150%,a",
        "raise_sizes": "60%,a",
    },
    "turn": {
        "board": "QsJh2h8d",
        "ranges": (
            "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s",
            "QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+",
        ),
        "pot": 100,
        "stack": 300,
        "bet_sizes": "50%",
        "raise_sizes": "a",
    },
    "flop": {
        "board": "QsTs5d",
        "ranges": (
            "TT+,99:0.5,AJs+,ATs:0.5,A5s-A4s,KQs,KJs:0.5,QJs:0.5,JTs:0.5,T9s:0.5,76s:0.5,65s:0.5,AQo+,KQo:0.5",
            "JJ-55,AQs-ATs,A5s:0.5,KTs+,QTs+,JTs,T9s,98s,87s,76s,65s,AQo,AJo:0.5,KQo:0.5",
        ),
        "pot": 225,
        "stack": 890,
        "bet_sizes": "66%",
        "raise_sizes": "a",
    },
}
QUICK_FLOP = {"ranges": ("QQ+,AKs,AQs", "JJ-99,AQs,KQs")}
ITERATIONS = {"river": 100, "turn": 30, "flop": 10}
UNTIL = {"river": "0.0005%", "turn": "0.02%"}
LIMITS = {"river": 100, "turn": 100, "flop": 200}
"""Milliseconds from a click to the node."""
BRANCHES, CARDS = ".browse a.step-action", ".browse button.card-cell:not([disabled])"
"""Fields with addresses of other nodes."""
CLICK = """([selector, at]) => new Promise((done) => {
  const told = document.querySelector(".browse p[role=status]");
  const drawn = new MutationObserver(() => {
    drawn.disconnect();
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));  // once that frame has been drawn
  });
  drawn.observe(told, { characterData: true, childList: true, subtree: true });
  const start = performance.now();
  document.querySelectorAll(selector)[at].click();
})"""
PREPARE = """
import json, sys
from pathlib import Path
from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
folder, spots, iterations = Path(sys.argv[1]), json.loads(sys.argv[2]), json.loads(sys.argv[3])
CFR(make_game("kuhn")).run(1000).average_policy().save(folder / "kuhn.npz")
for name, spot in spots.items():
    spot["ranges"] = tuple(spot["ranges"])
    CFR(make_game("holdem", **spot)).run(iterations[name]).average_policy().save(folder / f"{name}.npz")
"""
SOLVE = """
import json, sys, time
from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
def solve(spot, until, path):
    start = time.perf_counter()
    solver = CFR(make_game("holdem", **{**spot, "ranges": tuple(spot["ranges"])})).run(until=until, iterations=100_000)
    solver.average_policy().save(path)
    return time.perf_counter() - start
for line in sys.stdin:
    print(solve(*json.loads(line)), flush=True)
"""


class Figures:
    """Print the measurements, a row each."""

    def __init__(self) -> None:
        self.table = Table("figure", "measured", "limit", "", title="The explorer")
        for column in self.table.columns[1:3]:
            column.justify = "right"
        self.failed = 0

    def add(self, name: str, measured: str, limit: str, good: bool) -> None:
        """A row."""
        self.failed += not good
        self.table.add_row(name, measured, limit, "ok" if good else "[bold red]missed[/]")
        print(f"{name}: {measured} (limit {limit}){'' if good else ' MISSED'}", file=sys.stderr, flush=True)


@contextmanager
def serving(work: Path, files: list[Path]) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """``pokerzoo explore`` in a process of its own: its address, and the process."""
    command = [sys.executable, "-u", "-m", "pokerzoo.cli", "explore", "--no-open", "--port", "0", "--work", str(work)]
    process = subprocess.Popen([*command, *map(str, files)], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        match = re.search(r"http://[\w.:]+", said)
        if match is None:
            raise SystemExit(f"the explorer did not start: {said}")
        yield match[0], process
    finally:
        process.terminate()
        process.wait(30)


@contextmanager
def browsing() -> Iterator[Any]:
    """Chromium."""
    from playwright.sync_api import sync_playwright

    path = next((result for name in ("chromium", "chromium-browser", "google-chrome") if (result := shutil.which(name))), None)
    if path is None:
        raise SystemExit("no browser found; on Debian install the package chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


def first_page(figures: Figures, browser: Any, address: str, repeats: int) -> None:
    """Bytes and time of the first page, in a browser that has nothing of it."""
    sizes, times = [], []
    for _ in range(repeats):
        context = browser.new_context()
        page = context.new_page()
        received = []
        watcher = context.new_cdp_session(page)
        watcher.send("Network.enable")
        watcher.on("Network.loadingFinished", lambda event, received=received: received.append(event["encodedDataLength"]))
        page.goto(address)
        page.wait_for_selector(".policy .quality dd")
        times.append(page.evaluate("() => new Promise((done) => requestAnimationFrame(() => done(performance.now())))"))
        page.wait_for_load_state()
        page.wait_for_timeout(300)
        sizes.append(sum(received))
        context.close()
    figures.add("first page: all that is sent", f"{max(sizes) / 1000:.0f} kB", "300 kB", max(sizes) < 300_000)
    figures.add("first page: until it stands, median", f"{median(times):.0f} ms", "1000 ms", median(times) < 1000)
    figures.add("first page: until it stands, worst", f"{max(times):.0f} ms", "1000 ms", max(times) < 1000)


def solves(figures: Figures, address: str, work: Path, repeats: int) -> None:
    """The same solve in the page and in Python, in turns."""
    python = subprocess.Popen([sys.executable, "-c", SOLVE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    to, answers = python.stdin, python.stdout
    assert to is not None
    assert answers is not None
    with httpx.Client(base_url=address, timeout=None) as client:

        def here(name: str) -> float:
            to.write(json.dumps([SPOTS[name], UNTIL[name], str(work / "python.npz")]) + "\n")
            to.flush()
            return float(answers.readline())

        def there(name: str) -> float:
            start = time.perf_counter()
            asked = {"game": "holdem", "params": SPOTS[name], "until": UNTIL[name], "iterations": 100_000, "title": name}
            solve = client.post("/api/tasks", json=asked).raise_for_status().json()
            ended = until_state(client, solve["id"], ("done", "failed"))
            seconds = time.perf_counter() - start
            if ended["state"] != "done":
                raise SystemExit(f"the solve failed: {ended['error']}")
            client.delete(f"/api/tasks/{solve['id']}")
            client.delete(f"/api/policies/{ended['policy']}")
            return seconds

        for name in UNTIL:
            both: list[tuple[float, float]] = []
            for turn in range(repeats + 1):  # the first of each is to warm up
                plain, page = (here(name), there(name)) if turn % 2 else (there(name), here(name))[::-1]
                both.append((page, plain))
            page, plain = (median(times) for times in zip(*both[1:], strict=True))
            measured = f"{page / plain:.2f} ({page:.2f} s : {plain:.2f} s)"
            figures.add(f"a solve of a {name} until {UNTIL[name]}, page : Python", measured, "1.10", page / plain <= 1.1)
    to.close()
    python.wait(30)


def until_state(client: httpx.Client, id: str, states: tuple[str, ...]) -> dict[str, Any]:
    """The solve as the first event tells it that has one of these states."""
    with client.stream("GET", f"/api/tasks/{id}/events") as events:
        for line in events.iter_lines():
            if line.startswith("data: "):
                solve: dict[str, Any] = json.loads(line.removeprefix("data: "))
                if solve["state"] in states:
                    return solve
    raise SystemExit("the events ended before the solve")


def clients(figures: Figures, address: str, id: str, number: int, nodes: int) -> None:
    """Many at once who open nodes."""
    waits: list[float] = []
    errors: list[str] = []

    def one(seed: int) -> None:
        choice, line = random.Random(seed), ""
        with httpx.Client(base_url=address, timeout=120) as client:
            for path in ("/", "/static/app/main.js", "/api/policies", f"/api/spots/{id}/hands"):
                get(client, path)
            for _ in range(nodes):
                result = get(client, f"/api/spots/{id}/node", line=line)
                branches = [one["line"] for one in result["steps"][-1]["actions"]] if result else []
                line = choice.choice(branches) if branches else ""

    def get(client: httpx.Client, path: str, **query: str) -> Any:
        start = time.perf_counter()
        try:
            answer = client.get(path, params=query)
        except httpx.HTTPError as error:
            errors.append(f"{path}: {error!r}")
            return None
        waits.append(time.perf_counter() - start)
        if answer.status_code != 200:
            errors.append(f"{path}: {answer.status_code} {answer.text[:100]}")
            return None
        return answer.json() if path.startswith("/api") else None

    threads = [threading.Thread(target=one, args=(seed,)) for seed in range(number)]
    start = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    waits.sort()
    text = f"{len(errors)} of {len(waits) + len(errors):,}"
    figures.add(f"{number} clients at once: answers that are errors", text, "0", not errors)
    late = waits[int(0.99 * len(waits))]
    rate = f"{len(waits) / (time.perf_counter() - start):.0f} a second"
    figures.add(f"{number} clients at once: 99 of 100 answers within", f"{late:.2f} s, {rate}", "10 s", late < 10)
    for error in errors[:5]:
        print(error, file=sys.stderr)


def killed(figures: Figures, work: Path, file: Path) -> None:
    """SIGKILL while it solves, and another start."""
    asked = {"game": "holdem", "params": SPOTS["river"], "until": "0.000001%", "iterations": 10**9, "title": "killed"}
    with serving(work, []) as (address, process), httpx.Client(base_url=address, timeout=60) as client:
        content = file.read_bytes()
        octets = {"Content-Type": "application/octet-stream"}
        sent = client.post("/api/policies/upload?title=sent", content=content, headers=octets).raise_for_status().json()
        client.post("/api/tasks", json={"game": "kuhn", "iterations": 500, "title": "solved"}).raise_for_status()
        solve = client.post("/api/tasks", json=asked).raise_for_status().json()
        while client.get(f"/api/tasks/{solve['id']}").json()["seconds"] < 14:  # a checkpoint is written after 10 s
            time.sleep(0.2)
        before = {one["id"] for one in client.get("/api/policies").json()}
        process.send_signal(signal.SIGKILL)
        process.wait()
    with serving(work, []) as (address, _), httpx.Client(base_url=address, timeout=60) as client:
        after = {one["id"] for one in client.get("/api/policies").json()}
        told = client.get(f"/api/tasks/{solve['id']}").json()
        figures.add("killed: policies that are there again", f"{len(before & after)} of {len(before)}", "all", before <= after)
        figures.add("killed: the solve", told["state"], "stopped", told["state"] == "stopped")
        again = client.post(f"/api/tasks/{solve['id']}/resume", json={"iterations": 10**9}).raise_for_status()
        time.sleep(2)
        there = client.post(f"/api/tasks/{solve['id']}/stop").json()
        while there["state"] not in ("stopped", "done", "failed"):
            time.sleep(0.2)
            there = client.get(f"/api/tasks/{solve['id']}").json()
        goes_on = there["state"] != "failed" and 0 < told["iterations"] <= there["iterations"]
        measured = f"{told['iterations']:,}, then {there['iterations']:,} iterations"
        figures.add("killed: the solve goes on from", measured, "its checkpoint", again.is_success and goes_on)
        for id in after:
            answer = client.get(f"/api/policies/{id}/measure")
            if answer.status_code != 200:
                figures.add(f"killed: policy {id}", str(answer.status_code), "200", False)
        assert sent["id"] in after


def nodes(figures: Figures, browser: Any, address: str, ids: dict[str, str], clicks: int) -> None:
    """From a click to the node, one right after the other, so that nothing is asked for beforehand."""
    for name, limit in LIMITS.items():
        page = browser.new_context(base_url=address, viewport={"width": 1440, "height": 900}).new_page()
        choice, seen, times = random.Random(name), {""}, []
        page.goto(f"/browse/{ids[name]}")
        page.wait_for_selector(BRANCHES)
        page.wait_for_selector("main [aria-busy=true]", state="detached")
        while len(times) < clicks + 1:
            there = page.evaluate("(branches) => [...document.querySelectorAll(branches)].map((one) => one.search)", BRANCHES)
            new = [at for at, search in enumerate(there) if search not in seen]
            cards = page.locator(CARDS).count()
            if cards and (not new or choice.random() < 0.7):
                times.append(page.evaluate(CLICK, [CARDS, choice.randrange(cards)]))
            elif new:
                at = choice.choice(new)
                seen.add(there[at])
                times.append(page.evaluate(CLICK, [BRANCHES, at]))
            else:  # all around has been seen: on from somewhere else
                here = page.evaluate("() => location.search")
                page.evaluate(CLICK, [BRANCHES, choice.choice([at for at, search in enumerate(there) if search != here])])
        times = times[1:]  # the first has the page's code compiled
        page.context.close()
        figures.add(
            f"a node of the {name}, median of {clicks} clicks", f"{median(times):.0f} ms", f"{limit} ms", median(times) < limit
        )
        figures.add(
            f"a node of the {name}, worst of {clicks} clicks", f"{max(times):.0f} ms", f"{limit} ms", max(times) < limit
        )


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a smaller flop, and fewer of everything")
    parser.add_argument("--clicks", type=int, default=None)
    parser.add_argument("--repeats", type=int, default=None)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--only", default="first,nodes,solve,clients,kill")
    given = parser.parse_args()
    clicks, repeats = given.clicks or (6 if given.quick else 12), given.repeats or (3 if given.quick else 5)
    wanted = given.only.split(",")
    spots = SPOTS | ({"flop": SPOTS["flop"] | QUICK_FLOP} if given.quick else {})
    figures = Figures()
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        subprocess.run([sys.executable, "-c", PREPARE, name, json.dumps(spots), json.dumps(ITERATIONS)], check=True)
        files = [folder / f"{one}.npz" for one in ("kuhn", *spots)]
        if set(wanted) & {"first", "nodes", "solve", "clients"}:
            address, _ = stack.enter_context(serving(folder / "work", files))
            ids = {one["title"]: one["id"] for one in httpx.get(f"{address}/api/policies", timeout=60).json()}
            if set(wanted) & {"first", "nodes"}:
                browser = stack.enter_context(browsing())
            parts: dict[str, Callable[[], None]] = {
                "first": lambda: first_page(figures, browser, address, repeats),
                "nodes": lambda: nodes(figures, browser, address, ids, clicks),
                "solve": lambda: solves(figures, address, folder, repeats),
                "clients": lambda: clients(figures, address, ids["river"], given.clients, 6 if given.quick else 20),
            }
            for part, measure in parts.items():
                if part in wanted:
                    measure()
        if "kill" in wanted:
            killed(figures, folder / "work of one that is killed", files[0])
    missed = f", {figures.failed} missed" if figures.failed else ""
    Console(width=120).print(figures.table, f"on {os.cpu_count()} processors{missed}")
    sys.exit(1 if figures.failed else 0)


if __name__ == "__main__":
    main()
