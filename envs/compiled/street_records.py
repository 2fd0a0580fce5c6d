"""The part of a ``WalkPlan`` about boards and hands: what follows a board, what it represents, and where its numbers are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.poker.rules import PokerRules
from pokerzoo.envs.support.arrays import Floats32, Int32s, Int64s

from .arrays import LANES, Records
from .street_boards import BoardSymmetry, StreetBoards
from .street_plan import BOARD, start_indices

if TYPE_CHECKING:
    pass


def place_boards(stages: Records, counts: Iterable[int]) -> tuple[int, int]:
    """Write where each stage's boards and rows are: (numbers, numbers for each block and point) in all.

    ``counts`` is how many boards each stage has.
    """
    rows = scales = 0
    for stage, (start, end) in enumerate(pairwise(start_indices(counts).tolist())):
        stages["boards_at"][stage], stages["boards_end"][stage] = start, end
        for player in range(2):
            lines = stages[stage, player]
            lines["rows_at"], lines["scales_at"], blocks = rows, scales, int(lines["blocks"]) * (end - start)
            rows += blocks * int(lines["sequences"]) * LANES
            scales += blocks * int(lines["points_end"] - lines["points_at"])
    return rows, scales


def board_shares(rules: PokerRules, boards: tuple[StreetBoards, ...]) -> Floats32:
    """float32 [boards, 1]: how often each board comes, by the weights of flops; 1 before the flop."""
    shares = [rules.deal_share(board[: rules.betting.deals[0]]) for stage in boards[1:] for board in stage.canonical]
    return np.array([1.0, *shares], dtype=np.float32)[:, None]


def board_records(boards: tuple[StreetBoards, ...]) -> tuple[Records, Int64s]:
    """(``WalkPlan.boards`` as to what follows a board, and which boards one represents; ``WalkPlan.links``)."""
    records = np.zeros(sum(map(len, boards)), BOARD)
    images, used = [], []
    image_counts: list[int] = []
    used_counts: list[int] = []
    exchanges: list[list[int]] = [[]]  # the first board represents itself alone
    for here, following in zip(boards, [*boards[1:], None], strict=True):
        below = Counter(following.parents) if following else Counter()
        ends = start_indices(below[board] for board in here.canonical)
        mine = records[len(image_counts) :][: len(here)]
        mine["children_at"], mine["children_end"] = ends[:-1], ends[1:]
        images += [exchange for these in exchanges for exchange in these]
        image_counts += map(len, exchanges)
        of_children = images_of(following, here) if following else []
        for start, end in pairwise(ends.tolist()):
            these = sorted({exchange for k in range(start, end) for exchange in of_children[k]})
            used += these
            used_counts.append(len(these))
        exchanges = of_children
    image_ends, used_ends = start_indices(image_counts), len(images) + start_indices(used_counts)
    records["images_at"], records["images_end"] = image_ends[:-1], image_ends[1:]
    records["used_at"], records["used_end"] = used_ends[:-1], used_ends[1:]
    return records, np.array(images + used, dtype=np.int64)


def images_of(here: StreetBoards, parents: StreetBoards) -> list[list[int]]:
    """For each canonical board the symmetries that take it to the other boards which follow the same canonical board."""
    result: list[list[int]] = [[] for _ in range(len(here))]
    above = parents.all.number
    canonical = np.array([above[board[: -here.new_cards]] for board in here.all.boards])
    first = parents.first[parents.number[canonical]] == canonical
    for k in np.flatnonzero(first).tolist():
        if here.first[here.number[k]] != k:
            result[int(here.number[k])].append(int(here.exchange[k]))
    return result


def exchanged_hands(symmetry: BoardSymmetry, rules: PokerRules, held: tuple[Int64s, Int64s], padded: int) -> Int32s:
    """The first part of ``WalkPlan.maps``."""
    result = np.tile(np.arange(padded, dtype=np.int32), (len(symmetry.symmetries), 2, 1))
    for player, hands in enumerate(held):
        result[:, player, : len(hands)] = symmetry.hands(rules.deck.hand_cards[hands])
    return result


def firsts_of(kept: npt.NDArray[np.bool_], exchange: Int32s) -> tuple[Int64s, Int32s]:
    """Hands that are alike on boards: (the kind of each board, for each kind int32 [2, hands] the first such hand)."""
    kinds, number = np.unique(kept, axis=0, return_inverse=True)
    return number.ravel().astype(np.int64), np.stack([exchange[kind].min(axis=0) for kind in kinds])


def set_mirrors(records: Records, boards: tuple[StreetBoards, ...], exchange: Int32s, settled: bool) -> Int32s:
    """Write which boards that have children, or a matrix, have hands that are alike: the second part of ``WalkPlan.maps``."""
    number, firsts = firsts_of(np.concatenate([stage.kept for stage in boards]), exchange)
    alone = np.array([np.array_equal(first, exchange[0]) for first in firsts])
    childless = np.repeat([stage is boards[-1] and not settled for stage in boards], [len(stage) for stage in boards])
    records["mirror"] = np.where(alone[number] | childless, -1, number + len(exchange))
    return firsts
