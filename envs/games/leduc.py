"""Leduc hold'em (Southey et al. 2005): six cards, two rounds, bets of 2 and 4, a bet and a raise a round, ante 1."""

from __future__ import annotations

from pokerzoo.envs.betting.bets import FixedBets
from pokerzoo.envs.betting.setup import Betting, Round
from pokerzoo.envs.poker.deck import Deck
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.rules import PokerRules
from pokerzoo.envs.support.parameters import check_bool


def pair_or_high_card(rank: tuple[int, ...], hand: tuple[int, ...], board: tuple[int, ...]) -> int:
    """A pair with the public card beats everything; else the higher rank."""
    private, public = rank[hand[0]], rank[board[0]]
    return 10 + private if private == public else private


def with_suits(hand: tuple[int, ...], board: tuple[int, ...]) -> int:
    """Strength in the deck Js Jh Qs Qh Ks Kh."""
    return pair_or_high_card((0, 0, 1, 1, 2, 2), hand, board)


def without_suits(hand: tuple[int, ...], board: tuple[int, ...]) -> int:
    """Strength in the deck J Q K, two cards of each."""
    return pair_or_high_card((0, 1, 2), hand, board)


def make_leduc(suit_isomorphism: bool = False) -> PokerGame:
    """Leduc hold'em.

    Args:
        suit_isomorphism: merge the suits, which never matter: the deck is J, J, Q, Q, K, K. There are 288 infosets in place of
            936, with the same value.
    """
    check_bool("suit_isomorphism", suit_isomorphism)
    betting = Betting(
        antes=(1.0, 1.0),
        rounds=(
            Round(public_cards=0, bets=FixedBets(2.0, (2, 2))),
            Round(public_cards=1, bets=FixedBets(4.0, (2, 2))),
        ),
    )
    deck = Deck(("J", "Q", "K"), copies=2) if suit_isomorphism else Deck(("Js", "Jh", "Qs", "Qh", "Ks", "Kh"))
    rules = PokerRules(betting, deck, strength=without_suits if suit_isomorphism else with_suits)
    about = "Six cards, two betting rounds and a public card between them: the first game with a board."
    return PokerGame("leduc", {"suit_isomorphism": suit_isomorphism}, rules, title="Leduc hold'em", about=about)
