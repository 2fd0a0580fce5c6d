"""The main pot and the side pots of a whole hand, to show them. Who is paid what is in ``showdown``."""

from __future__ import annotations

from collections.abc import Sequence


def split_pots(put: Sequence[int], dead: int, live: int) -> tuple[int, ...]:
    """Chips in the main pot, and in each side pot: one for each level up to which a player in the hand has put in.

    What one player has put in beyond all others is in no pot: it goes back.

    Args:
        put: what each seat has put in.
        dead: what else is in the main pot.
        live: the set of seats that are in the hand.

    >>> split_pots([20, 50, 50, 10], 0, 0b0111)
    (70, 60)
    >>> split_pots([20, 50, 0, 30], 0, 0b0011)
    (60, 20)
    """
    called = sorted(put)[-2]
    matched = [min(own, called) for own in put]
    found, before = [], 0
    for level in sorted({own for seat, own in enumerate(matched) if live >> seat & 1}):
        found.append(sum(max(min(own, level) - before, 0) for own in matched))
        before = level
    found[0] += dead
    return (found[0], *[chips for chips in found[1:] if chips])
