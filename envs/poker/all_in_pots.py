"""Pots of a hand in which somebody is all-in before the flop: what each player may win, and what comes back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Pot(NamedTuple):
    """A pot.

    Attributes:
        amount: what is in it.
        players: who may win it, ascending.
    """

    amount: float
    players: tuple[int, ...]


class Pots(NamedTuple):
    """The pots of a hand.

    Attributes:
        pots: the main pot first. A bet that nobody called is in none.
        paid: what each player has paid in, less what comes back.
    """

    pots: tuple[Pot, ...]
    paid: tuple[float, ...]


def all_in_pots(antes: Sequence[float], bets: Sequence[float], folded: Sequence[bool]) -> Pots:
    """The pots once nobody can bet any more.

    A player's bet counts up to what the others have bet; what is above that comes back. Antes, and what those have bet who
    folded, go into the main pot.

    Args:
        antes: what each player has put in that counts towards no bet.
        bets: what each player has bet, the blinds included.
        folded: whether each player has folded; somebody has not.

    >>> all_in_pots((0, 0), (10, 0.5), (False, True))
    Pots(pots=(Pot(amount=1.0, players=(0,)),), paid=(0.5, 0.5))
    >>> all_in_pots((0, 1, 0), (10, 9, 10), (False, False, False)).pots
    (Pot(amount=28.0, players=(0, 1, 2)), Pot(amount=2.0, players=(0, 2)))
    """
    players = range(len(bets))
    called = [min(bets[player], max(bets[other] for other in players if other != player)) for player in players]
    live = [player for player in players if not folded[player]]
    pots, below = [], 0.0
    for level in sorted({called[player] for player in live}):
        amount = sum([min(bet, level) - min(bet, below) for bet in called])
        if not below:
            amount += sum(antes)
        pots.append(Pot(float(amount), tuple([player for player in live if called[player] >= level])))
        below = level
    return Pots(tuple(pots), tuple([float(ante + bet) for ante, bet in zip(antes, called, strict=True)]))
