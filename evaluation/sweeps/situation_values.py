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
from math import fsum
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.agents import CFR, DepthLimitedCFR
from pokerzoo.agents.cfr.river_betting import river_betting
from pokerzoo.agents.cfr.river_runs import RiverRun, river_hands
from pokerzoo.agents.cfr.variants import DEFAULT_VARIANT, get_variant
from pokerzoo.agents.neural.value_network import shipped_network
from pokerzoo.envs import make_game
from pokerzoo.envs.compiled.forms import street_tree_of
from pokerzoo.envs.compiled.public_tree import has_many_hands
from pokerzoo.envs.compiled.terminal_chips import pair_weight
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.games.subgames import combo_numbers
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


def game_of_situation(situation: Situation, hands: str = "all", **sizes: Any) -> HoldemGame:
    """The spot with all hands that the board leaves in both ranges, or with those that each player holds."""
    left = hands_left(situation.board)
    weights = np.zeros(situation.ranges.shape)
    weights[:, left] = weights_in_units(situation, left)
    if hands == "held":
        weights[situation.ranges == 0.0] = 0.0
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
        hands: ``"all"``, or ``"held"``: only hands of the ranges are solved, and each other hand has the value of its best play
            against them. All are solved of a turn with so few that it would be solved in another way.
        values: ``"solve"``, or on a turn ``"network"``: it is solved alone, and the package's network says what its rivers are
            worth. Then ``until`` must be None, and ``exploitability`` is None.
    """
    if len(situation.board) == 5:
        return _solve_river(situation, until, iterations, variant, (bet_sizes, raise_sizes), hands)
    sizes = {"bet_sizes": bet_sizes, "raise_sizes": raise_sizes}
    whole = game_of_situation(situation, **sizes)
    if values == "network":
        limited = DepthLimitedCFR(whole, variant, values=shipped_network(5), threads=1).run(iterations)
        return SituationValues(_in_pots(situation, whole, limited.hand_values()), limited.iteration, None)
    game = whole if hands == "all" else game_of_situation(situation, hands, **sizes)
    if not has_many_hands(game.rules):
        game = whole
    solver = CFR(game, variant, threads=1).run(iterations, until=until)
    found = _in_pots(situation, game, solver.hand_values())
    if game is not whole:
        best = _in_pots(situation, whole, _best_values(solver, whole))
        found = np.where(situation.ranges > 0.0, found, best)
    return SituationValues(found, solver.iteration, solver.exploitability / situation.pot)


def _best_values(solver: CFR, whole: HoldemGame) -> npt.NDArray[np.float64]:
    """float64 [2, hands]: the best of each hand of a game against the averages of a solver for some of its hands."""
    some, form = street_tree_of(solver.game), street_tree_of(whole)
    assert some is not None
    assert form is not None
    (averages,), (rows,) = solver.average_rows(), form.new_rows()
    places = np.searchsorted(combo_numbers(whole), combo_numbers(some.game))  # type: ignore[arg-type]  # a hold'em spot
    for public in form.canonical_states():
        numbers = np.zeros((len(public.moves), len(whole.rules.hands)))
        own = some.infosets.find(public.history)
        if own is not None:  # else no hand of the actor is left there
            numbers[:, places] = some.read(averages, own)
        form.put(rows, public, numbers)
    evaluator = form.evaluator(threads=1)
    return np.stack([evaluator.values_of_best_response(player, (rows,)).start for player in range(2)])


def _in_pots(situation: Situation, game: HoldemGame, worth: npt.NDArray[np.float64]) -> npt.NDArray[np.float32]:
    """float32 [2, 1326]: values as of ``CFR.hand_values``, for an opponent's range that sums to 1, in fractions of the pot."""
    rules: Any = game.rules
    scale = pair_weight(rules) / situation.pot / np.array([[fsum(own)] for own in reversed(rules.weights)])
    found = np.zeros((2, NUM_COMBOS), dtype=np.float32)
    one, two = rules.hand_cards.T
    found[:, COMBO_TABLE[one, two]] = worth * scale
    return found


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
