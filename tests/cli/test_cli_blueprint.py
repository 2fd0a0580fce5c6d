"""``pokerzoo train texas_holdem --method blueprint``, and the file in a match."""

from __future__ import annotations

from pathlib import Path

import pytest

from pokerzoo.cli import main
from pokerzoo_testing.command_line import Printed

ROYAL = ("train", "texas_holdem", "--param", "deck=royal", "--param", "stack=20", "--method", "blueprint")


def test_a_blueprint_is_trained_and_plays(printed: Printed, tmp_path: Path) -> None:
    file = str(tmp_path / "royal.npz")
    small = (
        "--option",
        "flop=5",
        "--option",
        "turn=5",
        "--option",
        "river=5",
        "--option",
        "threads=1",
        "--iterations",
        "15",
        "--seed",
        "1",
    )
    result = printed.json(*ROYAL, *small, "--out", file)
    assert (result["iterations"], result["stopped_by"], result["file"]) == (15, "iterations", file)
    assert result["file_bytes"] == Path(file).stat().st_size
    apart = printed.json(*ROYAL, *small, "--option", "textures=true")
    assert result["hand_classes"] == [25, 5, 5, 5] and apart["hand_classes"] == [25, 6 * 5, 32 * 5, 30 * 5]
    match = printed.json("match", file, "tight", "--hands", "10", "--seed", "1")
    assert match["hands"] == 10


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--until", "1"), "--until: not with --method blueprint"),
        (("--option", "flop=few"), "--option flop='few': must be 'exact' or a number of classes"),
        (("--option", "hands=5"), "--option 'hands': --method blueprint has no such option; allowed: bet_sizes"),
    ],
)
def test_errors(more: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ROYAL, "--iterations", "1", *more]) == 2
    assert said in capsys.readouterr().err


def test_a_blueprint_is_for_whole_hands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "kuhn", "--method", "blueprint", "--seconds", "1"]) == 2
    assert "kuhn: --method blueprint is for texas_holdem" in capsys.readouterr().err
