"""Names, lines and other texts that are thousands of characters long: the one line of an error quotes their beginning only."""

from __future__ import annotations

from pathlib import Path

import pytest

from pokerzoo.agents import baseline_policy
from pokerzoo.cli import main
from pokerzoo.envs import make_game

LONG = "x" * 20_000
LONGEST = 700
"""Characters of the line."""
SPOT = ("--board", "QsJh2h8d3c", "--oop", "QQ", "--ip", "JJ", "--pot", "10", "--stack", "20")


@pytest.fixture(scope="module")
def kuhn(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("policies") / "kuhn.npz"
    baseline_policy(make_game("kuhn"), "random").save(path)
    return str(path)


@pytest.mark.parametrize(
    "arguments",
    [
        ("x",),
        ("train", "kuhn", "--variant", "x"),
        ("train", "kuhn", "--param", "num_cards=x"),
        ("show", "x.npz"),
        ("show", "KUHN", "--infoset", "x"),
        ("match", "random", "x", "--game", "kuhn"),
        ("equity", "x", "AA"),
        ("tree", *SPOT, "--bet", "x"),
        ("tree", *SPOT, "--oop", "x"),
        ("solve", *SPOT, "--lock-at", "x", "QQ: check 1"),
        ("query", "x", "--by", "x"),
    ],
)
def test_an_error_quotes_the_beginning_of_a_long_text(
    arguments: tuple[str, ...], kuhn: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    given = [kuhn if part == "KUHN" else part.replace("x", LONG) for part in arguments]
    assert main(given) == 2
    told = capsys.readouterr().err
    assert "x" * 30 in told and "x" * 100 not in told and len(told) < LONGEST, f"{len(told)} characters: {told[:300]}"
