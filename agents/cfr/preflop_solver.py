"""CFR before the flop for two to nine players: external sampling on real deals, with infosets by the 169 hand classes.

Before the flop suits do not matter, so that 169 classes lose nothing. Averages are not sampled: after an iteration every
decision's strategy is added, weighted by the player's own reach, which for more than two players no sampled path has.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.policies.preflop_policy import Factors, PreflopPolicy, check_factors
from pokerzoo.agents.training.interrupts import whole_iterations
from pokerzoo.agents.training.trainer import Trainer
from pokerzoo.envs.compiled.preflop_tree import preflop_tree
from pokerzoo.envs.core import GameLike
from pokerzoo.envs.games.preflop import PreflopGame, as_preflop
from pokerzoo.envs.support.arrays import Floats32
from pokerzoo.envs.support.parameters import check_int

from .preflop_deals import PreflopDeals, PreflopMeasurement
from .preflop_kernels import REGRETS
from .solver import rows_digest
from .variants import VARIANTS, Variant, get_variant

LEAST_DEALS, MOST_DEALS, NUMBERS_A_DEAL = 200, 20_000, 20_000
"""Deals of an iteration where none are given: one for so many numbers, within these bounds."""
AVERAGED_EVERY = 4
"""Of large games the strategies of every so many iterations are averaged: that takes as long as hundreds of deals."""
CHECK_DEALS = 10_000
LEAST_LEARNING, MOST_LEARNING, NUMBERS_A_LEARNED = 20_000, 200_000, 100
"""Deals of ``measure``: fresh ones, and those from which responses are learned, one for so many numbers."""


class PreflopSolver(Trainer):
    """External-sampling CFR before the flop for two to nine players (Lanctot and others 2009), on all processors.

    In an iteration ``deals`` real deals are traversed for each player, with all hands that the player may have beside the
    others' cards and the board, of which three are drawn beside the hands of a deal; then all update their regrets. Two runs
    with the same arguments and seed are bit-identical, however they are split and on any number of threads. For more
    than two players, and for prizes, no convergence to an equilibrium is promised; ``measure`` says what each could gain.

    Attributes:
        game: what is played.
        variant: ``"lcfr"`` or ``"cfr"``, as a row of ``variants.VARIANTS``.
        deals: deals of an iteration.
        tree: the betting as arrays; ``tree.size`` is how large it is.
        factors: float64 [players, 169]: realization factors.
        seed: of the random numbers.

    Example:
        >>> from pokerzoo.preflop import PreflopSolver, preflop_game
        >>> solver = PreflopSolver(preflop_game(2, stack=10, raise_sizes="a"), seed=1).run(200)
        >>> push = solver.average_policy().decision("")
        >>> push.position, push.actions, push.frequencies.round(1).tolist()
        ('SB', ('fold', 'raise to 10'), [0.4, 0.6])
    """

    _title = "Preflop solver"
    _chance, _sampling = "sample", "external"
    game: PreflopGame
    variant: Variant

    def __init__(
        self,
        game: GameLike,
        variant: str | Variant | None = None,
        *,
        deals: int | None = None,
        realization: Factors | None = None,
        seed: int | None = None,
        threads: int | None = None,
    ) -> None:
        """Set up a solver at its uniform start.

        Args:
            game: from ``preflop_game``.
            variant: ``"lcfr"`` (also for None): regrets and strategies of iteration t are weighted by t; ``"cfr"``: all alike.
            deals: deals of an iteration; None: 200 to 20,000, by the size of the game.
            realization: a model of what later bets do: the share of what a hand wins that its player realizes where players
                with chips left see the flop. A number by position, or numbers by position and hand: ``{"SB": 0.85, "BTN":
                {"72o": 0.7}}``; or float64 [players, 169]. What is not named has 1. Chips that are not realized are lost.
            seed: of the random numbers; None draws one, kept in ``seed``.
            threads: number of threads for the deals; None: one for each processor. Results are the same for any number.

        Raises:
            ValueError: another game, an argument that is not allowed, or too large a game for the memory that is free.
            UnsupportedError: another variant.
        """
        game = as_preflop(game)
        row = get_variant(variant or "lcfr")
        if row not in (VARIANTS["lcfr"], VARIANTS["cfr"]):
            raise self._cannot("variant", row.name, "it takes lcfr and cfr")
        if deals is not None:
            check_int("deals", deals, 1, 1_000_000)
        super().__init__(game, seed, draws=True)
        self.variant, self.factors = row, check_factors(game, realization)
        self.tree = preflop_tree(game)
        numbers = self.tree.size.numbers
        self.deals = min(max(numbers // NUMBERS_A_DEAL, LEAST_DEALS), MOST_DEALS) if deals is None else deals
        self._averaged_every = 1 if numbers <= LEAST_DEALS * NUMBERS_A_DEAL else AVERAGED_EVERY
        self._learning = min(max(numbers // NUMBERS_A_LEARNED, LEAST_LEARNING), MOST_LEARNING)
        self._deals = PreflopDeals(self.tree, self.factors, threads)
        self._regrets: Floats32 = np.zeros(numbers, dtype=np.float32)
        self._averages: Floats32 = np.zeros(numbers, dtype=np.float32)
        self._gains = self._deals.new_numbers()
        self._responses = np.zeros(0, dtype=np.int8)
        assert self._rng is not None
        self._keys = self._rng.integers(2**63, size=2, dtype=np.uint64)

    @property
    def threads(self) -> int:
        """Number of threads that the deals are split across."""
        return self._deals.threads

    def advance(self, count: int) -> None:
        linear, nothing = self.variant.name == "lcfr", np.zeros((0, 0, 2))
        with whole_iterations(any_handler=True) as interrupted:
            for _ in range(count):
                done = self.iteration
                weight = float(done + 1) if linear else 1.0
                if done % self._averaged_every == 0:
                    self._deals.add_averages(weight, self._regrets, self._averages)
                self._deals.play(
                    self._regrets, REGRETS, self._keys[:1], done * self.deals, self.deals, self._gains, self._responses, nothing
                )
                self._deals.add_regrets(weight / self.deals, self._gains, self._regrets)
                self._iteration[0] += 1
                if interrupted:
                    break

    def _compile(self) -> None:
        # Kernels are compiled for what they get, and nothing is added: no deals, and a weight of 0.
        nothing = np.zeros((0, 0, 2))
        self._deals.add_averages(0.0, self._regrets, self._averages)
        self._deals.play(self._regrets, REGRETS, self._keys[:1], 0, 1, self._gains, self._responses, nothing)
        self._deals.add_regrets(0.0, self._gains, self._regrets)

    def _next_check(self, iteration: int) -> int:
        looks = (CHECK_DEALS + 3 * self._learning) // self.deals
        return iteration + max(10, 10 * looks, iteration // 5)

    def state(self) -> dict[str, npt.NDArray[Any]]:
        return super().state() | {"regrets": self._regrets, "averages": self._averages, "keys": self._keys}

    def identity(self) -> dict[str, Any]:
        settings = {"variant": self.variant.name, "deals": self.deals, "realization": rows_digest([self.factors])}
        return super().identity() | settings

    def average_policy(self) -> PreflopPolicy:  # type: ignore[override]
        """The average strategy; uniform where no hand was ever dealt."""
        return PreflopPolicy(self.tree, self._averages, self._metadata("average"), self.factors)

    def current_policy(self) -> PreflopPolicy:  # type: ignore[override]
        """The strategy that the next iteration plays."""
        return PreflopPolicy(self.tree, self._regrets, self._metadata("current"), self.factors)

    def measure(self) -> PreflopMeasurement:
        """Estimate from random deals the average policy's value to each player, and each one's gain by a response."""
        seed = int(self._keys[1])
        result = self._deals.measure(self._averages, CHECK_DEALS, self._learning, seed, self._gains)
        self._measured = self.iteration, result.exploitability
        return result

    def _metadata(self, kind: str) -> dict[str, Any]:
        return super()._metadata(kind) | {"trainer": "preflop", "variant": self.variant.name, "deals": self.deals}
