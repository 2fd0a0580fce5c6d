"""Exact equilibria that are found while a person waits, by the class of a game."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, singledispatch
from typing import TypeAlias

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs import Game
from pokerzoo.envs.compiled.forms import tree_of
from pokerzoo.envs.games.bet_fold import BetFoldGame
from pokerzoo.envs.histories import count_histories

from .bet_fold_measures import bet_fold_thresholds, threshold_strategy
from .linear_program import solve_lp

MAX_SOLVED = 20_000
"""Histories of a game that is solved at once."""
MAX_SOLVED_CARDS = 1_000
"""Cards of a deck whose thresholds are found at once."""

KnownEquilibrium: TypeAlias = tuple[str, Callable[[], TabularPolicy]]
"""What it is, in a sentence, and a function that makes the policy."""


@singledispatch
@lru_cache(maxsize=32)
def known_equilibrium(game: Game) -> KnownEquilibrium | None:
    """Return an equilibrium of a small zero-sum game for two; None of other games."""
    histories = count_histories(game, MAX_SOLVED)
    if game.num_players != 2 or histories is None or histories > MAX_SOLVED:
        return None
    if (abs(tree_of(game).terminal_utility.sum(axis=0)) >= 1e-9).any():
        return None
    return "An exact equilibrium, from the sequence-form linear program", lambda: solve_lp(game).policies[0]


@known_equilibrium.register(BetFoldGame)
def threshold_equilibrium(game: BetFoldGame) -> KnownEquilibrium | None:
    """Return the symmetric equilibrium with the lowest threshold; None if there is none, or it takes long to find."""
    if game.blind != 1.0 or game.num_cards > MAX_SOLVED_CARDS:
        return None
    (thresholds,) = bet_fold_thresholds((game.num_players,), (game.params["odds"],), game.num_cards).values()
    if not thresholds:
        return None
    sentence = f"An exact equilibrium: everybody bets with {thresholds[0]} and every higher card"
    return sentence, lambda: TabularPolicy(game, game.entries_of(threshold_strategy(thresholds[0], game.num_cards)))
