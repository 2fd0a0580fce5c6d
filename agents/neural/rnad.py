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
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.cfr.solver import GameLike
from pokerzoo.agents.policies.policy import TabularPolicy
from pokerzoo.envs.support.arrays import Bools, Floats
from pokerzoo.envs.support.parameters import check_int, check_number

from .networks import one_thread
from .self_play import DecisionSums, SelfPlayTrainer, all_advantages


class RNaD(SelfPlayTrainer):
    """Regularised Nash dynamics (R-NaD): self-play whose last strategies converge, not only their average.

    It costs something to leave a regularisation policy, which is replaced now and then by what was learned.
    Sources: Perolat and others 2021 (theory) and 2022 (with networks).

    ``current_policy`` is the target network's, the last iterate; ``average_policy`` is the average of what was played. With
    more than two players no convergence to an equilibrium is promised; ``nash_conv`` still measures.

    It has the attributes of every ``Trainer``, and ``form``, the flat tree of the game.

    .. code-block:: python

        from pokerzoo.agents import RNaD
        from pokerzoo.envs import make_game

        learner = RNaD(make_game("leduc"), seed=1).run(100)
        print(learner.exploitability)  # of the average policy, in chips a hand
    """

    name = "rnad"
    smallest: ClassVar[dict[str, Any]] = {"hands": 1, "hidden": 1}

    def __init__(
        self,
        game: GameLike,
        variant: None = None,
        *,
        eta: float = 0.05,
        replace_every: int = 400,
        hands: int = 16_384,
        hidden: int | tuple[int, ...] = (128,),
        policy_rate: float = 0.002,
        value_rate: float = 0.003,
        target_rate: float = 0.003,
        beta: float = 5.0,
        importance_cap: float | None = 1.0,
        visit_power: float = 0.5,
        trace: float = 1.0,
        average_power: float = 1.0,
        seed: int | None = None,
    ) -> None:
        """Set up a trainer whose networks say zero to everything: it starts with uniform play, also for regularisation.

        Args:
            game: a game, or an environment of this package.
            variant: None: this algorithm has no variants.
            eta: what it costs to leave the regularisation policy, in units of the most chips that a hand can bring.
            replace_every: iterations until the target network is the new regularisation policy.
            hands: how many hands are played in each iteration.
            hidden: widths of the hidden layers of all networks.
            policy_rate: Adam's learning rate for policies.
            value_rate: Adam's learning rate for values.
            target_rate: share of the way to the policy network that the target network goes in an iteration, above 0, up to 1.
            beta: how far from the mean of an infoset's scores gradients push a score.
            importance_cap: in an advantage, the mean result of an action has a weight: the number of decisions for it over
                the number that was to be expected, but at most so much (1 or more). None: no limit, as in the paper.
            visit_power: an infoset that was met n times weighs n to this power; 1: decisions weigh alike, as in the paper.
            trace: the lambda of returns; 1: what a hand brought to its end.
            average_power: an iteration's weight in the average is its number to this power.
            seed: the seed of the random numbers; None draws one, kept in ``seed``.

        Raises:
            ImportError: torch is not installed.
            ValueError: an argument is not allowed, or the game is too large to compile.
            UnsupportedError: a variant was given.
        """
        check_number("eta", eta, 0.0, inf, above=True)
        check_int("replace_every", replace_every, 1, 10**9)
        check_number("target_rate", target_rate, 0.0, 1.0, above=True)
        check_number("beta", beta, 0.0, inf, above=True)
        if importance_cap is not None:
            check_number("importance_cap", importance_cap, 1.0, inf)
        check_number("visit_power", visit_power, 0.0, 1.0)
        rates = {"policy_rate": policy_rate, "value_rate": value_rate}
        super().__init__(
            game, variant, hands=hands, hidden=hidden, rates=rates, trace=trace, average_power=average_power, seed=seed
        )
        self.eta, self.replace_every, self.beta = float(eta), replace_every, float(beta)
        self.importance_cap = None if importance_cap is None else float(importance_cap)
        self.visit_power = float(visit_power)
        self.policy_rate, self.value_rate, self.target_rate = float(policy_rate), float(value_rate), float(target_rate)
        self._target = self._networks(len(self._mask))
        self._target.weights[...] = self._policies.weights
        # Of the networks of the regularisation policies no more is kept than what they say of each infoset.
        self._regularisation = np.stack([self._logarithm(self._promised())] * 2)
        """float64 [2, players, rows, actions]: logarithms of the last regularisation policy and of the one before it."""

    def state(self) -> dict[str, npt.NDArray[Any]]:
        return super().state() | {"target weights": self._target.weights, "regularisation": self._regularisation}

    def _options(self) -> dict[str, Any]:
        return super()._options() | {
            "eta": self.eta,
            "replace_every": self.replace_every,
            "policy_rate": self.policy_rate,
            "value_rate": self.value_rate,
            "target_rate": self.target_rate,
            "beta": self.beta,
            "importance_cap": self.importance_cap,
            "visit_power": self.visit_power,
        }

    def _logarithm(self, strategy: Floats) -> Floats:
        """Of the probabilities of legal actions; 0 elsewhere."""
        return np.log(np.where(self._mask, np.maximum(strategy, np.finfo(np.float64).tiny), 1.0))

    def _promised(self) -> Floats:
        return self._softmax(self._target.table(self._inputs))

    def _play(self, strategy: Floats) -> None:
        share = regularisation_share(self.iteration, self.replace_every)
        regularisation = share * self._regularisation[0] + (1.0 - share) * self._regularisation[1]
        self._costs[...] = self.eta * (self._logarithm(strategy) - regularisation)
        super()._play(strategy)

    def _learn(self, strategy: Floats, sums: DecisionSums) -> None:
        scores = self._policies(self._inputs)
        advantages = all_advantages(sums, strategy, self._costs, self.importance_cap or inf)
        moves = kept_within(advantages, scores.detach().numpy().astype(np.float64), self._mask, self.beta)
        weights = infoset_weights(sums.visits.sum(axis=2), self.visit_power)
        self._policies.descend(-(scores * self._tensor(weights[..., None] * moves)).sum(), self.policy_rate)
        self._fit_values(sums, 1, self.value_rate)
        self._target.weights += np.float32(self.target_rate) * (self._policies.weights - self._target.weights)
        if (self.iteration + 1) % self.replace_every == 0:
            self._regularisation[1] = self._regularisation[0]
            self._regularisation[0] = self._logarithm(self._promised())

    @one_thread()
    def current_policy(self) -> TabularPolicy:
        """What the target network says: the last iterate, which is what converges."""
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
    """float64 [players, rows]: visits to a power, each player's divided by their sum; zero where nobody came."""
    raised = np.where(visits > 0.0, visits**power, 0.0)
    return np.asarray(raised / np.maximum(raised.sum(axis=1, keepdims=True), 1.0))
