"""The explorer in a real browser: one browser for all tests, a server for each file of tests, a page for each test."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from pydantic import TypeAdapter

from pokerzoo.envs.support.records import Record
from pokerzoo.web import answers
from pokerzoo_testing.browser import find_browser, watched_page, why_no_browser

if TYPE_CHECKING:
    from fastapi import FastAPI
    from httpx import Client
    from playwright.sync_api import Browser, Page

REASON = pytest.StashKey[str]()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    ours = [item for item in items if item.get_closest_marker("web")]
    reason = why_no_browser() if ours else None
    if reason is not None:
        if os.environ.get("POKERZOO_NEEDS_BROWSER"):
            raise pytest.UsageError(f"the explorer cannot be tested in a browser: {reason}")
        config.stash[REASON] = f"{len(ours)} tests of the explorer in a browser were skipped: {reason}"
        for item in ours:
            item.add_marker(pytest.mark.skip(reason=f"in a browser: {reason}"))


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    if REASON in config.stash:
        terminalreporter.write_line(config.stash[REASON], yellow=True)


@pytest.fixture(autouse=True, scope="session")
def checked_answers() -> Iterator[None]:
    """Hold every record that the explorer sends to what its document says of it."""
    send = answers.json_answer

    def checked(value: Any, status: int = 200) -> Any:
        answer: Any = send(value, status)
        if isinstance(value, Record):
            answers.model_of(type(value)).model_validate_json(answer.body)
        elif isinstance(value, list) and value:
            records: Any = list[answers.model_of(type(value[0]))]  # type: ignore[misc]
            TypeAdapter(records).validate_json(answer.body)
        return answer

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(answers, "json_answer", checked)
        yield


@dataclass(frozen=True)
class Served:
    """An explorer that is served.

    Attributes:
        address: ``http://127.0.0.1:PORT``.
        work: its work folder.
        ids: of the policies that are open, by name: kuhn, leduc, river, turn, preflop, royal; and of a solve that is done.
    """

    address: str
    work: Path
    ids: dict[str, str]


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Client, FastAPI]]:
    """A client of an explorer that begins with nothing, and its application: one for the tests of a file."""
    from pokerzoo_testing.served import served

    with served(tmp_path_factory.mktemp("work")) as both:
        yield both


@pytest.fixture
def client(opened: tuple[Client, FastAPI]) -> Client:
    """A client of that explorer."""
    return opened[0]


@pytest.fixture
def work(opened: tuple[Client, FastAPI]) -> Path:
    """The work folder of that explorer."""
    found: Path = opened[1].state.explorer.folder.path
    return found


@pytest.fixture(scope="session")
def policy_files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A few policies that were solved for a moment: kuhn, leduc, river, turn; from the blinds on preflop and royal."""
    from pokerzoo.agents import CFR
    from pokerzoo.envs import make_game

    folder = tmp_path_factory.mktemp("policies")
    spot = {"ranges": ("QQ+,AKs,AQs,T9s", "JJ+,AK,KQs,98s"), "pot": 50, "stack": 100}
    games = {
        "kuhn": (make_game("kuhn"), 500),
        "leduc": (make_game("leduc"), 100),
        "river": (make_game("holdem", board="QsJh2h8d3c", bet_sizes="50%,a", **spot), 200),
        "turn": (make_game("holdem", board="QsJh2h8d", bet_sizes="50%", **spot), 60),
        "preflop": (make_game("preflop_holdem", stack=20, raise_sizes="2.5x,a"), 30),
        "royal": (make_game("fhp", deck="royal", raise_cap=2), 20),
    }
    files = {}
    for name, (game, iterations) in games.items():
        files[name] = folder / f"{name}.npz"
        CFR(game).run(iterations).average_policy().save(files[name])
    return files


