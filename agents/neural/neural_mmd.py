"""Magnetic mirror descent with a network and a moving magnet, in self-play on a ``BatchedGame``.

The source is Sokota and others: A unified approach to reinforcement learning, quantal response equilibria, and two-player
zero-sum games, 2023.

An iteration's step is, at each infoset, towards the strategy that maximises (the paper's update, with entropies)

    sum over actions of p(a) A(a)  +  entropy H(p)  -  temperature KL(p, magnet)  -  KL(p, old) / step

with the advantages A that were sampled under the strategy ``old``. In tables its solution is p proportional to (old
magnet^{step temperature} exp(step A))^{1 / (1 + step (temperature + entropy))}. Here gradient steps of the network
climb it, weighted by how often infosets were visited. With a magnet that stays, strategies converge to an equilibrium that
is regularised towards it; here the magnet follows what was played: it is a network whose weights go ``follow`` of the way to
the trained one's. So the regularisation fades where strategies settle, and the temperature need not fall for that.

Two things keep strategies from getting worse again in long runs. The bonus for entropy H is a pull to uniform play, which
does not move. Where only the magnet pulls, actions that are not played get ever smaller probabilities, and the magnet
follows. The strategy then needs long to come back to them when the other player changes. Second, the mean result of a
rarely played action has a weight of ``importance_cap`` at most, as in ``RNaD``. A single decision for an action of
probability 1/1,000 would else count as 1,000.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any, ClassVar

from .options import number, rate, share_left, weight, whole, widths
from .played_hands import InfosetRows
from .self_play import SelfPlayOptions, SelfPlayTrainer, all_advantages


@dataclass(frozen=True, kw_only=True)
class NeuralMMDOptions(SelfPlayOptions):
    """Options of ``NeuralMMD``, beside those of ``SelfPlayOptions``.

    Attributes:
        updates: gradient steps in each iteration.
        learning_rate: Adam's learning rate at the beginning; in each iteration it falls to zero along a straight line.
        value_weight: weight of the squared error of values.
        temperature: weight of the divergence from the magnet, in units of ``chips_per_unit`` a nat.
        step: the size of a step, at the beginning, in the inverse of these units.
        follow: how far the magnet moves towards the network in an iteration, at the beginning; 0 keeps it uniform.
        entropy_scale: the bonus for a nat of entropy, in these units times the standard error of a batch: the root of (infosets
            / decisions). It falls with the root of what the rates fall with.
        halving: iterations after which what falls is half of what it was at the beginning, after twice as many a third, and so
            on.
        importance_cap: as in ``RNaDOptions``.
    """

    hands: int = whole(16_384)
    hidden: tuple[int, ...] = widths(128)
    updates: int = whole(20, 10**6)
    learning_rate: float = rate(0.01)
    value_weight: float = weight(0.5)
    temperature: float = weight(0.15)
    step: float = number(3.0, high=1e6, above=True)
    follow: float = number(0.1, high=1.0)
    entropy_scale: float = weight(0.09)
    halving: float = rate(200.0)
    importance_cap: float | None = number(1.0, low=1.0, optional=True)


class NeuralMMD(SelfPlayTrainer):
    """Magnetic mirror descent in self-play, with networks and a magnet that moves.

    Each strategy is drawn to the *magnet*, a strategy that follows what was played. Source: Sokota and others 2023. ``MMD`` is
    the same with exact values and without networks.

    It has the attributes of every ``Trainer``, and ``options``, a ``NeuralMMDOptions``.

    .. code-block:: python

        from pokerzoo.agents import NeuralMMD
        from pokerzoo.envs import make_game

        learner = NeuralMMD(make_game("leduc"), seed=1).run(100)
        print(learner.exploitability)  # of the average policy, in chips a hand
    """

    name = "neural mmd"
    _options_type = NeuralMMDOptions
    smallest: ClassVar[dict[str, Any]] = {"hands": 2, "at_once": 1, "hidden": 1, "updates": 1}
    options: NeuralMMDOptions

    def _set_up(self) -> None:
        self._magnet = self._new_network()

    def _learn(self, rows: InfosetRows, decisions: int) -> None:
        options = self.options
        left = share_left(options.halving, self.iteration)
        visits = rows.taken.sum(axis=1)
        entropy = options.entropy_scale * (left * len(visits) / decisions) ** 0.5
        seen, legal, old, target = map(self._tensor, (rows.observation, rows.mask, rows.log_probability, rows.target))
        advantages = self._tensor(all_advantages(rows, options.importance_cap or inf))
        weights = self._tensor(visits / decisions)
        self._magnet.weights[...] = self._slow_weights
        self._magnet.send()
        with self._torch.no_grad():
            magnet = self._policy_and_values(self._magnet, seen, legal)[0]
        # Advantages, divergences and entropy, with what does not depend on the network put together.
        step = options.step * left
        pull = advantages + options.temperature * magnet + old / step
        surprise = options.temperature + 1.0 / step + entropy
        self._network.restart()  # each iteration has a target of its own
        for k in range(options.updates):
            logs, values = self._policy_and_values(self._network, seen, legal)
            climbed = (logs.exp() * (pull - surprise * logs)).sum(dim=1)
            loss = (weights * (options.value_weight * (values - target) ** 2 - climbed)).sum()
            self._network.descend(loss, options.learning_rate * left * (1.0 - k / options.updates))

    def _slow_rate(self) -> float:
        return self.options.follow * share_left(self.options.halving, self.iteration)
