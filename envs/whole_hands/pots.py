"""The main pot and the side pots of a whole hand, to show them. Who is paid what is in ``showdown``."""

from __future__ import annotations

from collections.abc import Sequence


def pots(put: Sequence[int], dead: int, live: int) -> tuple[int, ...]:
    """Chips in the main pot, and in each side pot: one for each level up to which a player in the hand has put in.

    What one player has put in beyond all others is in no pot: it goes back.

    Args:
        put: what each seat has put in.
        dead: what else is in the main pot.
        live: the set of seats that are in the hand.

    >>> pots([20, 50, 50, 10], 0, 0b0111)
    (70, 60)
    """
    levels = sorted({own for seat, own in enumerate(put) if live >> seat & 1})
    found, before = [dead], 0
    for number, level in enumerate(levels):
        last = number == len(levels) - 1
        shares = [max((own if last else min(own, level)) - before, 0) for own in put]
        if number > 0:
            found.append(0)
        if sum(share > 0 for share in shares) > 1 or not number:
            found[-1] += sum(shares)
        before = level
    return tuple([chips for k, chips in enumerate(found) if chips or not k])
