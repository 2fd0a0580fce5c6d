"""The bet/fold game on the command line: train, evaluate, match, play; the example's pictures."""

from __future__ import annotations

import os
import re
import runpy
import signal
from pathlib import Path

import pytest

from pokerzoo.agents import CFR, SymmetricRegretMatching, TabularPolicy
from pokerzoo.cli import main
from pokerzoo.envs import make_game
from pokerzoo.evaluation import bet_fold_gain
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


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("train bet_fold --variant cfr++", "allowed: cfr, cfr+, lcfr, dcfr"),
        (
            "train bet_fold --method symmetric --variant dcfr",
            "--variant 'dcfr': SymmetricRegretMatching cannot do this: it samples games with cfr",
        ),
        ("train bet_fold --option alternating=true --param num_players=20", "exact up to 14 players"),
        ("train bet_fold --param odds=1", "odds=1: must be"),
        ("train bet_fold --until 0", "--until 0: must be a finite number above 0"),
    ],
)
def test_errors_are_one_line(command: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(command.split()) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert error.startswith("pokerzoo: error: ") and error.count("\n") == 1
    assert message in error


def test_train_is_the_api(printed: Printed, tmp_path: Path) -> None:
    path = tmp_path / "b.npz"
    arguments = ("--variant", "cfr+", "--iterations", "700", "--param", "blind=2", "--out", str(path))
    result = printed.json("train", *FIVE, *arguments)
    assert result.keys() == documented("## train") | documented("### The bet/fold game")
    game = make_game("bet_fold", num_players=5, odds=3, blind=2)
    bet = game.bets_of(CFR(game, "cfr+", alternating=False).run(700).average_policy().probabilities)[0]
    gain = bet_fold_gain(game, bet)
    assert result["bet_probabilities"] == bet.tolist()
    assert result["best_response_gain_bb"] == pytest.approx(gain.bb, abs=1e-12)
    assert result["best_response_gain_chips"] == result["exploitability_chips"] == pytest.approx(2 * gain.bb, abs=1e-12)
    assert (result["threshold"], result["iterations"], result["stopped_by"]) == (77, 700, "iterations")
    assert (result["alternating"], result["chance"], result["seed"]) == (False, "all", None)
    policy = TabularPolicy.load(path)
    assert policy.metadata["variant"] == "cfr+" and policy.metadata["iterations"] == 700
    for player in (0, 4):
        for card in (0, 76, 77, 100):
            assert policy[f"player_{player} {card}|"]["bet"] == bet[card]


def test_players_in_turn_have_a_row_each(printed: Printed) -> None:
    command = ("train", *FIVE, "--option", "alternating=true", "--iterations", "50")
    result, text = printed.json(*command), printed(*command)
    assert result["alternating"] and "bet_probabilities" not in result
    assert "average strategy of player 4: the first 12 of 101 infosets" in text and "alternating updates" in text


def test_train_sampled_stops_and_repeats(printed: Printed) -> None:
    runs = [printed.json("train", *FIVE, "--method", "symmetric", "--seed", seed) for seed in "112"]
    assert runs[0]["bet_probabilities"] == runs[1]["bet_probabilities"] != runs[2]["bet_probabilities"]
    for run in runs:
        assert (run["variant"], run["stopped_by"]) == ("cfr", "until")
        assert run["best_response_gain_bb"] <= 0.001
    drawn = printed.json("train", *FIVE, "--method", "symmetric", "--iterations", "10")
    assert drawn["iterations"] == 10 and isinstance(drawn["seed"], int)


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


def test_ctrl_c_keeps_what_was_trained(printed: Printed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    original, calls = SymmetricRegretMatching.advance, []

    def advance(solver: SymmetricRegretMatching, count: int) -> None:
        calls.append(count)
        if len(calls) == 3:
            os.kill(os.getpid(), signal.SIGINT)
        original(solver, count)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    monkeypatch.setattr(SymmetricRegretMatching, "advance", advance)
    path = tmp_path / "kept.npz"
    try:
        result = printed.json("train", *FIVE, "--method", "symmetric", "--iterations", "1000000000000", "--out", str(path))
    finally:
        signal.signal(signal.SIGINT, before)
    assert result["stopped_by"] == "interrupt"
    assert result["iterations"] == sum(calls) and len(calls) == 3
    assert f"kept in {path}" in printed.error
    assert TabularPolicy.load(path).metadata["iterations"] == result["iterations"]


def test_evaluate_measures_best_response_gains(printed: Printed, five: str, tmp_path: Path) -> None:
    policy = TabularPolicy.load(five)
    result = printed.json("evaluate", five)
    bet = policy.probabilities.reshape(5, 101, 2)[:, :, 1]
    gain = float(bet_fold_gain(policy.game, bet[0]).per_player)
    assert [row["gain_chips"] for row in result["players"]] == pytest.approx([gain] * 5, abs=1e-15)
    assert result["exploitability_chips"] == pytest.approx(gain, abs=1e-15)
    assert [row["expected_chips"] for row in result["players"]] == pytest.approx([0.0] * 5, abs=1e-12)
    assert "NashConv" in printed("evaluate", five)


def test_show_match_and_play_take_the_file(printed: Printed, five: str) -> None:
    rows = printed.json("show", five, "--infoset", "player_2 77|")["infosets"]
    assert rows[0]["probabilities"]["bet"] == pytest.approx(1.0)
    result = printed.json("match", five, "random", "random", "random", "random", "--hands", "2000", "--seed", "1")
    assert result["players"][0]["name"] == five
    assert result["players"][0]["chips_per_hand"] > 0.3
    played = printed.json("play", five, "--hands", "2", "--seed", "1", typed="bet\nfold\n")
    assert played["hands"] == 2


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
