"""``/api/games``: small games, their trees, and strategies on them infoset by infoset."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter

from pokerzoo.agents import TabularPolicy, profile
from pokerzoo.envs import Game, list_games, make_game
from pokerzoo.envs.descriptions import GameInfo, describe_game
from pokerzoo.envs.drawing.game_trees import (
    MAX_DRAWN,
    DrawnNode,
    InfosetInfo,
    history_tree,
    infosets_of,
    public_tree,
)
from pokerzoo.envs.games.bet_fold import BetFoldGame
from pokerzoo.envs.support.errors import brief
from pokerzoo.envs.support.records import Record
from pokerzoo.evaluation.spots.strategy_numbers import StrategyNumbers, policy_numbers
from pokerzoo.web.answers import AnswerRoute
from pokerzoo.web.context import Context, Explorer
from pokerzoo.web.errors import BadRequest, NotFound
from pokerzoo.web.made_games import AddressParams
from pokerzoo.web.small_games import has_tree_page, small_game, strategy_choices, strategy_of

router = APIRouter(tags=["games"], route_class=AnswerRoute)

MAX_MATRIX = 24
"""Rows and columns of a payoff matrix that is shown."""


@dataclass
class Matrix(Record):
    """A matrix game.

    Attributes:
        rows: the first player's actions.
        columns: the second player's.
        payoffs: what the first player wins.
    """

    rows: list[str]
    columns: list[str]
    payoffs: list[list[float]]


@dataclass
class GameTree(Record):
    """A game with its infosets and the forms in which it can be drawn.

    Attributes:
        game: its name.
        params: every parameter.
        players: how many play.
        infosets: all, in the order of all other lists here.
        histories: the tree of all histories; None if it is too large.
        public: the public tree; None where there is none.
        matrix: the payoffs, of a matrix game.
        cards: how many cards, of the bet/fold game.
        not_drawn: why there is no tree of all histories.
        strategies: what ``of`` takes at ``/strategy``, with titles; the first is to begin with.
    """

    game: str
    params: dict[str, Any]
    players: int
    infosets: list[InfosetInfo]
    histories: list[DrawnNode] | None
    public: list[DrawnNode] | None
    matrix: Matrix | None
    cards: int | None
    not_drawn: str | None
    strategies: dict[str, str]


@router.get("/games")
def games() -> list[GameInfo]:
    """The games that have trees, the smallest first: those with turns, those without, and the user's own."""
    made = {name: game for name in list_games() if has_tree_page(game := make_game(name))}
    described = {name: describe_game(name) for name in made}
    return sorted(
        described.values(), key=lambda one: (one.own, one.simultaneous, 0 if one.own else len(made[one.name].infosets))
    )


@router.get("/games/{name}")
def game(name: str) -> GameInfo:
    """Any game: its rules, and its parameters as a form needs them."""
    if name not in list_games():
        raise NotFound(f"no game {brief(name)}; there are {', '.join(list_games())}", "name")
    return describe_game(name)


@router.get("/games/{name}/tree")
def tree(name: str, params: AddressParams) -> GameTree:
    """A game's infosets and trees, without any strategy. ``params``: a JSON object of its parameters."""
    made = small_game(name, params)
    result = history_tree(made)
    return GameTree(
        game=made.name,
        params=dict(made.params),
        players=made.num_players,
        infosets=infosets_of(made),
        histories=result,
        public=public_tree(made),
        matrix=_matrix(made),
        cards=len(made.infosets) // made.num_players if isinstance(made, BetFoldGame) else None,
        not_drawn=None if result is not None else _not_drawn(made),
        strategies=strategy_choices(made),
    )


@router.get("/games/{name}/strategy")
def strategy(
    name: str, explorer: Context, params: AddressParams, of: str | None = None, policy: str | None = None
) -> StrategyNumbers:
    """A strategy and its numbers at every infoset.

    ``of``: one of the tree's ``strategies``, or ``agent:NAME`` for an agent that the explorer was started with; or ``policy``:
    the id of a policy in the library, which must be for this game.
    """
    made = small_game(name, params)
    about, result = _chosen_strategy(made, explorer, of, policy)
    return policy_numbers(made, result, about)


def _chosen_strategy(game: Game, explorer: Explorer, of: str | None, policy: str | None) -> tuple[str, TabularPolicy]:
    if policy is not None:
        entry = explorer.library.get(policy)
        if entry.game != game:
            raise BadRequest(f"policy {brief(policy)} is for {entry.game}, not for {game}", "policy")
        iterations = entry.policy.metadata.get("iterations")
        return (f"{entry.title}, {iterations:,} iterations" if isinstance(iterations, int) else entry.title), entry.policy
    if of is not None and of.startswith("agent:"):
        agent = explorer.settings.agents.get(of.removeprefix("agent:"))
        if agent is None:
            there = ", ".join(explorer.settings.agents) or "none"
            raise BadRequest(f"of={brief(of)}: no such agent; allowed: {there}", "of")
        return f"The agent {of.removeprefix('agent:')}", profile(game, agent)
    return strategy_of(game, of if of is not None else next(iter(strategy_choices(game))))


def _matrix(game: Game) -> Matrix | None:
    payoffs = game.payoff_matrix()
    if payoffs is None or max(payoffs.shape) > MAX_MATRIX:
        return None
    rows, columns = ([game.action_label(k) for k in range(count)] for count in payoffs.shape)
    return Matrix(rows=rows, columns=columns, payoffs=payoffs.tolist())


def _not_drawn(game: Game) -> str:
    count = game.num_histories
    return f"The tree of all histories is drawn up to {MAX_DRAWN:,} nodes" + (
        "." if count is None else f"; this game has {count:,}."
    )
