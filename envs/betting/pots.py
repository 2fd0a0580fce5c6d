"""Pots of a hand with players all-in before the flop, and uncalled bets that are returned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Pot(NamedTuple):
    """A pot."""

    amount: float
    players: tuple[int, ...]  # the players who can win it, ascending


class Pots(NamedTuple):
    """The pots of a hand."""

    pots: tuple[Pot, ...]  # the main pot first; without uncalled bets
    paid: tuple[float, ...]  # net chips put in by each player, uncalled bets returned


def all_in_pots(antes: Sequence[float], bets: Sequence[float], folded: Sequence[bool]) -> Pots:
    """The pots once betting is over.

    A player's bet counts up to what the others have bet; what is above that comes back. Antes, and what those have bet who
    folded, go into the main pot.

    Args:
        antes: what each player has put in that counts towards no bet.
        bets: what each player has bet, the blinds included.
        folded: whether each player has folded; at least one has not.

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
