"""Fixtures that tests of policies share."""

from __future__ import annotations

import pytest

from pokerzoo.agents import CFR
from pokerzoo.agents.policies.spot_policy import SpotPolicy
from pokerzoo.envs import make_game
from pokerzoo_testing.small_games import TURN_SPOT


@pytest.fixture(scope="session")
def solved() -> SpotPolicy:
    """Policy of a turn."""
    policy = CFR(make_game("holdem", **TURN_SPOT)).run(20).average_policy()
    assert isinstance(policy, SpotPolicy)
    return policy
