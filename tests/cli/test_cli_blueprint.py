"""``pokerzoo blueprint``, and the file in a match."""

from __future__ import annotations

from pathlib import Path

from pokerzoo_testing.command_line import Printed

ROYAL = ("blueprint", "--param", "deck=royal", "--param", "stack=20")


def test_a_blueprint_is_trained_and_plays(printed: Printed, tmp_path: Path) -> None:
    file = str(tmp_path / "royal.npz")
    small = [word for option in ("flop=5", "turn=5", "river=5", "threads=1") for word in ("--option", option)]
    small += ["--iterations", "15", "--seed", "1"]
    result = printed.json(*ROYAL, *small, "--out", file)
    assert (result["iterations"], result["stopped_by"], result["file"]) == (15, "iterations", file)
    assert result["file_bytes"] == Path(file).stat().st_size
    apart = printed.json(*ROYAL, *small, "--option", "textures=true")
    assert result["hand_classes"] == [25, 5, 5, 5] and apart["hand_classes"] == [25, 6 * 5, 32 * 5, 30 * 5]
    match = printed.json("match", file, "tight", "--hands", "10", "--seed", "1")
    assert match["hands"] == 10
