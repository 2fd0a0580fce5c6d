"""The bet/raise toy game of the CFRM tutorial: one card each of ten, ante 0.5, a bet of 1, a raise by the second player.

The tutorial counts in pots of 1 and lets the winner take what both put in; net chips here are exactly half of its numbers.
"""

from __future__ import annotations

from pokerzoo.envs.betting.bets import FixedBets
from pokerzoo.envs.betting.setup import Betting, Round
from pokerzoo.envs.poker.deck import Deck
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.rules import PokerRules
from pokerzoo.envs.support.parameters import check_int

from .kuhn import high_card


def make_bet_raise(num_cards: int = 10) -> PokerGame:
    """The bet/raise game.

    Args:
        num_cards: cards in the deck, 3 to 1000; they are called 1, 2, ...
    """
    check_int("num_cards", num_cards, 3, 1000)
    betting = Betting(
        antes=(0.5, 0.5),
        # The first player may bet but never raise; the second may bet, or raise once.
        rounds=(Round(public_cards=0, bets=FixedBets(1.0, (1, 2))),),
    )
    deck = Deck(tuple(str(i) for i in range(1, num_cards + 1)))
    rules = PokerRules(betting, deck, strength=high_card)
    about = "The game of the CFR tutorial: one card each of ten, a bet, a raise for the second player."
    game = PokerGame("bet_raise", {"num_cards": num_cards}, rules, title="Bet and raise", about=about)
    game.heading = "the bet/raise game"
    return game
