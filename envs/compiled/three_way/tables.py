"""Tables of hands and boards for showdowns of three, and each player's questions where chips are paid.

``passes`` says how they are answered. A question is a pair of sequences of the two others on a board, and a kind; as
many questions as a vector has floats make a batch.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from pokerzoo.envs.compiled.arrays import Rows
from pokerzoo.envs.compiled.simd import WIDTHS, HandLanes, Lanes, ManyHandLanes
from pokerzoo.envs.poker.cards import NUM_CARDS
from pokerzoo.envs.support.arrays import Bools, Floats, Int32s, Int64s

MASS, OVER_FIRST, OVER_SECOND, SHARE = range(4)
"""Columns of chips: paid in any case, a pot against the first of the others, one against the second, one of three."""
ALL_PAIRS, ONE_BEATEN, BOTH_BEATEN = range(3)
"""Kinds of questions: all pairs of hands, pairs with the first beaten, pairs with both beaten."""
KINDS = {MASS: (ALL_PAIRS, 0), OVER_FIRST: (ONE_BEATEN, 0), OVER_SECOND: (ONE_BEATEN, 1), SHARE: (BOTH_BEATEN, 0)}
"""The kind of question of each column, and 1 if the two others change places."""
MOST_LANES = 16
SUM_ROWS = 4 * NUM_CARDS + 4
"""Rows of sums: reach of the two others and its products by card, compatible reach by card, and totals."""

Answer: TypeAlias = "tuple[tuple[int, ...], int, tuple[int, int], tuple[float, ...]]"
"""(board, the player's sequence, the sequences of the two others, chips by column with chance's reach)"""


class ThreeWayQuestions(NamedTuple):
    """One player's questions, and where the answers go."""

    board: Int32s  # [batches]: index of the board
    kind: Int32s  # [batches]: of the questions
    swapped: Int32s  # [batches]: 1 if the first of the two others is the one with the higher seat
    rows: Int64s  # [batches, 2, 16]: sequences of the first and the second of the others, 0 where there are fewer questions
    sequence: Int32s  # [paid]: the player's sequences that are paid, ascending
    first: Int32s  # [paid + 1]: where the answers of each start
    question: Int64s  # [answers]: lanes of a batch times its number, plus the lane
    chips: Floats  # [answers]: what it is multiplied by, chance's reach included


class Neighbors(NamedTuple):
    """The hands that the two others of each player may hold, by the cards that they share with the player's."""

    card_first: Int32s  # [players, boards, 53]: where the hands of each card start
    hand: Int32s  # for each player, board and card the hands that hold it, from weak to strong
    other: Int32s  # the other card of each of these
    # [players, hands of ``order``, 4]: where the hands of equal strength start and end that hold its first card, then its
    # second card
    runs: Int32s
    cross_first: Int64s  # [players, hands + 1]: where the pairs of each hand start
    cross: Int32s  # [pairs, 2]: hands that share the first and the second card of a hand, and a third card with each other


class ThreeWayPasses(NamedTuple):
    """All public terminals of a poker game for three players with two cards a hand."""

    order: Int32s  # for each board its possible hands from weak to strong, one board after the other
    groups: Int32s  # where each group of equal strength starts in ``order``, and the end of the last
    board_groups: Int32s  # [boards, 2]: first group of each board, and the last one's end
    rank: Int32s  # [boards, hands]: the group of each hand on a board, -1 if the board has one of its cards
    cards: Int32s  # [2, hands]: the two cards of each hand
    held: Bools  # [3, hands]: whether a player can hold a hand: others have no value
    near: Neighbors  # all players'
    questions: tuple[ThreeWayQuestions, ThreeWayQuestions, ThreeWayQuestions]  # each player's
    lanes: HandLanes | ManyHandLanes  # of the rows that kernels take with it


class ThreeWayScratch(NamedTuple):
    """The arrays that one evaluation of ``ThreeWayPasses`` writes."""

    reach: Rows  # [padded hands * 2 * lanes]: the two others' reach of each hand
    value: Rows  # [padded hands * lanes]: the answers of a batch by hand
    card_sum: Rows  # [2 * SUM_ROWS * lanes]: sums over hands, and sums over a group of equal strength
    results: Rows  # rows of hands for each question of the player with the most


class BoardWalk(NamedTuple):
    """Arrays for one player's batch on one board: few, as each is an argument that takes time to compile."""

    order: Int32s
    groups: Int32s  # [groups + 1]: of the board
    rank: Int32s  # [hands]: on the board
    cards: Int32s
    held: Bools  # [hands]: the player's
    near: Neighbors
    card_first: Int32s  # [53]: the player's on the board
    runs: Int32s  # [hands of ``order``, 4]: the player's
    cross_first: Int64s  # [hands + 1]: the player's
    reach: Rows
    value: Rows
    card_sum: Rows


