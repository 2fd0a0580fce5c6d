"""Many hands at once, in compiled code."""

from .batched_game import Batch, BatchedGame

__all__ = ["Batch", "BatchedGame"]
