"""The boards of a spot up to suit permutations that no player can notice.

Where a suit permutation leaves the given board (as a set of cards) and both ranges as they are, all that follows a card
follows its images too, with the hands exchanged. So of such cards one is solved: a *canonical* board is the first of its
images. Which exchanges there are the rules say (``PokerRules.symmetries``); the board and the ranges say which of them count.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.poker.board_numbers import NumberedBoards, boards_of
from pokerzoo.envs.poker.rules import PokerRules
from pokerzoo.envs.support.arrays import Int32s, Int64s

Permutation = tuple[int, ...]
"""For each card of the deck the card that takes its place."""


def symmetries_of(rules: PokerRules) -> tuple[Permutation, ...]:
    """The exchanges of cards that leave board, ranges and weights of flops as they are; the first exchanges nothing."""
    nothing = tuple(range(len(rules.deck.names)))
    if not rules.deck.symmetries:
        return (nothing,)
    cards = np.sort(rules.deck.hand_cards, axis=1)
    size = len(rules.deck.names)
    weights = np.zeros((rules.num_players, size ** cards.shape[1]))
    weights[:, _card_codes(cards, size)] = np.ones(len(cards)) if rules.weights is None else rules.weights
    found = []
    for exchange in rules.deck.symmetries:
        images = _card_codes(np.sort(np.array(exchange)[cards], axis=1), size)
        if (
            {exchange[card] for card in rules.deck.board} == set(rules.deck.board)
            and np.array_equal(weights[:, images], weights[:, _card_codes(cards, size)])
            and leaves_deal_weights(rules, exchange)
        ):
            found.append(tuple(exchange))
    group = np.array(found, dtype=np.int64).reshape(-1, size)
    made = {own.tobytes() for own in group[:, group].reshape(-1, size)}  # a group, as it is finite, if these are its own
    if not found or len(made) != len(found) or made != {own.tobytes() for own in group}:
        raise ValueError("symmetries: must have the exchange of nothing, and for any two what they make one after the other")
    return tuple(sorted(found, key=lambda exchange: (exchange != nothing, exchange)))


def leaves_deal_weights(rules: PokerRules, exchange: Permutation) -> bool:
    """True if an exchange of cards takes each set of the first public deal to one of the same weight."""
    if not rules.deal_weights:
        return True
    sets, dealt = np.flatnonzero(rules.weighted_sets), rules.weighted_cards
    codes, images = (_card_codes(np.sort(own, axis=1), len(rules.deck.names)) for own in (dealt, np.array(exchange)[dealt]))
    order, back = np.argsort(codes), np.argsort(images)
    return np.array_equal(codes[order], images[back]) and np.array_equal(
        rules.weighted_sets[sets[order]], rules.weighted_sets[sets[back]]
    )


def _card_codes(cards: npt.NDArray[Any], size: int) -> Int64s:
    """One number for the cards of each row."""
    codes = np.zeros(len(cards), dtype=np.int64)
    for column in cards.T:
        codes = codes * size + column
    return codes


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
    symmetries: tuple[Permutation, ...]  # the group; the first exchanges nothing

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
        own = images[0]
        by = np.argmin(images, axis=0)  # the first of equals
        least = np.take_along_axis(images, by[None], axis=0)[0]
        first = np.flatnonzero(own == least)
        number = np.searchsorted(own[first], least)
        new_cards = self.rules.betting.deals[deals - 1] if deals else 0
        return StreetBoards(boards, first, number, self.inverse[by], (images[:, first] == own[first]).T, new_cards)

    def _codes(self, boards: Int64s, deals: int) -> Int64s:
        """One number for each board [boards, cards]; cards that are turned up at once are put in order, the highest first."""
        ends = self.rules.betting.cards_through
        for number in range(deals):
            if self.rules.betting.deals[number] > 1:
                boards[:, ends[number] : ends[number + 1]] = -np.sort(-boards[:, ends[number] : ends[number + 1]], axis=1)
        return _card_codes(boards, len(self.rules.deck.names))

    def hands(self, cards: npt.NDArray[Any]) -> Int32s:
        """int32 [symmetries, hands]: which hand each symmetry takes to each hand."""
        size = len(self.rules.deck.names)
        codes = _card_codes(np.sort(cards, axis=1), size)
        order = np.argsort(codes)
        found = [
            order[np.searchsorted(codes[order], _card_codes(np.sort(np.array(self.symmetries[back])[cards], axis=1), size))]
            for back in self.inverse.tolist()
        ]
        return np.array(found, dtype=np.int32).reshape(len(self.symmetries), len(cards))
