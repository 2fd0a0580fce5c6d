"""``pokerzoo train --method ppo`` and other learners with networks: as in Python, on games that can be measured and others."""

from __future__ import annotations

import json
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from pokerzoo import agents
from pokerzoo.agents import TabularPolicy
from pokerzoo.cli import main
from pokerzoo.cli.options import METHODS
from pokerzoo.envs import make_game
from pokerzoo_testing.neural_trainers import HANDS, SMALL

LEARNERS = {name: method.trainer for name, method in METHODS.items() if method.network}
needs_torch = pytest.mark.skipif(find_spec("torch") is None, reason="needs torch")


def options_of(given: dict[str, Any]) -> list[str]:
    return [word for name, value in given.items() for word in ("--option", f"{name}={json.dumps(value).strip(chr(34))}")]


@needs_torch
@pytest.mark.parametrize("method", LEARNERS)
def test_a_learner_is_the_api(method: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, log = tmp_path / "p.npz", tmp_path / "log.jsonl"
    own = SMALL[method.replace("-", " ")][1]
    asked = ["train", "kuhn", "--method", method, *options_of(own), "--seed", "3", "--iterations", "6", "--every", "3"]
    assert main([*asked, "--out", str(path), "--log", str(log), "--checkpoint", str(tmp_path / "run"), "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    trainer = getattr(agents, LEARNERS[method])(make_game("kuhn"), seed=3, **own).run(6)
    assert TabularPolicy.load(path) == trainer.average_policy()
    assert result["exploitability_chips"] == pytest.approx(trainer.exploitability)
    assert (result["iterations"], result["seed"], result["chance"]) == (6, 3, "sample")
    assert result["variant"] == ("lcfr" if method == "deep-cfr" else None)
    assert [json.loads(line)["iteration"] for line in log.read_text().splitlines()] == [3, 6]
    assert main([*asked[:-4], "--iterations", "8", "--checkpoint", str(tmp_path / "run")]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert f"{trainer.name}, seed 3, " in text and "hidden [16]" in text and "(from 6 on)" in text


@needs_torch
def test_whole_hands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["train", "texas_holdem", "--method", "rnad", *options_of(HANDS), "--seed", "1", "--checkpoint", str(tmp_path)]
    assert main([*asked, "--iterations", "2", "--json"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert main([*asked, "--iterations", "3"]) == 0
    assert "not measured" in capsys.readouterr().out
    assert (first["iterations"], first["stopped_by"]) == (2, "iterations") and first["decisions"] >= 2 * 64
    assert main([*asked]) == 2
    assert "--iterations or --seconds: is needed: texas_holdem has too many infosets" in capsys.readouterr().err
    assert main(["train", "texas_holdem", "--method", "deep-cfr", "--iterations", "1"]) == 2
    assert "has too many infosets and histories to list" in capsys.readouterr().err


def test_without_torch_it_is_said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    assert main(["train", "kuhn", "--method", "ppo", "--iterations", "1"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("pokerzoo: error: learners with networks need torch: ") and error.count("\n") == 1
