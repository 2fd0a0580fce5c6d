"""``pokerzoo solve --limit flop``: what it prints, the file, what other commands make of it, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pokerzoo.agents import TabularPolicy
from pokerzoo.agents.neural.flop_alone import MEASURED, make_flop_solver
from pokerzoo.cli import main
from pokerzoo.envs import make_game
from pokerzoo.evaluation import SpotReport
from pokerzoo_testing.command_line import Printed

RANGES = ("QQ+,AhKh,JTs,98s", "TT-88,AKs,QJs")
FLOP = ("--board", "QsJh2h", "--oop", RANGES[0], "--ip", RANGES[1], "--pot", "20", "--stack", "25", "--bet", "60%,a")
ALONE = (*FLOP, "--raise", "a", "--limit", "flop", "--iterations", "6")


def test_solve_is_the_api(printed: Printed, tmp_path: Path) -> None:
    path = str(tmp_path / "flop.npz")
    found = printed.json("solve", *ALONE, "--out", path)
    game: Any = make_game("holdem", board="QsJh2h", ranges=RANGES, pot=20, stack=25, bet_sizes="60%,a", raise_sizes="a")
    policy = make_flop_solver(game, "dcfr").run(6).average_policy()
    assert found["parameters"] == json.loads(json.dumps(game.params)) and found["iterations"] == 6
    assert TabularPolicy.load(path) == policy
    assert found["exploitability_chips"] is None and found["exploitability_pot_percent"] is None
    assert (found["limit"], found["stated_error"], found["stopped_by"]) == ("flop", MEASURED, "iterations")
    root = SpotReport(game, policy).at()
    assert [own["expected_net_chips"] for own in found["players"]] == pytest.approx(root.mean_ev.tolist(), abs=1e-6)
    assert list(found["root_frequencies"].values()) == pytest.approx(root.frequencies.tolist(), abs=1e-7)


def test_other_commands_say_what_the_file_is(printed: Printed, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "flop.npz")
    text = " ".join(printed("solve", *ALONE, "--out", path).split())
    assert MEASURED in text and "the flop alone; a network values the turns" in text
    assert "exploitability not known: for that all turns and rivers would have to be solved" in text
    text = printed("show", path)
    assert "the flop alone; turns, with their rivers, when they are asked for" in text and "turn solved" not in text
    assert "not known: for that all turns and rivers would have to be solved" in text
    turn = printed("show", path, "--at", "xx/3c")
    assert "xx/3c: OOP to act" in turn and "of its pot, by itself" in turn
    page = tmp_path / "page.html"
    reported = printed.json("report", path, "--at", "b12", "--out", str(page))
    assert reported["exploitability_chips"] is None
    assert "holds a flop only" in page.read_text(encoding="utf-8")
    assert main(["evaluate", path]) == 2
    assert "holds a flop only" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (("--limit", "turn"), "--limit 'turn': must be flop: a turn takes 13 times as long alone as with its rivers"),
        (("--limit", "street"), "--limit 'street': must be flop"),
        (("--until", "0.5%"), "--limit flop: goes not with --until: exploitability is not known without turns and rivers"),
        (("--lock-at", "x", "QQ: bet 12 1"), "--limit flop: goes not with --lock-at"),
        (("--rivers", "solve", "--out", "x.npz"), "--limit flop: goes not with --rivers: the file holds the flop alone"),
        (("--middle", "AA"), "--limit flop: goes not with --middle"),
        (("--payouts", "5,3"), "--limit flop: goes not with --payouts"),
        (("--preset", "preflop-20bb"), "--limit flop: goes not with a preset from the blinds on"),
        (("--solver-precision", "half"), "--solver-precision 'half': must be auto or single with --limit flop"),
        (("--board", "QsJh2h8d"), "--limit flop: must be a flop: a turn takes 13 times as long"),
        (("--board", "QsJh2h8d3c"), "--limit flop: must be a flop: a board of three cards"),
        (("--variant", "pcfr+"), "--limit flop: goes not with a variant that predicts"),
        (("--iterations", "0"), "--iterations 0: must be at least 1"),
    ],
)  # fmt: skip
def test_what_is_refused(more: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    given = FLOP if more[0] != "--preset" else ()
    assert main(["solve", *given, "--limit", "flop", *more]) == 2
    assert message in capsys.readouterr().err
