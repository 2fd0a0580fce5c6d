"""A spot re-solved for one player, so that no hand of the opponent gains.

This is the re-solving gadget of Burch, Johanson and Bowling, "Solving imperfect information games using decomposition" (2014).
With each hand the opponent may play on, or take the value that it had before.
"""

from __future__ import annotations

import numpy as np

from pokerzoo.envs.compiled.arrays import AllRows
from pokerzoo.envs.compiled.forms import is_by_boards, rows_of
from pokerzoo.envs.compiled.public_tree import compile_public_tree, has_many_hands
from pokerzoo.envs.compiled.rows_form import RowsForm
from pokerzoo.envs.compiled.simd import unpack_rows
from pokerzoo.envs.compiled.street_evaluator import StreetEvaluator
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.compiled.terminal_chips import pair_weight
from pokerzoo.envs.compiled.treeplex import best_values_up, reach_down
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.support.arrays import Floats

from .board_walk import BoardWalk
from .gadget import boards_with_exit, boards_without_exit, rows_with_exit, rows_without_exit, uniform_with_exit
from .rows_walk import RowsWalk
from .variants import variant_for

FIRST_CHECK, LATER = 20, 1.25
"""After how many iterations it is first measured, and by what factor this grows."""
FOR_OWN_CHIPS = 1000
"""Iterations in which the player plays for their own chips; given rake, the opponent's worth may not fall enough by that."""
MOST_ITERATIONS = 20_000


class BestResponses:
    """Values of best responses to a strategy, hand by hand."""

    def __init__(self, form: RowsForm | StreetTree, player: int, threads: int | None = 1) -> None:
        """Make scratch for the responses of ``player``."""
        self.form, self.player = form, player
        if is_by_boards(form):
            self._evaluator = StreetEvaluator(form, None, threads)
            return
        self._terminals, self._reaches = form.terminal_values(), form.new_reaches()
        self._shares, self._utilities, self._best = form.new_rows(), form.new_rows(), form.new_rows()

    def values(self, cumulative: AllRows) -> Floats:
        """float64 [hands of the game]: values at the start, where the other player plays shares of ``cumulative``."""
        form, player, other = self.form, self.player, 1 - self.player
        if is_by_boards(form):
            return self._evaluator.values_of_best_response(player, cumulative).start
        lanes, best, utility = form.lanes, self._best[player], self._utilities[player]
        form.write_shares(cumulative, self._shares)
        reach_down(lanes, form.treeplexes[other], 0, lanes.blocks, self._shares[other], self._reaches[other])
        self._terminals.counterfactual_values(player, self._reaches, utility)
        best_values_up(lanes, form.treeplexes[player], 0, lanes.blocks, best, best[:0], utility, best)
        return np.asarray(unpack_rows(lanes, utility, form.num_lanes)[0].astype(np.float64))


class ResolvingGame:
    """The gadget's game under CFR, on rows or on boards."""

    def __init__(
        self,
        form: RowsForm | StreetTree,
        player: int,
        worth: Floats,
        *,
        weights: Floats | None = None,
        half: bool = False,
        threads: int | None = 1,
    ) -> None:
        """Start at uniform strategies.

        ``worth`` is by hand of the game: counterfactual values as the form has them, without the weight of the hand itself.
        ``weights`` says how much each of the opponent's hands counts at the root; None: as much as in the form.
        """
        self.form, self.player, self.opponent = form, player, 1 - player
        assert isinstance(form.game, PokerGame)
        rules = form.game.rules
        assert rules.weights is not None
        range_weights = np.array(rules.weights[self.opponent])
        # Where hands are few, the terminals' values have the hand's own weight in them.
        self._scale = np.ones(len(range_weights)) if has_many_hands(rules) or is_by_boards(form) else range_weights
        self._worth = worth * self._scale
        if weights is None:
            weights = np.ones(len(range_weights)) if self._scale is range_weights else range_weights
        self._weights = np.where(range_weights > 0.0, weights, 0.0)
        self._variant = variant_for(form.game)
        gadget = self.opponent, self._worth, self._weights
        self._walk: RowsWalk | BoardWalk
        if is_by_boards(form):
            self._walk = BoardWalk(boards_with_exit(form, *gadget), self._variant.alternating, half=half, threads=threads)
        else:
            start = uniform_with_exit(form, self.opponent)
            self._walk = RowsWalk(rows_with_exit(form, *gadget), start, self._variant.alternating)
        self._responses = BestResponses(form, self.opponent, threads)

    @property
    def iteration(self) -> int:
        """Iterations done."""
        return int(self._walk.iteration[0])

    def advance(self, count: int) -> None:
        """Run ``count`` iterations."""
        self._walk.advance(self._variant.factors(self.iteration + 1, count))

    def average_rows(self) -> AllRows:
        """The average strategies as rows of the form, up to a factor at each decision."""
        rows = self._walk.averages
        if is_by_boards(self.form):
            return (boards_without_exit(self.form, self.opponent, rows[0]),)
        return rows_without_exit(self.form, self.opponent, rows)

    def best_values(self) -> Floats:
        """float64 [hands of the game]: values of a best response to the average strategy for the opponent's hands."""
        return self._responses.values(self.average_rows())

    def gains(self) -> Floats:
        """float64 [hands of the game]: gains of a best response to the average strategy over the hands' previous values."""
        return np.asarray((self.best_values() - self._worth) / np.where(self._scale > 0.0, self._scale, 1.0))

    def gains_pot_percent(self) -> float:
        """The most that a hand gains, in percent of the spot's pot; below 0 if all lose."""
        game = self.form.game
        assert isinstance(game, HoldemGame)
        met = game.rules.ranges.opposing_rows[self.opponent]
        held = (self._weights > 0.0) & (met > 0.0)
        chips = self.gains()[held] * pair_weight(game.rules) / met[held]
        return float(chips.max()) / game.rules.betting.pot * 100

    def excess(self) -> float:
        """Net chips a deal by which a best response to the average strategy exceeds the values that its hands had before."""
        return float(self._weights @ np.maximum(self.best_values() - self._worth, 0.0))

    def run(self, allowed: float, most: int) -> float:
        """Iterate until the excess is small enough, at most ``most`` times; return the excess."""
        look = FIRST_CHECK
        while True:
            self.advance(min(look, most) - self.iteration)
            excess = self.excess()
            if excess <= allowed or self.iteration >= most:
                return excess
            look = max(look + FIRST_CHECK, int(look * LATER))


def resolve_river(
    game: HoldemGame, player: int, worth: Floats, allowed: float, most: int = MOST_ITERATIONS
) -> tuple[ResolvingGame, float]:
    """Solve a river for one player, so that the opponent's hands exceed the given values by no more than an excess.

    The player plays for their own chips. Given rake these are not what the opponent loses. Where the excess then stays too
    large the river is solved once more, and the player plays against the opponent's chips: that leads below any excess.
    """
    solver = ResolvingGame(rows_of(game), player, worth)  # the river is dealt
    raked = game.rules.betting.rake_rate > 0.0
    excess = solver.run(allowed, min(most, FOR_OWN_CHIPS) if raked else most)
    if raked and excess > allowed:
        again = ResolvingGame(compile_public_tree(game, against=player), player, worth)
        less = again.run(allowed, most)
        if less < excess:
            return again, less
    return solver, excess
