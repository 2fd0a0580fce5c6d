"""``/api/games``: small games, their trees, and strategies on them infoset by infoset."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter

from pokerzoo.agents import TabularPolicy, profile
from pokerzoo.envs import Game, list_games, make_game
from pokerzoo.envs.descriptions import GameInfo, describe_game
from pokerzoo.envs.drawing.game_trees import DrawnGame, drawn_game
from pokerzoo.envs.support.errors import brief
from pokerzoo.envs.support.records import as_a
from pokerzoo.evaluation.spots.strategy_numbers import StrategyNumbers, policy_numbers
from pokerzoo.web.answers import AnswerRoute
from pokerzoo.web.context import Context, Explorer
from pokerzoo.web.errors import BadRequest, NotFound
from pokerzoo.web.made_games import AddressParams
from pokerzoo.web.small_games import has_tree_page, small_game, strategy_choices, strategy_of

router = APIRouter(tags=["games"], route_class=AnswerRoute)


@dataclass(frozen=True)
class GameTree(DrawnGame):
    """A game, and the strategies that can be shown on it.

    Attributes:
        strategies: what ``of`` takes at ``/strategy``, with titles; the first is to begin with.
    """

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
    return as_a(GameTree, drawn_game(made), strategies=strategy_choices(made))


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
        if entry.policy.game != game:
            raise BadRequest(f"policy {brief(policy)} is for {entry.policy.game}, not for {game}", "policy")
        iterations = entry.policy.metadata.get("iterations")
        return (f"{entry.title}, {iterations:,} iterations" if isinstance(iterations, int) else entry.title), entry.policy
    if of is not None and of.startswith("agent:"):
        agent = explorer.settings.agents.get(of.removeprefix("agent:"))
        if agent is None:
            there = ", ".join(explorer.settings.agents) or "none"
            raise BadRequest(f"of={brief(of)}: no such agent; allowed: {there}", "of")
        return f"The agent {of.removeprefix('agent:')}", profile(game, agent)
    return strategy_of(game, of if of is not None else next(iter(strategy_choices(game))))
