"""Many rivers solved one after the other, without a game for each: the betting is walked once, hands and weights are arrays.

A river is solved as ``CFR`` solves the spot, to the same bits: by the same kernels, in the same order.
"""

from __future__ import annotations

from math import fsum
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.training.check_plan import CheckPlan
from pokerzoo.envs.compiled.arrays import AllRows
from pokerzoo.envs.compiled.evaluator import Evaluator, best_utilities
from pokerzoo.envs.compiled.public_tree import PublicTree
from pokerzoo.envs.compiled.showdown_pass import showdown_passes
from pokerzoo.envs.compiled.simd import DTYPES, ManyHandLanes, lanes_for, row_width, zero_rows
from pokerzoo.envs.compiled.treeplex import equal_shares
from pokerzoo.envs.measurement import Measurement
from pokerzoo.envs.poker.cards import COMBOS, NUM_CARDS
from pokerzoo.envs.poker.hand_strength import Strengths, board_strength
from pokerzoo.envs.support.arrays import Floats, Int64s
from pokerzoo.envs.support.units import limit_in_chips

from .engines import RowsEngine
from .river_betting import RiverBetting
from .solver import next_look
from .variants import Variant


class RiverHands(NamedTuple):
    """The hands of a river, and their weights in both ranges."""

    combos: Int64s  # [hands]: numbers among the 1,326, ascending
    weights: Floats  # [2, hands]: multiples of 2**-40, at most 1: so that their sums are exact
    opposing: Floats  # [2, hands]: the weight of the opponent's hands that share no card with a hand
    pairs: float  # sum over all pairs of hands that share no card of the products of their weights


def river_hands(combos: Int64s, weights: Floats) -> RiverHands:
    """Take the hands with their weights."""
    cards = COMBOS[combos]
    opposing = np.empty(weights.shape)
    for player, theirs in enumerate(weights[::-1]):
        by_card = np.bincount(cards.ravel(), np.repeat(theirs, 2), NUM_CARDS)
        opposing[player] = theirs.sum() - (by_card[cards].sum(axis=1) - theirs)
    return RiverHands(combos, weights, opposing, fsum((weights[0] * opposing[0]).tolist()))


def river_form(betting: RiverBetting, board: tuple[int, ...], strength: Strengths, hands: RiverHands) -> PublicTree:
    """The compiled form of a river: that of its game, but that it cannot name infosets. ``strength`` is of all combos."""
    cards = COMBOS[hands.combos]
    lanes = lanes_for(ManyHandLanes, len(cards))
    chance = 1.0 / hands.pairs
    one, two = (own._replace(chips=(own.chips * chance).astype(np.float32)) for own in betting.batches)
    terminals = showdown_passes(cards, [board], [strength[hands.combos]], (one, two), row_width(lanes))
    return PublicTree(betting.game, betting.plexes, tuple(hands.weights), terminals, lanes, len(cards), betting.states)


