"""In a pipe no line of any command is broken, and what programs read never is."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path

import pytest

pytest.importorskip("pyarrow")
pytest.importorskip("pydantic")
pytest.importorskip("duckdb")
pytest.importorskip("joblib")
pytest.importorskip("matplotlib")

from pokerzoo.agents import CFR, TabularPolicy
from pokerzoo.cli import main
from pokerzoo.cli.application import COMMANDS
from pokerzoo.cli.bench import plan_of
from pokerzoo.envs import make_game
from pokerzoo.evaluation.sweeps.spot_work import SpotWork
from pokerzoo.jobs.folder import Folder
from pokerzoo_testing.made_work import make_shard_here

RIVER = {"board": "2d2s2c2h3d", "ranges": ("QQ+", "QQ+"), "bet_sizes": "50%,a", "raise_sizes": ("60%", "a")}
TURN = {"board": "Td9d6h2c", "ranges": ("AA,KK", "QQ,JJ"), "bet_sizes": {"turn": "33%,75%", "river": "a"}}
SWEEP = {
    "ranges": ["AA", "KK"],
    "bet_sizes": "33%,a",
    "vary": {"boards": ["QsJh2h8d3c", "QsJhTh8d3c", "QsJs2s8s3c"], "stacks": [50, 90]},
}
SPOT = ["--board", "2d2s2c2h3d", "--oop", "QQ+,AKs-ATs,T9s-76s,55", "--ip", "QQ+", "--pot", "50", "--stack", "100",
        "--bet", "33%,75%,a"]  # fmt: skip

ROYAL = "--param deck=royal --param stack=20 --option flop=5 --option turn=5 --option river=5 --iterations 5 --seed 1"

LINES: list[list[str]] = [
    ["games"],
    ["games", "holdem"],
    ["train", "kuhn", "--iterations", "20"],
    ["train", "kuhn", "--param", "num_players=3", "--iterations", "5"],
    ["train", "kuhn", "--method", "mmd", "--iterations", "5"],
    ["train", "leduc", "--iterations", "3"],
    ["train", "bet_fold", "--param", "num_players=3", "--iterations", "3"],
    ["train", "rps", "--iterations", "3"],
    ["show", "kuhn.npz"],
    ["show", "leduc.npz"],
    ["show", "river.npz"],
    ["show", "river.npz", "--hands"],
    ["show", "river.npz", "--all"],
    ["show", "turn.npz", "--at", "xx", "--next-cards"],
    ["show", "kuhn.npz", "--page", "kuhn.html"],
    ["evaluate", "kuhn.npz", "--leaks", "5"],
    ["evaluate", "river.npz", "--leaks", "3"],
    ["match", "kuhn.npz", "random", "--hands", "100", "--seed", "1"],
    ["match", "river.npz", "best_response:river.npz", "--hands", "100", "--seed", "1"],
    ["match", "kuhn.npz", "honest", "--aivat", "--hands", "100"],
    ["match", "random", "always_call", "honest", "--game", "kuhn", "--param", "num_players=3", "--hands", "99"],
    ["match", "--round-robin", "kuhn.npz", "random", "honest", "always_call", "always_raise"],
    ["match", "--round-robin", "kuhn.npz", "random", "honest", "--played", "--hands", "100"],
    ["solve", *SPOT, "--iterations", "20"],
    ["tree", *SPOT],
    ["tree", "--board", "Td9d6h2c", "--oop", "AA", "--ip", "KK", "--bet", "33%,75%,a", "--pot", "50", "--stack", "200"],
    ["equity", "AsKs", "QQ+,AKs", "random", "--board", "Td9d6h"],
    ["preflop", "2", "--stack", "5", "--open", "a", "--iterations", "2", "--seed", "1"],
    ["preflop", "2", "--push-fold", "--stack", "5,6", "--payouts", "5,3", "--iterations", "2"],
    ["sweep", "sweep.toml", "--out", "sweep"],
    ["query", "sweep"],
    ["query", "sweep", "--by", "board"],
    ["query", "sweep", "--by", "suits", "--by", "stack", "--spread"],
    ["query", "sweep", "--sql", "SELECT * FROM spots"],
    ["query", "sweep", "--sql", "SELECT board, pot FROM spots"],
    ["bench", "--out", "runs"],
    ["blueprint", *ROYAL.split()],
]  # fmt: skip
ELSEWHERE = ("play", "explore")
"""Commands that talk with a person or a program: they have tests of their own."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Policy files, a sweep and runs, all small."""
    made = tmp_path_factory.mktemp("widths")
    for name, game in {
        "kuhn": make_game("kuhn"), "river": make_game("holdem", **RIVER), "turn": make_game("holdem", **TURN),
    }.items():  # fmt: skip
        CFR(game).run(20).average_policy().save(made / f"{name}.npz")
    TabularPolicy.uniform(make_game("leduc")).save(made / "leduc.npz")
    toml = "".join(f"{key} = {json.dumps(value)}\n" for key, value in SWEEP.items() if key != "vary")
    toml += "[vary]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in SWEEP["vary"].items())  # type: ignore[attr-defined]
    (made / "sweep.toml").write_text(toml)
    runs = plan_of("kuhn", (), "cfr+,mccfr_external", (), "0-1", {"decisions": 2000}, None)
    assert runs is not None
    works = {
        "sweep": Folder.make(made / "sweep", SpotWork.from_config(made / "sweep.toml")),
        "runs": Folder.make(made / "runs", runs),
    }
    for one in works.values():
        for shard in one.missing():
            make_shard_here(one, shard)
    return made


