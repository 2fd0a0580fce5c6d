"""Learners with networks in the benchmark; needs torch (``make test-rl``)."""

from __future__ import annotations

from typing import Any

import pytest

from pokerzoo.envs import make_game
from pokerzoo.evaluation.experiments.learners import LEARNERS
from pokerzoo.evaluation.experiments.work import Budget, RunPoint, run_learner

pytest.importorskip("torch")
KUHN = make_game("kuhn")
SHORT: dict[str, dict[str, Any]] = {
    "deep_cfr": {"train_steps": 5, "average_steps": 10}, "ppo": {"hands": 500}, "neural_mmd": {"hands": 500},
    "rnad": {"hands": 500},
}  # fmt: skip
"""Options with which a look is short."""
NETWORKS = [name for name, known in LEARNERS.items() if known.networks]


@pytest.mark.parametrize("name", NETWORKS)
def test_a_learner_with_networks_counts_its_decisions_and_is_looked_at(name: str) -> None:
    learner = LEARNERS[name](KUHN, 0, **SHORT.get(name, {}))
    points: list[RunPoint] = []
    run_learner(KUHN, learner, Budget(decisions=5000), points)
    assert points[-1]["decisions"] == learner.decisions >= 5000
    assert all(0.0 < point["exploitability_current"] < 2.0 for point in points)
    assert points[-1]["exploitability_average"] is None or points[-1]["exploitability_average"] > 0.0
