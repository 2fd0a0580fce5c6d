"""Regularised Nash dynamics, R-NaD, on torch: self-play whose last strategies converge, not only their average.

The theory is from Perolat and others: From Poincare recurrence to convergence in imperfect information games: finding
equilibrium via regularization, 2021. The algorithm with networks, DeepNash, is from Perolat and others: Mastering the game
of Stratego with model-free multiagent reinforcement learning, 2022.

Self-play by policy gradients circles around the equilibria of a game with two players. It does run into the one equilibrium
of a game in which it costs something to leave a *regularisation policy*. A player who takes an action pays ``eta`` times
the logarithm of how much likelier it is than under the regularisation policy, and the other gets that. So R-NaD

1. learns that equilibrium for ``replace_every`` iterations. In the first half of them the costs move over from the
   regularisation policy before to the new one, so that the game does not change at once;
2. takes what was learned for the new regularisation policy, and goes on with 1. Each of these steps comes closer to an
   equilibrium of the game itself, where the costs vanish.

Gradients are as in NeuRD (Hennes and others: Neural replicator dynamics, 2019). An action's score moves by its advantage,
not by its probability times that, so that what is hardly played can come back at once. It is not pushed further from the
mean of the infoset's scores than ``beta``. Advantages come from the hands that were played, with a network of values; where
what is played is what learns, as here, v-trace is the same as returns with ``trace``. What converges is the *target
network*, whose weights follow the policy network's slowly; it is also what becomes the regularisation policy.
"""

from __future__ import annotations

from math import inf
from typing import Any, ClassVar, Unpack

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.policies.policy import TabularPolicy
from pokerzoo.envs.game_like import GameLike
from pokerzoo.envs.support.arrays import Bools, Floats

from .networks import log_probabilities, one_thread
from .options import RNaDKeywords, RNaDOptions, keyword_arguments
from .self_play import DecisionSums, SelfPlayTrainer, all_advantages


class RNaD(SelfPlayTrainer):
    """Regularised Nash dynamics (R-NaD): self-play whose last strategies converge, not only their average.

    It costs something to leave a regularisation policy, which is replaced now and then by what was learned.
    Sources: Perolat and others 2021 (theory) and 2022 (with networks).

    ``current_policy`` is the target network's, the last iterate; ``average_policy`` is the average of what was played. With
    more than two players no convergence to an equilibrium is promised; ``nash_conv`` still measures.

    It has the attributes of every ``Trainer``, ``options``, and ``form``, the flat tree of the game.

    .. code-block:: python

        from pokerzoo.agents import RNaD
        from pokerzoo.envs import make_game

        learner = RNaD(make_game("leduc"), seed=1).run(100)
        print(learner.exploitability)  # of the average policy, in chips a hand
    """

    name = "rnad"
    smallest: ClassVar[dict[str, Any]] = {"hands": 1, "hidden": 1}
    options: RNaDOptions

    @keyword_arguments(RNaDOptions)
    def __init__(
        self, game: GameLike, variant: None = None, *, seed: int | None = None, **options: Unpack[RNaDKeywords]
    ) -> None:
        """Set up a trainer whose networks say zero to everything: it starts with uniform play, also for regularisation."""
        super().__init__(game, variant, RNaDOptions(**options), seed)
        self._target = self._networks(len(self._mask))
        self._target.weights[...] = self._policies.weights
        # Of the networks of the regularisation policies no more is kept than what they say of each infoset.
        self._regularisation = np.stack([log_probabilities(self._promised(), self._mask)] * 2)
        """float64 [2, players, rows, actions]: logarithms of the last regularisation policy and of the one before it."""

    def state(self) -> dict[str, npt.NDArray[Any]]:
        return super().state() | {"target weights": self._target.weights, "regularisation": self._regularisation}

    def _promised(self) -> Floats:
        return self._softmax(self._target.table(self._inputs))

    def _play(self, strategy: Floats) -> None:
        share = regularisation_share(self.iteration, self.options.replace_every)
        regularisation = share * self._regularisation[0] + (1.0 - share) * self._regularisation[1]
        self._costs[...] = self.options.eta * (log_probabilities(strategy, self._mask) - regularisation)
        super()._play(strategy)

    def _learn(self, strategy: Floats, sums: DecisionSums) -> None:
        scores = self._policies(self._inputs)
        advantages = all_advantages(sums, strategy, self._costs, self.options.importance_cap or inf)
        moves = kept_within(advantages, scores.detach().numpy().astype(np.float64), self._mask, self.options.beta)
        weights = infoset_weights(sums.visits.sum(axis=2), self.options.visit_power)
        self._policies.descend(-(scores * self._tensor(weights[..., None] * moves)).sum(), self.options.policy_rate)
        self._fit_values(sums, 1, self.options.value_rate)
        self._target.weights += np.float32(self.options.target_rate) * (self._policies.weights - self._target.weights)
        if (self.iteration + 1) % self.options.replace_every == 0:
            self._regularisation[1] = self._regularisation[0]
            self._regularisation[0] = log_probabilities(self._promised(), self._mask)

    @one_thread()
    def current_policy(self) -> TabularPolicy:
        """The target network's policy: the last iterate, which is the one that converges."""
        return TabularPolicy(self.game, self._entries(self._promised()), self._metadata("current"))


def regularisation_share(iteration: int, replace_every: int) -> float:
    """The share of the last regularisation policy in the costs, the rest is the one before's (DeepNash, algorithm 1)."""
    return min(1.0, 2.0 * (iteration % replace_every) / replace_every)


def kept_within(advantages: Floats, scores: Floats, legal: Bools, beta: float) -> Floats:
    """The moves of scores: advantages of legal actions, without those that lead further than ``beta`` from the mean score.

    An infoset's moves sum to zero, so that only differences of scores move.
    """
    count = legal.sum(axis=2, keepdims=True)
    above = scores - np.where(legal, scores, 0.0).sum(axis=2, keepdims=True) / count
    outward = ((advantages > 0.0) & (above > beta)) | ((advantages < 0.0) & (above < -beta))
    moves = np.where(legal & ~outward, advantages, 0.0)
    return np.where(legal, moves - moves.sum(axis=2, keepdims=True) / count, 0.0)


def infoset_weights(visits: Floats, power: float) -> Floats:
    """float64 [players, rows]: visits to a power, each player's divided by their sum; zero where there were none."""
    raised = np.where(visits > 0.0, visits**power, 0.0)
    return np.asarray(raised / np.maximum(raised.sum(axis=1, keepdims=True), 1.0))
