"""Push/fold: stacks up to which each hand class is pushed or called."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from pokerzoo.agents.cfr.push_fold_solver import PushFoldSolver
from pokerzoo.envs.games.preflop import push_fold_table
from pokerzoo.envs.poker.cards import CLASS_NAMES
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.errors import ParameterError
from pokerzoo.envs.support.parameters import check_choice

UNTIL, ITERATIONS = 5e-8, 2000
"""Exploitability at a stack in big blinds, and the most iterations; no threshold moves after them."""


@dataclass(frozen=True)
class PushFoldThresholds:
    """Equilibria of push/fold for two players at several stacks.

    Attributes:
        stacks: float64 [stacks]: in big blinds, ascending.
        pushes: float64 [stacks, 169]: how often the small blind pushes each hand class, in the order of ``CLASS_NAMES``.
        calls: float64 [stacks, 169]: how often the big blind calls with each hand class.
        values: float64 [stacks]: what the small blind wins, in big blinds a hand.
        exploitability: float64 [stacks]: of the strategies, in big blinds a hand.

    Example:
        >>> from pokerzoo.preflop import push_fold_thresholds
        >>> charts = push_fold_thresholds([2, 4, 6, 8, 10])
        >>> charts.stretches("push", "63s")
        [(2.0, 2.0)]
        >>> float(charts.highest("call").max())
        10.0
    """

    stacks: Floats
    pushes: Floats
    calls: Floats
    values: Floats
    exploitability: Floats

    def highest(self, action: str) -> Floats:
        """float64 [169]: the highest of the stacks at which each hand is pushed, or called with, at least half of the time.

        Args:
            action: ``"push"`` or ``"call"``.

        Returns:
            0 where there is none.
        """
        return np.asarray(np.where(self._played(action), self.stacks[:, None], 0.0).max(axis=0))

    def stretches(self, action: str, hand: str) -> list[tuple[float, float]]:
        """From which to which of the stacks a hand is pushed, or called with, at least half of the time: (lowest, highest).

        Args:
            action: ``"push"`` or ``"call"``.
            hand: ``"63s"``.

        Raises:
            ValueError: another action, or no such hand.
        """
        check_choice("hand", hand, CLASS_NAMES)
        result: list[tuple[float, float]] = []
        before = False
        for stack, played in zip(self.stacks.tolist(), self._played(action)[:, CLASS_NAMES.index(hand)].tolist(), strict=True):
            if played:
                result[len(result) - before :] = [(result[-1][0] if before else stack, stack)]
            before = played
        return result

    def _played(self, action: str) -> Floats:
        check_choice("action", action, ("push", "call"))
        return np.asarray((self.pushes if action == "push" else self.calls) >= 0.5)


def push_fold_thresholds(big_blinds: Iterable[float], *, ante: float = 0, big_blind_ante: float = 0) -> PushFoldThresholds:
    """Solve push/fold for two players at several stacks.

    Each is solved to an exploitability of 0.00000005 big blinds, with 2,000 iterations at most.

    Args:
        big_blinds: the stacks, in big blinds.
        ante: what each player pays besides the blinds, in big blinds.
        big_blind_ante: what the big blind pays for both, in big blinds.

    Returns:
        The strategies at each stack, with their values and their exploitability.

    Raises:
        ValueError: no stacks, or one that is not allowed.

    Example:
        >>> from pokerzoo.preflop import push_fold_thresholds
        >>> charts = push_fold_thresholds([5, 10])
        >>> charts.values.round(4)
        array([ 0.0562, -0.0454])
    """
    stacks = sorted(set(big_blinds))
    if not stacks:
        raise ParameterError("big_blinds", problem="must have at least one stack")
    tables = [push_fold_table([stack] * 2, ante=ante, big_blind_ante=big_blind_ante) for stack in stacks]
    solvers = [PushFoldSolver(table).run(ITERATIONS, until=UNTIL) for table in tables]
    strategies = np.array([solver.average_strategies() for solver in solvers])
    measured = [solver.measure() for solver in solvers]
    return PushFoldThresholds(
        stacks=np.array(stacks, dtype=np.float64),
        pushes=strategies[:, 0],
        calls=strategies[:, 1],
        values=np.array([measurement.values[0] for measurement in measured]),
        exploitability=np.array([measurement.exploitability for measurement in measured]),
    )
