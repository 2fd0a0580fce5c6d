"""The commands ``solve`` and ``tree``: rivers, cards to come, three players, games from the blinds on."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, TabularPolicy
from pokerzoo.cli import main
from pokerzoo.cli.solve import EXAMPLES as SOLVE_EXAMPLES
from pokerzoo.cli.tree import EXAMPLES as TREE_EXAMPLES
from pokerzoo.envs import make_game
from pokerzoo.envs.compiled.street_size import solving_size
from pokerzoo.envs.games.holdem import HoldemGame, make_holdem
from pokerzoo.envs.games.spot_presets import PRESETS, SPOT_PRESETS
from pokerzoo_testing.command_line import DOCS, Printed

SMALL = ("--board", "AhJs7c7d2h", "--oop", "QQ,AKs:0.5", "--ip", "JJ,KK", "--pot", "10", "--stack", "20")
FULL = ("--board", "QsJh2h8d3c", "--oop", "random", "--ip", "random", "--pot", "100", "--stack", "300",
        "--bet", "33%,75%,150%,a", "--raise", "60%,a")  # fmt: skip


def spot(**params: Any) -> HoldemGame:
    """A spot made without the command line."""
    return make_holdem(**params)


def test_solve_is_the_api(printed: Printed, tmp_path: Path) -> None:
    path = tmp_path / "s.npz"
    result = printed.json("solve", *SMALL, "--bet", "50%,a", "--until", "0.5%", "--out", str(path))
    game = spot(board="AhJs7c7d2h", ranges=("QQ,AKs:0.5", "JJ,KK"), pot=10, stack=20, bet_sizes="50%,a")
    solver = CFR(game).run(until="0.5%")
    assert result["parameters"] == json.loads(json.dumps(game.params))
    assert (result["iterations"], result["stopped_by"]) == (solver.iteration, "until")
    assert TabularPolicy.load(path) == solver.average_policy()
    assert result["file_bytes"] == path.stat().st_size
    assert result["players"] == [player.to_dict() for player in solver.measure().players]
    small = printed.json("solve", *SMALL, "--bet", "50%,a", "--precision", "half", "--out", str(path))
    assert small["file_bytes"] < result["file_bytes"]


def test_solve_prints_a_summary(printed: Printed, tmp_path: Path) -> None:
    path = tmp_path / "s.npz"
    text = printed("solve", "--preset", "river", "--until", "0.001%", "--out", str(path))
    for name in ("NashConv", "exploitability", "OOP starts with", r"0 \(OOP\)", r"1 \(IP\)"):
        assert re.search(rf"^{name} +\S", text, re.M)
    assert f"{path} ({path.stat().st_size:,} bytes)" in text
    assert "not written" in printed("solve", "--preset", "river", "--iterations", "3")
    assert printed.error == ""


def test_solve_quiet_and_limits(printed: Printed, tmp_path: Path) -> None:
    assert printed("solve", "--preset", "river", "--iterations", "3", "--quiet", "--out", str(tmp_path / "s.npz")) == ""
    assert TabularPolicy.load(tmp_path / "s.npz").metadata["iterations"] == 3
    assert printed.json("solve", "--preset", "river", "--iterations", "3")["stopped_by"] == "iterations"
    result = printed.json("solve", "--preset", "river", "--until", "0.05", "--option", "variant=cfr+")  # chips
    assert result["exploitability_chips"] <= 0.05
    assert result["exploitability_pot_percent"] == pytest.approx(2 * result["exploitability_chips"])


def test_a_file_without_values_of_rivers_says_that_nothing_is_known(printed: Printed, tmp_path: Path) -> None:
    turn = [
        "--board",
        "QsJh2h8d",
        "--oop",
        "22+",
        "--ip",
        "22+,AKs",
        "--bet",
        "a",
        "--raise",
        "a",
        "--pot",
        "50",
        "--stack",
        "100",
    ]
    path = tmp_path / "turn.npz"
    solved = printed("solve", *turn, "--iterations", "2", "--streets", "1", "--out", str(path))
    assert "exploitability is at most" in solved and "exploitability is at most" in printed("show", str(path))
    with np.load(path) as archive:
        np.savez(path, header=archive["header"], rows=archive["rows"])
    assert "exploitability is not known" in printed("show", str(path))


@pytest.mark.parametrize("preset", ["single-raised", "3-bet", "blinds"])
def test_presets_of_flops_have_100_big_blinds_and_fit_a_laptop(printed: Printed, preset: str) -> None:
    result = printed.json("tree", "--preset", preset)
    solving = result["solving"]
    memory, seconds = f"{solving['bytes']['single'] / 1e9:.1f} GB", f"{solving['seconds_per_iteration']:.2f} s"
    assert PRESETS[preset].about.endswith(f"{memory}, {seconds} an iteration")
    assert re.search(rf"^\| \*\*`{preset}`\*\* \|.*\| {memory}, {seconds} \|$", DOCS.read_text(encoding="utf-8"), re.M)
    parameters = result["parameters"]
    assert len(parameters["board"]) == 6
    dead = 5 if preset != "blinds" else 0  # the small blind's chips
    assert (parameters["pot"] - dead) / 2 + parameters["stack"] == 1000  # big blinds are ten chips
    assert result["solving"]["bytes"]["single"] < 1.6e9
    assert preset in "".join(printed("solve", "--help").split())  # lines break at hyphens


def test_config_in_place_of_flags(printed: Printed, tmp_path: Path) -> None:
    file = tmp_path / "spot.toml"
    file.write_text(
        'board = "AhJs7c7d2h"\nranges = ["QQ,AKs:0.5", "JJ,KK"]\npot = 10.0\nstack = 20\nraise-sizes = ["50%", "60%,a"]\n'
        'bet_sizes = "a"\nremoved = ["b20"]\nuntil = 0.5\niterations = 400\noption = {variant = "cfr+"}\nraise-cap = 2\n'
    )
    result = printed.json(
        "solve", "--config", str(file), "--option", "variant=lcfr", "--stack", "30", "--bet", "a / 50%,a", "--remove", "b30"
    )
    game = spot(
        board="AhJs7c7d2h", ranges=("QQ,AKs:0.5", "JJ,KK"), pot=10, stack=30, bet_sizes=("a", "50%,a"),
        raise_sizes=("50%", "60%,a"), raise_cap=2, removed=("b30",),
    )  # fmt: skip
    assert result["parameters"] == json.loads(json.dumps(game.params))
    assert result["variant"] == "lcfr"
    assert result["exploitability_chips"] <= 0.5 or result["iterations"] == 400
    told = printed.json("tree", "--config", str(file))  # what says how to solve is left aside
    assert told["parameters"]["stack"] == 20


@pytest.mark.check
def test_documented_file_and_examples_are_good(printed: Printed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("spot.toml").write_text(DOCS.read_text(encoding="utf-8").partition("```toml\n")[2].partition("```")[0])
    for example in " ".join((*TREE_EXAMPLES, *SOLVE_EXAMPLES)).split("pokerzoo ")[1:]:
        printed(*shlex.split(example))
    assert len(TabularPolicy.load("spot.npz")) > 0


def test_options_win_over_the_file_and_the_file_over_the_preset(printed: Printed, tmp_path: Path) -> None:
    file = tmp_path / "spot.toml"
    file.write_text(
        'preset = "full"\nbet_sizes = "10%"\npot = 90\nuntil = "3%"\noption = {threads = 1}\nlock-at = [["x", "AA: check 1"]]\n'
    )

    def parameters(*options: str) -> Any:
        return printed.json("tree", "--config", str(file), *options)["parameters"]

    full = make_game("holdem", **PRESETS["full"].params | {"bet_sizes": "10%", "pot": 80})
    assert parameters("--pot", "80") == json.loads(json.dumps(full.params))
    assert parameters("--ip", "AA")["ranges"] == ["random", "AA"]
    assert parameters("--preset", "river")["board"] == "2d2s2c2h3d"
    assert parameters("--param", "pot=70")["pot"] == 70
    solved = printed.json("solve", "--config", str(file), "--preset", "river", "--bet", "50%")
    assert solved["locked_nodes"] == ["x"] and solved["exploitability_pot_percent"] <= 3


def test_tree_prints_lines(printed: Printed) -> None:
    text = printed("tree", "--preset", "river")
    assert "start  OOP to act, pot 50: check, bet 25\n" in text
    assert "└── b25  IP to act, pot 75: fold, call, raise to 100\n" in text
    assert "b25f  OOP wins, pot 75\n" in text
    assert "xb25f  IP wins, pot 75\n" in text
    assert "b25r100c  showdown, pot 250\n" in text
    assert re.search(r"^action nodes +6\nterminal nodes +9$", text, re.M)


def test_tree_says_what_solving_a_flop_takes(printed: Printed) -> None:
    # Two suits (clubs and spades) are alike on Td9d6h: 23 of 49 cards are of the others, (49 x 48 + 23 x 22) / 2 = 1,429.
    spot = "--board Td9d6h --oop random --ip random --pot 200 --stack 900 --bet 60% --raise 60%"
    solving = printed.json("tree", *spot.split())["solving"]
    assert (solving["boards"], solving["distinct_boards"]) == ([1, 49, 2352], [1, 36, 1429])
    assert solving["probabilities"] > 10**8
    assert 0.45 < solving["bytes"]["half"] / solving["bytes"]["single"] < 0.6
    text = printed("tree", *spot.split())
    assert re.search(r"^memory +2\.\d+ GB in single precision, 1\.\d+ GB in half precision$", text, re.M)
    assert re.search(r"^an iteration +about [\d.]+ s on one core$", text, re.M)


TURN = ("--board", "QsJh2h8d", "--oop", "22+", "--ip", "22+,AKs", "--bet", "a", "--raise", "a",
        "--pot", "50", "--stack", "100", "--iterations", "20", "--option", "variant=dcfr")  # fmt: skip


def test_solver_precision_is_not_the_precision_of_the_file(printed: Printed, tmp_path: Path) -> None:
    path = str(tmp_path / "turn.npz")
    results = [
        printed.json("solve", *TURN, "--option", f"precision={asked}", "--out", path) for asked in ("auto", "single", "half")
    ]
    assert [result["solver_precision"] for result in results] == ["single", "single", "half"]
    assert len({result["file_bytes"] for result in results}) == 1
    exact, _, rough = (result["exploitability_chips"] for result in results)
    assert rough != exact and rough == pytest.approx(exact, rel=0.1)
    assert "half precision" in printed("solve", *TURN, "--option", "precision=half")


THREE = ("--board", "QsJh2h8d3c", "--oop", "TT+,AKs", "--middle", "JJ+,AQ", "--ip", "99+,KQs",
        "--pot", "50", "--stack", "100")  # fmt: skip


def test_three_players_are_the_api(printed: Printed, tmp_path: Path) -> None:
    path = tmp_path / "three.npz"
    result = printed.json("solve", *THREE, "--stack", "100/60/60", "--until", "0.3%", "--out", str(path))
    game = make_game(
        "holdem", board="QsJh2h8d3c", ranges=("TT+,AKs", "JJ+,AQ", "99+,KQs"), pot=50, stack=(100, 60, 60)
    )  # fmt: skip
    solver = CFR(game).run(until="0.3%")
    assert result["parameters"] == json.loads(json.dumps(game.params))
    assert TabularPolicy.load(path) == solver.average_policy()
    assert result["stopped_by"] == "until" and result["largest_gain_pot_percent"] <= 0.3


def test_a_promise_is_printed_only_where_all_gains_are_small(printed: Printed) -> None:
    short = printed("solve", *THREE, "--until", "0.1%", "--iterations", "5")
    assert "no convergence to an equilibrium is promised" in short and "An approximate" not in short
    assert "1 (MP)" in short and "stack 100" in short
    assert "An approximate equilibrium: no player gains more than" in printed("solve", *THREE, "--until", "1%")


def test_sizes_and_locks_of_three(printed: Printed) -> None:
    result = printed("solve", *THREE, "--bet", "33%/50%/50%", "--iterations", "3", "--lock-at", "b17", "QQ: fold 1")
    assert "bet OOP 33%; MP 50%; IP 50%" in result and "at b17" in result and "locked infosets kept" in result


def test_the_tree_of_three_players(printed: Printed) -> None:
    result = printed("tree", *THREE, "--param", "raise_cap=1")
    assert "xxb25fc  showdown of MP and IP, pot 100" in result and "xxb25ff  IP wins, pot 75" in result


def test_other_commands_take_the_file(printed: Printed, tmp_path: Path) -> None:
    path = str(tmp_path / "three.npz")
    printed("solve", *THREE, "--iterations", "20", "--out", path)
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


def made(name: str) -> Any:
    """The game of a preset."""
    return make_game(PRESETS[name].game, **PRESETS[name].params)


@pytest.mark.parametrize("name", sorted(PRESETS.keys() - SPOT_PRESETS.keys()))
def test_each_preset_makes_a_game(name: str) -> None:
    """Each preset is a game from the blinds on, whose parameters make it again; a small machine can solve it."""
    game = made(name)
    assert game.rules.betting.blinds
    assert make_game(game.name, **game.params).params == game.params
    size = solving_size(game)  # of fhp, the largest: docs/howto/before_the_flop.md
    assert size.bytes["single"] < 4.2e9 and size.seconds_per_iteration is not None and size.seconds_per_iteration < 1.4


def test_ms1f3_has_one_bet_a_street() -> None:
    """The betting of the tutorial of slumbot2019: fold, call or a raise to three big blinds."""
    game = made("ms1f3")
    assert game.rules.root.line.action_names == ("fold", "call", "raise to 6")
    assert game.size.sequences == ((4, 5), (12, 12))


def test_summary_has_a_chart(printed: Printed) -> None:
    """The summary has values in chips, exploitability in mbb, and a line for each rank."""
    text = printed("solve", "--preset", "preflop-20bb", "--iterations", "5")
    assert "(SB)" in text and " mbb)" in text and "SB starts with" in text
    chart = [line.split() for line in text.splitlines()[-26:]]
    assert chart[0] == ["AA", "AKs", "AQs", "AJs", "ATs", "A9s", "A8s", "A7s", "A6s", "A5s", "A4s", "A3s", "A2s"] and {
        *map(len, chart)
    } == {13}


RIVER = ["--board", "QsJh2h8d3c", "--oop", "AA,QQ", "--ip", "KK,TT", "--pot", "50", "--stack", "100"]


@pytest.mark.parametrize(
    ("more", "notes"),
    [
        ("--pot 5.5 --bet 33%", ["33% of 5.5 is 2 (36%)"]),
        ("--pot 6.5 --bet 33%,75%", ["33% of 6.5 is 2 (31%)"]),
        ("--pot 6 --bet '50% / 20%'", ["20% of 6 is 1 (17%)"]),
        ("--board QsJh2h8d --pot 5 --bet 'turn: 100%; river: 50%'", ["50% of 5 is 3 (60%)"]),
        ("--pot 1 --bet 15% --param chip=0.1 --param min_bet=0.1", ["15% of 1 is 0.2 (20%)"]),  # half a chip, up
        ("--pot 5.5 --bet 33% --param chip=0.1", []),
        ("--pot 100 --bet 33%", []),
        ("--pot 5.5 --bet 2c,a", []),
    ],
)
def test_rounded_bets_are_noted(more: str, notes: list[str], printed: Printed) -> None:
    printed("tree", *RIVER, "--stack", "20", *shlex.split(more))
    assert all(note in printed.error for note in notes) and ("bets are multiples" in printed.error) == bool(notes)


@pytest.mark.parametrize("output", [[], ["--json"], ["--quiet"]])
def test_a_missed_target_has_an_exit_code(output: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", *RIVER, "--until", "0.0001%", "--iterations", "3", *output]) == 3
    out, err = capsys.readouterr()
    assert "the iterations ended far from --until: exploitability is" in err and (out == "") == (output == ["--quiet"])
    assert main(["solve", *RIVER, "--until", "10%", "--iterations", "3000", *output]) == 0
    assert main(["solve", *RIVER, "--iterations", "3", *output]) == 0
    assert "ended far" not in capsys.readouterr().err