def collect_questions(answers: Sequence[Answer], index: dict[tuple[int, ...], int], lanes: Lanes) -> ThreeWayQuestions:
    """Put answers of the same sequences of the others on the same board together, and as many questions as fit into batches."""
    width = WIDTHS[type(lanes)]
    asked: dict[tuple[int, int, int], dict[tuple[int, int], list[tuple[int, float]]]] = {}
    for public, sequence, (first_sequence, second_sequence), amounts in answers:
        for column, amount in enumerate(amounts):
            if amount != 0.0:
                kind, swapped = KINDS[column]
                pair = (second_sequence, first_sequence) if swapped else (first_sequence, second_sequence)
                asked.setdefault((index[public], kind, swapped), {}).setdefault(pair, []).append((sequence, amount))
    heads: list[tuple[int, int, int]] = []
    rows: list[list[list[int]]] = []
    result: list[tuple[int, int, float]] = []
    for head in sorted(asked):
        pairs = list(asked[head].items())
        for start in range(0, len(pairs), width):
            batch = pairs[start : start + width]
            for lane, (_, paid) in enumerate(batch):
                result += [(sequence, len(heads) * width + lane, amount) for sequence, amount in paid]
            empty = [0] * (MOST_LANES - len(batch))
            rows.append([[pair[k] for pair, _ in batch] + empty for k in range(2)])
            heads.append(head)
    result.sort()
    sequences, first = np.unique(np.array([sequence for sequence, *_ in result], dtype=np.int32), return_index=True)
    columns = np.array(heads, dtype=np.int32).reshape(-1, 3).T.copy()
    return ThreeWayQuestions(
        board=columns[0],
        kind=columns[1],
        swapped=columns[2],
        rows=np.array(rows, dtype=np.int64).reshape(-1, 2, MOST_LANES),
        sequence=sequences,
        first=np.append(first, len(result)).astype(np.int32),
        question=np.array([question for _, question, _ in result], dtype=np.int64),
        chips=np.array([amount for *_, amount in result], dtype=np.float64),
    )


def neighbors_of(cards: Int64s, rank: Int32s, order: Sequence[Int64s], reached: Bools) -> Neighbors:
    """List for one player the hands that one of two others reaches; ``rank`` and ``order`` have a row for each board."""
    firsts, hands, others, runs = [], [], [], []
    listed = 0
    span = rank.max() + 2
    for ranks, ranked in zip(rank, order, strict=True):
        theirs = ranked[reached[ranked]]
        each, theirs_cards = np.repeat(theirs, 2), cards[theirs]
        held_cards = theirs_cards.ravel()
        keys = held_cards * span + ranks[each]
        by_card = np.argsort(keys, kind="stable")
        keys = keys[by_card]
        firsts.append(listed + np.searchsorted(keys, np.arange(NUM_CARDS + 1) * span))
        hands.append(each[by_card])
        others.append(theirs_cards[:, ::-1].ravel()[by_card])
        wanted = cards[ranked] * span + ranks[ranked][:, None]
        ends = np.stack([np.searchsorted(keys, wanted, side) for side in ("left", "right")], axis=2)
        runs.append(listed + ends.reshape(len(ranked), 4))
        listed += len(by_card)
    number = np.full((NUM_CARDS, NUM_CARDS), -1, dtype=np.int32)
    theirs = np.flatnonzero(reached)
    for a, b in ((0, 1), (1, 0)):
        number[cards[theirs, a], cards[theirs, b]] = theirs
    first, second = number[cards[:, 0]], number[cards[:, 1]]  # [hands, cards]: the hand of a hand's card and each third card
    both = (first >= 0) & (second >= 0)
    both[np.arange(len(cards))[:, None], cards] = False
    return Neighbors(
        card_first=np.array([firsts], dtype=np.int32),
        hand=np.concatenate(hands, dtype=np.int32),
        other=np.concatenate(others, dtype=np.int32),
        runs=np.concatenate(runs, dtype=np.int32)[None],
        cross_first=np.concatenate([[0], np.cumsum(both.sum(axis=1))]).astype(np.int64)[None],
        cross=np.stack([first[both], second[both]], axis=1),
    )


def stack_neighbors(players: Sequence[Neighbors]) -> Neighbors:
    """Put each player's lists behind the others', so that kernels get the arrays of one."""
    listed = np.cumsum([0] + [len(lists.hand) for lists in players])
    crossed = np.cumsum([0] + [len(lists.cross) for lists in players])
    firsts = zip(players, listed.tolist(), crossed.tolist(), strict=False)  # the last two are ends
    moved = [(lists.card_first + here, lists.runs + here, lists.cross_first + pairs) for lists, here, pairs in firsts]
    return Neighbors(
        card_first=np.concatenate([card_first for card_first, _, _ in moved], dtype=np.int32),
        hand=np.concatenate([lists.hand for lists in players]),
        other=np.concatenate([lists.other for lists in players]),
        runs=np.concatenate([runs for _, runs, _ in moved], dtype=np.int32),
        cross_first=np.concatenate([cross_first for _, _, cross_first in moved]),
        cross=np.concatenate([lists.cross for lists in players]),
    )
