"""The compiled forms of a game, which solvers and measures walk: each is made once, and kept with the game."""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatch
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from pokerzoo.envs.core import Game, short_name
from pokerzoo.envs.game_like import GameLike, game_of
from pokerzoo.envs.games.bet_fold import BetFoldGame
from pokerzoo.envs.games.rps import MatrixGame
from pokerzoo.envs.measurement import PolicyEvaluator
from pokerzoo.envs.poker.game import PokerGame

from .matrix_tree import matrix_tree
from .public_tree import PublicTree, compile_public_tree, is_walked_by_boards
from .street_size import check_solving_fits
from .tree import Tree, compile_tree

if TYPE_CHECKING:
    from typing_extensions import TypeIs

    from .rows_form import RowsForm
    from .street_tree import StreetTree

Form: TypeAlias = "RowsForm | StreetTree"
"""A compiled game."""
AnyGame = TypeVar("AnyGame", bound=Game)
Made = TypeVar("Made")


def kept(game: AnyGame, name: str, make: Callable[[AnyGame], Made]) -> Made:
    """What is made of a game, once: it is kept with the game under this name."""
    forms = game._forms
    made: Made = forms[name] if name in forms else forms.setdefault(name, make(game))  # of two threads the first
    return made


def tree_of(game: GameLike) -> Tree:
    """The whole game in flat arrays, history by history; made once.

    Args:
        game: a game, an environment of this package, or the name of a game.

    Raises:
        ValueError: the game has too many histories.

    >>> tree_of("kuhn").num_nodes
    58
    """
    return kept(game_of(game), "tree", compile_tree)


def rows_of(game: Game) -> RowsForm:
    """The game with a row for each sequence, as CFR iterates on it: poker with hands side by side, other games as a tree.

    Raises:
        ValueError: the game is too large for that, or walked board by board.
    """
    return kept(game, "rows", compile_rows)


def boards_of(game: Game) -> StreetTree | None:
    """The game by streets and boards, where it is walked so: poker for two with cards to come and many hands or boards."""
    return kept(game, "boards", compile_boards)


def each_board_of(game: PokerGame) -> StreetTree:
    """``boards_of`` with each board on its own, for strategies that treat equivalent suits differently."""
    return kept(game, "each board", compile_each_board)


def form_of(game: Game) -> Form:
    """The form that solvers and measures walk: boards where the game has them, else rows."""
    return kept(game, "form", lambda game: boards_of(game) or rows_of(game))


def evaluator_of(game: GameLike) -> PolicyEvaluator:
    """The way to exact values and best responses of a game, new at each call: it keeps scratch for repeated questions.

    Args:
        game: a game, an environment of this package, or the name of a game. A class of games of your own may have another
            evaluator: ``pokerzoo.envs.compiled.forms.make_evaluator.register(YourGame, your_function)``.

    Raises:
        ValueError: the game is too large for that.

    >>> evaluator = evaluator_of("kuhn")
    >>> evaluator.measure(evaluator.game.infosets.uniform()).values
    array([ 0.125, -0.125])
    """
    return make_evaluator(game_of(game))


# What differs between kinds of games


compile_tree.register(MatrixGame, matrix_tree)


@singledispatch
def compile_rows(game: Game) -> RowsForm:
    """Compile ``rows_of`` a game."""
    return tree_of(game)


@compile_rows.register(PokerGame)
def poker_rows(game: PokerGame) -> RowsForm:
    """Compile ``rows_of`` poker."""
    if not game.rules.has_hands_side_by_side:
        return tree_of(game)
    if is_walked_by_boards(game.rules):
        raise ValueError(f"{short_name(game)} is walked board by board, not compiled to rows")
    check_solving_fits(game, threads=1)
    return compile_public_tree(game)


@singledispatch
def compile_boards(game: Game) -> StreetTree | None:
    """Compile ``boards_of`` a game."""
    return None


@compile_boards.register(PokerGame)
def poker_boards(game: PokerGame) -> StreetTree | None:
    """Compile ``boards_of`` poker."""
    if not game.rules.has_hands_side_by_side or not is_walked_by_boards(game.rules):
        return None
    check_solving_fits(game, threads=1)
    from .street_compiler import compile_street_tree

    return compile_street_tree(game)


def compile_each_board(game: PokerGame) -> StreetTree:
    """Compile ``each_board_of`` poker."""
    check_solving_fits(game, symmetric=False, threads=1)
    from .street_compiler import compile_street_tree

    return compile_street_tree(game, symmetric=False)


@singledispatch
def make_evaluator(game: Game) -> PolicyEvaluator:
    """Make ``evaluator_of`` a game: that of its form."""
    return form_of(game).evaluator()


@make_evaluator.register(BetFoldGame)
def bet_fold_evaluator(game: BetFoldGame) -> PolicyEvaluator:
    """Make ``evaluator_of`` the bet/fold game: arithmetic, for any number of players."""
    from pokerzoo.envs.games.bet_fold_exact import BetFoldEvaluator

    return BetFoldEvaluator(game)


# Types of forms


def is_public(form: Form | None) -> TypeIs[PublicTree]:
    """True for a public tree; tells type checkers the class."""
    return form is not None and form.layout == "public"


def is_by_boards(form: Form | None) -> TypeIs[StreetTree]:
    """True if a game is compiled by stages and boards, for type checkers too."""
    return form is not None and form.layout == "boards"
