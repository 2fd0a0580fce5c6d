"""Sweeps and data sets from Python."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("pebble")
pytest.importorskip("pyarrow")
pytest.importorskip("pydantic")

from pokerzoo.evaluation import Sweep, make_dataset, read_dataset, sweep

SWEEP = {
    "oop": "QQ+",
    "ip": "JJ+",
    "pot": 40,
    "stack": 60,
    "vary": {"boards": ["QsJh2h8d3c", "AsKh2h8d3c"]},
    "solve": {"until": "1%"},
}


def test_a_sweep_is_made_and_gone_on_with(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    made = sweep(SWEEP, tmp_path / "out", processes=1, progress=lambda *now: told.append(now))
    assert isinstance(made, Sweep)
    assert (len(made), made.failed, told[0], told[-1]) == (2, 0, (0, 2), (2, 2))
    told.clear()
    again = sweep(SWEEP, tmp_path / "out", progress=lambda *now: told.append(now))
    assert again.table().equals(made.table())
    assert told == [(2, 2)]
    with pytest.raises(ValueError, match="holds another sweep"):
        sweep(SWEEP | {"pot": 41}, tmp_path / "out")
    with pytest.raises(ValueError, match=r"config: unknown key 'pots'"):
        sweep(SWEEP | {"pots": [41]}, tmp_path / "other")


def test_a_dataset_is_made(tmp_path: Path) -> None:
    made = make_dataset("river", 2, tmp_path / "set", processes=1, pots="100:60", until="2%", seed=4)
    assert len(made) == 2
    (file,) = read_dataset(tmp_path / "set")
    assert file["pot"].tolist() == [100, 100]
    with pytest.raises(TypeError, match="colour"):
        make_dataset("river", 2, tmp_path / "other", colour="red")
    with pytest.raises(ValueError, match="street='flop'"):
        make_dataset("flop", 2, tmp_path / "other")
