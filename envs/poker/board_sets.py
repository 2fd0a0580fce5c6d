"""Sets of boards, written as a string: each board of a set with the number of real boards that it represents.

Boards that differ by a suit permutation are one, where the permutation leaves both ranges (and a board given beforehand)
unchanged: a solution of one holds on the other, with the hands permuted. So weighted means over a set are means over all real
boards. docs/cards.md lists what may be written, with the numbers of boards.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from math import perm
from typing import NamedTuple

import numpy as np

from pokerzoo.envs.support.arrays import Int64s
from pokerzoo.envs.support.errors import ParameterError, brief, cut_text
from pokerzoo.envs.support.parameters import check_int

from .cards import CARD_NAMES, NUM_CARDS, parse_board
from .flop_subsets import MIN_FLOPS, NUM_FLOPS, flop_subset
from .ranges import Range, parse_range
from .suits import (
    CARD_PERMUTATIONS,
    NextCard,
    PermutationGroup,
    cards_in,
    count_run_outs,
    group_of,
    next_cards,
    orbits_of,
    stabilizer,
)

Cards = tuple[int, ...]
MAX_RANDOM = 10**12
"""The most boards that ``random:N`` may have."""
MAX_SEED = 2**64 - 1
ANY_STREET = "random"
"""Boards at random, of as many cards as is said apart."""
RANDOM = {"random-flops": 3, "random-turns": 4, "random-rivers": 5}
AFTER = {"all-turns": 4, "all-rivers": 5}
SETS = {"all-flops": 3, "all-turn-sets": 4, "all-river-sets": 5}
DEALT = {"all-turn-boards": 4, "all-river-boards": 5}
SEPARATOR = re.compile(r"[\s,;]+")
ALLOWED = (
    "all-flops, flops:25, all-turns or all-rivers (after a board), all-turn-boards, all-river-boards, all-turn-sets, "
    "all-river-sets, random:1000, random-flops:1000, random-turns:1000, random-rivers:1000, or boards such as AsKsQh,Td9d6h"
)


class WeightedBoard(NamedTuple):
    """A board and how many real boards it represents.

    Attributes:
        board: such as ``AsKsQh2d``: the flop, then turn and river.
        weight: the number of real boards.

    >>> from pokerzoo.envs.cards import board_set
    >>> board_set("all-flops")[0]
    WeightedBoard(board='AsAhAd', weight=4)
    """

    board: str
    weight: int


class BoardSet(ABC):
    """Boards with weights, by number: ``len(boards)``, ``boards[7]``, ``for board, weight in boards``.

    ``board_set`` makes one.

    Args:
        text: as it was written.
        num_cards: cards of each board.
        length: how many boards there are.

    Attributes:
        text: as it was written.
        num_cards: cards of each board.

    >>> boards = board_set("AsKsQh, Td9d6h")
    >>> len(boards), boards.num_cards, [board for board, weight in boards]
    (2, 3, ['AsKsQh', 'Td9d6h'])
    """

    def __init__(self, text: str, num_cards: int, length: int) -> None:
        self.text, self.num_cards, self._length = text, num_cards, length

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[WeightedBoard]:
        return map(self._at, range(self._length))

    def __getitem__(self, index: int) -> WeightedBoard:
        if not -self._length <= index < self._length:
            raise IndexError(f"index={index}: {brief(self.text)} has {self._length} boards")
        return self._at(index % self._length)

    def __repr__(self) -> str:
        return f"<{self._length:,} boards of {self.num_cards} cards: {cut_text(self.text, 60)}>"

    @property
    @abstractmethod
    def total_weight(self) -> int:
        """The sum of all weights."""

    @abstractmethod
    def _at(self, index: int) -> WeightedBoard: ...


def board_set(
    boards: str | Sequence[str],
    *,
    board: str | None = None,
    ranges: Sequence[str | Range] = (),
    seed: int = 0,
    num_cards: int | None = None,
) -> BoardSet:
    """The boards that a string or a list describes.

    Args:
        boards: such as ``all-flops`` or ``random-rivers:1000``; docs/cards.md lists all. Or boards: in a list, or in one
            string, separated by commas or blanks.
        board: the cards already dealt, for ``all-turns``, ``all-rivers`` and random boards.
        ranges: both players' ranges; suit permutations that change one of them make no two boards the same.
        seed: of random boards, from 0 to 2**64 - 1.
        num_cards: how many cards each board of ``random:N`` has.

    Raises:
        ValueError: something else, a board that occurs twice (suit permutations counted), no board where one is needed.

    >>> flops = board_set("all-flops")
    >>> len(flops), flops.total_weight, flops[1], flops[-1]
    (1755, 22100, WeightedBoard(board='AsAhKs', weight=12), WeightedBoard(board='2s2h2d', weight=4))
    >>> len(board_set("all-turns", board="AsKsQs")), len(board_set("all-turns", board="AsKsQs", ranges=["AA", "KdKc,QQ"]))
    (23, 36)
    """
    if isinstance(ranges, str) or not isinstance(ranges, Sequence):
        raise ParameterError("ranges", ranges, "must be a list of strings, one for each player")
    group = group_of([text if isinstance(text, Range) else parse_range(text, f"ranges[{k}]") for k, text in enumerate(ranges)])
    check_int("seed", seed, 0, MAX_SEED)
    before = None if board is None else parse_board(board, (3, 4, 5))
    if not isinstance(boards, str):
        if not isinstance(boards, list | tuple) or not all(isinstance(item, str) for item in boards):
            raise ParameterError("boards", boards, "must be a string or a list of strings")
        _no_board("a list of boards", before)
        return _listed_boards(boards, ",".join(boards), group)
    text = boards.strip()
    kind, colon, number = text.partition(":")
    if kind in (ANY_STREET, *RANDOM):
        return _random_boards(text, kind, number, before, seed, num_cards)
    if kind in AFTER and not colon:
        return _boards_after(text, before, group)
    _no_board(text, before)
    if kind == "flops":
        if group != CARD_PERMUTATIONS:
            raise _board_set_error(text, "is for ranges that treat all suits alike, which these do not")
        flops = flop_subset(_read_number(text, number, MIN_FLOPS, NUM_FLOPS))
        return ListedBoards(text, cards_in(flops.sets, 3), flops.sizes)
    if kind in SETS and not colon:
        sets, sizes = orbits_of(SETS[kind], group)
        return ListedBoards(text, cards_in(sets, SETS[kind]), sizes)
    if kind in DEALT and not colon:
        flops = orbits_of(3, group)
        starts = [tuple(cards) for cards in cards_in(flops.sets, 3).tolist()]
        return BoardRunOuts(text, starts, flops.sizes.tolist(), group, DEALT[kind])
    if kind in (*SETS, *DEALT, *AFTER) or "-" in text or colon:
        raise _board_set_error(text, f"must be one of {ALLOWED}")
    return _listed_boards([piece for piece in SEPARATOR.split(text) if piece], text, group)


def names_of(cards: Iterable[int]) -> str:
    """``AsKsQh`` of cards."""
    return "".join([CARD_NAMES[card] for card in cards])


class ListedBoards(BoardSet):
    """Boards that are kept, int64 [boards, cards], with a weight each."""

    def __init__(self, text: str, boards: Int64s, weights: Int64s) -> None:
        super().__init__(text, boards.shape[1], len(boards))
        self.boards, self.weights = boards, weights

    @property
    def total_weight(self) -> int:
        return int(self.weights.sum())

    def _at(self, index: int) -> WeightedBoard:
        return WeightedBoard(names_of(self.boards[index].tolist()), int(self.weights[index]))


class BoardRunOuts(BoardSet):
    """Run-outs of some boards, card by card; made on demand."""

    def __init__(self, text: str, starts: list[Cards], sizes: list[int], group: PermutationGroup, num_cards: int) -> None:
        self.starts, self.sizes = starts, sizes
        self.groups = [stabilizer(group, start) for start in starts]
        counts = [count_run_outs(start, kept, num_cards - len(start)) for start, kept in zip(starts, self.groups, strict=True)]
        self.first = [0, *accumulate(counts)]
        super().__init__(text, num_cards, self.first[-1])

    @property
    def total_weight(self) -> int:
        more = self.num_cards - len(self.starts[0])
        return sum(self.sizes) * perm(NUM_CARDS - len(self.starts[0]), more)

    def _at(self, index: int) -> WeightedBoard:
        k = bisect_right(self.first, index) - 1
        cards, group, weight, index = self.starts[k], self.groups[k], self.sizes[k], index - self.first[k]
        while len(cards) < self.num_cards:
            nexts, first = _next_cards(cards, group, self.num_cards - len(cards) - 1)
            k = bisect_right(first, index) - 1
            cards, group, weight, index = (*cards, nexts[k].card), nexts[k].group, weight * nexts[k].size, index - first[k]
        return WeightedBoard(names_of(cards), weight)


@lru_cache(256)
def _next_cards(cards: Cards, group: PermutationGroup, more: int) -> tuple[list[NextCard], list[int]]:
    """The next cards, and before each how many run-outs of ``more`` further cards there are."""
    result = next_cards(cards, group)
    return result, [0, *accumulate(count_run_outs((*cards, following.card), following.group, more) for following in result)]


class RandomBoards(BoardSet):
    """Boards dealt at random, each independent of the others: all real boards are equally likely, and one may come twice.

    Board k of a seed uses Philox's numbers for that key and counter: any can be made alone, and is the same anywhere.

    Attributes:
        start: the cards already dealt.
        seed: the key.
    """

    def __init__(self, text: str, start: Cards, num_cards: int, length: int, seed: int) -> None:
        super().__init__(text, num_cards, length)
        self.start, self.seed = start, seed
        self._left = sorted(set(range(NUM_CARDS)) - set(start))

    @property
    def total_weight(self) -> int:
        return len(self)

    def _at(self, index: int) -> WeightedBoard:
        left, drawn = self._left.copy(), []
        more = self.num_cards - len(self.start)
        number = uniform_number(self.seed, index, perm(len(left), more))
        for _ in range(more):
            number, place = divmod(number, len(left))
            drawn.append(left.pop(place))
        if not self.start:
            drawn[:3] = sorted(drawn[:3], reverse=True)
        return WeightedBoard(names_of((*self.start, *drawn)), 1)


def uniform_number(seed: int, index: int, below: int) -> int:
    """A whole number from 0 to under ``below`` (at most 2**63), all equally likely, that seed and index decide."""
    generator = np.random.Philox(key=seed, counter=index << 128)
    most = 2**64 // below * below
    while (number := int(generator.random_raw())) >= most:
        pass
    return number % below


def _random_boards(text: str, kind: str, number: str, before: Cards | None, seed: int, num_cards: int | None) -> BoardSet:
    num_cards = RANDOM.get(kind, num_cards)
    if num_cards is None:
        raise _board_set_error(
            text, "does not say how many cards a board has, as random-flops:N, random-turns:N and random-rivers:N do"
        )
    check_int("num_cards", num_cards, 3, 5)
    start = before or ()
    if len(start) >= num_cards:
        raise _board_set_error(text, f"has boards of {num_cards} cards; board={names_of(start)!r} leaves none to come")
    return RandomBoards(text, start, num_cards, _read_number(text, number, 1, MAX_RANDOM), seed)


def _boards_after(text: str, before: Cards | None, group: PermutationGroup) -> BoardSet:
    num_cards = AFTER[text]
    if before is None:
        raise _board_set_error(text, f"needs a board to follow; {text[:-1]}-boards begins without one")
    if len(before) >= num_cards:
        raise _board_set_error(text, f"needs a board of fewer cards, not {names_of(before)}")
    return BoardRunOuts(text, [before], [1], group, num_cards)


def _listed_boards(pieces: Sequence[str], text: str, group: PermutationGroup) -> BoardSet:
    if not pieces:
        raise ParameterError("boards", problem="there is none; must be at least one")
    result: list[Cards] = []
    weights: list[int] = []
    seen: dict[Cards, int] = {}
    for k, piece in enumerate(pieces):
        cards = parse_board(piece, (3, 4, 5), f"boards[{k}]")
        result.append(cards)
        if len(cards) != len(result[0]):
            raise ParameterError(f"boards[{k}]", piece, f"has {len(cards)} cards, boards[0] has {len(result[0])}")
        images = [[permutation[card] for card in cards] for permutation in group]
        ways = {(sum(1 << card for card in image[:3]), *image[3:]) for image in images}
        other = seen.setdefault(max(ways), k)
        if other != k:
            how = " with suits permuted" if set(cards) != set(result[other]) else ""
            raise ParameterError(f"boards[{k}]", piece, f"is the same board as boards[{other}]={brief(pieces[other])}{how}")
        weights.append(len(ways))
    return ListedBoards(text, np.array(result, dtype=np.int64), np.array(weights, dtype=np.int64))


def _read_number(text: str, number: str, low: int, high: int) -> int:
    if not (number.isascii() and number.isdigit() and len(number) <= len(str(high)) and low <= int(number) <= high):
        raise _board_set_error(text, f"must have a number from {low:,} to {high:,} after the colon")
    return int(number)


def _no_board(text: str, before: Cards | None) -> None:
    if before is not None:
        raise ParameterError("board", names_of(before), f"goes with all-turns, all-rivers and random boards, not with {text}")


def _board_set_error(text: str, problem: str) -> ParameterError:
    return ParameterError("boards", text, problem)
