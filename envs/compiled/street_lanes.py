"""Lanes of each board of a ``StreetTree``: one for each hand, or packed (``street_packing``)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pokerzoo.envs.support.arrays import Floats32, Int32s, Int64s

from .showdown_pass import LANES
from .street_packing import PackedLanes, Packing, WholeLanes
from .street_tables import BoardTables


class LaneCounts(NamedTuple):
    """Lanes of all boards, before rows are laid out."""

    packing: Packing
    blocks: Int64s  # [2, boards]: blocks of sixteen lanes of each player on each board
    alive: Floats32  # [2, boards, padded hands]: 1 for lanes that stand for a hand


def whole_lanes(alive: Floats32, blocks: Int64s) -> LaneCounts:
    """A lane for each hand on every board."""
    return LaneCounts(WholeLanes(), np.repeat(blocks[:, None], alive.shape[1], axis=1), alive)


def packed_lanes(alive: Floats32, blocks: Int64s, last: int, kind: Int64s, firsts: Int32s, tables: BoardTables) -> LaneCounts:
    """Pack the boards from ``last`` on: lanes for the first of hands that are alike, among those that a board leaves.

    ``alive`` is [2, boards, padded hands], ``kind`` and ``firsts`` say which hands are alike (``firsts_of``), and ``tables``
    have all hands of the last boards.
    """
    _, boards, padded = alive.shape
    lane = np.zeros((2, boards, padded + 1), dtype=np.int16)
    hand = np.zeros((2, boards, padded), dtype=np.int16)
    blocks_on = np.repeat(blocks[:, None], boards, axis=1)
    lanes_alive = alive.copy()
    hands = np.arange(padded, dtype=np.int16)
    for player in range(2):
        lane[player, :last, :padded] = hand[player, :last] = hands
        lane[player, :last, padded] = blocks[player] * LANES
        for number in range(last, boards):
            first = firsts[kind[number - last], player]
            left = alive[player, number] > 0
            own = np.flatnonzero(left & (first == hands))
            count = -(-len(own) // LANES)
            place = np.full(padded + 1, count * LANES, dtype=np.int16)
            place[own] = np.arange(len(own))
            lane[player, number] = count * LANES
            lane[player, number, :padded][left] = place[first[left]]
            hand[player, number, : len(own)] = own
            blocks_on[player, number] = count
            lanes_alive[player, number] = 0.0
            lanes_alive[player, number, : len(own)] = 1.0
    return LaneCounts(PackedLanes(lane, hand, tables.order, tables.group_end), blocks_on, lanes_alive)


def without_copies(tables: BoardTables, kind: Int64s, firsts: Int32s) -> BoardTables:
    """The order of the hands that stand for themselves alone, in the same groups."""
    order, group_end = np.zeros_like(tables.order), np.zeros_like(tables.group_end)
    for player in range(2):
        for board in range(tables.order.shape[1]):
            ends = tables.group_end[player, board]
            listed = tables.order[player, board, : ends[-1]]
            own = firsts[kind[board], player][listed] == listed
            order[player, board, : int(own.sum())] = listed[own]
            group_end[player, board] = np.concatenate([[0], np.cumsum(own)])[ends]
    return BoardTables(order, group_end)
