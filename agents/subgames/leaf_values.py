"""Values at the end of a street: from a function such as a network, or from solving all that follows."""

from __future__ import annotations

from itertools import pairwise
from typing import Protocol, runtime_checkable

import numpy as np

from pokerzoo.agents.cfr.board_walk import BoardWalk, WalkPart
from pokerzoo.agents.cfr.variants import variant_for
from pokerzoo.envs.compiled.shared_parts import SharedParts, usable_processors
from pokerzoo.envs.compiled.street_evaluator import Evaluated, evaluate_boards
from pokerzoo.envs.compiled.street_plan import WalkScratch
from pokerzoo.envs.compiled.street_threads import Threads
from pokerzoo.envs.compiled.street_walk import BELOW, NO_ROOT, new_scratch, new_worth
from pokerzoo.envs.games.subgames import combo_numbers
from pokerzoo.envs.poker.cards import NUM_COMBOS
from pokerzoo.envs.support.arrays import Floats, Floats32, Int64s
from pokerzoo.envs.support.errors import ParameterError
from pokerzoo.envs.support.parameters import check_int

from .street_end import StreetEnd

TOGETHER = 256
"""Leaves that a value function is asked about at once: their ranges and values are 5.4 MB."""
FOR_THREADS, BATCHES = 32, 4
"""The same, if threads may ask, at most. The number of batches is a multiple of four, so that two or four threads have as much
to do each; the number of threads changes no batch, and so no bit."""
SOLVING = 100
"""Iterations in which ``values="solve"`` solves what follows, from scratch each time."""


@runtime_checkable
class ValueFunction(Protocol):
    """A source of the values of hands at the start of a street: a network, a table.

    An attribute ``public_cards`` says how many cards its boards have: other spots are refused then. A method
    ``for_hands(hands)``, if there is one, is asked once for the same function of the spot's hands alone. An attribute
    ``concurrent`` that is true says that several threads may call ``values`` at once; otherwise one at a time does.

    Example:

    .. code-block:: python

        class Nothing:
            def values(self, ranges, boards, pots, stacks):
                return np.zeros_like(ranges)

        DepthLimitedCFR(turn, values=Nothing())
    """

    def values(self, ranges: Floats32, boards: Int64s, pots: Floats, stacks: Floats) -> Floats32:
        """The values of all hands in n situations at once.

        Args:
            ranges: float32 [n, 2, 1326], how likely each hand is; sums to 1, or is 0 if a player never comes there.
            boards: int64 [n, cards], the public cards by number, in no order.
            pots: float64 [n], chips in the pot.
            stacks: float64 [n], chips behind of each player.

        Returns:
            float32 [n, 2, 1326]: counterfactual values in fractions of the pot: a sum over the opponent's hands that share no
            card with the hand, each times how likely it is. Half of the pot counts as each player's own.
        """
        ...


@runtime_checkable
class ForSomeHands(Protocol):
    """A value function that is faster for a subset of the hands."""

    def for_hands(self, hands: Int64s) -> ValueFunction:
        """The same function for some hands, by number."""
        ...


class LeafSource:
    """The source of values that a depth-limited solver queries in each walk."""

    settles = False  # whether lines that are all-in have values, too

    def fill(self, worth: Floats32, above: WalkScratch, player: int) -> Floats32:
        """Write the values of ``player`` at all leaves, given the reach in ``above``, to ``worth``; see ``StreetEnd.put``.

        Returns the values of a best response of the player there, or the same values again: float32 [boards, numbers].
        """
        raise NotImplementedError


