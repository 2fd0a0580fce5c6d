"""Fixtures that tests of sweeps share."""

from __future__ import annotations

import pytest

from pokerzoo.jobs import engine


@pytest.fixture(autouse=True, scope="module")
def _kept_anew() -> None:
    """Have the first shard of a file freeze what earlier tests loaded: shards are made in this process, and each collects."""
    engine._keep_what_is_loaded.cache_clear()
