"""Chooses the compiled form of a game, which solvers and measures walk."""

from __future__ import annotations

from typing import TypeAlias

from pokerzoo.envs.core import Game
from pokerzoo.envs.poker.game import PokerGame

from .hand_tree import HandTree, ThreeHands
from .public_tree import PublicTree, compile_public_tree, is_walked_by_boards
from .showdown_pass import ShowdownPasses
from .street_tree import StreetTree, compile_street_tree
from .terminal_evaluation import HandMatrices, TerminalList
from .tree import Tree

RowsForm: TypeAlias = Tree | PublicTree | HandTree
"""A compiled game whose sequences are rows, with its terminal evaluation."""
Form: TypeAlias = RowsForm | StreetTree
"""A compiled game."""
TerminalEvaluation: TypeAlias = TerminalList | HandMatrices | ShowdownPasses | ThreeHands
"""Terminal evaluation of a ``RowsForm``; see ``terminal_evaluation``."""


def compile_hands(game: PokerGame) -> PublicTree | StreetTree:
    """Compile a two-player poker game with all private hands side by side."""
    return compile_street_tree(game) if is_walked_by_boards(game.rules) else compile_public_tree(game)


def fastest_form(game: Game) -> Form:
    """Return the form with hands side by side where the game has one, else the flat tree."""
    return game.public_tree() or game.tree()
