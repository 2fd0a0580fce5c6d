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

from typing import Any, ClassVar, Unpack

import numpy as np

from pokerzoo.agents.cfr.solver import GameLike
from pokerzoo.envs.support.arrays import Floats

from .options import PPOKeywords, PPOOptions, keyword_arguments, share_left
from .self_play import DecisionSums, SelfPlayTrainer, mean_returns


class PPO(SelfPlayTrainer):
    """Proximal policy optimisation in self-play, with a large bonus for entropy that falls slowly.

    Sources: Schulman and others 2017, equations 7 and 9; Rudolph and others 2026 for the bonus.

    It has the attributes of every ``Trainer``, ``options``, and ``form``, the flat tree of the game.

    .. code-block:: python

        from pokerzoo.agents import PPO
        from pokerzoo.envs import make_game

        learner = PPO(make_game("leduc"), seed=1).run(100)
        print(learner.exploitability)  # of the average policy, in chips a hand
    """

    name = "ppo"
    smallest: ClassVar[dict[str, Any]] = {"hands": 1, "hidden": 1, "updates": 1}
    options: PPOOptions

    @keyword_arguments(PPOOptions)
    def __init__(
        self, game: GameLike, variant: None = None, *, seed: int | None = None, **options: Unpack[PPOKeywords]
    ) -> None:
        """Set up a trainer whose networks say zero to everything: it starts from uniform play."""
        super().__init__(game, variant, PPOOptions(**options), seed)

    def _learn(self, strategy: Floats, sums: DecisionSums) -> None:
        left = share_left(self.options.halving, self.iteration)
        parts = self._parts(strategy, sums)
        for _ in range(self.options.updates):
            objective = self._objective(self._policies(self._inputs), self.options.entropy * left, *parts)
            self._policies.descend(-objective, self.options.policy_rate * left)
        self._fit_values(sums, self.options.updates, self.options.value_rate)

    def _parts(self, strategy: Floats, sums: DecisionSums) -> tuple[Any, ...]:
        """Tensors: logarithms of the probabilities that were played, gains and losses a decision, shares of infosets."""
        shares, _ = mean_returns(sums)
        decisions = np.maximum(sums.visits.sum(axis=(1, 2), keepdims=True), 1.0)
        played = np.log(np.where(strategy > 0.0, strategy, 1.0))
        return tuple(self._tensor(array) for array in (played, sums.gains / decisions, sums.losses / decisions, shares))

    def _objective(self, scores: Any, entropy: float, played: Any, gains: Any, losses: Any, shares: Any) -> Any:
        """The objective of a step of the policies, summed over players."""
        logarithms = self._logarithms(scores)
        ratio = (logarithms - played).exp()
        surrogate = gains * ratio.clamp(max=1.0 + self.options.clip) + losses * ratio.clamp(min=1.0 - self.options.clip)
        bonus = -(logarithms.exp() * logarithms).sum(dim=2)
        return surrogate.sum() + entropy * (shares * bonus).sum()
