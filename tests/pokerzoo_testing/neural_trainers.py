"""Small trainers with networks, for tests in this process and in others."""

from __future__ import annotations

import hashlib
from typing import Any

from pokerzoo.agents.neural.deep_cfr import DeepCFR
from pokerzoo.agents.neural.nfsp import NFSP
from pokerzoo.envs import make_game

KUHN = make_game("kuhn")
SMALL: dict[str, Any] = {"memory_size": 3000, "traversals": 40, "train_steps": 10, "average_steps": 30, "hidden": (16,)}
SMALL_NFSP: dict[str, Any] = {"hands": 32, "batch_size": 64, "replay_size": 1000, "reservoir_size": 1000, "hidden": 16}


def small(kind: str, game: Any = KUHN, seed: int | None = 5, **options: Any) -> Any:
    """A trainer of this kind that takes a second, not minutes."""
    if kind == "nfsp":
        return NFSP(game, seed=seed, **(SMALL_NFSP | options))
    return DeepCFR(game, seed=seed, **(SMALL | options))


def digest(trainer: Any) -> str:
    """Of all that a run leaves behind, the generator included."""
    total = hashlib.sha256()
    for name, array in sorted(trainer.state().items()):
        total.update(name.encode() + array.tobytes())
    total.update(repr(trainer.generator().bit_generator.state).encode())
    total.update(trainer.average_policy().probabilities.tobytes())
    return total.hexdigest()