class Terminal(io.StringIO):
    """A stdout that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def _here(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)


def shown(monkeypatch: pytest.MonkeyPatch, columns: int, *arguments: str) -> str:
    """Screen of a command in a terminal of this width, without colours."""
    stdout = Terminal()
    with monkeypatch.context() as patch:
        patch.setenv("COLUMNS", str(columns))
        patch.setenv("TERM", "xterm-256color")
        patch.setattr(sys, "stdout", stdout)
        assert main(arguments) == 0
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", stdout.getvalue())


def test_every_command_is_tried() -> None:
    names = {entry.name for entry in COMMANDS}
    assert {line[0] for line in LINES} | set(ELSEWHERE) == names


def piped(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, columns: int, *arguments: str) -> list[str]:
    """Lines of a command in a pipe, where the shell names a width."""
    monkeypatch.setenv("COLUMNS", str(columns))
    assert main(arguments) == 0
    return capsys.readouterr().out.splitlines()


@pytest.mark.usefixtures("_here")
@pytest.mark.parametrize(
    "line",
    [
        pytest.param(line, marks=[pytest.mark.check] * (line[0] == "preflop"), id=" ".join(line)[:60])
        for line in LINES
        if "--page" not in line
    ],
)
def test_in_a_pipe_no_line_of_any_command_is_cut_or_broken(
    line: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    seed = ["--seed", "1"] if line[0] == "match" and "--seed" not in line else []
    wide, narrow = (piped(capsys, monkeypatch, columns, *line, *seed) for columns in (5000, 40))
    lines = [[re.sub(r"[\d.,]+(e-\d+)?", "#", text).split() for text in result] for result in (wide, narrow)]  # times differ
    assert lines[0] == lines[1] != []


@pytest.mark.usefixtures("_here")
def test_json_at_a_terminal_is_never_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    result = [shown(monkeypatch, columns, "games", "--json") for columns in (30, 200)]
    assert result[0] == result[1] and json.loads(result[0])


@pytest.mark.usefixtures("_here")
@pytest.mark.parametrize("line", [["query", "sweep", "--by", "board"], ["match", "kuhn.npz", "random", "--hands", "100"]])
def test_a_narrow_terminal_gets_every_character(line: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert "…" not in shown(monkeypatch, 60, *line)
