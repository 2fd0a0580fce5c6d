"""The compiled forms of a game, which solvers and measures walk: each is made once, and kept with the game."""

from __future__ import annotations

from functools import singledispatch
from typing import TYPE_CHECKING, TypeAlias, overload

from pokerzoo.envs.core import Game, GameLike, game_of, kept, short_name
from pokerzoo.envs.games.bet_fold import BetFoldGame
from pokerzoo.envs.games.rps import MatrixGame
from pokerzoo.envs.measurement import PolicyEvaluator
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.support.errors import InputError

from .bet_fold_form import compile_bet_fold
from .evaluator import Evaluator
from .public_tree import compile_public_tree, is_walked_by_boards
from .rows_form import RowsForm
from .simd import HandLanes
from .street_size import check_solving_fits
from .tree import Tree, compile_tree, matrix_tree

if TYPE_CHECKING:
    from typing_extensions import TypeIs

    from .arrays import AllRows
    from .street_evaluator import StreetEvaluator
    from .street_tree import StreetTree

Form: TypeAlias = "RowsForm | StreetTree"
"""A compiled game."""


def tree_of(game: GameLike) -> Tree:
    """The whole game in flat arrays, history by history; made once.

    Args:
        game: a game, an environment of this package, or the name of a game.

    Returns:
        its nodes, the root first: ``node_player``, ``node_parent``, ``node_action`` (that led here), ``node_infoset``,
        ``node_chance`` (chance's probability of coming here from the node above), ``first_child`` and ``num_children`` (the
        children of a node are neighbours, in the order of the legal actions). For the ends ``terminal_node``,
        ``terminal_utility`` [players, ends] and ``terminal_chance``. ``rows`` has the players' decision problems.

    Raises:
        ValueError: the game has too many histories.

    >>> tree = tree_of("kuhn")
    >>> tree.num_nodes, tree.num_terminals, tree.num_infosets
    (58, 30, (6, 6))
    """
    return kept(game_of(game), "tree", compile_tree)


def rows_of(game: Game) -> RowsForm:
    """The game with a row for each sequence, as CFR iterates on it: with hands side by side if it has lanes, else as a tree.

    Raises:
        ValueError: the game is too large for that, or walked board by board.
    """
    return kept(game, "rows", compile_rows)


def boards_of(game: Game) -> StreetTree | None:
    """The game by streets and boards, where it is walked so: poker for two with cards to come and many hands or boards."""
    return kept(game, "boards", compile_boards)


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
    return tree_of(game).rows


compile_rows.register(BetFoldGame, compile_bet_fold)


@compile_rows.register(PokerGame)
def poker_rows(game: PokerGame) -> RowsForm:
    """Compile ``rows_of`` poker."""
    if not game.rules.has_hands_side_by_side:
        return tree_of(game).rows
    if is_walked_by_boards(game.rules):
        raise InputError(f"{short_name(game)} is walked board by board, not compiled to rows")
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


@singledispatch
def make_evaluator(game: Game) -> PolicyEvaluator:
    """Make ``evaluator_of`` a game: that of its form."""
    return form_evaluator(form_of(game))


# What forms have


def is_by_boards(form: Form) -> TypeIs[StreetTree]:
    """True if a game is compiled by streets and boards, for type checkers too."""
    return not isinstance(form, RowsForm)


def in_single(form: Form) -> Form:
    """The form in float32 where a game has hands side by side, else the form itself."""
    if isinstance(form, RowsForm) and isinstance(form.lanes, HandLanes) and isinstance(form.game, PokerGame):
        return compile_public_tree(form.game, single=True)
    return form


@overload
def form_evaluator(form: RowsForm, locked: AllRows | None = None, threads: int | None = None) -> Evaluator: ...
@overload
def form_evaluator(form: StreetTree, locked: AllRows | None = None, threads: int | None = None) -> StreetEvaluator: ...
def form_evaluator(form: Form, locked: AllRows | None = None, threads: int | None = None) -> Evaluator | StreetEvaluator:
    """Values and best responses, which keep to the strategy where ``locked`` is above zero."""
    if not is_by_boards(form):
        return Evaluator(form, locked, threads)
    from .street_evaluator import StreetEvaluator

    return StreetEvaluator(form, locked[0] if locked else None, threads)
