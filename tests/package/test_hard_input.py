"""Input that used to end in "a bug", a traceback or raw escape sequences: one clear line instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from pokerzoo.agents import TabularPolicy
from pokerzoo.cli import main
from pokerzoo.envs import make_game

DEEP = "[" * 900 + "]" * 900


def error_of(command: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert main(command) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and "a bug" not in error and len(error) < 2000
    return error


@pytest.mark.parametrize("text", [DEEP, "[" * 100_000])
def test_deep_parameters(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    error = error_of(["train", "rps", "--param", f"payoffs={text}"], capsys)
    assert "nested" in error or "must be a matrix" in error


def test_deep_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spot, log = tmp_path / "deep.toml", tmp_path / "log.jsonl"
    spot.write_text(f"board = {'[' * 90 + ']' * 90}\n")
    assert "nested more than 50 deep" in error_of(["solve", "--config", str(spot)], capsys)
    log.write_text("[" * 200_000 + "\n")
    assert "is not a log of a run" in error_of(["train", "kuhn", "--iterations", "3", "--log", str(log)], capsys)


def test_a_closed_stdin_leaves_the_table(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert main(["play", "random", "--game", "kuhn", "--seat", "0", "--seed", "1"]) == 0
    assert "0 hands played" in capsys.readouterr().out


def test_texts_of_a_file_are_escaped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    policy = TabularPolicy.uniform(make_game("kuhn"))
    metadata = {"strategy": "\x1b[31mred\nline", "no\rte": "a\x07\u202eb\x9b", "long": "x" * 10**6}
    TabularPolicy(policy.game, policy.probabilities, metadata).save(tmp_path / "p.npz")
    assert main(["show", str(tmp_path / "p.npz")]) == 0
    out = capsys.readouterr().out
    assert "\\x1b[31mred\\nline" in out and "a\\x07\\u202eb\\x9b" in out and len(out) < 10_000
    assert not set(out) & set("\x1b\r\x07\u202e\x9b")
    TabularPolicy(policy.game, policy.probabilities, {"strategy": "\x1b[31m"}).save(tmp_path / "p.npz")
    assert main(["show", str(tmp_path / "\x1b[31m.npz")]) == 2
    assert "\x1b" not in capsys.readouterr().err
