"""An agent that acts when a test lets it, as one that takes long to decide."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np


class Waiting:
    """Checks and calls once ``go`` is set."""

    name = "waiting"

    def __init__(self) -> None:
        self.go = threading.Event()

    def act(self, observation: Any, action_mask: Any, info: Any, rng: np.random.Generator) -> int:
        assert self.go.wait(30)
        return 1
