"""Proximal policy optimisation in self-play, with a large entropy bonus that falls slowly.

The algorithm is that of Schulman, Wolski, Dhariwal, Radford and Klimov (Proximal policy optimization algorithms, 2017). That
much entropy brings policy gradients near an equilibrium is what Rudolph and others found (Reevaluating policy gradient methods
for imperfect-information games, 2026).

Let r be the probability of an action now over the one with which it was played, A its advantage, H the entropy and N the
player's decisions. Then a step maximises (equation 7 of the former, and its entropy bonus, equation 9)

    1/N sum over decisions of min(r A, clip(r, 1 - e, 1 + e) A) + bonus H

For a positive advantage the minimum is min(r, 1 + e) A, for a negative one max(r, 1 - e) A. So the sum over all decisions in
which an infoset's action was taken needs only the sums of both.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from pokerzoo.agents.cfr.solver import GameLike
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.parameters import check_int, check_number

from .self_play import DecisionSums, SelfPlayTrainer, mean_returns


class PPO(SelfPlayTrainer):
    """Proximal policy optimisation in self-play, with a large bonus for entropy that falls slowly.

    Sources: Schulman and others 2017, equations 7 and 9; Rudolph and others 2026 for the bonus.

    It has the attributes of every ``Trainer``, and ``form``, the flat tree of the game.

    .. code-block:: python

        from pokerzoo.agents import PPO
        from pokerzoo.envs import make_game

        learner = PPO(make_game("leduc"), seed=1).run(100)
        print(learner.exploitability)  # of the average policy, in chips a hand
    """

    name = "ppo"
    smallest: ClassVar[dict[str, Any]] = {"hands": 1, "hidden": 1, "updates": 1}

    def __init__(
        self,
        game: GameLike,
        variant: None = None,
        *,
        hands: int = 16_384,
        updates: int = 10,
        hidden: int | tuple[int, ...] = (128,),
        policy_rate: float = 0.003,
        value_rate: float = 0.003,
        clip: float = 0.2,
        entropy: float = 0.1,
        halving: float = 100.0,
        trace: float = 0.9,
        average_power: float = 1.0,
        seed: int | None = None,
    ) -> None:
        """Set up a trainer whose networks say zero to everything: it starts from uniform play.

        Args:
            game: a game, or an environment of this package.
            variant: None: this algorithm has no variants.
            hands: how many hands are played in each iteration.
            updates: gradient steps of each network in each iteration.
            hidden: widths of the hidden layers of all networks.
            policy_rate: Adam's learning rate for policies, at the beginning.
            value_rate: Adam's learning rate for values.
            clip: how far the ratio of probabilities may go from 1 before an action is pushed no further.
            entropy: the bonus for a nat of entropy at the beginning, in units of the largest payoff.
            halving: after so many iterations the bonus and the policies' learning rate are half of what they were, after
                twice as many a third, and so on.
            trace: the lambda of generalised advantage estimation.
            average_power: an iteration's weight in the average is its number to this power.
            seed: the seed of the random numbers; None draws one, kept in ``seed``.

        Raises:
            ImportError: torch is not installed.
            ValueError: an argument is not allowed, or the game is too large to compile.
            UnsupportedError: a variant was given.
        """
        check_int("updates", updates, 1, 10**6)
        check_number("clip", clip, 0.0, 1.0, above=True)
        check_number("entropy", entropy, 0.0, 1e6)
        check_number("halving", halving, 0.0, 1e12, above=True)
        rates = {"policy_rate": policy_rate, "value_rate": value_rate}
        super().__init__(
            game, variant, hands=hands, hidden=hidden, rates=rates, trace=trace, average_power=average_power, seed=seed
        )  # fmt: skip
        self.updates, self.clip, self.entropy, self.halving = updates, float(clip), float(entropy), float(halving)
        self.policy_rate, self.value_rate = float(policy_rate), float(value_rate)

    def _options(self) -> dict[str, Any]:
        return super()._options() | {
            "updates": self.updates,
            "policy_rate": self.policy_rate,
            "value_rate": self.value_rate,
            "clip": self.clip,
            "entropy": self.entropy,
            "halving": self.halving,
        }

    def _learn(self, strategy: Floats, sums: DecisionSums) -> None:
        left = self.halving / (self.halving + self.iteration)
        parts = self._parts(strategy, sums)
        for _ in range(self.updates):
            objective = self._objective(self._policies(self._inputs), self.entropy * left, *parts)
            self._policies.descend(-objective, self.policy_rate * left)
        self._fit_values(sums, self.updates, self.value_rate)

    def _parts(self, strategy: Floats, sums: DecisionSums) -> tuple[Any, ...]:
        """Tensors: logarithms of the probabilities that were played, gains and losses a decision, shares of infosets."""
        shares, _ = mean_returns(sums)
        decisions = np.maximum(sums.visits.sum(axis=(1, 2), keepdims=True), 1.0)
        played = np.log(np.where(strategy > 0.0, strategy, 1.0))
        return tuple(self._tensor(array) for array in (played, sums.gains / decisions, sums.losses / decisions, shares))

    def _objective(self, scores: Any, entropy: float, played: Any, gains: Any, losses: Any, shares: Any) -> Any:
        """What a step of the policies maximises, all players' added up."""
        logarithms = self._logarithms(scores)
        ratio = (logarithms - played).exp()
        surrogate = gains * ratio.clamp(max=1.0 + self.clip) + losses * ratio.clamp(min=1.0 - self.clip)
        bonus = -(logarithms.exp() * logarithms).sum(dim=2)
        return surrogate.sum() + entropy * (shares * bonus).sum()
