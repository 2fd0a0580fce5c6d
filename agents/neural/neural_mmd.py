"""Magnetic mirror descent with networks and a moving magnet.

The source is Sokota and others: A unified approach to reinforcement learning, quantal response equilibria, and two-player
zero-sum games, 2023.

An iteration's step is, at each infoset, towards the strategy that maximises (the paper's update, with entropies)

    sum over actions of p(a) A(a)  +  entropy H(p)  -  temperature KL(p, magnet)  -  KL(p, old) / step

with the advantages A that were sampled under the strategy ``old``. In tables its solution is p proportional to (old
magnet^{step temperature} exp(step A))^{1 / (1 + step (temperature + entropy))}. Here gradient steps of the policy networks
climb it, weighted by how often infosets were visited. With a magnet that stays, strategies converge to an equilibrium that
is regularised towards it; here the magnet follows what was played (``magnet <- magnet^{1 - follow} old^{follow}``,
normalised). So the regularisation fades where strategies settle, and the temperature need not fall for that.

Two things keep strategies from getting worse again in long runs. The bonus for entropy H is a pull to uniform play, which
does not move. Where only the magnet pulls, actions that are not played get ever smaller probabilities, and the magnet
follows. The strategy then needs long to come back to them when the other player changes. Second, the mean result of a
rarely played action has a weight of ``importance_cap`` at most, as in ``RNaD``. A single decision for an action of
probability 1/1,000 would else count as 1,000.
"""

from __future__ import annotations

from math import inf
from typing import Any, ClassVar, Unpack

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.game_like import GameLike
from pokerzoo.envs.support.arrays import Floats

from .networks import log_probabilities
from .options import NeuralMMDKeywords, NeuralMMDOptions, keyword_arguments, share_left
from .self_play import DecisionSums, SelfPlayTrainer, all_advantages

LEAST = 1e-30
"""Probability whose logarithm stands for that of smaller ones."""


class NeuralMMD(SelfPlayTrainer):
    """Magnetic mirror descent in self-play, with networks and a magnet that moves.

    Each strategy is drawn to the *magnet*, a strategy that follows what was played. Source: Sokota and others 2023. ``MMD`` is
    the same with exact values and without networks.

    It has the attributes of every ``Trainer``, ``options``, and ``form``, the flat tree of the game.

    .. code-block:: python

        from pokerzoo.agents import NeuralMMD
        from pokerzoo.envs import make_game

        learner = NeuralMMD(make_game("leduc"), seed=1).run(100)
        print(learner.exploitability)  # of the average policy, in chips a hand
    """

    name = "neural mmd"
    smallest: ClassVar[dict[str, Any]] = {"hands": 1, "hidden": 1, "updates": 1, "value_updates": 1}
    options: NeuralMMDOptions

    @keyword_arguments(NeuralMMDOptions)
    def __init__(
        self, game: GameLike, variant: None = None, *, seed: int | None = None, **options: Unpack[NeuralMMDKeywords]
    ) -> None:
        """Set up a trainer whose networks say zero to everything: it starts from uniform play."""
        super().__init__(game, variant, NeuralMMDOptions(**options), seed)
        self._real = self._actions[:, :, 0] >= 0  # the others are padding
        self._magnet = np.where(self._mask, -np.log(self._mask.sum(axis=2, keepdims=True)), 0.0)

    def state(self) -> dict[str, npt.NDArray[Any]]:
        return super().state() | {"magnet": self._magnet}

    def _learn(self, strategy: Floats, sums: DecisionSums) -> None:
        left = share_left(self.options.halving, self.iteration)
        step, entropy = (
            self.options.step * left,
            self._tensor(self.options.entropy_scale * left**0.5 * self._standard_errors(sums)),
        )
        parts = self._parts(strategy, sums)
        self._policies.restart()  # each iteration has a target of its own
        for k in range(self.options.updates):
            objective = self._objective(self._policies(self._inputs), step, entropy, *parts)
            self._policies.descend(-objective, self.options.policy_rate * left * (1.0 - k / self.options.updates))
        self._fit_values(sums, self.options.value_updates, self.options.value_rate)
        self._move_magnet(strategy, self.options.follow * left)

    def _parts(self, strategy: Floats, sums: DecisionSums) -> tuple[Any, ...]:
        """Tensors: logarithms of the old strategy and of the magnet, advantages, weights of infosets."""
        visits = sums.visits.sum(axis=2)
        weights = np.where(self._real, np.maximum(visits, 1.0), 0.0) / np.maximum(visits.sum(axis=1, keepdims=True), 1.0)
        advantages = all_advantages(sums, strategy, self._costs, self.options.importance_cap or inf)
        return tuple(
            self._tensor(array) for array in (log_probabilities(strategy, self._mask, LEAST), self._magnet, advantages, weights)
        )

    def _standard_errors(self, sums: DecisionSums) -> Floats:
        """float64 [players, 1, 1]: of a mean over as many decisions as an infoset has on average, in units of one's spread."""
        decisions = np.maximum(sums.visits.sum(axis=(1, 2)), 1.0)
        return np.asarray(np.sqrt(self._real.sum(axis=1) / decisions))[:, None, None]

    def _objective(self, scores: Any, step: float, entropy: Any, old: Any, magnet: Any, advantages: Any, weights: Any) -> Any:
        """The objective of a step of the policies, summed over players."""
        logarithms = self._logarithms(scores)
        cost = self.options.temperature * (logarithms - magnet) + (logarithms - old) / step + entropy * logarithms
        return (weights * (logarithms.exp() * (advantages - cost)).sum(dim=2)).sum()

    def _move_magnet(self, strategy: Floats, follow: float) -> None:
        mixed = (1.0 - follow) * self._magnet + follow * log_probabilities(strategy, self._mask, LEAST)
        total = np.where(self._mask, np.exp(mixed), 0.0).sum(axis=2, keepdims=True)
        self._magnet[...] = np.where(self._mask, mixed - np.log(total), 0.0)
