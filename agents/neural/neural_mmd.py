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
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.cfr.solver import GameLike
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.parameters import check_int, check_number

from .self_play import DecisionSums, SelfPlayTrainer, all_advantages


class NeuralMMD(SelfPlayTrainer):
    """Magnetic mirror descent in self-play, with networks and a magnet that moves.

    Each strategy is drawn to the *magnet*, a strategy that follows what was played. Source: Sokota and others 2023. ``MMD`` is
    the same with exact values and without networks.

    It has the attributes of every ``Trainer``, and ``form``, the flat tree of the game.

    .. code-block:: python

        from pokerzoo.agents import NeuralMMD
        from pokerzoo.envs import make_game

        learner = NeuralMMD(make_game("leduc"), seed=1).run(100)
        print(learner.exploitability)  # of the average policy, in chips a hand
    """

    name = "neural mmd"
    smallest: ClassVar[dict[str, Any]] = {"hands": 1, "hidden": 1, "updates": 1, "value_updates": 1}

    def __init__(
        self,
        game: GameLike,
        variant: None = None,
        *,
        hands: int = 16_384,
        updates: int = 20,
        value_updates: int = 2,
        hidden: int | tuple[int, ...] = (128,),
        policy_rate: float = 0.01,
        value_rate: float = 0.003,
        temperature: float = 0.15,
        step: float = 3.0,
        follow: float = 0.1,
        entropy_scale: float = 0.09,
        halving: float = 200.0,
        importance_cap: float | None = 1.0,
        trace: float = 0.9,
        average_power: float = 1.0,
        seed: int | None = None,
    ) -> None:
        """Set up a trainer whose networks say zero to everything: it starts from uniform play.

        Args:
            game: a game, or an environment of this package.
            variant: None: this algorithm has no variants.
            hands: how many hands are played in each iteration.
            updates: gradient steps of the policy networks in each iteration.
            value_updates: gradient steps of the value networks in each iteration.
            hidden: widths of the hidden layers of all networks.
            policy_rate: Adam's learning rate for policies; in each iteration it falls to zero along a straight line.
            value_rate: Adam's learning rate for values.
            temperature: weight of the divergence from the magnet, in units of the largest payoff.
            step: the size of a step, at the beginning, in the inverse of these units.
            follow: how far the magnet moves towards the strategy in an iteration; 0 keeps it uniform, 1 makes it the strategy
                of the iteration before.
            entropy_scale: the bonus for a nat of entropy, in units of the largest payoff times the standard error of a batch:
                the root of (infosets / decisions) of each player. It falls with the root of what the rates fall with.
            halving: after so many iterations the learning rate, the size of a step and how far the magnet moves are half of
                what they were, after twice as many a third, and so on.
            importance_cap: in an advantage, the mean result of an action has a weight: the number of decisions for it over
                the number that was to be expected, but at most so much (1 or more). None: no limit.
            trace: the lambda of generalised advantage estimation.
            average_power: an iteration's weight in the average is its number to this power.
            seed: the seed of the random numbers; None draws one, kept in ``seed``.

        Raises:
            ImportError: torch is not installed.
            ValueError: an argument is not allowed, or the game is too large to compile.
            UnsupportedError: a variant was given.
        """
        check_int("updates", updates, 1, 10**6)
        check_int("value_updates", value_updates, 1, 10**6)
        check_number("temperature", temperature, 0.0, 1e6)
        check_number("step", step, 0.0, 1e6, above=True)
        check_number("follow", follow, 0.0, 1.0)
        check_number("entropy_scale", entropy_scale, 0.0, 1e6)
        check_number("halving", halving, 0.0, 1e12, above=True)
        if importance_cap is not None:
            check_number("importance_cap", importance_cap, 1.0, inf)
        rates = {"policy_rate": policy_rate, "value_rate": value_rate}
        super().__init__(
            game, variant, hands=hands, hidden=hidden, rates=rates, trace=trace, average_power=average_power, seed=seed
        )  # fmt: skip
        self.updates, self.value_updates, self.halving = updates, value_updates, float(halving)
        self.policy_rate, self.value_rate = float(policy_rate), float(value_rate)
        self.temperature, self.step, self.follow = float(temperature), float(step), float(follow)
        self.entropy_scale = float(entropy_scale)
        self.importance_cap = None if importance_cap is None else float(importance_cap)
        self._real = self._actions[:, :, 0] >= 0  # the others are padding
        self._magnet = np.where(self._mask, -np.log(self._mask.sum(axis=2, keepdims=True)), 0.0)

    def state(self) -> dict[str, npt.NDArray[Any]]:
        return super().state() | {"magnet": self._magnet}

    def _options(self) -> dict[str, Any]:
        return super()._options() | {
            "updates": self.updates,
            "value_updates": self.value_updates,
            "policy_rate": self.policy_rate,
            "value_rate": self.value_rate,
            "temperature": self.temperature,
            "step": self.step,
            "follow": self.follow,
            "entropy_scale": self.entropy_scale,
            "halving": self.halving,
            "importance_cap": self.importance_cap,
        }

    def _learn(self, strategy: Floats, sums: DecisionSums) -> None:
        left = self.halving / (self.halving + self.iteration)
        step, entropy = self.step * left, self._tensor(self.entropy_scale * left**0.5 * self._standard_errors(sums))
        parts = self._parts(strategy, sums)
        self._policies.restart()  # each iteration has a target of its own
        for k in range(self.updates):
            objective = self._objective(self._policies(self._inputs), step, entropy, *parts)
            self._policies.descend(-objective, self.policy_rate * left * (1.0 - k / self.updates))
        self._fit_values(sums, self.value_updates, self.value_rate)
        self._move_magnet(strategy, self.follow * left)

    def _parts(self, strategy: Floats, sums: DecisionSums) -> tuple[Any, ...]:
        """Tensors: logarithms of the old strategy and of the magnet, advantages, weights of infosets."""
        visits = sums.visits.sum(axis=2)
        weights = np.where(self._real, np.maximum(visits, 1.0), 0.0) / np.maximum(visits.sum(axis=1, keepdims=True), 1.0)
        advantages = all_advantages(sums, strategy, self._costs, self.importance_cap or inf)
        return tuple(self._tensor(array) for array in (_logarithms(strategy), self._magnet, advantages, weights))

    def _standard_errors(self, sums: DecisionSums) -> Floats:
        """float64 [players, 1, 1]: of a mean over as many decisions as an infoset has on average, in units of one's spread."""
        decisions = np.maximum(sums.visits.sum(axis=(1, 2)), 1.0)
        return np.asarray(np.sqrt(self._real.sum(axis=1) / decisions))[:, None, None]

    def _objective(self, scores: Any, step: float, entropy: Any, old: Any, magnet: Any, advantages: Any, weights: Any) -> Any:
        """The objective of a step of the policies, summed over players."""
        logarithms = self._logarithms(scores)
        cost = self.temperature * (logarithms - magnet) + (logarithms - old) / step + entropy * logarithms
        return (weights * (logarithms.exp() * (advantages - cost)).sum(dim=2)).sum()

    def _move_magnet(self, strategy: Floats, follow: float) -> None:
        mixed = (1.0 - follow) * self._magnet + follow * _logarithms(strategy)
        total = np.where(self._mask, np.exp(mixed), 0.0).sum(axis=2, keepdims=True)
        self._magnet[...] = np.where(self._mask, mixed - np.log(total), 0.0)


def _logarithms(strategy: Floats) -> Floats:
    """Logarithms of probabilities, of 1e-30 at least, 0 where not legal."""
    return np.asarray(np.where(strategy > 0.0, np.log(np.maximum(strategy, 1e-30)), 0.0))
