"""The examples of spots with cards to come do what they say."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from pokerzoo.agents import TabularPolicy
from pokerzoo_testing import ROOT
from pokerzoo_testing.programs import load_program

pytestmark = pytest.mark.check


def test_turn(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib").use("Agg")
    picture = tmp_path / "rivers.png"
    monkeypatch.setattr(sys, "argv", ["turn.py", str(picture)])
    runpy.run_path(str(ROOT / "examples" / "turn.py"))
    printed = capsys.readouterr().out
    reached = [float(result) for result in re.findall(r"iterations +([\d.]+)", printed)]
    assert all(percent <= target for percent, target in zip(reached, (5, 1, 0.5, 0.2), strict=True))
    assert "OOP has 55.1% equity" in printed
    assert re.search(r"best rivers +J\w \+\d\d", printed)  # a third jack or queen
    assert re.search(r"worst rivers +[AK]\w -\d\d", printed)
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_flop(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "flop.npz"
    monkeypatch.setattr(sys, "argv", ["flop.py", str(file)])
    runpy.run_path(str(ROOT / "examples" / "flop.py"))
    printed = capsys.readouterr().out
    assert "133 lines of betting, 164,416 public states, 2,842,992 infosets" in printed
    reached = [float(result) for result in re.findall(r"exploitable for ([\d.]+)%", printed)]
    assert all(percent <= target for percent, target in zip(reached, (2, 0.5), strict=True))
    assert re.search(r"xx/2c/xx/Kd +OOP +AsKs: check \d+%", printed)
    assert len(TabularPolicy.load(file).game.infosets) == 2_842_992


def test_whole_hands(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(ROOT / "examples" / "whole_hands.py"))
    printed = capsys.readouterr().out
    table, six, best = printed.split("\n\n")
    assert len(re.findall(r"[+-]\d+\.\d{4} ± \d+\.\d{4}", table)) == 20
    means = [int(result) for result in re.findall(r"([+-]\d+) ± \d+ thousandths", six)]
    assert len(means) == 6 and abs(sum(means)) <= 6
    assert means[4] < 0 < means[0]  # random, tight
    assert "always_fold       750 (750 to 750)" in best


@pytest.mark.rl
def test_value_networks(tmp_path: Path) -> None:
    """Four turns solved a little, a network of two epochs, and a flop that asks it."""
    pytest.importorskip("torch")

    def run(name: str, *arguments: str) -> str:
        command = [sys.executable, str(ROOT / "examples" / "value_networks" / name), *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    turns, network = str(tmp_path / "turns"), str(tmp_path / "turns.npz")
    options = ("--spots", "4", "--ranges", "narrow", "--until", "5%", "--iterations", "50", "--processes", "1")
    assert "4 turns solved" in run("situations.py", turns, *options)
    assert run("situations.py", turns, *options).startswith("0 turns solved"), "what is there is not solved again"
    printed = run("train.py", turns, "--out", network, "--epochs", "2", "--width", "4", "--passes", "1")
    assert re.search(r"held out  network       Huber loss 0\.\d{5}, mean error of hands held \d+\.\d\d% of the pot", printed)
    table = run("measure.py", network, "--iterations", "2", "--spot", "Kd7h2c", "4-bet", "1").splitlines()
    assert table[1].startswith("Kd7h2c  4-bet") and len(table[1].split()) == 11 and table[2].startswith("mean: full ")


def test_continuous_amounts(capsys: pytest.CaptureFixture[str]) -> None:
    example = load_program(ROOT / "examples" / "continuous_amounts.py")
    example.main(200)
    printed = capsys.readouterr().out
    counts = {kind: int(count) for kind, count in re.findall(r"^(\w+) +(\d+)$", printed, re.MULTILINE)}
    assert [*counts] == ["fold", "check", "call", "bet", "raise"] and all(counts.values())
    low, high = map(float, re.findall(r"from ([\d.]+) to ([\d.]+) chips", printed)[0])
    assert 1 <= low <= 2 and 150 < high <= 200  # the least bet is the big blind, or all that is left
    env = example.ContinuousAmounts(gymnasium.make("pokerzoo/TexasHoldem-v0", bet_sizes="any", illegal="raise", seat=1))
    env.reset(seed=1)
    shares = [env.unwrapped.state.action_name(env.action(np.array([-1, 0, 1, share]))) for share in (-1, 0, 0.502, 1)]
    assert shares == ["raise to 4", "raise to 102", "raise to 151", "raise to 200"]
    with pytest.warns(UserWarning, match="different from the unwrapped version"):
        check_env(env, skip_render_check=True)
