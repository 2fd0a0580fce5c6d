"""The examples of spots with cards to come do what they say."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from pokerzoo.agents import TabularPolicy
from pokerzoo_testing import ROOT


def test_turn(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib").use("Agg")
    picture = tmp_path / "rivers.png"
    monkeypatch.setattr(sys, "argv", ["turn.py", str(picture)])
    runpy.run_path(str(ROOT / "examples" / "turn.py"))
    printed = capsys.readouterr().out
    reached = [float(found) for found in re.findall(r"iterations +([\d.]+)", printed)]
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
    reached = [float(found) for found in re.findall(r"exploitable for ([\d.]+)%", printed)]
    assert all(percent <= target for percent, target in zip(reached, (2, 0.5), strict=True))
    assert re.search(r"xx/2c/xx/Kd +OOP +AsKs: check \d+%", printed)
    assert len(TabularPolicy.load(file).game.infosets) == 2_842_992


def test_whole_hands(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(ROOT / "examples" / "whole_hands.py"))
    printed = capsys.readouterr().out
    table, six, best = printed.split("\n\n")
    assert len(re.findall(r"[+-]\d+\.\d{4} ± \d+\.\d{4}", table)) == 20
    means = [int(found) for found in re.findall(r"([+-]\d+) ± \d+ thousandths", six)]
    assert len(means) == 6 and abs(sum(means)) <= 6
    assert means[4] < 0 < means[0]  # random, tight
    assert "always_fold       750 (750 to 750)" in best


def test_value_network_says_what_is_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.setattr(sys, "argv", ["value_network.py", str(tmp_path / "rivers")])
    with pytest.raises(SystemExit, match="needs torch: pip install torch"):
        runpy.run_path(str(ROOT / "examples" / "value_network.py"), run_name="__main__")
    assert not list(tmp_path.iterdir())


@pytest.mark.rl
def test_value_network(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    command = [sys.executable, str(ROOT / "examples" / "value_network.py"), str(tmp_path / "rivers"), "--quick"]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    loss = {name: float(found) for name, found in re.findall(r"^(.*\S) +[\d.]+ +(0\.\d{5}) +[\d.]+$", printed, re.MULTILINE)}
    assert list(loss) == ["always 0", "each player's mean", "as if no player bet", "network"]
    assert loss["network"] < loss["as if no player bet"] < loss["always 0"] / 2
    assert "zero-sum to" in printed
