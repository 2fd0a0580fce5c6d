"""A spot solved again for one player, so that no hand of the opponent is worth more there than before.

This is the re-solving gadget of Burch, Johanson and Bowling, "Solving imperfect information games using decomposition" (2014).
With each hand the opponent may play on, or end it at once for what it was worth before.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pokerzoo.envs.compiled.evaluator import best_utilities
from pokerzoo.envs.compiled.forms import is_by_boards
from pokerzoo.envs.compiled.public_tree import PublicTree, compile_public_tree, has_many_hands
from pokerzoo.envs.compiled.simd import pack_rows, unpack_rows
from pokerzoo.envs.compiled.treeplex import reach_down
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.poker.lines import Line
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.arrays import Floats

from .engines import RowsEngine
from .locks import locked_start
from .variants import DEFAULT_VARIANT, get_variant

FIRST_CHECK, LATER = 20, 1.25
"""After how many iterations it is first measured, and by what factor this grows."""
FOR_OWN_CHIPS = 1000
"""Iterations in which the player plays for their own chips; given rake, the opponent's worth may not fall enough by that."""
MOST_ITERATIONS = 20_000


class ResolvedStrategy(NamedTuple):
    """A strategy of one player."""

    shares: Floats  # [sequences, hands]: the probability of each sequence's last action
    first: dict[Line, int]  # the first sequence of each line at which the player acts
    excess: float  # net chips a deal that a best response wins more than what its hands were worth before
    iterations: int  # how many it took

    def strategy(self, public: PublicState) -> Floats:
        """float64 [actions, hands]: what the player does with each hand in a public state of the river."""
        first = self.first[public.betting]
        return np.asarray(self.shares[first : first + len(public.moves)])


class ResolvingGame:
    """The gadget's game under CFR."""

    def __init__(self, form: PublicTree, player: int, worth: Floats) -> None:
        """Start at uniform strategies."""
        self.form, self.player, self.opponent = form, player, 1 - player
        lanes, root = form.lanes, np.array(form.root_reach[self.opponent])
        weights = form.game.rules.weights
        assert weights is not None
        # Where hands are few, the terminals' values have the hand's own weight in them.
        own = np.array(weights[self.opponent])
        self._worth = worth if has_many_hands(form.game.rules) else worth * own
        self._weights = np.where(own > 0.0, root, 0.0)
        self._engine = RowsEngine(form, *locked_start(form, {}))
        enter, nothing = np.full(form.num_lanes, 0.5), np.zeros(form.num_lanes)
        choices = list(self._engine.choices)
        choices[self.opponent] = pack_rows(lanes, np.stack([self._worth, self._weights, enter, nothing, nothing]))
        self._engine.choices = tuple(choices)
        reach = self._engine.reaches[self.opponent]
        start = pack_rows(lanes, (self._weights * enter)[None])
        reach[..., : start.shape[-1]] = start
        reach_down(lanes, form.treeplexes[self.opponent], 0, lanes.blocks, self._engine.strategies[self.opponent], reach)
        self._regrets, self._averages = form.new_rows(), form.new_rows()
        self._shares, self._reaches, self._utilities, self._best = (
            form.new_rows(),
            form.new_reaches(),
            form.new_rows(),
            form.new_rows(),
        )
        self._variant = get_variant(DEFAULT_VARIANT[False])
        self._iteration, self._value_sums = np.zeros(1, dtype=np.int64), np.zeros(2)

    @property
    def iteration(self) -> int:
        """Iterations done."""
        return int(self._iteration[0])

    def advance(self, count: int) -> None:
        """Do ``count`` iterations."""
        factors = self._variant.factors(self.iteration + 1, count)
        self._engine.advance(
            self._variant.alternating, factors, self._regrets, self._averages, self._value_sums, self._iteration
        )

    def excess(self) -> float:
        """See ``ResolvedStrategy``, of the average strategy."""
        form, lanes, own = self.form, self.form.lanes, self.opponent
        form.write_shares(self._averages, self._shares)
        reach_down(
            lanes, form.treeplexes[self.player], 0, lanes.blocks, self._shares[self.player], self._reaches[self.player]
        )  # fmt: skip
        best_utilities(
            lanes, form.treeplexes[own], self._engine.terminals, own, self._reaches, self._utilities[own], self._best[own]
        )  # fmt: skip
        found = unpack_rows(lanes, self._utilities[own], form.num_lanes)[0].astype(np.float64)
        return float(self._weights @ np.maximum(found - self._worth, 0.0))

    def _resolved(self, excess: float) -> ResolvedStrategy:
        """The strategy whose excess was measured last."""
        shares = unpack_rows(self.form.lanes, self._shares[self.player], self.form.num_lanes).astype(np.float64)
        starts = self.form.treeplexes[self.player].first.tolist()
        lines = [public.betting for public in self.form.points[self.player]]
        return ResolvedStrategy(shares, dict(zip(lines, starts, strict=True)), excess, self.iteration)

    def run(self, allowed: float, most: int) -> ResolvedStrategy:
        """Iterate until the excess is small enough, or ``most`` times."""
        look = FIRST_CHECK
        while True:
            self.advance(min(look, most) - self.iteration)
            excess = self.excess()
            if excess <= allowed or self.iteration >= most:
                return self._resolved(excess)
            look = max(look + FIRST_CHECK, int(look * LATER))


def resolve_river(
    game: HoldemGame, player: int, worth: Floats, allowed: float, most: int = MOST_ITERATIONS
) -> ResolvedStrategy:
    """Solve a river for one player, so that the opponent's hands are worth no more there than given, but for an excess.

    The player plays for their own chips. Given rake these are not what the opponent loses. Where the excess then stays too
    large the river is solved once more, and the player plays against the opponent's chips: that leads below any excess.
    """
    form = game.public_tree()
    assert form is not None
    assert not is_by_boards(form)  # the river is dealt
    raked = game.rules.rake_rate > 0.0
    found = ResolvingGame(form, player, worth).run(allowed, min(most, FOR_OWN_CHIPS) if raked else most)
    if raked and found.excess > allowed:
        again = ResolvingGame(compile_public_tree(game, against=player), player, worth).run(allowed, most)
        found = min(found, again, key=lambda one: one.excess)
    return found
