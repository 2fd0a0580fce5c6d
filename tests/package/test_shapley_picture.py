"""The picture of Shapley's game in docs/howto/push_fold.md: regret matching does not settle there, and its gains stay."""

from __future__ import annotations

import numpy as np
import pytest

from pokerzoo_testing import ROOT
from pokerzoo_testing.programs import load_program

pytestmark = pytest.mark.check


def test_regret_matching_goes_round(monkeypatch: pytest.MonkeyPatch) -> None:
    made = load_program(ROOT / "docs" / "make_cycles.py")
    monkeypatch.setattr(made, "ROUNDS", 4000)
    looks, averages, gains = made.played(plus=False)
    late = looks > 300
    assert (averages[late].max(axis=0) > 0.55).all() and (averages[late].min(axis=0) < 0.2).all()
    assert (gains[late] > 0.27).all()
    np.testing.assert_allclose(averages.sum(axis=1), 1.0)
    assert made.played(plus=True)[2][-1] < 0.04
