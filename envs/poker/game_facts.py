"""Facts of games for reports and lists: blinds, pots, stacks, cards as numbers of the 52."""

from __future__ import annotations

from typing import TypeGuard

import numpy as np

from pokerzoo.envs.core import Game
from pokerzoo.envs.support.arrays import Int64s

from .game import PokerGame
from .public_state import PublicState


def is_reported(game: Game) -> TypeGuard[PokerGame]:
    """True for hold'em spots and hold'em from the blinds on: games with public states and hands of two hole cards."""
    return isinstance(game, PokerGame) and game.names_hands


def big_blind_of(game: Game) -> float | None:
    """Chips of the big blind of a game that begins at the blinds and has reports; else None."""
    return game.stakes.big_blind if is_reported(game) and game.rules.betting.blinds else None


def own_pot(game: PokerGame) -> float:
    """Each player's part of the starting pot; 0 in a game that begins with blinds."""
    return (game.stakes.starting_pot or 0.0) / game.num_players


def pot_before(game: Game) -> float | None:
    """Chips in the middle before the first move: the starting pot, or antes and blinds; None in games that are not poker."""
    if game.stakes.starting_pot is not None:
        return float(game.stakes.starting_pot)
    return game.rules.betting.start.pot if isinstance(game, PokerGame) else None


def standard_hands(game: PokerGame) -> Int64s:
    """int64 [hands, 2]: the cards of each hand as numbers of the 52."""
    return np.asarray(game.rules.deck.hand_cards + game.rules.deck.lowest)


def standard_board(public: PublicState) -> tuple[int, ...]:
    """The public cards as numbers of the 52."""
    lowest = public.rules.deck.lowest
    return tuple(card + lowest for card in public.board)


def stacks_at(game: PokerGame, public: PublicState) -> list[float | None]:
    """Chips behind each player; None without a limit."""
    limited = game.rules.betting.stack is not None
    return [public.line.left_of(player) if limited else None for player in range(game.num_players)]


def board_names(game: PokerGame, public: PublicState) -> list[str]:
    """Names of the public cards."""
    return [game.rules.deck.names[card] for card in public.board]