class AskedLeaves(LeafSource):
    """Values of a function, queried in each walk."""

    def __init__(self, end: StreetEnd, function: ValueFunction, threads: int | None = None) -> None:
        """Take the leaves, the function, and over how many threads leaves are split if the function allows it."""
        self.end = end
        form = end.form
        numbers = combo_numbers(form.game)
        self._combos = tuple(numbers[hands] for hands in form.hands)
        held = np.unique(np.concatenate(self._combos))
        self.function = function.for_hands(held) if isinstance(function, ForSomeHands) else function
        leaves = [(board, line) for board in range(len(end.boards)) for line in range(len(end.open))]
        self._leaves = np.array(leaves, dtype=np.int64).reshape(-1, 2)
        self._parts = shared_leaves(len(leaves), threads, bool(getattr(self.function, "concurrent", False)))

    def fill(self, worth: Floats32, above: WalkScratch, player: int) -> Floats32:
        """See ``LeafSource``."""
        end = self.end
        reach = [end.reaches(above, each)[end.open] for each in range(2)]
        result = self._asked(reach, player)
        # Leaves go board by board: a board at a time, so that little memory is needed.
        theirs = np.concatenate([(reach[1 - player] * alive).sum(axis=1, dtype=np.float64) for alive in end.alive[1 - player]])
        scale = (end.pots[self._leaves[:, 1]] * theirs).astype(np.float32)
        end.put(worth, player, (result * scale[:, None]).reshape(len(end.boards), len(end.open), -1))
        return np.asarray(worth[player, 0])

    def _asked(self, reach: list[Floats32], player: int) -> Floats32:
        """float32 [leaves, hands of the player]: values of the function for these reaches."""
        result = np.zeros((len(self._leaves), len(self._combos[player])), dtype=np.float32)

        def ask(worker: int, start: int, stop: int) -> None:
            result[start:stop] = self._ask(reach, start, stop)[:, player, self._combos[player]]

        self._parts.run(ask)
        return result

    def _ask(self, reach: list[Floats32], start: int, stop: int) -> Floats32:
        """float32 [leaves, 2, 1326]: values of the function at some leaves."""
        end, pots, stacks = self.end, self.end.pots, self.end.stacks
        board, line = self._leaves[start:stop].T
        ranges = np.zeros((len(board), 2, NUM_COMBOS), dtype=np.float32)
        for each in range(2):
            ranges[:, each, self._combos[each]] = reach[each][line] * end.alive[each][board]
        totals = ranges.sum(axis=2, dtype=np.float64)
        ranges /= np.where(totals > 0.0, totals, 1.0)[:, :, None].astype(np.float32)
        values: Floats32 = np.asarray(self.function.values(ranges, end.boards[board], pots[line], stacks[line]))
        if values.shape != ranges.shape:
            raise ParameterError("values", problem=f"returned an array {list(values.shape)}; must be {list(ranges.shape)}")
        if not np.isfinite(values).all():
            raise ParameterError("values", problem="returned numbers that are not finite")
        return values


def shared_leaves(leaves: int, threads: int | None, concurrent: bool) -> SharedParts:
    """Batches of leaves, split across threads if the function may be called concurrently."""
    if not concurrent:
        return SharedParts(1, list(pairwise([*range(0, leaves, TOGETHER), leaves])))
    number = BATCHES * -(-leaves // (BATCHES * FOR_THREADS))
    ends = np.linspace(0, leaves, number + 1).astype(int).tolist()
    parts = [part for part in pairwise(ends) if part[0] < part[1]]
    return SharedParts(max(1, min(usable_processors() if threads is None else threads, len(parts))), parts)


class BelowWalk(BoardWalk):
    """Iterations on the boards below the root's, for the reach with which hands leave it."""

    def solve(self, above: WalkScratch, factors: Floats) -> None:
        """Iterate from scratch, for the reach in ``above``."""
        self._above = above
        self.regrets[0][:] = self.averages[0][:] = 0.0
        for row in factors:
            for who in self.turns:
                self.update(who, row)

    def _walk_all(self, walk: WalkPart, who: tuple[int, int], row: Floats) -> None:
        self.threads.run(lambda worker, start, stop: walk(self._scratch[worker], BELOW, start, stop))


class SolvedLeaves(LeafSource):
    """Values by solving all that follows for the ranges there: exact up to the solver's convergence."""

    settles = True

    def __init__(self, end: StreetEnd, threads: Threads, iterations: int) -> None:
        """Make rows of all boards."""
        check_int("iterations", iterations, 1, 10**6)
        self.end, self.iterations = end, iterations
        self._threads, self._variant = threads, variant_for(end.form.game)
        self._walk = BelowWalk(end.form, self._variant.alternating, threads=threads.count)
        self._scratch = [new_scratch(end.form.plan, 2) for _ in range(threads.count)]
        self._worth = new_worth(end.form.plan, 2)

    @property
    def averages(self) -> Floats32:
        """float32 [numbers]: the cumulative strategies of the last solving."""
        averages: Floats32 = self._walk.averages[0]
        return averages

    def fill(self, worth: Floats32, above: WalkScratch, player: int) -> Floats32:
        """See ``LeafSource``."""
        self.solve(above)
        worth[player, 0], best = self.values(above, player)
        return best

    def solve(self, above: WalkScratch) -> None:
        """Solve all boards that follow, from uniform strategies on, for the reach in ``above``."""
        self.end.raise_reaches(above)
        self._walk.solve(above, self._variant.factors(1, self.iterations))

    def values(self, above: WalkScratch, player: int) -> tuple[Floats32, Floats32]:
        """Pair of float32 [boards, numbers]: the values of the average strategies, and of a best response to the other's."""

        def walk(worker: int, start: int, stop: int) -> None:
            evaluate_boards(
                self.end.form.plan, NO_ROOT, (0, 0), BELOW, start, stop, (player, player + 1), (0, 2),
                Evaluated(self.averages), above, self._scratch[worker], self._worth, np.zeros((2, 2)),
            )  # fmt: skip

        self._threads.run(walk)
        return self._worth[player, 0], self._worth[player, 1]
