"""Columns of ``Streets`` about boards and hands: what follows a board, what it stands for, and where its numbers are."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.poker.rules import BoardsStrength, PokerRules
from pokerzoo.envs.support.arrays import Floats32, Int32s, Int64s

from .showdown_pass import LANES, NO_CARD
from .street_arrays import start_indices
from .street_boards import BoardSymmetry, StreetBoards

if TYPE_CHECKING:
    from pokerzoo.envs.poker.game import PokerGame


def places_of_boards(
    blocks: Int64s, board_at: Int64s, sequences: Int64s, points: Int64s
) -> tuple[Int64s, list[int], list[int]]:
    """(``Streets.places``, the numbers of each stage and player, the same for each block and decision point)."""
    found = np.zeros((2, blocks.shape[1], 3), dtype=np.int64)
    sizes: list[int] = []
    scales: list[int] = []
    for stage, (start, end) in enumerate(pairwise(board_at.tolist())):
        for player in range(2):
            own = blocks[player, start:end]
            rows, units = start_indices(own * sequences[stage, player] * LANES), start_indices(own * points[stage, player])
            found[player, start:end] = np.stack([own, sum(sizes) + rows[:-1], sum(scales) + units[:-1]], axis=1)
            sizes.append(int(rows[-1]))
            scales.append(int(units[-1]))
    return found, sizes, scales


def hand_tables(rules: PokerRules, held: tuple[Int64s, Int64s], blocks: Int64s) -> tuple[Int32s, Int32s]:
    """``Streets.cards`` and ``Streets.twin``."""
    padded = int(blocks.max()) * LANES
    cards = np.full((2, 2, padded), NO_CARD, dtype=np.int32)
    twin = np.empty((2, padded), dtype=np.int32)
    for player, own in enumerate(held):
        cards[player, : rules.deck.hole_cards, : len(own)] = rules.deck.hand_cards[own].T
        # Cumulative by card count a pair's combo twice, and a single card once, which is right as it is: it has no twin.
        other = {hand: k for k, hand in enumerate(held[1 - player].tolist())} if rules.deck.hole_cards == 2 else {}
        twin[player] = nowhere = int(blocks[1 - player]) * LANES
        twin[player, : len(own)] = [other.get(hand, nowhere) for hand in own.tolist()]
    return cards, twin


def own_strengths(game: PokerGame, boards: list[tuple[int, ...]], held: tuple[Int64s, Int64s], alive: Floats32) -> Int32s:
    """int32 [2, boards, padded hands]: strengths of each player's hands on each full board, -1 for hands that it rules out."""
    full = [game.rules.deck.board + board for board in boards]
    strength: object = game.rules.strength
    if isinstance(strength, BoardsStrength):
        strengths = strength.of_boards(game.rules.deck.hand_cards, np.array(full, dtype=np.int64))
    else:
        strengths = as_ranks(np.array([game.strengths(board) for board in full]))
    found = np.full((2, len(boards), alive.shape[2]), -1, dtype=np.int32)
    for player, own in enumerate(held):
        found[player, :, : len(own)] = np.where(alive[player, :, : len(own)] > 0, strengths[:, own], -1)
    return found


def as_ranks(strengths: npt.NDArray[Any]) -> npt.NDArray[np.int32]:
    """Replace strengths by int32 numbers that compare alike."""
    if strengths.dtype == np.int32:
        return strengths
    ranks = np.unique(strengths, return_inverse=True)[1]
    return ranks.reshape(strengths.shape).astype(np.int32)


def board_shares(rules: PokerRules, boards: tuple[StreetBoards, ...]) -> Floats32:
    """float32 [boards, 1]: how often each board comes, by the weights of flops; 1 before the flop."""
    shares = [rules.deal_share(board[: rules.betting.deals[0]]) for stage in boards[1:] for board in stage.canonical]
    return np.array([1.0, *shares], dtype=np.float32)[:, None]


def flat_boards(boards: tuple[StreetBoards, ...]) -> dict[str, Any]:
    """The columns of ``Streets`` about what follows a board, and which boards one stands for."""
    children, images, used = [], [], []
    image_counts: list[int] = []
    used_counts: list[int] = []
    own: list[list[int]] = [[]]  # the first board stands for itself alone
    for here, following in zip(boards, [*boards[1:], None], strict=True):
        below = Counter(following.parents) if following else Counter()
        ends = start_indices(below[board] for board in here.canonical)
        children.append(np.stack([ends[:-1], ends[1:]], axis=1))
        images += [exchange for these in own for exchange in these]
        image_counts += map(len, own)
        of_children = images_of(following, here) if following else []
        for start, end in children[-1].tolist():
            these = sorted({exchange for k in range(start, end) for exchange in of_children[k]})
            used += these
            used_counts.append(len(these))
        own = of_children
    return {
        "children": np.concatenate(children),
        "image_at": start_indices(image_counts),
        "images": np.array(images, dtype=np.int64),
        "used_at": start_indices(used_counts),
        "used": np.array(used, dtype=np.int64),
    }


def images_of(here: StreetBoards, parents: StreetBoards) -> list[list[int]]:
    """For each canonical board the symmetries that take it to the other boards which follow the same canonical board."""
    found: list[list[int]] = [[] for _ in range(len(here))]
    above = parents.all.number
    canonical = np.array([above[board[: -here.new_cards]] for board in here.all.boards])
    first = parents.first[parents.number[canonical]] == canonical
    for k in np.flatnonzero(first).tolist():
        if here.first[here.number[k]] != k:
            found[int(here.number[k])].append(int(here.exchange[k]))
    return found


def exchanged_hands(symmetry: BoardSymmetry, rules: PokerRules, held: tuple[Int64s, Int64s], padded: int) -> Int32s:
    """``Streets.exchange``."""
    found = np.tile(np.arange(padded, dtype=np.int32), (len(symmetry.symmetries), 2, 1))
    for player, own in enumerate(held):
        found[:, player, : len(own)] = symmetry.hands(rules.deck.hand_cards[own])
    return found


def firsts_of(kept: npt.NDArray[np.bool_], exchange: Int32s) -> tuple[Int64s, Int32s]:
    """Hands that are alike on boards: (the kind of each board, for each kind int32 [2, hands] the first such hand)."""
    kinds, number = np.unique(kept, axis=0, return_inverse=True)
    return number.ravel().astype(np.int64), np.stack([exchange[kind].min(axis=0) for kind in kinds])


def mirrors_of(boards: tuple[StreetBoards, ...], exchange: Int32s, settled: bool) -> dict[str, Any]:
    """The columns of ``Streets`` about hands that are alike on boards which have children, or a matrix."""
    number, firsts = firsts_of(np.concatenate([stage.kept for stage in boards]), exchange)
    alone = np.array([np.array_equal(first, exchange[0]) for first in firsts])
    childless = np.repeat([stage is boards[-1] and not settled for stage in boards], [len(stage) for stage in boards])
    return {"mirror": np.where(alone[number] | childless, -1, number), "mirrors": firsts}
