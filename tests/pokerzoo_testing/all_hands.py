"""Users' objects that answer for many hands at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.state import TexasHoldemState


class AllHands:
    """Plays a function (decision) -> probabilities [legal actions, hands]."""

    def __init__(self, ask: Callable[[Any], Any], *, suits_alike: bool = False) -> None:
        self.ask, self.suits_alike = ask, suits_alike

    def strategy(self, decision: Any, hands: Any = None) -> Any:
        return self.ask(decision)


class Mixed:
    """A blueprint whose probabilities differ from hand to hand, and from line to line."""

    def __init__(self, game: TexasHoldemGame) -> None:
        self.game = game

    def strategy(self, decision: TexasHoldemState, hands: Any = None) -> Floats:
        return mixed(len(decision.legal_actions()), decision.num_hands, len(decision.line))


@lru_cache
def mixed(actions: int, hands: int, seed: int) -> Floats:
    """float64 [actions, hands]: a distribution for each hand, some of them all but pure."""
    return np.asarray(np.random.default_rng(seed).dirichlet(np.full(actions, 0.4), hands).T)


class Batched:
    """A policy behind the interface of a network, with the infosets that were asked about and how many at a time."""

    def __init__(self, policy: TabularPolicy) -> None:
        self.policy = policy
        self.keys: list[str] = []
        self.batches: list[int] = []

    def action_probabilities_batch(self, observations: Any, action_masks: Any, keys: Sequence[str]) -> Any:
        assert (observations.dtype, action_masks.dtype) == (np.float32, np.int8)
        assert observations.shape == (len(keys), len(self.policy.game.observation_names))
        self.keys += keys
        self.batches.append(len(keys))
        answer = np.zeros(action_masks.shape)
        for row, key in zip(answer, keys, strict=True):
            for action, share in self.policy.action_probabilities(key).items():
                row[action] = share
        return answer
