"""Many hands at once, in compiled code."""

from .batched_game import BatchedGame
from .engines import Batch

__all__ = ["Batch", "BatchedGame"]
