"""Flop hold'em (FHP): heads-up fixed-limit hold'em that ends with the betting on the flop (Brown et al. 2019).

Each player gets two cards. After a betting round three public cards are turned up at once, and after a second round the best
five cards win: two own and three public ones. The benchmark of Deep CFR and of what followed it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pokerzoo.envs.betting.bets import FixedBets
from pokerzoo.envs.betting.setup import Betting, Round
from pokerzoo.envs.poker.cards import CARD_NAMES, HOLE_CARDS
from pokerzoo.envs.poker.deck import Deck
from pokerzoo.envs.poker.deck_strengths import DECKS, HoldemStrength
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.rules import PokerRules
from pokerzoo.envs.poker.suits import CARD_PERMUTATIONS
from pokerzoo.envs.support.parameters import brief, check_choice, check_int, check_number, python_number
from pokerzoo.envs.support.units import LEAST_CHIPS, MOST_CHIPS

from .flop_weights import check_flops, deal_weights

FLOP_CARDS = 3
DECK_NAMES = ("standard", "royal")


class FlopHoldemGame(PokerGame):
    """Flop hold'em. Player 0 is the big blind, who acts last before the flop and first after it.

    ``make_game("flop_holdem", ...)`` makes one.
    """

    title = "Flop hold'em"
    observes_kinds = observes_suits_alike = names_hands = True
    smaller = 'deck="royal" has the same rules on 20 cards'
    about = "Heads-up fixed-limit hold'em that ends on the flop: the benchmark FHP of Deep CFR."
    player_names = "BB", "SB"
    seat_names = "Player 0 (big blind)", "Player 1 (small blind, button)"
    handlers = replace(
        PokerGame.handlers,
        report="pokerzoo.evaluation.pages.strategy_sections:spot_section",
    )

    @property
    def environment(self) -> str:
        return "flop_holdem"


def make_flop_holdem(
    blinds: tuple[float, float] = (50, 100),
    bet: float = 100,
    raise_cap: int = 4,
    deck: str = "standard",
    flops: str = "all",
) -> FlopHoldemGame:
    """Flop hold'em, with the numbers of the Deep CFR paper by default.

    Args:
        blinds: the small and the big blind. The small one may be 0.
        bet: chips of a bet, and of a raise beyond the call.
        raise_cap: the most bets and raises in a round; before the flop the big blind counts as one.
        deck: ``"standard"``, 52 cards, or ``"royal"``, the 20 from the tens up.
        flops: ``"all"``, or ``"flops:25"``, some of 1,755 flops, with weights so that they stand for all.
    """
    small, big = checked_blinds(blinds)
    check_number("bet", bet, LEAST_CHIPS, MOST_CHIPS)
    check_int("raise_cap", raise_cap, 1, 1000)
    check_choice("deck", deck, DECK_NAMES)
    flops = check_flops(flops, whole_deck=deck == "standard")
    lowest, bets = DECKS[deck][0], FixedBets(float(bet), (raise_cap, raise_cap))
    cards = len(CARD_NAMES) - lowest
    betting = Betting(
        antes=(0.0, 0.0),
        rounds=(Round(0, bets, first=1), Round(FLOP_CARDS, bets, at_once=True)),
        blinds=(big, small),
    )
    symmetries = tuple(exchange[:cards] for exchange in CARD_PERMUTATIONS)
    cards_dealt = Deck(CARD_NAMES[lowest:], hole_cards=HOLE_CARDS, symmetries=symmetries)
    rules = PokerRules(betting, cards_dealt, HoldemStrength(lowest), deal_weights=deal_weights(flops))
    params = {
        "blinds": (python_number(small), python_number(big)),
        "bet": python_number(bet),
        "raise_cap": raise_cap,
        "deck": deck,
        "flops": flops,
    }
    return FlopHoldemGame("flop_holdem", params, rules)


def checked_blinds(blinds: object) -> tuple[float, float]:
    """The small and the big blind; ValueError unless they are numbers of chips, the big one not the smaller."""
    if isinstance(blinds, str) or not isinstance(blinds, Sequence) or len(blinds) != 2:
        raise ValueError(f"blinds={brief(blinds)}: must be two numbers of chips, the small and the big blind")
    small, big = blinds
    check_number("blinds[0]", small, 0, MOST_CHIPS)
    check_number("blinds[1]", big, LEAST_CHIPS, MOST_CHIPS)
    check_number("blinds[0]", small, 0, big)
    return float(small), float(big)
