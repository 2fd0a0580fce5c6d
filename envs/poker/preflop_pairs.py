"""Pairs of pre-flop hands up to suit permutation and order: 47,008 kinds stand for all 812,175 pairs."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from pokerzoo.envs.support.arrays import Bools, Int32s

from .cards import CLASS_NAMES, COMBO_CLASSES, COMBOS, NUM_COMBOS, are_apart, read_only
from .suits import COMBO_IMAGES

NUM_KINDS = 47_008
SHARED = -1
"""The kind of two hands that share a card."""


class PairKinds(NamedTuple):
    """The kind of each ordered pair of hands up to suit permutation and order; read-only."""

    kind: Int32s  # int32 [1326, 1326]: the same for (a, b) as for (b, a); ``SHARED`` where the hands share a card
    swapped: Bools  # bool [1326, 1326]: the hands stand in the opposite order to the pair of the kind with the smallest code


@lru_cache(1)
def pair_kinds() -> PairKinds:
    """The kinds of all pairs."""
    images = COMBO_IMAGES.astype(np.int64)  # whose codes are above an int32
    lowest, by = images.min(axis=0), images.argmin(axis=0)  # the lowest image of a hand, and its permutation
    # Rows of the lowest hand of each of the 169 are enough: any other row is one of them with its columns permuted.
    rows = np.zeros(len(CLASS_NAMES), dtype=np.int64)
    rows[COMBO_CLASSES] = lowest
    straight = np.full((len(rows), NUM_COMBOS), NUM_COMBOS**2)
    swapped = straight.copy()
    for image in images:
        own, other = image[rows][:, None], image
        np.minimum(straight, own * NUM_COMBOS + other, out=straight)
        np.minimum(swapped, other * NUM_COMBOS + own, out=swapped)
    codes = np.minimum(straight, swapped)
    shared = ~are_apart(COMBOS[rows], COMBOS)
    codes[shared] = SHARED
    result, kinds = np.unique(codes, return_inverse=True)
    kinds = kinds.reshape(codes.shape) - 1  # the shared ones come first
    assert result[0] == SHARED
    assert len(result) == NUM_KINDS + 1
    columns = images[by]  # [1326, 1326]
    row = COMBO_CLASSES[:, None]
    return PairKinds(
        kind=read_only(kinds.astype(np.int32)[row, columns]),
        swapped=read_only((swapped < straight)[row, columns] & ~shared[row, columns]),
    )
