"""Estimate of a work, from rows that are made: compiling is no part of it."""

from __future__ import annotations

import pytest

pytest.importorskip("pyarrow")

from pokerzoo.evaluation.sweeps import estimate
from pokerzoo.evaluation.sweeps.estimate import make_sample
from pokerzoo_testing import made_work
from pokerzoo_testing.made_work import MadeWork


def test_rows_of_a_process_that_compiles_take_what_they_take(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiling longer than a sample may take leaves the sample whole, and no row seems to take as long."""
    made_work.compile_once.cache_clear()
    monkeypatch.setattr(estimate, "SECONDS", 0.5)
    work = MadeWork(8, seconds=0.001, compiling=0.6)
    sample = make_sample(work.kind, work.record(), [0, 3, 6])
    assert list(sample.seconds) == [0, 3, 6]
    assert max(sample.seconds.values()) < 0.3


def test_a_sample_ends_when_it_has_taken_long_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimate, "SECONDS", 0.02)
    work = MadeWork(8, seconds=0.05)
    assert list(make_sample(work.kind, work.record(), [0, 3, 6]).seconds) == [0]
