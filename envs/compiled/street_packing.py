"""Places of hands in the rows of a board: each at its own place, or packed.

Most trees have a lane for each hand on every board, whether the board leaves it or not. From the blinds on that wastes much. A
flop leaves 1,176 of 1,326 hands, and suit permutations that leave the flop as it is make hands alike: 733 stand for all in the
mean. Then the last boards are *packed*: they have lanes for the hands that stand for themselves only.

Kernels ask the functions below, which numba resolves by the type of the packing: without one they cost nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
from numba import types

from pokerzoo.envs.support.arrays import Floats32, Int16s
from pokerzoo.envs.support.kernels import typed_overload

from .showdown_pass import LANES
from .simd import fill_f32x16, select_positive, vector_load, vector_store

if TYPE_CHECKING:
    from pokerzoo.envs.poker.rules import PokerRules


class WholeLanes(NamedTuple):
    """Lanes are hands on every board."""

    packed: int = 0


class PackedLanes(NamedTuple):
    """Lanes of each board: boards before the last stage have a lane for each hand."""

    # [2, boards, padded hands + 1]: the lane of each hand; of hands that the board rules out, and of the one behind all hands,
    # the row of zeros behind all lanes
    lane: Int16s
    hand: Int16s  # [2, boards, padded hands]: the hand of each lane; 0 for lanes that stand for none
    order: Int16s  # [2, full boards, hands]: as in ``BoardTables``, with all hands that the board leaves
    group_end: Int16s  # [2, full boards, groups]: as in ``BoardTables``


Packing: TypeAlias = WholeLanes | PackedLanes
LaneRow: TypeAlias = "WholeLanes | Int16s"
"""The lanes of the hands of one player on one board, or the hands of the lanes."""
Place: TypeAlias = tuple[int, int, int]
"""(blocks of a board, where its rows start, where its units start)"""


def has_packed_boards(rules: PokerRules, streets: int) -> bool:
    """True if the last boards are packed: a flop that is one chance move leaves far fewer hands than there are."""
    return max(rules.betting.deals[: streets - 1], default=1) > 1


def is_packed(packing: object) -> bool:
    """True for numba's type of ``PackedLanes``."""
    return isinstance(packing, types.BaseNamedTuple) and getattr(packing, "instance_class", None) is PackedLanes


def is_row(row: object) -> bool:
    """True for numba's type of a row of ``PackedLanes``."""
    return isinstance(row, types.Array)


# numba compiles calls of these to what the functions below them return.


def lanes_on(packing: Packing, player: int, board: int) -> LaneRow:
    """The lane of each hand of a player on a board."""
    return packing if isinstance(packing, WholeLanes) else packing.lane[player, board]


def hands_on(packing: Packing, player: int, board: int) -> LaneRow:
    """The hand of each lane of a player on a board."""
    return packing if isinstance(packing, WholeLanes) else packing.hand[player, board]


def lane_of(row: LaneRow, hand: int) -> int:
    """An entry of ``lanes_on`` or ``hands_on``."""
    return hand if isinstance(row, WholeLanes) else int(row[hand])


def all_orders(packing: Packing, order: Int16s) -> Int16s:
    """The order of all hands that full boards leave; ``order`` is that of the hands which stand for themselves."""
    return order if isinstance(packing, WholeLanes) else packing.order


def all_group_ends(packing: Packing, group_end: Int16s) -> Int16s:
    """The groups of ``all_orders``."""
    return group_end if isinstance(packing, WholeLanes) else packing.group_end


def take_block(
    hands: LaneRow, source: Floats32, at: int, pitch: int, block: int, alive: Floats32, to: Floats32, to_at: int
) -> None:
    """Write one block of a row of lanes: the numbers of their hands, which lie in blocks ``pitch`` apart, or 0 if not alive."""
    raise NotImplementedError


def add_entries(
    lanes: LaneRow, rows: Floats32, at: int, pitch: int, end: int, to: Floats32, to_at: int, wide: int, blocks: int, adds: bool
) -> None:
    """Write, or add, rows of lanes to rows of hands, ``wide`` numbers a block; hands without a lane below ``end`` get 0."""
    raise NotImplementedError


@typed_overload(lanes_on)
def _lanes_on(packing: Any, player: Any, board: Any) -> Any:
    if is_packed(packing):
        return lambda packing, player, board: packing.lane[player, board]
    return lambda packing, player, board: packing


@typed_overload(hands_on)
def _hands_on(packing: Any, player: Any, board: Any) -> Any:
    if is_packed(packing):
        return lambda packing, player, board: packing.hand[player, board]
    return lambda packing, player, board: packing


@typed_overload(lane_of)
def _lane_of(row: Any, hand: Any) -> Any:
    if is_row(row):
        return lambda row, hand: row[hand]
    return lambda row, hand: hand


@typed_overload(all_orders)
def _all_orders(packing: Any, order: Any) -> Any:
    if is_packed(packing):
        return lambda packing, order: packing.order
    return lambda packing, order: order


@typed_overload(all_group_ends)
def _all_group_ends(packing: Any, group_end: Any) -> Any:
    if is_packed(packing):
        return lambda packing, group_end: packing.group_end
    return lambda packing, group_end: group_end


@typed_overload(take_block)
def _take_block(hands: Any, source: Any, at: Any, pitch: Any, block: Any, alive: Any, to: Any, to_at: Any) -> Any:
    def whole(hands, source, at, pitch, block, alive, to, to_at):  # type: ignore[no-untyped-def]
        here = vector_load(alive, block * LANES)
        vector_store(to, to_at, select_positive(here, vector_load(source, at + block * pitch), fill_f32x16(0.0)))

    def packed(hands, source, at, pitch, block, alive, to, to_at):  # type: ignore[no-untyped-def]
        for lane in range(LANES):
            hand, here = hands[block * LANES + lane], alive[block * LANES + lane] > 0.0
            to[to_at + lane] = source[at + hand // LANES * pitch + hand % LANES] if here else np.float32(0.0)

    return packed if is_row(hands) else whole


@typed_overload(add_entries)
def _add_entries(
    lanes: Any, rows: Any, at: Any, pitch: Any, end: Any, to: Any, to_at: Any, wide: Any, blocks: Any, adds: Any
) -> Any:
    def whole(lanes, rows, at, pitch, end, to, to_at, wide, blocks, adds):  # type: ignore[no-untyped-def]
        for _ in range(blocks):
            for row in range(0, wide, LANES):
                value = vector_load(rows, at + row)
                vector_store(to, to_at + row, vector_load(to, to_at + row) + value if adds else value)
            to_at += wide
            at += pitch

    def packed(lanes, rows, at, pitch, end, to, to_at, wide, blocks, adds):  # type: ignore[no-untyped-def]
        for hand in range(blocks * LANES):
            lane, place = lanes[hand], to_at + hand // LANES * wide + hand % LANES
            source = at + lane // LANES * pitch + lane % LANES
            for row in range(0, wide, LANES):
                value = rows[source + row] if lane < end else np.float32(0.0)
                to[place + row] = to[place + row] + value if adds else value

    return packed if is_row(lanes) else whole
