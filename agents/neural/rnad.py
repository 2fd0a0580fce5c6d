"""Regularised Nash dynamics, R-NaD, on torch: self-play whose last strategies converge, not only their average.

The theory is from Perolat and others: From Poincare recurrence to convergence in imperfect information games: finding
equilibrium via regularization, 2021. The algorithm with networks, DeepNash, is from Perolat and others: Mastering the game
of Stratego with model-free multiagent reinforcement learning, 2022.

Self-play by policy gradients circles around the equilibria of a game with two players. It does run into the one equilibrium
of a game in which it costs something to leave a *regularisation policy*. A player who takes an action pays ``eta`` times
the logarithm of how much likelier it is than under the regularisation policy, and the other gets that. So R-NaD

1. learns that equilibrium for ``replace_every`` iterations. In the first half of them the costs move over from the
   regularisation policy before to the new one, so that the game does not change at once;
2. makes the result the new regularisation policy, and returns to 1. Each of these steps comes closer to an
   equilibrium of the game itself, where the costs vanish.

Gradients are as in NeuRD (Hennes and others: Neural replicator dynamics, 2019). An action's score moves by its advantage,
not by its probability times that, so that what is hardly played can come back at once. It is not pushed further from the
mean of the infoset's scores than ``beta``. Advantages come from the hands that were played, with the network's values; where
what is played is what learns, as here, v-trace is the same as returns with ``trace``. What converges is the *target
network*, whose weights follow the network's slowly; it is also what becomes the regularisation policy.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.support.arrays import Bools, Floats32

from .options import number, rate, share, weight, whole
from .played_hands import Answer, InfosetRows
from .self_play import SelfPlayOptions, SelfPlayTrainer, all_advantages


@dataclass(frozen=True, kw_only=True)
class RNaDOptions(SelfPlayOptions):
    """Options of ``RNaD``, beside those of ``SelfPlayOptions``.

    Attributes:
        eta: the cost of leaving the regularisation policy, in units of ``chips_per_unit`` a nat.
        replace_every: iterations until the target network is the new regularisation policy.
        learning_rate: Adam's learning rate.
        value_weight: weight of the squared error of values.
        target_rate: share of the way to the network that the target network goes in an iteration.
        beta: how far from the mean of an infoset's scores gradients push a score.
        importance_cap: in an advantage, the mean result of an action has a weight: the number of decisions for it over the
            number that was to be expected, but at most this (1 or more). None: no limit.
        visit_power: an infoset visited n times has weight n to this power; 1: all decisions weigh the same, as in the paper.
    """

    eta: float = rate(0.05)
    replace_every: int = whole(300)
    learning_rate: float = rate(0.003)
    value_weight: float = weight(0.2)
    target_rate: float = share(0.003)
    beta: float = rate(5.0)
    importance_cap: float | None = number(1.0, low=1.0, optional=True)
    visit_power: float = number(0.5, high=1.0)
    trace: float = number(1.0, high=1.0)
    average_power: float = number(2.0, high=20.0)


class RNaD(SelfPlayTrainer):
    """Regularised Nash dynamics (R-NaD): self-play whose last strategies converge, not only their average.

    It costs something to leave a regularisation policy, which is replaced now and then by what was learned.
    Sources: Perolat and others 2021 (theory) and 2022 (with networks).

    ``current_policy`` is the target network's, the last iterate; ``average_policy`` is the average of what was played. With
    more than two players no convergence to an equilibrium is promised; ``nash_conv`` still measures.

    It has the attributes of every ``Trainer``, and ``options``, a ``RNaDOptions``.

    .. code-block:: python

        from pokerzoo.agents import RNaD
        from pokerzoo.envs import make_game

        learner = RNaD(make_game("leduc"), seed=1).run(100)
        print(learner.exploitability)  # of the average policy, in chips a hand
    """

    name = "rnad"
    _options_type = RNaDOptions
    smallest: ClassVar[dict[str, Any]] = {"hands": 2, "at_once": 1, "hidden": 1}
    options: RNaDOptions

    def _set_up(self) -> None:
        # The last regularisation policy and the one before it; networks without weights are uniform.
        self._regularisation = [self._new_network() for _ in range(2)]

    def _answer(self, observations: Floats32, legal: Bools) -> Answer:
        part = regularisation_share(self.iteration, self.options.replace_every)
        with self._torch.no_grad():
            seen, allowed = self._tensor(observations), self._tensor(legal)
            logs, values = self._policy_and_values(self._network, seen, allowed)
            costs = logs
            for network, each in zip(self._regularisation, (part, 1.0 - part), strict=True):
                if each > 0.0:
                    costs = costs - each * self._policy_and_values(network, seen, allowed)[0]
            costs = (self.options.eta * costs).masked_fill(~allowed, 0.0)
            return logs.cpu().numpy(), values.cpu().numpy(), costs.cpu().numpy()

    def _learn(self, rows: InfosetRows, decisions: int) -> None:
        options = self.options
        outputs = self._network(self._tensor(rows.observation))
        scores, values = outputs[:, :-1], outputs[:, -1]
        advantages = all_advantages(rows, options.importance_cap or inf)
        moves = kept_within(advantages, scores.detach().cpu().numpy(), rows.mask, options.beta)
        visits = rows.taken.sum(axis=1)
        weights = visits**options.visit_power
        weights /= weights.sum()
        pushes = (scores * self._tensor(weights[:, None] * moves)).sum()
        errors = (self._tensor(visits / decisions) * (values - self._tensor(rows.target)) ** 2).sum()
        self._network.descend(options.value_weight * errors - pushes, options.learning_rate)

    def _iterate(self) -> None:
        super()._iterate()
        if self.iteration % self.options.replace_every == 0:
            last, before = self._regularisation
            before.weights[...] = last.weights
            last.weights[...] = self._slow_weights
            for network in self._regularisation:
                network.send()

    def _slow_rate(self) -> float:
        return self.options.target_rate

    def _current_weights(self) -> Floats32:
        return self._slow_weights

    def state(self) -> dict[str, npt.NDArray[Any]]:
        last, before = self._regularisation
        return super().state() | {"regularisation": last.weights, "regularisation before": before.weights}

    def load(self, state: dict[str, npt.NDArray[Any]]) -> None:
        super().load(state)
        for network in self._regularisation:
            network.send()


def regularisation_share(iteration: int, replace_every: int) -> float:
    """The share of the last regularisation policy in the costs, the rest is the one before's (DeepNash, algorithm 1)."""
    return min(1.0, 2.0 * (iteration % replace_every) / replace_every)


def kept_within(advantages: Floats32, scores: Floats32, legal: Bools, beta: float) -> Floats32:
    """The moves of scores: advantages of legal actions, without those that lead further than ``beta`` from the mean score.

    An infoset's moves sum to zero, so that only differences of scores move.
    """
    count = legal.sum(axis=1, keepdims=True)
    above = scores - np.where(legal, scores, 0.0).sum(axis=1, keepdims=True) / count
    outward = ((advantages > 0.0) & (above > beta)) | ((advantages < 0.0) & (above < -beta))
    moves = np.where(legal & ~outward, advantages, 0.0)
    return np.asarray(np.where(legal, moves - moves.sum(axis=1, keepdims=True) / count, 0.0), dtype=np.float32)
