"""The player that takes every legal action with equal probability."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.support.arrays import Floats, Int64s


class Uniform:
    """Takes every legal action with equal probability: an agent, and a policy, of any game."""

    suits_alike = True

    def act(
        self,
        observation: npt.NDArray[np.float32],
        action_mask: npt.NDArray[np.int8],
        info: Mapping[str, Any],
        rng: np.random.Generator,
    ) -> int:
        """See ``Agent.act``."""
        legal = action_mask.nonzero()[0]
        return int(legal[int(rng.integers(len(legal)))])

    def strategy(self, decision: Any, hands: Int64s | None = None) -> Floats:
        """See ``StrategyPolicy.strategy``."""
        legal = len(decision.legal_actions())
        return np.full((legal, decision.num_hands), 1.0 / legal)
