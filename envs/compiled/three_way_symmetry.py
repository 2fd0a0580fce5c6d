"""Answers for three players on boards that suit permutations make alike, from those on one of them.

Where suit permutations leave the board and all three ranges as they are, strategies that begin alike stay alike. Then what a
row is worth on a board is what it is worth on the *canonical* board, with the hands exchanged. Above a card to come the sum
over the cards is that over canonical ones, each times the number of its images. Of that the mean is taken over the
permutations that leave the board as it is.

Alike is meant to the bit: where two actions are worth the same, rounding would choose one for a hand and the other for its
image. So means add up images in the order of the hands, and after the last card the first hand stands for its images.
Strategies before it, whose values are sums over cards in another order, are made alike after each update.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pokerzoo.envs.support.arrays import Bools, Floats, Int32s, Int64s
from pokerzoo.envs.support.kernels import kernel

from .arrays import Rows
from .simd import WIDTHS
from .three_way_tables import ThreeWayPasses, ThreeWayQuestions

if TYPE_CHECKING:
    from .public_tree import PublicTree
    from .street_boards import BoardSymmetry


class AlikeRows(NamedTuple):
    """Rows that are means of rows with hands exchanged."""

    target: Int64s  # [rows]: sequences
    first: Int64s  # [rows + 1]: where the sources of each start
    source: Int64s  # [sources]: sequences
    exchange: Int64s  # [sources]: the row of ``AlikeBoards.hands`` that exchanges the hands


class AlikeAnswers(NamedTuple):
    """One player's questions that are answered, and the rows that follow."""

    batches: list[tuple[int, int]]  # runs of batches that are answered: those on canonical boards
    questions: ThreeWayQuestions  # all, but of the sequences those on canonical boards
    worth: tuple[AlikeRows, AlikeRows]  # what rows are worth: on canonical boards, then copies on others
    above: tuple[AlikeRows, AlikeRows]  # the same of all rows before the last card


class AlikeBoards(NamedTuple):
    """The answers of each player, and how permutations exchange hands."""

    # [permutations and more, hands]: the hand that each permutation takes to each. Then for each group of permutations that
    # leaves a board as it is its rows in the order of the hands: so these are the same for a hand and its images
    hands: Int32s
    players: tuple[AlikeAnswers, ...]


class Images(NamedTuple):
    """Each board's canonical board."""

    canonical: dict[tuple[int, ...], tuple[int, ...]]
    exchange: dict[tuple[int, ...], int]  # the permutation from the canonical board
    kept: dict[tuple[int, ...], Int64s]  # of canonical boards: the rows of ``hands`` of those that leave them as they are
    hands: Int32s  # as in ``AlikeBoards``


def alike_boards(form: PublicTree) -> AlikeBoards | None:
    """The answers that a game for three players needs; None if no permutation leaves board and ranges as they are."""
    from .street_boards import BoardSymmetry, symmetries_of

    rules = form.game.rules
    symmetries = symmetries_of(rules)
    if len(symmetries) == 1 or not isinstance(form.terminals, ThreeWayPasses):
        return None
    images = images_of(BoardSymmetry(rules, symmetries))
    return AlikeBoards(images.hands, tuple(answers_of(form, player, form.terminals, images) for player in range(3)))


def images_of(group: BoardSymmetry) -> Images:
    """The canonical board of each board of each street."""
    start = group.rules.board
    canonical, exchange, kept = {}, {}, {}
    tables = [group.hands(group.rules.hand_cards)]
    groups: dict[bytes, Int64s] = {}
    for deals in range(len(group.rules.deals) + 1):
        street = group.boards(deals)
        first = street.canonical
        for board, number, taken in zip(street.all.boards, street.number.tolist(), street.exchange.tolist(), strict=True):
            canonical[start + board] = start + first[number]
            exchange[start + board] = taken
        for board, own in zip(first, street.kept, strict=True):
            if own.tobytes() not in groups:
                groups[own.tobytes()] = sum(map(len, tables)) + np.arange(own.sum())
                tables.append(np.sort(tables[0][own], axis=0))
            kept[start + board] = groups[own.tobytes()]
    return Images(canonical, exchange, kept, np.concatenate(tables))


