"""The compiled functions on hands as Python calls them, with arrays, and the pointers on which they work.

numba passes an array as seven numbers and counts references to it, which takes longer than a step of a hand. The rules are
written for anything with ``row[column]``: they are compiled once, for pointers, and run as Python where numba is set not
to compile.
"""

from __future__ import annotations

from typing import Any

from numba import config, types

from pokerzoo.envs.betting.row import HOLE_CARDS_DUE, STATUS
from pokerzoo.envs.support.arrays import Floats, Floats32, Int64s
from pokerzoo.envs.support.kernels import intrinsic, kernel

from .moves import apply_action, deal_at_random, deal_hole_cards, deal_public_card, play_total
from .observations import write_observation


@intrinsic
def compiled_pointer(typingctx: Any, array: Any, start: Any) -> Any:
    """See ``pointer``."""
    kind: Any = types.CPointer(array.dtype)

    def gen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        data = context.make_array(sig.args[0])(context, builder, args[0]).data
        return builder.gep(data, [args[1]])

    return kind(array, types.intp), gen


def array_from(array: Any, start: int) -> Any:
    """The Python form of ``pointer``."""
    return array.reshape(-1)[start:]


pointer: Any = array_from if config.DISABLE_JIT else compiled_pointer  # type: ignore[attr-defined]
"""The numbers of a contiguous array from the one at ``start`` on, all dimensions counted through."""


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
