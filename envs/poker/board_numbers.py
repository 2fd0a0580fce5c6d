"""Boards and the hands that they leave, numbered: arithmetic in a deck without copies, else lists.

In what order: boards by their first public deal, then the next; cards that come at once by the highest, then the next. Hands by
their number, among those that a player can hold on the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from math import comb, prod
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.support.arrays import Int64s

from .cards import are_apart
from .deck import nth_set
from .hands_beside import pairs_beside
from .rules import PokerRules

KEPT_ROWS = 256
"""Boards whose hands' positions are kept where there is no table of all: enough for a part (``PART_FLOATS``)."""


class NumberedBoards:
    """All boards after a number of public deals, numbered. The list of them is made only on demand."""

    def __init__(self, rules: PokerRules, deals: int) -> None:
        self.rules = rules
        self.sizes = rules.betting.deals[:deals]
        self.cards = sum(self.sizes)
        self.listed = rules.deck.copies > 1 or bool(rules.deal_weights and deals)  # else numbers are arithmetic

    @cached_property
    def boards(self) -> tuple[tuple[int, ...], ...]:
        """The cards of each board, without those there from the start."""
        rules = self.rules
        result: list[tuple[int, ...]] = [()]
        for cards in self.sizes:
            if cards == 1:
                deck = range(len(rules.deck.names))
                result = [
                    (*board, card) for board in result for card in deck if rules.deck.ways((card,), rules.deck.board + board)
                ]
            else:
                dealt = rules.deck.card_sets(cards).sets
                if rules.deal_weights and result == [()]:
                    dealt = tuple([dealt[k] for k in np.flatnonzero(rules.weighted_sets).tolist()])
                sets = [(deal, frozenset(deal)) for deal in dealt]
                result = [
                    board + deal for board in result for deal, cards_of in sets if cards_of.isdisjoint(rules.deck.board + board)
                ]
        return tuple(result)

    @cached_property
    def number(self) -> dict[tuple[int, ...], int]:
        """The number of each board: a table, for callers that look up many."""
        return {board: b for b, board in enumerate(self.boards)}

    def __len__(self) -> int:
        rules = self.rules
        if rules.deck.copies > 1:
            return len(self.boards)
        ways = ways_to_deal(rules, len(self.sizes), len(rules.deck.names))
        if rules.deal_weights and self.sizes:  # from the whole deck; a set of weight 0 never comes
            ways = ways * int(np.count_nonzero(rules.weighted_sets)) // len(rules.deal_weights)
        return ways

    def number_of(self, board: tuple[int, ...]) -> int:
        """The number of a board; KeyError if there is none with these cards in this order."""
        if self.listed or "number" in vars(self):
            return self.number[board]
        dealt, number = [*self.rules.deck.board], 0
        if len(board) != self.cards or not all(0 <= card < len(self.rules.deck.names) for card in board):
            raise KeyError(board)
        start = 0
        for cards in self.sizes:
            new_cards = board[start : start + cards]
            if any(higher <= lower for higher, lower in pairwise(new_cards)) or not set(new_cards).isdisjoint(dealt):
                raise KeyError(board)
            left = len(self.rules.deck.names) - len(dealt)
            # A card's place among the cards that are left, then the set's among the sets of such places.
            places = [card - sum(lower < card for lower in dealt) for card in new_cards]
            number = number * comb(left, cards) + sum(comb(place, cards - k) for k, place in enumerate(places))
            dealt += new_cards
            start += cards
        return number

    def board(self, number: int) -> tuple[int, ...]:
        """The board with a number."""
        if self.listed:
            return self.boards[number]
        counts = []
        left = len(self.rules.deck.names) - len(self.rules.deck.board)
        for cards in self.sizes:
            counts.append(comb(left, cards))
            left -= cards
        ranks = []
        for count in reversed(counts):
            number, rank = divmod(number, count)
            ranks.append(rank)
        result: tuple[int, ...] = ()
        for cards, rank in zip(self.sizes, reversed(ranks), strict=True):
            seen = self.rules.deck.board + result
            unseen = [card for card in range(len(self.rules.deck.names)) if card not in seen]
            result += tuple([unseen[place] for place in nth_set(rank, len(unseen), cards)])
        return result

    def left_over(self, rules: PokerRules) -> Int64s:
        """int64 [boards, deck]: copies left of each card."""
        left = np.full((len(self.boards), len(rules.deck.names)), rules.deck.copies, dtype=np.int64)
        for card in rules.deck.board:
            left[:, card] -= 1
        for column in np.array(self.boards, dtype=np.int64).T:  # one card of each board
            left[np.arange(len(self.boards)), column] -= 1
        return left


class HandPositions:
    """Positions of a player's hands on each board after a number of public deals."""

    def __init__(self, boards: NumberedBoards, held: npt.NDArray[np.bool_]) -> None:
        self.boards = boards
        self.first = np.concatenate([[0], np.cumsum(held.sum(axis=1))])  # int64 [boards + 1]: hands on all boards before
        self._held = np.packbits(held, axis=1)  # a bit for each hand, of which ``rank`` is made
        self._hands = held.shape[1]

    @cached_property
    def rank(self) -> npt.NDArray[Any]:
        """[boards, hands]: place of a hand among those that the player can hold on the board; -1: not possible."""
        return _ranks(np.unpackbits(self._held, axis=1, count=self._hands).view(np.bool_))

    @property
    def total(self) -> int:
        """(board, hand) pairs."""
        return int(self.first[-1])

    def start(self, board: int) -> int:
        """Hands on all boards before one."""
        return int(self.first[board])

    def boards_of(self, positions: Int64s) -> Int64s:
        """The boards of some positions."""
        return np.searchsorted(self.first, positions, side="right") - 1

    def rows(self, boards: Sequence[int] | Int64s) -> npt.NDArray[Any]:
        """``rank`` of some boards."""
        result: npt.NDArray[Any] = self.rank[boards]
        return result

    def row(self, board: int) -> npt.NDArray[Any]:
        """``rank`` of one board."""
        result: npt.NDArray[Any] = self.rank[board]
        return result


