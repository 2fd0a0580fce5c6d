"""Payments at the ends of hands, and chance's reach by which it is weighted."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite, prod
from typing import TYPE_CHECKING

from pokerzoo.envs.core import short_name
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.poker.rules import PokerRules
from pokerzoo.envs.support.errors import InputError

if TYPE_CHECKING:
    from pokerzoo.envs.poker.game import PokerGame


def check_payments(game: PokerGame, public: PublicState, chips: Iterable[float]) -> None:
    """ValueError unless what is paid where a hand ends is finite."""
    if not all(map(isfinite, chips)):
        raise InputError(f"{short_name(game)}: payoffs {tuple(chips)} after {public.history!r}: must be finite")


def reach_of_board(rules: PokerRules, board: tuple[int, ...]) -> float:
    """Chance's reach of a board for each unit of the products of the players' weights."""
    ways = [rules.deal_ways(number) for number in range(len(rules.split_deals(board[len(rules.deck.board) :])))]
    return 1.0 / (pair_weight(rules) * float(prod(ways)))


def pair_weight(rules: PokerRules) -> float:
    """Sum over all pairs of hands that share no card of the products of their weights."""
    if rules.weights is None:
        return float(len(rules.deck.hands) * len(rules.deck.hand_probabilities(rules.deck.board + rules.deck.hands[0])))
    return rules.ranges.pair_weight
