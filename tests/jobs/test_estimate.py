"""Estimate of a work, from rows that are made: compiling is no part of it."""

from __future__ import annotations

import pytest

pytest.importorskip("pyarrow")

from pokerzoo.jobs import estimate
from pokerzoo.jobs.estimate import estimate_work
from pokerzoo_testing import made_work
from pokerzoo_testing.made_work import MadeWork


def test_rows_of_a_process_that_compiles_take_what_they_take(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiling longer than a sample may take leaves the sample whole, and no row seems to take as long."""
    made_work.compile_once.cache_clear()
    monkeypatch.setattr(estimate, "SECONDS", 0.5)
    guess = estimate_work(MadeWork(80, seconds=0.001, compiling=0.6, fail=[15]), 2, 40)
    assert guess.sampled == [5, 15, 25, 35, 45, 55, 65, 75] and guess.sampled_errors == 1
    assert max(guess.sampled_seconds) < 0.3
    assert guess.seconds == pytest.approx(sum(guess.sampled_seconds) / 8 * 40 / 2)
    assert (guess.rows, guess.rows_left, guess.files, guess.processes) == (80, 40, 20, 2)
    assert guess.bytes == pytest.approx(80 * guess.bytes_a_row) and guess.bytes_a_row > 50


def test_a_sample_ends_when_it_has_taken_long_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimate, "SECONDS", 0.02)
    guess = estimate_work(MadeWork(8, seconds=0.05))
    assert guess.sampled == [0] and guess.seconds_error is None and guess.bytes_a_row > 50