@pytest.fixture(scope="session")
def blueprint_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A blueprint of whole hands with a short deck, trained for a moment."""
    from pokerzoo.agents.blueprint import Blueprint
    from pokerzoo.envs import make_game

    path = tmp_path_factory.mktemp("trained") / "short.npz"
    game = make_game("texas_holdem", deck="royal", stack=60)
    Blueprint(game, hand_classes={"flop": 6, "turn": 6, "river": 6}, seed=2, threads=1).run(100).average_policy().save(path)
    return path


@pytest.fixture(scope="module")
def blueprint_folder(blueprint_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A work folder with that blueprint in it, ``short``."""
    folder = tmp_path_factory.mktemp("work")
    (folder / "blueprints").mkdir()
    shutil.copy(blueprint_file, folder / "blueprints")
    return folder


@pytest.fixture(scope="session")
def sweep_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small sweep: four rivers with two stacks, a line and the policies of each; of eight spots the last is not done."""
    from pokerzoo.evaluation.sweeps.spot_work import SpotWork
    from pokerzoo.jobs.folder import Folder
    from pokerzoo_testing.made_work import make_shard_here

    spot = {"ranges": ["AKs,QQ+", "JJ+,AK"], "pot": 50, "stack": 100, "bet_sizes": "50%,a"}
    boards = ["QsJh2h8d3c", "AsKh2h8d3c", "7s7h2h8d3c", "Ts9s2s8d3c"]
    vary = {"boards": boards, "stacks": [100, 200]}
    keep = {"lines": ["x"], "policies": True}
    config = spot | {"vary": vary, "keep": keep, "solve": {"iterations": 60}, "rows_per_file": 1}
    folder = Folder.make(tmp_path_factory.mktemp("sweeps") / "rivers", SpotWork.from_config(config))
    for shard in range(7):
        make_shard_here(folder, shard)
    return folder.path


@pytest.fixture(scope="session")
def table_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three players before the flop, solved for a moment."""
    from pokerzoo.preflop import PreflopSolver, preflop_game

    path = tmp_path_factory.mktemp("tables") / "three.npz"
    PreflopSolver(preflop_game(3, stack=20, raise_sizes="2x,a | a"), seed=1, threads=1).run(20).average_policy().save(path)
    return path


@pytest.fixture(scope="module")
def explorer(policy_files: dict[str, Path], sweep_folder: Path, blueprint_folder: Path, table_file: Path) -> Iterator[Served]:
    """An explorer for the tests of a file, with a sweep, a blueprint, a table; what a test adds stays."""
    from pokerzoo.web.library import Library
    from pokerzoo.web.sweeps import Sweeps
    from pokerzoo_testing.served import json_of, served, task_when

    work, library, sweeps = blueprint_folder, Library(), Sweeps()
    ids = {name: library.open(path).id for name, path in policy_files.items()} | {"sweep": sweeps.open(sweep_folder).id}
    with served(work, library, sweeps, agents={"my caller": "always_call"}) as (client, app):
        ids["table"] = app.state.explorer.charts.open(table_file).id
        solve = json_of(client.post("/api/tasks", json={"game": "kuhn", "until": 0.01, "title": "Kuhn, roughly"}), 201)["id"]
        task_when(client, solve)
        yield Served(str(client.base_url).rstrip("/"), work, ids | {"solve": solve})


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--force-color-profile=srgb"]  # root, as in containers, can have no sandbox
        started = playwright.chromium.launch(executable_path=find_browser(), args=arguments)
        yield started
        started.close()


@pytest.fixture
def open_page(browser: Browser, explorer: Served) -> Iterator[Callable[..., Page]]:
    """Opens pages of the explorer: ``open_page(viewport=PHONE, color_scheme="dark")``; all are looked after to the end."""
    with ExitStack() as stack:
        yield lambda **context: stack.enter_context(watched_page(browser, explorer.address, **context))


@pytest.fixture
def page(open_page: Callable[..., Page]) -> Page:
    """A page of the explorer at the width of a desktop, in light colours."""
    return open_page()
