"""What an agent is: an object with the one method that environments and matches call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt


@runtime_checkable
class Agent(Protocol):
    """Anything that chooses an action from what an environment shows it."""

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
