"""Sweeps from Python."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("pebble")
pytest.importorskip("pyarrow")
pytest.importorskip("pydantic")

from pokerzoo.evaluation import Sweep, sweep

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
