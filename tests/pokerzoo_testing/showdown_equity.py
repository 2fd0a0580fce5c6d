"""The equity of one hand by the rules alone: every hand of the opponent, every card that may come, one by one."""

from __future__ import annotations

from fractions import Fraction
from math import prod

from pokerzoo.envs.poker.game import PokerGame


def showdown_equity(game: PokerGame, hand: int, board: tuple[int, ...], player: int = 0) -> Fraction:
    """Chance that ``hand`` beats a random hand of the opponent (of the range) at the end, ties counted half; exact."""
    rules = game.rules
    cards_to_come = rules.betting.cards_through[-1] + len(rules.deck.board) - len(board)
    known = rules.deck.hands[hand] + board

    def won(opponent: int, cards: tuple[int, ...]) -> int:
        """Twice the ways of the cards to come in which ``hand`` wins, and once those in which it ties."""
        if len(cards) < len(board) + cards_to_come:
            seen = rules.deck.hands[hand] + rules.deck.hands[opponent] + cards
            ways = [(card, rules.deck.ways((card,), seen)) for card in range(len(rules.deck.names))]
            return sum(count * won(opponent, (*cards, card)) for card, count in ways if count)
        mine, other = game.strength(hand, cards), game.strength(opponent, cards)
        return 2 if mine > other else 1 if mine == other else 0

    weights = [Fraction(1)] * len(rules.deck.hands) if rules.weights is None else map(Fraction, rules.weights[1 - player])
    ways = [
        (o, weight * rules.deck.ways(cards, known))
        for o, (cards, weight) in enumerate(zip(rules.deck.hands, weights, strict=True))
    ]
    left = rules.deck.copies * len(rules.deck.names) - len(known) - rules.deck.hole_cards
    runouts = prod(range(left - cards_to_come + 1, left + 1))
    total = sum((count for _, count in ways), Fraction(0))
    return sum((count * won(o, board) for o, count in ways if count), Fraction(0)) / (2 * runouts * total)


def equity_grade(strength: Fraction) -> int:
    """1 for an equity above 2/3, -1 for one below 1/3, else 0."""
    return int(strength > Fraction(2, 3)) - int(strength < Fraction(1, 3))
