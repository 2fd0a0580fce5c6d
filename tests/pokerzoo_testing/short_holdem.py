"""Hold'em from the blinds on with few cards, in which cards without betting may come at the end."""

from __future__ import annotations

from typing import Any

from pokerzoo.envs import FixedBets, PokerGame, Round
from pokerzoo.envs.poker.cards import CARD_NAMES
from pokerzoo.envs.poker.deck_strengths import HoldemStrength
from pokerzoo.envs.poker.suits import CARD_PERMUTATIONS
from pokerzoo_testing.rules import poker_rules


class ShortHoldem(PokerGame):
    """A game on whose nodes there are reports."""

    player_names = "BB", "SB"
    names_hands = True


def short_game(ends: int = 1, lowest: int = 36, **more: Any) -> PokerGame:
    """Hold'em with the cards from the jacks up, four chips behind, with betting in the first rounds alone."""
    cards, bets = 52 - lowest, FixedBets(2.0, (2, 2))
    deals = (0, 3, 1, 1)
    rounds = [Round(n, bets if k <= ends else None, at_once=n > 1, first=int(not k)) for k, n in enumerate(deals)]
    attributes: dict[str, Any] = {
        "deck": CARD_NAMES[lowest:], "antes": (0.5, 0.5), "blinds": (2.0, 1.0), "rounds": tuple(rounds), "hole_cards": 2,
        "strength": HoldemStrength(lowest), "symmetries": tuple(permutation[:cards] for permutation in CARD_PERMUTATIONS),
    }  # fmt: skip
    return ShortHoldem("short", {}, poker_rules(**(attributes | more)))
