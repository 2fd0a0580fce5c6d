"""CFR for push/fold at a table of two to nine players, by tables of equities, on all 169 hands at once.

``CFR`` does not take a table. For more than three players its values are of no game that could be listed or played: who holds
what is approximated hand by hand, and what a folded player may expect is kept from turn to turn (``PushFoldValues``). The
factors of the variant and regret matching are those of ``CFR``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.policies.preflop_policy import PreflopPolicy
from pokerzoo.agents.training.interrupts import whole_iterations
from pokerzoo.agents.training.trainer import Trainer
from pokerzoo.envs.compiled.push_fold_values import PushFoldValues
from pokerzoo.envs.compiled.regret_matching import shares_along
from pokerzoo.envs.core import GameLike
from pokerzoo.envs.games.preflop import PreflopGame
from pokerzoo.envs.poker.preflop_equities import DEALS, MAX_DEALS
from pokerzoo.envs.support.arrays import Floats, Floats32
from pokerzoo.envs.support.parameters import check_int

from .preflop_deals import PreflopMeasurement
from .variants import VARIANTS

FIRST_CHECK = 10
"""Iterations between two measurements; later a quarter more."""
METHOD = "exact in the model of push/fold"
ESTIMATED = "; outcomes of three hands from {deals:,} random deals, seed {seed}"


class PushFoldSolver(Trainer):
    """Discounted CFR (``VARIANTS["dcfr"]``) for push/fold, by equities instead of sampled deals; players update in turn.

    It takes seconds to gains for which sampling takes hours. For two players it is exact. For more, outcomes of three hands
    are estimated once, and effects of cards among four or more hands are left out (``docs/howto/push_fold.md``): values are
    off by some 0.004 big blinds at most. CFR promises no equilibrium for more than two players, nor for prizes: ``measure``
    says what each player gains by a best response, exactly in this model.

    Attributes:
        game: what is played.
        deals: random deals from which outcomes of three hands are estimated.
        seed: of these deals.

    Example:
        >>> from pokerzoo.preflop import PushFoldSolver, push_fold_table
        >>> solver = PushFoldSolver(push_fold_table([10, 10])).run(1000, until=1e-4)
        >>> push = solver.average_policy().decision("")
        >>> push.position, push.actions, push.frequencies.round(1).tolist(), solver.measure().values.round(3)
        ('SB', ('fold', 'raise to 10'), [0.4, 0.6], array([-0.045,  0.045]))
    """

    _title = "Push/fold solver"
    game: PreflopGame

    def __init__(self, game: GameLike, *, deals: int = DEALS, seed: int = 0) -> None:
        """Start with players who push or call with each hand half of the time.

        Args:
            game: from ``push_fold_table``.
            deals: random deals of nine hands from which outcomes of three hands are estimated.
            seed: of these deals.

        Raises:
            ValueError: another game, or a number that is not allowed.
        """
        check_int("deals", deals, 1, MAX_DEALS)
        check_int("seed", seed, 0, 2**63 - 1)
        self._values = PushFoldValues(game, deals, seed)
        super().__init__(self._values.tree.game, seed, draws=False)
        self.deals = deals
        if self._values.num_players > 2:
            self._values.orders  # noqa: B018  # made now, so that it does not count as time of iterations
        self._regrets = np.zeros((2, *self._values.strategies.shape))
        self._sums = np.zeros(self._values.strategies.shape)
        self._weight = np.zeros(1)
        self._take(np.full(self._sums.shape, 0.5))
        self._values.update_outlooks()

    def _take(self, strategies: Floats) -> None:
        for decisions in self._values.decisions_of:
            self._values.set_strategies(decisions, strategies[decisions])

    def advance(self, count: int) -> None:
        values = self._values
        with whole_iterations(any_handler=True) as interrupted:
            for _ in range(count):
                self._iteration += 1
                positive, negative, average, _ = VARIANTS["dcfr"].factors(self.iteration, 1)[0].tolist()
                for player, decisions in enumerate(values.decisions_of):
                    result, _, seen = values.player_values(player)
                    worth, strategies = result[:, decisions], values.strategies[decisions]
                    mean = worth[0] + strategies * (worth[1] - worth[0])
                    regrets = self._regrets[:, decisions] + worth - mean
                    regrets *= np.where(regrets > 0.0, positive, negative)
                    self._regrets[:, decisions] = regrets
                    values.set_strategies(decisions, shares_along(np.maximum(regrets, 0.0), 0)[1])
                    for ending, weights in seen.items():
                        values.update_outlook(ending, player, weights)
                self._sums[:] = average * self._sums + values.strategies
                self._weight[:] = average * self._weight + 1.0
                if interrupted:
                    break

    def _next_check(self, iteration: int) -> int:
        return iteration + max(FIRST_CHECK, iteration // 4)

    def state(self) -> dict[str, npt.NDArray[Any]]:
        arrays = {"regrets": self._regrets, "sums": self._sums, "weight": self._weight, "strategies": self._values.strategies}
        return super().state() | arrays | {"outlooks": self._values.all_outlooks}

    def load(self, state: dict[str, npt.NDArray[Any]]) -> None:
        super().load(state)
        self._take(state["strategies"])

    def identity(self) -> dict[str, Any]:
        return super().identity() | {"deals": self.deals, "seed_of_deals": self.seed}

    def average_strategies(self) -> Floats:
        """float64 [decisions, 169]: how often each hand goes in, on average over the iterations; a half before the first."""
        return self._sums / self._weight if self.iteration else np.full(self._sums.shape, 0.5)

    def average_policy(self) -> PreflopPolicy:  # type: ignore[override]
        """The average strategy."""
        return self._policy(self.average_strategies(), "average")

    def current_policy(self) -> PreflopPolicy:  # type: ignore[override]
        """The strategy that the next iteration plays."""
        return self._policy(self._values.strategies, "current")

    def _policy(self, strategies: Floats, kind: str) -> PreflopPolicy:
        tree = self._values.tree
        numbers: Floats32 = np.ones(tree.size.numbers, dtype=np.float32)  # where folding is the only action
        for node, goes_in in zip(self._values.nodes.tolist(), strategies, strict=True):
            numbers[tree.block(node)] = np.stack([1.0 - goes_in, goes_in], axis=1).ravel()
        return PreflopPolicy(tree, numbers, self._metadata(kind) | {"trainer": "push_fold"})

    def measure(self) -> PreflopMeasurement:
        """The average policy's value to each player, and each one's gain by a best response, exact in the model."""
        values = PushFoldValues(self.game, self.deals, self.seed or 0)
        values.set_strategies(np.arange(len(self._sums)), self.average_strategies())
        method = METHOD + (ESTIMATED.format(deals=self.deals, seed=self.seed) if self.game.num_players > 2 else "")
        result = PreflopMeasurement(self.game, *values.measure(), method)
        self._measured = self.iteration, result.exploitability
        return result
