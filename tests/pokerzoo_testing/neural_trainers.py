"""Small trainers with networks, for tests in this process and in others."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents.neural.deep_cfr import DeepCFR
from pokerzoo.agents.neural.neural_mmd import NeuralMMD
from pokerzoo.agents.neural.ppo import PPO
from pokerzoo.agents.neural.rnad import RNaD
from pokerzoo.envs import make_game

needs_torch = pytest.mark.skipif(find_spec("torch") is None, reason="needs torch")
KUHN = make_game("kuhn")
HANDS = {"hands": 64, "at_once": 16, "hidden": 16, "device": "cpu"}
SMALL: dict[str, tuple[Any, dict[str, Any]]] = {
    "deep cfr": (
        DeepCFR,
        {"memory_size": 3000, "traversals": 40, "train_steps": 10, "average_steps": 30, "hidden": (16,)},
    ),
    "ppo": (PPO, HANDS | {"batch_size": 32}),
    "neural mmd": (NeuralMMD, HANDS | {"updates": 3}),
    "rnad": (RNaD, HANDS | {"learning_rate": 0.003, "replace_every": 5, "target_rate": 0.1}),
}


def small(kind: str, game: Any = KUHN, seed: int | None = 5, **options: Any) -> Any:
    """A trainer of this kind that takes a second, not minutes."""
    make, defaults = SMALL[kind]
    return make(game, seed=seed, **(defaults | options))


def gradient(network: Any, loss: Any) -> Any:
    """float32 [size]: of a loss by the weights of a network."""
    result = network._torch.autograd.grad(loss, list(network.module.parameters()), retain_graph=True)
    return np.concatenate([part.numpy().ravel() for part in result])