class RiverRun:
    """A river that was solved from the uniform start.

    Attributes:
        form: its compiled form.
        hands: its hands.
        iteration: iterations done.
        measurement: of the average strategies; its game has the right pot, and other hands.
        averages: cumulative strategies, as rows.
    """

    def __init__(
        self,
        betting: RiverBetting,
        board: tuple[int, ...],
        hands: RiverHands,
        variant: Variant,
        iterations: int,
        until: float | str | None,
    ) -> None:
        """Solve it, on one thread. ``iterations`` and ``until`` are as of ``Trainer.run``."""
        self.betting, self.board, self.hands = betting, board, hands
        self._strength = board_strength(board)
        self.form = form = river_form(betting, board, self._strength, hands)
        self._evaluator = Evaluator(form)
        self._variant = variant
        self._engine = RowsEngine(form, self._uniform_rows(), None)
        self._regrets, self.averages = form.new_rows(), form.new_rows()
        self._count = np.zeros(1, dtype=np.int64)
        self.measurement = self._run(iterations, until)
        for name, rows in (("regrets", self._regrets), ("averages", self.averages)):
            if not all(np.isfinite(float(own.max()) - float(own.min())) for own in rows if own.size):
                raise OverflowError(f"after {self.iteration:,} iterations {name} are no longer finite in float32")

    @property
    def iteration(self) -> int:
        """Iterations done."""
        return int(self._count[0])

    def next_check(self, iteration: int) -> int:
        """See ``Trainer.next_check``."""
        return next_look(iteration, self._regrets)

    def _uniform_rows(self) -> AllRows:
        """Equal shares for all actions; 0 for hands that meet no hand of the opponent."""
        form, rows = self.form, self.form.new_rows()
        held = np.zeros((2, row_width(form.lanes)), dtype=DTYPES[type(form.lanes)])
        held[:, : len(self.hands.combos)] = self.hands.opposing > 0.0
        for own, plex, met in zip(rows, form.treeplexes, held, strict=True):
            shares = equal_shares(plex).astype(met.dtype)
            own[:] = (shares[:, None] * met.reshape(form.lanes.blocks, 1, -1)).reshape(own.shape)
        return rows

    def _run(self, iterations: int, until: float | str | None) -> Measurement:
        """The loop of ``run_training`` from the start, and the last measurement."""
        game, plan = self.betting.game, None
        if until is not None:
            plan = CheckPlan.begin(self, 0, limit_in_chips(game, until, f"until={until!r}"))
        sums = np.zeros(2)
        while True:
            now, found = self.iteration, None
            if plan is not None and now == plan.next:
                found = self._measure()
                if found.distance <= plan.target:
                    return found
                plan = plan.after(found.distance, self.next_check(now))
            if now >= iterations:
                return found or self._measure()
            stop = iterations if plan is None else min(iterations, plan.next)
            factors = self._variant.factors(now + 1, stop - now)
            self._engine.advance(self._variant.alternating, factors, self._regrets, self.averages, sums, self._count)

    def _measure(self) -> Measurement:
        return Measurement(self.betting.game, *self._evaluator.evaluate_cumulative(self.averages))

    def hand_values(self) -> Floats:
        """float64 [2, hands]: see ``CFR.hand_values``; the last measurement has the strategies and how they are reached."""
        return np.array([self._evaluator.utilities(player, self._evaluator.shares)[0] for player in range(2)])

    def best_values_of(self, combos: Int64s) -> Floats:
        """float64 [2, combos]: the best that each hand could do against the average strategies, in the unit of ``hand_values``.

        Args:
            combos: numbers of the hands, ascending; the hands of this river are among them.
        """
        at = np.searchsorted(combos, self.hands.combos)
        form = river_form(self.betting, self.board, self._strength, self.hands._replace(combos=combos))
        reaches = tuple(self._spread(own, at, form) for own in self._evaluator.reaches)
        found = np.empty((2, len(combos)))
        for player, (plex, utility) in enumerate(zip(form.treeplexes, form.new_rows(), strict=True)):
            best_utilities(form.lanes, plex, form.terminals, player, reaches, utility, np.empty_like(utility))
            found[player] = by_hand(utility, form)[:, 0].ravel()[: len(combos)]
        return found

    def _spread(self, rows: npt.NDArray[Any], at: Int64s, form: PublicTree) -> npt.NDArray[Any]:
        """Rows of this river's hands as rows of another form, where its hands stand at these places."""
        own = by_hand(rows, self.form)
        wide = zero_rows(form.lanes, own.shape[1])
        here, width = np.arange(len(at)), own.shape[2]
        by_hand(wide, form)[at // width, :, at % width] = own[here // width, :, here % width]
        return wide


def by_hand(rows: npt.NDArray[Any], form: PublicTree) -> npt.NDArray[Any]:
    """[blocks, sequences, hands of a block]: rows as kernels have them, seen so."""
    return rows.reshape(form.lanes.blocks, -1, row_width(form.lanes) // form.lanes.blocks)