class AllHandPositions(HandPositions):
    """The same where all sets of cards are hands, of which each board leaves as many: the table is made only on demand."""

    def __init__(self, boards: NumberedBoards, rules: PokerRules) -> None:
        self.boards = boards
        self.rules = rules
        self.each = comb(len(rules.deck.names) - len(rules.deck.board) - boards.cards, rules.deck.hole_cards)
        self._kept = lru_cache(KEPT_ROWS)(lambda board: self.rows([board])[0])

    @cached_property
    def rank(self) -> npt.NDArray[Any]:
        return self._rows(self.boards.boards)

    @cached_property
    def first(self) -> Int64s:  # type: ignore[override]
        return self.each * np.arange(len(self.boards) + 1)

    @property
    def total(self) -> int:
        return self.each * len(self.boards)

    def start(self, board: int) -> int:
        return self.each * board

    def boards_of(self, positions: Int64s) -> Int64s:
        return np.asarray(positions) // self.each

    def rows(self, boards: Sequence[int] | Int64s) -> npt.NDArray[Any]:
        return self._rows([self.boards.board(int(number)) for number in boards])

    def _rows(self, boards: Sequence[tuple[int, ...]]) -> npt.NDArray[Any]:
        left = np.ones((len(boards), len(self.rules.deck.names)), dtype=np.bool_)
        left[:, list(self.rules.deck.board)] = False
        for column in np.array(boards, dtype=np.int64).reshape(len(boards), -1).T:
            left[np.arange(len(boards)), column] = False
        return _ranks(np.logical_and.reduce([left[:, cards] for cards in self.rules.deck.hand_cards.T]))

    def row(self, board: int) -> npt.NDArray[Any]:
        result: npt.NDArray[Any] = self._kept(board)
        return result


def boards_of(rules: PokerRules, deals: int) -> NumberedBoards:
    """All boards after a number of public deals, made once."""
    made = rules.made
    if deals not in made:
        made[deals] = NumberedBoards(rules, deals)
    result: NumberedBoards = made[deals]
    return result


def count_boards(rules: PokerRules, deals: int) -> int:
    """Number of boards after a number of public deals; they are listed only in decks with copies."""
    return len(boards_of(rules, deals))


def ways_to_deal(rules: PokerRules, deals: int, cards: int) -> int:
    """Ways in which the first public deals can come from this many cards, without those already dealt."""
    ends = rules.betting.cards_through[: deals + 1]
    return prod(comb(cards - len(rules.deck.board) - start, end - start) for start, end in pairwise(ends))


def places_of(rules: PokerRules, player: int, deals: int) -> HandPositions:
    """Positions of a player's hands on each board after a number of public deals, made once."""
    made, key = rules.made, (player if rules.weights else 0, deals)
    if key not in made:
        boards = boards_of(rules, deals)
        if rules.hand_sets is not None:
            made[key] = AllHandPositions(boards, rules)
        else:
            left = boards.left_over(rules) > 0
            alive = np.logical_and.reduce([left[:, cards] for cards in rules.deck.hand_cards.T])
            if rules.num_players == 3 and rules.weights:
                held = (rules.ranges.weight_rows > 0.0)[:, None] & alive
                for seat, faced in enumerate(faces_two_hands(rules, held)):
                    made[seat, deals] = HandPositions(boards, held[seat] & faced)
            elif rules.weights:
                first, second = (rules.ranges.weight_rows > 0.0)[:, None] & alive
                made[0, deals] = HandPositions(boards, first & faces_a_hand(rules, second))
                made[1, deals] = HandPositions(boards, second & faces_a_hand(rules, first))
            else:
                made[key] = HandPositions(boards, alive)
    result: HandPositions = made[key]
    return result


def _ranks(held: npt.NDArray[np.bool_]) -> npt.NDArray[Any]:
    kind = np.int16 if held.shape[1] <= np.iinfo(np.int16).max else np.int32
    return np.where(held, np.cumsum(held, axis=1, dtype=kind) - 1, kind(-1)).astype(kind, copy=False)


def faces_two_hands(rules: PokerRules, held: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Bool [3, boards, hands]: True if hands of the others in ``held`` (of this shape) can be dealt beside a hand."""
    weights, cards, deck = held.astype(np.float64), rules.deck.hand_cards, len(rules.deck.names)
    others = ((1, 2), (0, 2), (0, 1))
    return np.array([
        [pairs_beside(cards, deck, weights[first, board], weights[second, board]) > 0.0 for board in range(held.shape[1])]
        for first, second in others
    ])  # fmt: skip


def faces_a_hand(rules: PokerRules, held: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Bool [boards, hands]: True if one of the opponent's hands in ``held`` (of this shape) shares no card with a hand."""
    by_card = np.bincount(rules.deck.hand_cards[held.any(axis=0)].ravel(), minlength=len(rules.deck.names))
    if held.sum(axis=1).min() > by_card.max() * rules.deck.hole_cards:  # the most that a hand blocks
        return np.ones(held.shape, dtype=np.bool_)
    apart = are_apart(rules.deck.hand_cards, rules.deck.hand_cards)
    faced: npt.NDArray[np.bool_] = held.astype(np.float32) @ apart.astype(np.float32) > 0.0
    return faced
