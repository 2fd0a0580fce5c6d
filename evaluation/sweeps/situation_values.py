"""Both players' counterfactual values of all hands in a public situation, from the average strategies of a solve.

The *counterfactual value* of a hand is as in DeepStack: a sum over the opponent's hands that share no card with it. Each
adds how likely the opponent holds it times the net chips that the player expects, in fractions of the pot at the start. The
opponent's distribution is over the hands that the board leaves, and is not made anew for the hand's own cards. Half of the
pot is each player's own. So

    sum(range_oop * cfv_oop) + sum(range_ip * cfv_ip) = 0

but for rounding. Divided by the part of the opponent's range that shares no card with it, it is the hand's EV.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import fsum
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.agents import CFR, DepthLimitedCFR, ValueNetwork
from pokerzoo.agents.cfr.river_betting import river_betting
from pokerzoo.agents.cfr.river_runs import RiverRun, river_hands
from pokerzoo.agents.cfr.variants import DEFAULT_VARIANT, get_variant
from pokerzoo.envs import make_game
from pokerzoo.envs.compiled.public_tree import pair_weight
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.poker.cards import COMBO_TABLE, NUM_COMBOS
from pokerzoo.envs.poker.ranges import Range

from .random_ranges import hands_left
from .situations import Situation

UNIT = 2.0**-40
"""Unit of which weights are whole numbers in the game, where the largest is 1: so their sums are exact, and found fast.

It is the least weight of a hand, of one outside the range, too. That is too little to change any strategy, and lets the hand
find its own: it learns by what each action would bring it, and its weight is no factor in that. Without it the hand would play
at random, and its value would be that of a bad player.
"""

HANDS = ("all", "held")
"""The hands that are solved: all that the board leaves, or the hands in both ranges."""
VALUES = ("solve", "network")
"""The ways to say what a turn's rivers are worth."""
AS_GIVEN = dict.fromkeys(("add_allin_threshold", "force_allin_threshold", "merging_threshold"), 0.0)
"""Settings of the spot: no bet size is added, forced or merged."""


@dataclass(frozen=True, eq=False)
class SituationValues:
    """Counterfactual values of a solved situation."""

    values: npt.NDArray[np.float32]
    iterations: int
    exploitability: float | None  # of the average strategies, in fractions of the pot; None: not measured


def weights_in_units(situation: Situation, hands: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """float64 [2, hands]: the weights of these hands, whole numbers of ``UNIT`` and at least one; the largest is 1."""
    given = situation.ranges.astype(np.float64)
    return np.asarray(np.maximum(np.rint(given[:, hands] / given.max(axis=1, keepdims=True) / UNIT), 1.0) * UNIT)


def game_of_situation(situation: Situation, **sizes: Any) -> HoldemGame:
    """The spot with all hands that the board leaves in both ranges."""
    left = hands_left(situation.board)
    weights = np.zeros(situation.ranges.shape)
    weights[:, left] = weights_in_units(situation, left)
    params: Any = {
        "board": situation.board_name,
        "ranges": (Range(weights[0]), Range(weights[1])),
        "pot": situation.pot,
        "stack": situation.stack,
    }
    game = make_game("holdem", **params | AS_GIVEN | sizes)
    assert isinstance(game, HoldemGame)
    return game


def solve_situation(
    situation: Situation,
    *,
    until: float | str | None = "0.5%",
    iterations: int = 1000,
    variant: str | None = None,
    bet_sizes: str = "100%,a",
    raise_sizes: str = "100%,a",
    hands: str = "all",
    values: str = "solve",
) -> SituationValues:
    """Solve a situation on one thread, with equal bits on every machine.

    Args:
        situation: on a river or a turn.
        until: as in ``CFR.run``, like ``iterations``.
        iterations: at most.
        variant: as in ``CFR``.
        bet_sizes: as in ``make_holdem``, like ``raise_sizes``.
        raise_sizes: of both players.
        hands: ``"all"``, or on a river ``"held"``: only hands of the ranges are solved, and each other hand has the value of
            its best play against them.
        values: ``"solve"``, or on a turn ``"network"``: it is solved alone, and the package's network says what its rivers are
            worth. Then ``until`` must be None, and ``exploitability`` is None.
    """
    if len(situation.board) == 5:
        return _solve_river(situation, until, iterations, variant, (bet_sizes, raise_sizes), hands)
    game = game_of_situation(situation, bet_sizes=bet_sizes, raise_sizes=raise_sizes)
    exploitability = None
    if values == "network":
        limited = DepthLimitedCFR(game, variant, values=_network(), threads=1).run(iterations)
        worth, done = limited.hand_values(), limited.iteration
    else:
        solver = CFR(game, variant, threads=1).run(iterations, until=until)
        worth, done, exploitability = solver.hand_values(), solver.iteration, solver.exploitability / situation.pot
    rules: Any = game.rules
    # From the units of weight in ``hand_values`` to an opponent's range that sums to 1.
    scale = pair_weight(rules) / situation.pot / np.array([[fsum(own)] for own in reversed(rules.weights)])
    found = np.zeros((2, NUM_COMBOS), dtype=np.float32)
    one, two = rules.hand_cards.T
    found[:, COMBO_TABLE[one, two]] = worth * scale
    return SituationValues(found, done, exploitability)


@lru_cache(1)
def _network() -> ValueNetwork:
    return ValueNetwork.load()


def _solve_river(
    situation: Situation,
    until: float | str | None,
    iterations: int,
    variant: str | None,
    sizes: tuple[str, str],
    hands: str,
) -> SituationValues:
    """``solve_situation`` without making a game, to the same bits: that takes as long as the iterations of a small river."""
    betting = river_betting(situation.pot, situation.stack, *sizes, tuple(AS_GIVEN.items()))
    left = hands_left(situation.board)
    solved = left if hands == "all" else left[(situation.ranges[:, left] > 0.0).any(axis=0)]
    taken = river_hands(solved, weights_in_units(situation, solved))
    run = RiverRun(betting, situation.board, taken, get_variant(variant or DEFAULT_VARIANT[False]), iterations, until)
    scale = taken.pairs / situation.pot / taken.weights[::-1].sum(axis=1, keepdims=True)
    values = np.zeros((2, NUM_COMBOS), dtype=np.float32)
    values[:, solved] = run.hand_values() * scale
    if hands == "held":
        best = np.zeros((2, NUM_COMBOS), dtype=np.float32)
        best[:, left] = run.best_values_of(left) * scale
        values = np.where(situation.ranges > 0.0, values, best)
    return SituationValues(values, run.iteration, run.measurement.exploitability / situation.pot)
