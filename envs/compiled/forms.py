"""Chooses the compiled form of a game, which solvers and measures walk."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from pokerzoo.envs.core import Game
from pokerzoo.envs.measurement import PolicyEvaluator
from pokerzoo.envs.poker.game import PokerGame

from .public_tree import PublicTree, compile_public_tree, is_walked_by_boards

if TYPE_CHECKING:
    from typing_extensions import TypeIs

    from .rows_form import RowsForm
    from .street_tree import StreetTree

Form: TypeAlias = "RowsForm | StreetTree"
"""A compiled game."""


def compile_hands(game: PokerGame) -> PublicTree | StreetTree:
    """Compile a poker game for two players, or three with ranges, with all private hands side by side."""
    if not is_walked_by_boards(game.rules):
        return compile_public_tree(game)
    from .street_compiler import compile_street_tree

    return compile_street_tree(game)


def fastest_form(game: Game) -> Form:
    """Return the form with hands side by side where the game has one, else the flat tree."""
    return game.public_tree() or game.tree()


def is_public(form: Form | None) -> TypeIs[PublicTree]:
    """True for a public tree; tells type checkers the class."""
    return form is not None and form.layout == "public"


def is_by_boards(form: Form | None) -> TypeIs[StreetTree]:
    """True if a game is compiled by stages and boards, for type checkers too."""
    return form is not None and form.layout == "boards"


def street_tree_of(game: Game) -> StreetTree | None:
    """The game by stages and boards; None where it is not compiled so."""
    form = game.public_tree()
    return form if is_by_boards(form) else None


def game_evaluator(game: Game) -> PolicyEvaluator:
    """Values and best responses of a game in its fastest compiled form: most games' ``Game.evaluator``."""
    return fastest_form(game).evaluator()
