"""Made hand and draws of one hand, compiled, for one decision at a time; names as in ``draws``."""

from __future__ import annotations

from pokerzoo.envs.support.kernels import kernel

from .draws import FLUSH_DRAW, GUTSHOT, MADE_HANDS, OPEN_ENDED
from .hand_strength import RANK_MASK, STRAIGHT, highest_rank, straight_tops

SET, TRIPS, TWO_PAIR, OVERPAIR, TOP_PAIR, POCKET_BELOW, SECOND_PAIR, LOW_PAIR, ACE_HIGH, KING_HIGH, QUEEN_HIGH = range(
    MADE_HANDS.index("set"), len(MADE_HANDS)
)
ACE, KING = 12, 11


@kernel
def made_hand(first: int, second: int, board: int, kind: int) -> int:
    """The index into ``draws.MADE_HANDS`` of two cards."""
    if kind >= STRAIGHT:
        return 8 - kind
    high, low = max(first, second) >> 2, min(first, second) >> 2
    ranks, seen, twice = 0, 0, 0
    for suit in range(4):
        ranks = board >> 16 * suit & RANK_MASK
        twice |= seen & ranks
        seen |= ranks
    on_high, on_low = seen >> high & 1, seen >> low & 1
    if high == low:
        if on_high:
            return SET
        return OVERPAIR if seen >> high == 0 else POCKET_BELOW
    if twice >> high & 1 or twice >> low & 1:
        return TRIPS
    if on_high and on_low:
        return TWO_PAIR
    if on_high or on_low:
        above = seen >> (high if on_high else low) + 1
        if above == 0:
            return TOP_PAIR
        return SECOND_PAIR if above & (above - 1) == 0 else LOW_PAIR
    return ACE_HIGH if high == ACE else KING_HIGH if high == KING else QUEEN_HIGH


@kernel
def strong_draws(first: int, second: int, board: int, num_board: int, kind: int) -> int:
    """The bits ``FLUSH_DRAW``, ``OPEN_ENDED`` and ``GUTSHOT`` of ``draws.draws_of_hands``; arguments as above."""
    if num_board == 5 or kind > STRAIGHT:
        return 0
    found, seen, completing = 0, 0, 0
    for suit in range(4):
        ranks = board >> 16 * suit & RANK_MASK
        seen |= ranks
        own = (first & 3 == suit) + (second & 3 == suit)
        together = own
        while ranks:
            ranks &= ranks - 1
            together += 1
        if own > 0 and together == 4:
            found |= FLUSH_DRAW
    if kind < STRAIGHT:
        both = seen | 1 << (first >> 2) | 1 << (second >> 2)
        for rank in range(13):
            if highest_rank(straight_tops(both | 1 << rank)) > highest_rank(straight_tops(seen | 1 << rank)):
                completing += 1
        found |= OPEN_ENDED if completing > 1 else GUTSHOT if completing == 1 else 0
    return found
