"""The agent protocol: the one method that environments and matches call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt


@runtime_checkable
class Agent(Protocol):
    """Anything that chooses an action from what an environment shows it.

    >>> from pokerzoo.envs import make_game
    >>> from pokerzoo.evaluation import head_to_head
    >>> class Caller:
    ...     def act(self, observation, action_mask, info, rng):
    ...         return 1  # check or call
    >>> head_to_head(make_game("kuhn"), [Caller(), "always_call"], hands=100, seed=1).names
    ('Caller 0', 'always_call')
    """

    def act(
        self,
        observation: npt.NDArray[np.float32],
        action_mask: npt.NDArray[np.int8],
        info: Mapping[str, Any],
        rng: np.random.Generator,
    ) -> int:
        """An action whose entry in ``action_mask`` is 1.

        Args:
            observation: float32 vector; ``observation_names`` of the game or environment name its entries.
            action_mask: int8 [actions], 1 where legal.
            info: holds ``info["infoset"]``: ``{"key": ..., "index": ...}``, of whole hands the key alone.
            rng: the only source of chance an agent may use.
        """
        ...
