"""All-in equities before the flop, hand against hand: exact over all 1,712,304 boards, from a stored table.

Equity is the share of the pot that a hand gets if no more is bet: boards won and half of those tied. The table holds how many
boards are won and tied for each of the 47,008 kinds of pairs up to suit permutation and order; docs/make_equities.py makes it.
"""

from __future__ import annotations

import hashlib
import zlib
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pokerzoo.envs.support.arrays import Bools, Floats, Int32s, Int64s
from pokerzoo.envs.support.errors import InputError

from .cards import CLASS_NAMES, COMBO_CLASSES, COMBOS, NUM_COMBOS, are_apart, read_only
from .suits import COMBO_IMAGES

NUM_KINDS = 47_008
SHARED = -1
"""The kind of two hands that share a card."""


class PairKinds(NamedTuple):
    """The kind of each ordered pair of hands up to suit permutation and order; read-only."""

    kind: Int32s  # int32 [1326, 1326]: the same for (a, b) as for (b, a); ``SHARED`` where the hands share a card
    swapped: Bools  # bool [1326, 1326]: the hands are in the opposite order to the pair of the kind with the smallest code


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
        combos, other = image[rows][:, None], image
        np.minimum(straight, combos * NUM_COMBOS + other, out=straight)
        np.minimum(swapped, other * NUM_COMBOS + combos, out=swapped)
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


DEALS = 1_000_000
"""Deals from which the outcomes of three hands are estimated unless another number is given."""
MAX_DEALS = 100_000_000
BOARDS = 1_712_304
"""Boards that two hands leave: five of 48 cards."""
FILE = Path(__file__).with_name("preflop_equities.bin")
DIGEST = "7e8907a58b06a9cfc395035030450aec5fbc89be28ae350d20ac86eb403d6b48"
"""SHA-256 of what is in the file, unpacked: int32 [2, 47008], the lowest byte first: boards won, boards tied."""


class PairEquity(NamedTuple):
    """Equity of one hand against another, all-in before the flop. The other's equity is one less this one's.

    Attributes:
        equity: the share of the pot: ``win + tie / 2``.
        win: share of the boards on which the first hand wins.
        tie: share of the boards on which the pot is split.
    """

    equity: float
    win: float
    tie: float


class BoardCounts(NamedTuple):
    """Boards won and tied, the row's hand against the column's; read-only. Boards lost are ``wins.T``."""

    wins: Int64s | Int32s
    ties: Int64s | Int32s


def weights_equity(weights: Floats, other: Floats) -> PairEquity | None:
    """Range against range, all-in before the flop, exact; None if every pair of combos shares a card."""
    combos, others = np.flatnonzero(weights), np.flatnonzero(other)
    square = np.ix_(combos, others)
    pairs = weights[combos] @ disjoint_combos()[square] @ other[others]
    if not pairs > 0.0:
        return None
    counts = combo_counts()
    win = weights[combos] @ counts.wins[square] @ other[others] / (pairs * BOARDS)
    tie = weights[combos] @ counts.ties[square] @ other[others] / (pairs * BOARDS)
    return PairEquity(float(win + tie / 2), float(win), float(tie))


@lru_cache(1)
def disjoint_combos() -> Bools:
    """True if two combos share no card: bool [1326, 1326], read-only."""
    return read_only(pair_kinds().kind != SHARED)


@lru_cache(1)
def combo_counts() -> BoardCounts:
    """Boards won and tied by each combo against each other: int32 [1326, 1326], 0 where they share a card.

    Raises:
        ValueError: the file of the table is missing or damaged.

    Example:
        >>> from pokerzoo.envs.cards import COMBO_NAMES
        >>> counts = combo_counts()
        >>> aces, kings = COMBO_NAMES.index("AsAh"), COMBO_NAMES.index("KsKh")
        >>> int(counts.wins[aces, kings]), int(counts.ties[aces, kings])  # of 1,712,304 boards
        (1410336, 9308)
    """
    won, tied = read_table()
    kinds = pair_kinds()
    wins = np.where(kinds.swapped, (BOARDS - won - tied)[kinds.kind], won[kinds.kind])
    wins[~disjoint_combos()] = 0
    ties = tied[kinds.kind]
    ties[~disjoint_combos()] = 0
    return BoardCounts(read_only(wins), read_only(ties))


