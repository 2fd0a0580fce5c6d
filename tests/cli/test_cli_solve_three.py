"""``pokerzoo solve --middle``: spots for three players, what it prints, the file, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pokerzoo.agents import CFR, TabularPolicy
from pokerzoo.envs import make_game
from pokerzoo_testing.command_line import Printed

SPOT = ("--board", "QsJh2h8d3c", "--oop", "TT+,AKs", "--middle", "JJ+,AQ", "--ip", "99+,KQs",
        "--pot", "50", "--stack", "100")  # fmt: skip


def test_solve_is_the_api(printed: Printed, tmp_path: Path) -> None:
    path = tmp_path / "three.npz"
    result = printed.json("solve", *SPOT, "--stack", "100/60/60", "--until", "0.3%", "--out", str(path))
    game = make_game(
        "holdem", board="QsJh2h8d3c", ranges=("TT+,AKs", "JJ+,AQ", "99+,KQs"), pot=50, stack=(100, 60, 60)
    )  # fmt: skip
    solver = CFR(game).run(until="0.3%")
    assert result["parameters"] == json.loads(json.dumps(game.params))
    assert TabularPolicy.load(path) == solver.average_policy()
    assert result["stopped_by"] == "until" and result["largest_gain_pot_percent"] <= 0.3


def test_a_promise_is_printed_only_where_all_gains_are_small(printed: Printed) -> None:
    short = printed("solve", *SPOT, "--until", "0.1%", "--iterations", "5")
    assert "none: with three players CFR may not converge" in short and "equilibrium" not in short
    assert "MP expects" in short and "stack 100" in short
    assert "an approximate equilibrium: no player gains more than" in printed("solve", *SPOT, "--until", "1%")


def test_sizes_and_locks_of_three(printed: Printed) -> None:
    result = printed("solve", *SPOT, "--bet", "33%/50%/50%", "--iterations", "3", "--lock-at", "b17", "QQ: fold 1")
    assert "bet OOP 33%; MP 50%; IP 50%" in result and "at b17" in result and "the locks kept" in result


def test_the_tree_of_three_players(printed: Printed) -> None:
    result = printed("tree", *SPOT, "--param", "raise_cap=1")
    assert "xxb25fc  showdown of MP and IP, pot 100" in result and "xxb25ff  IP wins, pot 75" in result


def test_other_commands_take_the_file(printed: Printed, tmp_path: Path) -> None:
    path = str(tmp_path / "three.npz")
    printed("solve", *SPOT, "--iterations", "20", "--out", path)
    assert "NashConv" in printed("evaluate", path)
    assert "MP JJ+, AQ" in printed("show", path)
    assert printed("show", path, "--player", "mp") == printed("show", path, "--player", "1")
    shown = printed("show", path, "--at", "xb25", "--player", "mp")
    assert "IP to act" in shown and "MP's range" in shown and "pot 75" in shown
    csv = tmp_path / "hands.csv"
    node = printed.json("show", path, "--at", "xb25", "--hands", "--csv", str(csv))["node"]
    assert sum(own["ev"] for own in node["players"]) == pytest.approx(75)  # from here on: the pot and len(node["ev"]) == 3
    assert {row.split(",")[1] for row in csv.read_text().splitlines()[1:]} == {"OOP", "MP", "IP"}
    assert "exact mean" in printed("match", path, path, "random", "--hands", "300")
