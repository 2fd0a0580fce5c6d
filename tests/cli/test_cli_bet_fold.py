"""The bet/fold game on the command line: train, evaluate, match, play; the example's pictures."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

from pokerzoo.cli import main
from pokerzoo_testing import ROOT
from pokerzoo_testing.command_line import Printed, json_manual

FIVE = ("bet_fold", "--param", "num_players=5", "--param", "odds=3")


@pytest.fixture(scope="module")
def five(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A file that ``train`` wrote: five players, odds 3."""
    path = str(tmp_path_factory.mktemp("policies") / "five.npz")
    assert main(["train", *FIVE, "--quiet", "--out", path]) == 0
    return path


def documented(section: str) -> set[str]:
    """The keys in the table of a section of docs/cli_json.md."""
    text = json_manual().partition(f"\n{section}\n")[2]
    return set(re.findall(r"^\| `([^`]+)` \|", re.split(r"\n##+ ", text)[0], re.MULTILINE))


def test_players_in_turn_have_a_row_each(printed: Printed) -> None:
    command = ("train", *FIVE, "--option", "alternating=true", "--iterations", "50")
    result, text = printed.json(*command), printed(*command)
    assert result["alternating"] and "bet_probabilities" not in result
    assert "average strategy of player 4: the first 12 of 101 infosets" in text and "alternating updates" in text


def test_train_prints_ranges_of_cards(printed: Printed, tmp_path: Path) -> None:
    text = printed("train", *FIVE)
    assert re.search(r"^0 to 76 +0\.0000$", text, re.MULTILINE)
    assert re.search(r"^77 to 100 +1\.0000$", text, re.MULTILINE)
    assert re.search(r"^threshold +77 \(lowest card that bets\)$", text, re.MULTILINE)
    assert re.search(r"^best-response gain +\S+ bb = \S+ chips a game for each player", text, re.MULTILINE)
    assert "not written; --out FILE" in text
    rough = printed("train", *FIVE, "--method", "symmetric", "--seed", "3", "--iterations", "20000")
    assert "sampled games, cfr, seed 3" in rough
    assert len(rough.splitlines()) <= 55
    assert printed("train", *FIVE, "--quiet", "--out", str(tmp_path / "q.npz")) == ""


@pytest.mark.long
def test_the_example_draws_three_pictures(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    example = runpy.run_path(str(ROOT / "examples" / "bet_fold.py"))
    example["draw_strategies"].__globals__["GAMES"] = 20_000
    example["main"](tmp_path / "pictures")
    printed = capsys.readouterr().out
    names = ["bet_fold_convergence.png", "bet_fold_strategies.png", "bet_fold_thresholds.png"]
    assert sorted(path.name for path in (tmp_path / "pictures").iterdir()) == names
    assert all((tmp_path / "pictures" / name).read_bytes().startswith(b"\x89PNG") for name in names)
    assert "75 or 76 / 72 (0.001584)" in printed
    assert "15 of 27 cells" in printed


def test_the_object_has_the_curve(printed: Printed, five: str) -> None:
    result = printed.json("train", *FIVE, "--iterations", "700", "--variant", "cfr+")
    assert result.keys() == documented("## train") | documented("### The bet/fold game")
    assert (result["threshold"], result["stopped_by"], result["chance"], result["seed"]) == (77, "iterations", "all", None)
    assert result["best_response_gain_chips"] == result["exploitability_chips"]
    drawn = printed.json("train", *FIVE, "--method", "symmetric", "--iterations", "10")
    assert drawn["iterations"] == 10 and isinstance(drawn["seed"], int)
    assert "NashConv" in printed("evaluate", five)
    assert printed.json("play", five, "--hands", "2", "--seed", "1", typed="bet\nfold\n")["hands"] == 2
