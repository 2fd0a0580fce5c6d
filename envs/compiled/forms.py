"""Chooses the compiled form of a game, which solvers and measures walk."""

from __future__ import annotations

from typing import TypeAlias

from pokerzoo.envs.core import Game
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.infosets import boards_of

from .board_sweep import BoardSweeps
from .oracle import HandMatrices, TerminalList
from .public_tree import PublicTree, compile_public_tree, has_many_hands
from .street_tree import StreetTree, compile_street_tree
from .tree import Tree

Form: TypeAlias = Tree | PublicTree | StreetTree
"""A compiled game."""
Oracle: TypeAlias = TerminalList | HandMatrices | BoardSweeps
"""What answers for the terminals of a ``Tree`` or a ``PublicTree``; see ``oracle``."""

MAX_PAIRS = 50_000
"""With more pairs of hands on all full boards than this, a game with few hands is walked board by board, too.

Matrices, in double precision, take a second for so many; of flops, and of turns with more than thirty hands, minutes.
"""


def compile_hands(game: PokerGame) -> PublicTree | StreetTree:
    """Compile a two-player poker game with all private hands side by side."""
    rules = game.rules
    to_come = sum(r.public_cards for r in rules.rounds)
    pairs = rules.hole_cards == 2 and rules.copies == 1
    if to_come and (has_many_hands(rules) or (pairs and len(boards_of(rules, to_come)) * len(rules.hands) ** 2 > MAX_PAIRS)):
        return compile_street_tree(game)
    return compile_public_tree(game)


def fastest_form(game: Game) -> Form:
    """Return the form with hands side by side where the game has one, else the flat tree."""
    return game.public_tree() or game.tree()
