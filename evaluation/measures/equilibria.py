"""Exact equilibria that are found while a person waits, by the class of a game."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, singledispatch
from typing import TypeAlias

import numpy as np

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs import Game, make_game
from pokerzoo.envs.compiled.forms import tree_of
from pokerzoo.envs.games.bet_fold import BetFoldGame
from pokerzoo.envs.infosets import count_histories

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


def is_plain_kuhn(game: Game) -> bool:
    """True if the game is Kuhn's own: two players, three cards."""
    return game == make_game("kuhn")


def kuhns_equilibrium(game: Game, p: float) -> TabularPolicy:
    """The equilibrium of Kuhn (1950) in which player 0 bets J with probability p, 0 to 1/3."""
    second = {"J": (1 / 3, 0.0), "Q": (0.0, 1 / 3), "K": (1.0, 1.0)}  # bet after a check, call a bet
    aggressive = {"J|": p, "Q|": 0.0, "K|": 3 * p, "J|xb": 0.0, "Q|xb": p + 1 / 3, "K|xb": 1.0}
    aggressive |= {f"{card}|{line}": x for card, both in second.items() for line, x in zip("xb", both, strict=True)}
    shares = [share for row in game.infosets for share in (1.0 - aggressive[row.key], aggressive[row.key])]
    return TabularPolicy(game, np.array(shares), {"strategy": "equilibrium", "p": p})
