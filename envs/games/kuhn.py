"""Kuhn poker (Kuhn 1950) with any deck and any number of players: ante 1, one card each, one bet of 1, no raise."""

from __future__ import annotations

from typing import Any

from pokerzoo.envs.betting.bets import FixedBets
from pokerzoo.envs.betting.setup import Betting, Round
from pokerzoo.envs.poker.deck import Deck
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.rules import PokerRules
from pokerzoo.envs.support.parameters import check_int


def high_card(hand: tuple[int, ...], board: tuple[int, ...]) -> int:
    """The strength of a hand of one card, where the deck is in ascending order: for ``PokerRules(strength=...)``.

    Args:
        hand: the player's cards, as indices into the deck.
        board: the public cards; ignored.

    >>> high_card((2,), ())
    2
    """
    return hand[0]


def card_names(num_cards: int) -> tuple[str, ...]:
    """Names for a deck of cards that differ by rank only: for ``Deck(...)``.

    Args:
        num_cards: up to 12, the names are the ranks that end at K; of 13 all ranks; beyond that numbers from 1.

    >>> card_names(3), card_names(14)[:2]
    (('J', 'Q', 'K'), ('1', '2'))
    """
    if num_cards > 13:
        return tuple(str(i) for i in range(1, num_cards + 1))
    ranks = "23456789TJQKA"
    return tuple(ranks if num_cards == 13 else ranks[12 - num_cards : 12])


def make_kuhn(num_players: int = 2, num_cards: int | None = None) -> PokerGame:
    """Kuhn poker.

    Args:
        num_players: 2 to 10.
        num_cards: cards in the deck; by default one more than there are players, and never fewer. Up to 13 cards are named by
            the ranks that end at K (all ranks at 13), more cards by numbers.
    """
    check_int("num_players", num_players, 2, 10)
    if num_cards is None:
        num_cards = num_players + 1
    check_int("num_cards", num_cards, num_players + 1, 1000)
    params: dict[str, Any] = {"num_cards": num_cards, "num_players": num_players}
    betting = Betting(
        antes=(1.0,) * num_players,
        rounds=(Round(public_cards=0, bets=FixedBets(1.0, (1,) * num_players)),),
    )
    rules = PokerRules(betting, Deck(card_names(num_cards)), strength=high_card)
    about = "Three cards, an ante, one bet. The smallest poker with bluffs: all of it fits on a blackboard."
    return PokerGame("kuhn", params, rules, title="Kuhn poker", about=about)
