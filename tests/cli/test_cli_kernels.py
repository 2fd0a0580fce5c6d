"""``pokerzoo kernels``: built, listed and removed in a cache of their own; and compiling before a command that solves."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pokerzoo.cli import compiling, main, output
from pokerzoo.envs import make_game
from pokerzoo.envs.compiled import shared_parts
from pokerzoo.kernels import build, ready, store
from pokerzoo.kernels.build import KernelBuildError, Progress
from pokerzoo.kernels.families import FAMILIES, Family, spot
from pokerzoo_testing.command_line import INTERRUPTIBLE, Printed, json_manual, keys_of

TURN = ("streets", "street-measures", "street-reports")
NOW = Progress(1, 4, ("solvers of turns and flops", "measures of turns and flops"), 0.25, 11.7)


@pytest.fixture
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, str]:
    """The environment of a process with an empty cache."""
    return {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache"), "COLUMNS": "80"}


@pytest.fixture
def record(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An empty record of what is ready, on a machine with two processors."""
    monkeypatch.setattr(store, "cache_directory", lambda source: str(tmp_path))
    monkeypatch.setattr(shared_parts, "usable_processors", lambda: 2)


def run(cache: dict[str, str], *arguments: str) -> Any:
    """The object of a command in a process of its own."""
    command = [*INTERRUPTIBLE, "kernels", *arguments, "--json"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", env=cache, timeout=120)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def documented(section: str) -> set[str]:
    """The keys in the table of a section of docs/cli_json.md."""
    text = json_manual().partition(f"\n### {section}\n")[2].partition("\n##")[0]
    return set(re.findall(r"^\| `([^`]+)` \|", text, re.MULTILINE))


@pytest.mark.long
def test_what_is_built_is_listed_and_removed(cache: dict[str, str]) -> None:
    built = run(cache, "build", "equities")
    (family,) = built["families"]
    assert family["family"] == "equities" and family["compiled"] > 0
    assert keys_of(built, set()) == documented("kernels build")
    listed = run(cache, "list")
    assert keys_of(listed, set()) == documented("kernels list")
    assert {one["family"]: one["state"] for one in listed["families"]} == dict.fromkeys(FAMILIES, "missing") | {
        "equities": "ready"
    }
    size = run(cache, "size")
    assert keys_of(size, set()) == documented("kernels size")
    assert size["kernels"] == len(listed["kernels"]) > 0
    assert size["bytes"] == sum(one["bytes"] for one in listed["kernels"])
    assert Path(size["folder"]) == Path(cache["NUMBA_CACHE_DIR"]).resolve() or size["folder"].startswith(
        cache["NUMBA_CACHE_DIR"]
    )
    removed = run(cache, "clean")
    assert keys_of(removed, set()) == documented("kernels clean")
    assert removed["removed_bytes"] >= size["bytes"]
    assert not [*Path(cache["NUMBA_CACHE_DIR"]).rglob("*.nb?")]


def test_tables_for_people(printed: Printed, record: None, monkeypatch: pytest.MonkeyPatch) -> None:
    made = [build.BuiltFamily("rivers", 40, 2, 9.6)]
    monkeypatch.setattr(build, "build_kernels", lambda families, processes, tell: made)
    text = printed("kernels", "build", "rivers", "--processes", "1")
    assert re.search(r"^rivers +40 +2 +9.6 s$", text, re.MULTILINE)
    assert printed("kernels", "build", "rivers", "--quiet") == ""
    text = printed("kernels", "list")
    assert re.search(r"^rivers +rivers +ready +about 10 s$", text, re.MULTILINE)
    assert re.search(r"^streets .* missing +about 12 s$", text, re.MULTILINE)
    assert max(map(len, text.splitlines())) <= 80
    assert printed("kernels", "size").splitlines()[-1].split() == ["size", "0", "B"]
    assert "removed" in printed("kernels", "clean")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("build", "rivvers"), 2, "error: FAMILY 'rivvers': must be one of 'streets', .*; did you mean 'rivers'?"),
        (("build", "--processes", "0"), 2, "processes"),
        (("build", "none"), 1, "error: kernels of nothing could not be compiled: KeyError: 'none'\n"),
        (("biuld",), 2, "No such command"),
    ],
)  # fmt: skip
def test_errors(
    arguments: tuple[str, ...],
    code: int,
    message: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(FAMILIES, "none", Family("nothing", 1.0, lambda: None))  # the process of it does not know it
    assert main(["kernels", *arguments]) == code
    out, errors = capsys.readouterr()
    last = errors.splitlines(keepends=True)[-1]
    assert out == "" and last.startswith("pokerzoo: ") and re.search(message, last)


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_ctrl_c_ends_the_processes(cache: dict[str, str]) -> None:
    started = subprocess.Popen([*INTERRUPTIBLE, "kernels", "build", "matches"], stderr=subprocess.PIPE, text=True, env=cache)
    with started:
        assert started.stderr is not None
        try:
            assert started.stderr.readline() == "pokerzoo: compiling: matches (about 14 s)\n"
            (child,) = Path(f"/proc/{started.pid}/task/{started.pid}/children").read_text().split()
        finally:
            started.send_signal(signal.SIGINT)
        assert started.wait(20) == 130
        assert started.stderr.read() == "pokerzoo: interrupted\n"
    assert not Path(f"/proc/{child}").exists()


def test_turns_and_flops_are_compiled_ahead_and_other_games_are_not() -> None:
    assert ready.families_for(spot("turn"), "auto") == TURN
    assert ready.families_for(spot("turn"), "single", reports=False) == TURN[:2]
    assert ready.families_for(spot("flop"), "half") == ("half-streets", *TURN[1:])
    assert ready.families_for(spot("turn"), "double") == ready.families_for(spot("flop")) == TURN[1:]
    for game in (spot("river"), make_game("kuhn"), make_game("texas_holdem")):
        assert ready.families_for(game, "auto") == ()


def test_what_is_missing_is_built_once_and_told(record: None, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    def note(families: list[str], tell: Callable[[Progress], object]) -> None:
        asked.append(families)
        tell(NOW)

    monkeypatch.setattr(build, "build_kernels", note)
    told: list[Progress] = []
    assert ready.ensure_kernels(TURN, told.append)
    assert asked == [list(TURN)] and told == [NOW]
    assert not ready.ensure_kernels(TURN, told.append)  # all is ready
    assert not ready.ensure_kernels(["rivers"])  # one alone is compiled where it is used
    monkeypatch.setattr(store, "source_state", lambda: "another")
    monkeypatch.setattr(shared_parts, "usable_processors", lambda: 1)
    assert not ready.ensure_kernels(TURN)
    assert len(asked) == 1


@pytest.mark.parametrize("error", [KernelBuildError("no"), OSError("no"), ValueError("no")])
def test_a_build_that_fails_is_left_to_the_first_use(record: None, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def fail(*given: Any, **named: Any) -> None:
        raise error

    monkeypatch.setattr(build, "build_kernels", fail)
    assert not ready.ensure_kernels(TURN)
    assert store.missing_families(TURN) == list(TURN)


@pytest.mark.parametrize("quiet", [False, True])
def test_solve_compiles_ahead_with_a_line(
    record: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], quiet: bool
) -> None:
    monkeypatch.setattr(build, "build_kernels", lambda families, tell: tell(NOW))
    board = ["--board", "Td9d6h2c", "--oop", "22+,A2s+", "--ip", "22+,A2s+", "--iterations", "1", "--json"]
    assert main(["solve", *board, *(["--quiet"] if quiet else [])]) == 0
    line = (
        "pokerzoo: compiling, first run only: solvers of turns and flops, measures of turns and flops, and 1 more (about 12 s)"
    )
    assert capsys.readouterr().err.startswith("" if quiet else f"{line}\n")
    assert main(["solve", *board]) == 0
    assert "first run only: solvers" not in capsys.readouterr().err


def test_the_bar_fits_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    shown = io.StringIO()
    monkeypatch.setattr(shown, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys, "stderr", shown)
    assert output.is_terminal_error()
    with compiling.CompileBar("compiling, first run only") as bar:
        bar.update(NOW)
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.getvalue())
    assert max(map(len, re.split(r"[\r\n]", text))) <= 80
    assert "about 12 s" in text and "\n" not in text.strip()
