"""The compiled functions on hands as Python calls them: with arrays."""

from __future__ import annotations

from pokerzoo.envs.betting.row import HOLE_CARDS_DUE, STATUS
from pokerzoo.envs.support.arrays import Floats, Floats32, Int64s
from pokerzoo.envs.support.kernels import kernel

from .dealing import deal_at_random
from .moves import apply_action, deal_hole_cards, deal_public_card, play_total
from .observations import write_observation
from .pointers import pointer


@kernel
def play_action(rules: Int64s, hand: Int64s, action: int) -> None:
    """Play a legal action of the seat to act."""
    apply_action(pointer(rules, 0), pointer(hand, 0), action)


@kernel
def play_move(rules: Int64s, hand: Int64s, kind: int, total: int, size: int) -> None:
    """Play a legal move of the seat to act, whether or not it is an action; see ``play_total``."""
    play_total(pointer(rules, 0), pointer(hand, 0), kind, total, size)


@kernel
def deal_cards(rules: Int64s, hand: Int64s, first: int, second: int) -> None:
    """Deal what is due: both cards to the next seat, or ``first`` as a public card."""
    if hand[STATUS] == HOLE_CARDS_DUE:
        deal_hole_cards(pointer(rules, 0), pointer(hand, 0), first, second)
    else:
        deal_public_card(pointer(rules, 0), pointer(hand, 0), first)


@kernel
def deal_drawn(rules: Int64s, hand: Int64s, numbers: Floats) -> None:
    """See ``deal_at_random``."""
    deal_at_random(pointer(rules, 0), pointer(hand, 0), pointer(numbers, 0))


@kernel
def write_seat_observation(rules: Int64s, hand: Int64s, seat: int, out: Floats32) -> None:
    """See ``write_observation``."""
    write_observation(pointer(rules, 0), pointer(hand, 0), seat, pointer(out, 0))
