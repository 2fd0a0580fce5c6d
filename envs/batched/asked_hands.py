"""Steps of hands whose opponents are asked, in the vector environment: what the kernels of all its engines share."""

from __future__ import annotations

from pokerzoo.envs.support.arrays import Floats, Int64s, Uint64s
from pokerzoo.envs.support.kernels import kernel
from pokerzoo.envs.support.splitmix import STEP

from .kernels import unit_float

DONE, PLAY, DEAL = range(3)
"""Next step of a hand: nothing more; go on, first with its action if that is not ``NONE``; deal."""
NONE = -1


@kernel(nogil=True)
def draw_of(rng: Uint64s, hands: Int64s, out: Floats) -> None:
    """A number from 0 to 1 (less than 1) of the generators of these hands."""
    for k in range(len(hands)):
        rng[hands[k]] += STEP
        out[k] = unit_float(rng[hands[k]])