def answers_of(form: PublicTree, player: int, terminals: ThreeWayPasses, images: Images) -> AlikeAnswers:
    """The answers that a player needs."""
    questions, plex, points = terminals.questions[player], form.treeplexes[player], form.points[player]
    width = WIDTHS[type(form.lanes)]
    asked_on = np.array([images.canonical[board] == board for board in form.boards])
    chips = questions.chips.copy()
    paid: list[int] = []
    taken: list[int] = []
    firsts = [0]
    owned = np.searchsorted(plex.first, questions.sequence, side="right") - 1
    for k, point in enumerate(owned.tolist()):
        board = points[point].board if point >= 0 else form.game.rules.board
        if images.canonical[board] != board:
            continue
        for m in range(questions.first[k], questions.first[k + 1]):
            on = questions.board[questions.question[m] // width]
            if asked_on[on]:
                taken.append(m)
                chips[m] *= len(images.kept[board]) / len(images.kept[form.boards[on]])
        paid.append(questions.sequence[k])
        firsts.append(len(taken))
    fewer = questions._replace(
        sequence=np.array(paid, dtype=np.int32),
        first=np.array(firsts, dtype=np.int32),
        question=questions.question[taken],
        chips=chips[taken],
    )
    every = [(points[point], int(plex.first[point]), int(plex.actions[point])) for point in range(len(points))]
    first_of = {(public.betting, public.board): first for public, first, _ in every}
    last = len(form.game.rules.board) + sum(form.game.rules.deals)
    means: list[tuple[int, int, Int64s]] = []
    copies: list[tuple[int, int, Int64s]] = []
    for public, first, actions in every:
        source = images.canonical[public.board]
        if source != public.board:
            found, rows = copies, np.array([images.exchange[public.board]])
        elif len(rows := images.kept[source]) > 1:
            found, rows = means, rows[:1] if len(source) == last else rows
        else:
            continue
        found += [(first + k, first_of[public.betting, source] + k, rows) for k in range(actions)]
    if len(root := images.kept[form.game.rules.board]) > 1:
        means.insert(0, (0, 0, root))
    early = {first + k for public, first, actions in every if len(public.board) < last for k in range(actions)}
    worth = set(questions.sequence.tolist())
    one, two, three, four = (
        alike_rows([row for row in found if row[0] in wanted]) for wanted in (worth, early) for found in (means, copies)
    )
    return AlikeAnswers(runs_of(asked_on[questions.board]), fewer, (one, two), (three, four))


def runs_of(chosen: Bools) -> list[tuple[int, int]]:
    """Starts and ends of the runs of what is chosen."""
    ends = np.flatnonzero(np.diff(chosen.astype(np.int8), prepend=0, append=0)).tolist()
    return list(zip(ends[::2], ends[1::2], strict=True))


def alike_rows(rows: list[tuple[int, int, Int64s]]) -> AlikeRows:
    """Lay out (row, its source, rows of ``AlikeBoards.hands``)."""
    return AlikeRows(
        target=np.array([target for target, _, _ in rows], dtype=np.int64),
        first=np.cumsum([0, *(len(own) for *_, own in rows)], dtype=np.int64),
        source=np.repeat([source for _, source, _ in rows], [len(own) for *_, own in rows]).astype(np.int64),
        exchange=np.concatenate([np.zeros(0), *(own for *_, own in rows)]).astype(np.int64),
    )


@kernel(nogil=True)
def write_alike(shift: int, rows: AlikeRows, hands: Int32s, row: Floats, out: Rows, start: int, end: int) -> None:
    """Write the rows from ``start`` to ``end``; vectors have 2 ** ``shift`` floats, ``row`` is scratch for hands."""
    lane = (1 << shift) - 1
    for k in range(start, end):
        first, last, target = rows.first[k], rows.first[k + 1], rows.target[k]
        for hand in range(hands.shape[1]):
            total = 0.0
            for m in range(first, last):
                other = hands[rows.exchange[m], hand]
                total += out[other >> shift, (rows.source[m] << shift) + (other & lane)]
            row[hand] = total / (last - first)
        for hand in range(hands.shape[1]):
            out[hand >> shift, (target << shift) + (hand & lane)] = row[hand]
