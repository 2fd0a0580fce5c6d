"""``pokerzoo train texas_holdem --method blueprint``, and the file in a match."""

from __future__ import annotations

from pathlib import Path

import pytest

from pokerzoo.cli import main
from pokerzoo_testing.command_line import Printed

ROYAL = ("train", "texas_holdem", "--param", "deck=royal", "--param", "stack=20", "--method", "blueprint")


def test_a_blueprint_is_trained_and_plays(printed: Printed, tmp_path: Path) -> None:
    file = str(tmp_path / "royal.npz")
    small = ("--hand-classes", "5,5,5", "--iterations", "15", "--seed", "1", "--threads", "1")
    result = printed.json(*ROYAL, *small, "--out", file)
    assert (result["iterations"], result["stopped_by"], result["file"]) == (15, "iterations", file)
    assert result["file_bytes"] == Path(file).stat().st_size
    apart = printed.json(*ROYAL, *small, "--textures")
    assert result["hand_classes"] == [25, 5, 5, 5] and apart["hand_classes"] == [25, 6 * 5, 32 * 5, 30 * 5]
    match = printed.json("match", file, "tight", "--hands", "10", "--seed", "1")
    assert match["hands"] == 10


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--until", "1"), "--until: not with --method blueprint"),
        (("--hand-classes", "5,5"), "must be three numbers"),
        (("--hand-classes", "5,few,5"), "'few' must be a whole number"),
    ],
)
def test_errors(more: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ROYAL, "--iterations", "1", *more]) != 0
    assert said in capsys.readouterr().err


def test_options_of_blueprints_need_the_method(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "kuhn", "--seconds", "3"]) != 0
    assert "--seconds: needs --method blueprint" in capsys.readouterr().err
