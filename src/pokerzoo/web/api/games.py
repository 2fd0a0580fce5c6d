"""``/api/games``: small games, their trees, and strategies on them infoset by infoset."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from fastapi import APIRouter

from pokerzoo.agents import TabularPolicy, profile
from pokerzoo.agents.cfr.bet_fold_learners import bet_fold_game
from pokerzoo.envs import Game, list_games, make_game
from pokerzoo.envs.descriptions import GameInfo, describe_game
from pokerzoo.envs.drawing.game_trees import (
    MAX_DRAWN,
    DrawnNode,
    InfosetInfo,
    by_infoset,
    history_tree,
    infosets_of,
    public_tree,
)
from pokerzoo.envs.games.bet_fold import BetFoldGame
from pokerzoo.envs.games.bet_fold_exact import action_values, card_gains
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.errors import brief
from pokerzoo.envs.support.records import Record
from pokerzoo.evaluation import leaks
from pokerzoo.evaluation.spots.infoset_values import infoset_values
from pokerzoo.web.answers import AnswerRoute
from pokerzoo.web.context import Context, Explorer
from pokerzoo.web.errors import BadRequest, NotFound
from pokerzoo.web.made_games import AddressParams
from pokerzoo.web.small_games import MAX_HISTORIES, has_tree_page, is_plain_kuhn, small_game, strategy_choices, strategy_of

router = APIRouter(tags=["games"], route_class=AnswerRoute)

MAX_MATRIX = 24
"""Rows and columns of a payoff matrix that is shown."""
FLOAT = float | None


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


@dataclass
class BetCurve(Record):
    """A strategy of the bet/fold game by card.

    Attributes:
        bet: [players, or 1 where all play alike][cards] probability of a bet.
        gain: likewise what the player gains with the card by a best reply, chips.
    """

    bet: list[list[float]]
    gain: list[list[float]]


@dataclass
class StrategyNumbers(Record):
    """A strategy of all players and what it is worth; net chips a hand. Lists are in the order of the infosets.

    Attributes:
        about: what the strategy is, in a sentence.
        notes: what is to be known about it.
        strategy: probability of each action.
        reach: how likely a hand gets there; None where the game is too large for that.
        own_reach: the player's own factor of it.
        values: what each action is worth there; None where the others never lead.
        leaks: what the decision costs its player, chips a hand.
        best: the place of the best response's action.
        expects: [players] what each player expects.
        best_response: [players] what each player's best response expects.
        exploitability: NashConv / players.
        nash_conv: the sum of what best responses gain.
        curve: of the bet/fold game.
    """

    about: str
    notes: list[str]
    strategy: list[list[float]]
    reach: list[float] | None
    own_reach: list[float] | None
    values: list[list[FLOAT]] | None
    leaks: list[float]
    best: list[int | None]
    expects: list[float]
    best_response: list[float]
    exploitability: float
    nash_conv: float
    curve: BetCurve | None


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
    found = history_tree(made)
    return GameTree(
        game=made.name,
        params=dict(made.params),
        players=made.num_players,
        infosets=infosets_of(made),
        histories=found,
        public=public_tree(made),
        matrix=_matrix(made),
        cards=len(made.infosets) // made.num_players if isinstance(made, BetFoldGame) else None,
        not_drawn=None if found is not None else _not_drawn(made),
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
    about, found = _chosen_strategy(made, explorer, of, policy)
    return policy_numbers(made, found, about)


def policy_numbers(game: Game, policy: TabularPolicy, about: str) -> StrategyNumbers:
    """A policy's numbers at every infoset of a small game."""
    lost = leaks(game, policy)
    chips = [0.0] * len(game.infosets)
    best: list[int | None] = [None] * len(game.infosets)
    for leak in lost.ranked(None):
        place = game.infosets.index(str(leak.infoset))
        chips[place] = leak.chips
        best[place] = None if leak.best is None else game.infosets[place].action_names.index(leak.best)
    walked = infoset_values(policy) if (game.num_histories or 0) <= MAX_HISTORIES else None
    values = walked.actions if walked is not None else _card_values(game, policy)
    measured = lost.measurement
    return StrategyNumbers(
        about=about,
        notes=_notes(game, policy),
        strategy=by_infoset(game, policy.probabilities),
        reach=None if walked is None else walked.reach.tolist(),
        own_reach=None if walked is None else walked.own_reach.tolist(),
        values=None if values is None else by_infoset(game, values),
        leaks=chips,
        best=best,
        expects=measured.values.tolist(),
        best_response=measured.best_response_values.tolist(),
        exploitability=measured.exploitability,
        nash_conv=measured.nash_conv,
        curve=_curve(game, policy) if isinstance(game, BetFoldGame) else None,
    )


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


def _bets(game: Game, policy: TabularPolicy) -> Floats:
    """float64 [players, cards]: probability of the second action of a game of one choice."""
    return policy.probabilities.reshape(game.num_players, -1, 2)[:, :, 1]


def _card_values(game: Game, policy: TabularPolicy) -> Floats | None:
    """EV of each action with each card of a game of one choice."""
    if not isinstance(game, BetFoldGame):
        return None
    bets, folds = action_values(bet_fold_game(game), _bets(game, policy))
    return np.stack((folds, bets), axis=2).ravel()


def _curve(game: Game, policy: TabularPolicy) -> BetCurve:
    bet = _bets(game, policy)
    gain = card_gains(bet_fold_game(game), bet)
    lines = 1 if (bet == bet[0]).all() else len(bet)
    return BetCurve(bet=bet[:lines].tolist(), gain=gain[:lines].tolist())


def _notes(game: Game, policy: TabularPolicy) -> list[str]:
    if is_plain_kuhn(game):
        alpha = policy.action_probabilities("J|")[2]
        return [
            "Kuhn's equilibrium is not unique. Player 0 may bet J with any probability p from 0 to 1/3; then K bets with "
            "3p, and Q calls a bet with p + 1/3. Player 1 has one strategy only, and expects 1/18 always. "
            f"Here p = {alpha:.3f}."
        ]
    if game.num_players > 2 and not isinstance(game, BetFoldGame):
        return ["With more than two players CFR promises no equilibrium, and several equilibria may have different values."]
    return []
