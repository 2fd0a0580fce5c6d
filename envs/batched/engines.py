"""Engines for many hands side by side: a few verbs, of which steps of batches and of vector environments are loops."""

from __future__ import annotations

from functools import singledispatch
from typing import Any, Protocol

import numpy.typing as npt

from pokerzoo.envs.core import Game, State, kept
from pokerzoo.envs.games.bet_fold import BetFoldGame
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.support.arrays import Bools, Floats, Floats32, Int64s, Uint8s, Uint64s
from pokerzoo.envs.whole_hands.game import TexasHoldemGame


class BatchEngine(Protocol):
    """Steps hands that are rows of an array of its own kind.

    ``rng`` has one generator for each hand. ``movers``, int64 [hands], are the players to move, below 0 where a hand is over;
    ``deal`` and ``apply`` keep them up to date.

    Attributes:
        has_tables: whether a policy is a table of which ``drawn_actions`` draws.
    """

    has_tables: bool

    def rows(self, hands: int) -> npt.NDArray[Any]:
        """Rows for this many hands; nothing is dealt."""
        ...

    def deal(self, rows: Any, rng: Uint64s, which: Bools, movers: Int64s) -> None:
        """Deal the marked hands, up to the first decision."""
        ...

    def apply(self, rows: Any, rng: Uint64s, actions: Int64s, movers: Int64s) -> None:
        """Play a legal action of each hand, with the chance moves after it; -1 leaves a hand as it is."""
        ...

    def legal(self, rows: Any, out: Uint8s) -> None:
        """Write 1 for each legal action; where a hand is over for all."""
        ...

    def is_legal(self, rows: Any, actions: Int64s) -> Bools:
        """Whether these actions, any integers, are legal; where a hand is over any is."""
        ...

    def passive(self, rows: Any) -> Int64s:
        """Find the action played for an illegal one: check, else fold; where a hand is over it means nothing."""
        ...

    def random_actions(self, rows: Any, numbers: Floats, which: Bools, out: Int64s) -> None:
        """Write a legal action of the marked hands, all equally likely, by numbers from 0 to 1 (less than 1)."""
        ...

    def payoffs(self, rows: Any, which: Bools, out: Floats) -> None:
        """Write each player's net chips in the marked hands, which are over; zeros in the others."""
        ...

    def observe(self, rows: Any, seats: Int64s, out: Floats32) -> None:
        """Write what these seats see; zeros for seats below 0."""
        ...

    def infosets(self, rows: Any) -> Int64s:
        """The infosets of the players to move; -1 where a hand is over or has no number."""
        ...

    def state(self, row: Any) -> State:
        """The state in the game tree that a row is."""
        ...


def engine_of(game: Game) -> BatchEngine:
    """The engine for the hands of a game, made once and kept with the game. ValueError where the game is too large."""
    return kept(game, "batch engine", make_engine)


@singledispatch
def make_engine(game: Game) -> BatchEngine:
    """Make an engine: of a game's tree, unless its class has another."""
    from .nodes import TreeEngine

    return TreeEngine(game)


@make_engine.register(PokerGame)
def make_poker_engine(game: PokerGame) -> BatchEngine:
    """Make an engine of lines for two from ranges or from the whole deck, else of the tree."""
    if game.num_players != 2 or (game.rules.hand_sets is None and game.rules.weights is None):
        return make_engine.dispatch(Game)(game)
    from .line_hands import is_from_ranges, is_from_the_deck, line_engine

    return line_engine(game) if is_from_ranges(game) or is_from_the_deck(game) else make_engine.dispatch(Game)(game)


@make_engine.register(BetFoldGame)
def make_bet_fold_engine(game: BetFoldGame) -> BatchEngine:
    """Make an engine of cards and choices."""
    from .nodes import BetFoldEngine

    return BetFoldEngine(game)


@make_engine.register(TexasHoldemGame)
def make_whole_hands_engine(game: TexasHoldemGame) -> BatchEngine:
    """Make an engine of the compiled rules."""
    from .whole_hands import WholeHandsEngine

    return WholeHandsEngine(game)
