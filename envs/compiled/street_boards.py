"""The boards of a spot up to suit permutations that no player can notice.

Where a suit permutation leaves the given board (as a set of cards) and both ranges as they are, all that follows a card
follows its images too, with the hands exchanged. So of such cards one is solved: a *canonical* board is the first of its
images. Which exchanges there are the rules say (``PokerRules.symmetries``); the board and the ranges say which of them count.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.poker.board_numbers import NumberedBoards, boards_of, count_boards
from pokerzoo.envs.poker.rules import PokerRules
from pokerzoo.envs.poker.suits import Permutation, PermutationGroup, card_codes, images_of
from pokerzoo.envs.support.arrays import Int32s, Int64s


def count_distinct(rules: PokerRules, group: PermutationGroup, deals: int, hole_cards: int = 0) -> int:
    """Number of boards after some deals, with a hand of ``hole_cards`` each; those that a group makes alike count once.

    By Burnside's lemma: as many as a permutation leaves as they are, in the mean over the group.
    """
    if len(group) == 1 and not hole_cards:
        return count_boards(rules, deals)
    left = set(range(len(rules.deck.names))) - set(rules.deck.board)
    later, first = (*rules.betting.deals[:deals], hole_cards), [frozenset[int]()]
    if rules.deal_weights and deals:
        later, first = later[1:], [*map(frozenset, rules.weighted_cards.tolist())]
    kept = ((exchange, cards) for exchange in group for cards in first if {exchange[card] for card in cards} == cards)
    return sum(count_kept(cycle_lengths(exchange, left - cards), later) for exchange, cards in kept) // len(group)


def cycle_lengths(exchange: Permutation, cards: Set[int]) -> tuple[int, ...]:
    """Lengths, ascending, of the cycles in which an exchange moves these cards, which it takes to each other."""
    lengths, left = [], set(cards)
    while left:
        before, card = len(left), left.pop()
        while (card := exchange[card]) in left:
            left.remove(card)
        lengths.append(before - len(left))
    return tuple(sorted(lengths))


@lru_cache(1 << 14)
def count_kept(cycles: tuple[int, ...], deals: tuple[int, ...]) -> int:
    """Number of ways to deal sets of these sizes one after the other, each of whole cycles."""
    if not any(deals):
        return 1
    if not cycles:
        return 0
    length, *rest = cycles
    in_deals = ((*deals[:k], cards - length, *deals[k + 1 :]) for k, cards in enumerate(deals) if cards >= length)
    return count_kept(tuple(rest), deals) + sum(count_kept(tuple(rest), deal) for deal in in_deals)


@dataclass(frozen=True)
class StreetBoards:
    """The boards of one stage."""

    all: NumberedBoards  # every board
    first: Int64s  # [canonical]: which of all boards the canonical ones are, ascending
    number: Int64s  # [all]: the canonical board of each
    exchange: Int64s  # [all]: the symmetry that takes the canonical board to this one
    kept: npt.NDArray[np.bool_]  # bool [canonical, symmetries]: which symmetries leave a canonical board as it is
    new_cards: int  # cards of the last public deal

    def __len__(self) -> int:
        return len(self.first)

    @property
    def parents(self) -> list[tuple[int, ...]]:
        """For each canonical board the one before its last public deal."""
        return [board[: -self.new_cards] for board in self.canonical]

    @property
    def canonical(self) -> list[tuple[int, ...]]:
        """The canonical boards."""
        return [self.all.boards[k] for k in self.first.tolist()]


@dataclass(frozen=True)
class BoardSymmetry:
    """Suit permutations of the cards to come."""

    rules: PokerRules  # the rules
    symmetries: PermutationGroup  # the group; the first exchanges nothing

    @cached_property
    def inverse(self) -> Int64s:
        """int64 [symmetries]: the number of the symmetry that undoes each."""
        number = {exchange: k for k, exchange in enumerate(self.symmetries)}
        return np.array([number[tuple(np.argsort(exchange).tolist())] for exchange in self.symmetries])

    def boards(self, deals: int) -> StreetBoards:
        """The boards after ``deals`` public deals."""
        boards = boards_of(self.rules, deals)
        listed = np.array(boards.boards, dtype=np.int64).reshape(len(boards), self.rules.betting.cards_through[deals])
        images = np.stack([self._codes(np.array(exchange)[listed], deals) for exchange in self.symmetries])
        identity = images[0]
        by = np.argmin(images, axis=0)  # the first of equals
        least = np.take_along_axis(images, by[None], axis=0)[0]
        first = np.flatnonzero(identity == least)
        number = np.searchsorted(identity[first], least)
        new_cards = self.rules.betting.deals[deals - 1] if deals else 0
        return StreetBoards(boards, first, number, self.inverse[by], (images[:, first] == identity[first]).T, new_cards)

    def _codes(self, boards: Int64s, deals: int) -> Int64s:
        """One number for each board [boards, cards]; cards that are turned up at once are put in order, the highest first."""
        ends = self.rules.betting.cards_through
        for number in range(deals):
            if self.rules.betting.deals[number] > 1:
                boards[:, ends[number] : ends[number + 1]] = -np.sort(-boards[:, ends[number] : ends[number + 1]], axis=1)
        return card_codes(boards, len(self.rules.deck.names))

    def hands(self, cards: npt.NDArray[Any]) -> Int32s:
        """int32 [symmetries, hands]: which hand each symmetry takes to each hand."""
        return images_of(np.array(self.symmetries)[self.inverse], cards).astype(np.int32)