@lru_cache(1)
def combo_equities() -> Floats:
    """float64 [1326, 1326], read-only: equity of the row's combo against the column's; 0 where they share a card."""
    counts = combo_counts()
    return read_only((counts.wins + counts.ties / 2) / BOARDS)


@lru_cache(1)
def class_counts() -> BoardCounts:
    """Boards won and tied by each of the 169 hands against each other: int64 [169, 169], summed over all pairs of combos."""
    counts = combo_counts()
    return BoardCounts(read_only(sum_by_class(counts.wins)), read_only(sum_by_class(counts.ties)))


@lru_cache(1)
def class_weights() -> Int64s:
    """int64 [169, 169], read-only: ways to deal the row's hand and the column's together (suits count).

    Example:
        >>> int(class_weights()[CLASS_NAMES.index("AKs"), CLASS_NAMES.index("AA")])  # four AKs, three pairs of the other aces
        12
    """
    return read_only(sum_by_class(disjoint_combos()))


@lru_cache(1)
def class_equities() -> Floats:
    """float64 [169, 169], read-only: equity of the row's hand against the column's, in the order of ``cards.CLASS_NAMES``.

    The mean over all pairs of combos that share no card; an entry and its mirror image add up to 1.

    Example:
        >>> float(class_equities()[CLASS_NAMES.index("AKs"), CLASS_NAMES.index("QQ")].round(4))
        0.4605
    """
    counts = class_counts()
    return read_only((counts.wins + counts.ties / 2) / (class_weights() * BOARDS))


def sum_by_class(values: Int64s | Int32s | Bools) -> Int64s:
    """int64 [169, 169]: the sums of [1326, 1326] over the combos of each hand."""
    order = np.argsort(COMBO_CLASSES, kind="stable")
    starts = np.searchsorted(COMBO_CLASSES[order], np.arange(len(CLASS_NAMES)))
    rows = np.add.reduceat(values[order], starts, axis=0, dtype=np.int64)
    return np.asarray(np.add.reduceat(rows[:, order], starts, axis=1))


def packed_counts(won: Int32s, tied: Int32s) -> tuple[bytes, str]:
    """The bytes of the file, and the digest of what is in it."""
    plain = np.stack([won, tied]).astype("<i4")
    lanes = np.ascontiguousarray(plain.view(np.uint8).reshape(-1, 4).T)  # the lowest bytes first: they pack better apart
    return zlib.compress(lanes.tobytes(), 9), hashlib.sha256(plain.tobytes()).hexdigest()


def read_table(path: Path = FILE) -> tuple[Int32s, Int32s]:
    """int32 [47008] each: boards won by the first hand of each kind's first pair, and boards tied."""
    advice = "install pokerzoo again, or recreate the file in a checkout: make data FILE=equities"
    try:
        packed = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}): {advice}") from None
    size = 2 * NUM_KINDS * 4
    try:
        lanes = zlib.decompressobj().decompress(packed, size + 1)
    except zlib.error:
        lanes = b""
    plain = (
        np.ascontiguousarray(np.frombuffer(lanes, np.uint8).reshape(4, -1).T) if len(lanes) == size else np.zeros(0, np.uint8)
    )
    if hashlib.sha256(plain.tobytes()).hexdigest() != DIGEST:
        raise InputError(f"{path}: is damaged (it has not the SHA-256 digest {DIGEST[:12]}...): {advice}")
    won, tied = plain.view("<i4").reshape(2, NUM_KINDS).astype(np.int32)
    return won, tied
