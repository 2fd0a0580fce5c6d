"""Exact equities of all hands on a board: hand against hand, over all cards to come."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from math import comb, perm
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.poker.cards import unblocked
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.rules import BoardsStrength
from pokerzoo.envs.support.arrays import Floats, Int64s

CLOSE = 1e-9
"""The distance from a limit, as a share of all that can be won, within which an equity is computed in whole numbers."""
KEPT_BOARDS = 256
"""Boards whose grades of hands are kept, where there are thousands."""
Counts = npt.NDArray[np.integer[Any]]
"""Whole numbers [hands, hands]."""


class Equities:
    """Equities of a game's hands against a random hand of the opponents' (of their ranges), ties counted half.

    Attributes:
        game: poker.
        grades: (player, board) -> int64 [hands]: 1 for an equity above 2/3, -1 for one below 1/3, else 0; of hands that meet
            none 0.
    """

    def __init__(self, game: PokerGame) -> None:
        """Take a game."""
        self.game, self._deck = game, game.rules.deck
        self.grades = lru_cache(KEPT_BOARDS if game.rules.hand_sets is not None else None)(self._grades)
        self._ahead = lru_cache(1)(self._ahead_of_all)  # both players ask

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.game,)

    def equity(self, hand: int, board: tuple[int, ...], player: int = 0) -> Fraction:
        """The equity of a hand, exactly."""
        ahead, met = self._in_whole_numbers(hand, board, player)
        return Fraction(met + ahead, 2 * met)

    def _grades(self, player: int, board: tuple[int, ...]) -> Int64s:
        weights = self._weights(player)
        if self._in_pairs and not self.to_come(board):
            ahead, met = self._on_full_board(weights, board)
        else:
            met = self.run_outs(board) * self._beside(weights, board)
            won = self._ahead(board)
            ahead = won.sum(axis=1, dtype=np.int64) if weights is None else won @ weights
        grades = (3 * ahead > met).astype(np.int64) - (3 * ahead < -met)
        if weights is not None:  # rounding may decide
            close = (np.abs(3 * np.abs(ahead) - met) <= CLOSE * met.max()) & ((ahead != 0.0) | (met != 0.0))
            for hand in np.flatnonzero(close).tolist():
                exact, of = self._in_whole_numbers(hand, board, player)
                grades[hand] = int(3 * exact > of) - int(3 * exact < -of)
        return grades

    def _weights(self, player: int) -> Floats | None:
        """float64 [hands]: the weights of the opponents' hands; None: uniform."""
        if self.game.rules.weights is None:
            return None
        return np.asarray(np.delete(self.game.rules.ranges.weight_rows, player, axis=0).sum(axis=0))

    def _in_whole_numbers(self, hand: int, board: tuple[int, ...], player: int) -> tuple[int, int]:
        """(ways in which a hand wins less those in which it loses, all ways), times a common factor of the weights."""
        weights = self._weights(player)
        whole = [1] * len(self._deck.hands) if weights is None else whole_weights(tuple(weights.tolist()))
        known, won = self._deck.hands[hand] + board, self._row(hand, board)
        others = np.flatnonzero(unblocked(self._deck.hand_cards, known) if self._deck.copies == 1 else np.ones(len(whole)))
        met = sum([whole[other] * self._deck.ways(self._deck.hands[other], known) for other in others.tolist() if whole[other]])
        ahead = sum([whole[other] * int(won[other]) for other in np.flatnonzero(won).tolist()])
        return ahead, met * self.run_outs(board)

    def _beside(self, weights: Floats | None, board: tuple[int, ...]) -> Floats:
        """float64 [hands]: the weight of the hands that can be dealt beside each."""
        deck = self._deck
        weights = np.ones(len(deck.hands)) if weights is None else weights
        if deck.copies == 1:
            return self.game.rules.ranges.weights_beside(np.where(unblocked(deck.hand_cards, board), weights, 0.0))
        return np.array([[deck.ways(cards, hand + board) for cards in deck.hands] for hand in deck.hands]) @ weights

    def to_come(self, board: tuple[int, ...]) -> int:
        """Cards that are still dealt."""
        return self.game.rules.betting.cards_through[-1] + len(self._deck.board) - len(board)

    def run_outs(self, board: tuple[int, ...]) -> int:
        """In how many ways they are dealt beside two hands."""
        left = self._deck.copies * len(self._deck.names) - len(board) - 2 * self._deck.hole_cards
        return (comb if self._in_pairs else perm)(left, self.to_come(board))

    @property
    def _in_pairs(self) -> bool:
        """True if a hand is two cards of which there is one each: all hands and cards to come are settled at once."""
        return self._deck.hole_cards == 2 and self._deck.copies == 1

    def _ahead_of_all(self, board: tuple[int, ...]) -> Counts:
        """Ways in which the row's hand wins less those in which it loses, over the other hand and the cards to come."""
        if not self._in_pairs:
            return self._ahead_card_by_card(board)
        from pokerzoo.envs.poker.run_out_matrix import run_out_matrices  # small games need no kernels

        rules, strength = self.game.rules, self.game.rules.strength
        if not isinstance(strength, BoardsStrength):
            rules = replace(rules, strength=RankedHands(strength))
        return np.asarray(run_out_matrices(rules, [board], self.to_come(board))[0])

    def _row(self, hand: int, board: tuple[int, ...]) -> Counts:
        """A row of ``_ahead``."""
        if not self._in_pairs or self.to_come(board):
            return np.asarray(self._ahead(board)[hand])
        strengths = np.array(self.game.strengths(board))
        apart = unblocked(self._deck.hand_cards, (*board, *self._deck.hands[hand]))
        return np.asarray(np.sign(strengths[hand] - strengths) * apart)

    def _on_full_board(self, weights: Floats | None, board: tuple[int, ...]) -> tuple[Floats, Floats]:
        """Of each hand the weight of the hands that it beats less that of those that beat it, and of all: float64 [hands]."""
        cards, num_cards = self._deck.hand_cards, len(self._deck.names)
        left = np.flatnonzero(~self._holds[:, list(board)].any(axis=1))
        held, weights = cards[left], np.ones(len(left)) if weights is None else weights[left]
        strengths, level = np.unique(np.array(self.game.strengths(board))[left], return_inverse=True)
        # Weights of the hands of each strength by their cards; the last column counts all.
        place = level[:, None] * (num_cards + 1) + np.column_stack([held, np.full(len(left), num_cards)])
        size = len(strengths) * (num_cards + 1)
        equal = np.bincount(place.ravel(), np.repeat(weights, 3), size).reshape(len(strengths), -1)
        both = 2 * np.cumsum(equal, axis=0) - equal  # twice the weaker ones and once those of equal strength
        total, (first, second) = equal.sum(axis=0), held.T
        ahead, met = np.zeros((2, len(cards)))
        met[left] = total[-1] - total[first] - total[second] + weights  # the hand itself is in both columns
        ahead[left] = both[level, -1] - both[level, first] - both[level, second] + weights - met[left]
        return ahead, met

    @cached_property
    def _holds(self) -> npt.NDArray[np.bool_]:
        """Bool [hands, cards]."""
        holds = np.zeros((len(self._deck.hands), len(self._deck.names)), dtype=np.bool_)
        np.put_along_axis(holds, self._deck.hand_cards, True, axis=1)
        return holds

    def _ahead_card_by_card(self, board: tuple[int, ...]) -> Int64s:
        game, deck, end = self.game, self._deck, len(board) + self.to_come(board)

        def won(hand: int, other: int, cards: tuple[int, ...]) -> int:
            """Ways of the cards to come in which one hand wins, less those in which the other does."""
            if len(cards) < end:
                seen = deck.hands[hand] + deck.hands[other] + cards
                ways = [(card, deck.ways((card,), seen)) for card in range(len(deck.names))]
                return sum(count * won(hand, other, (*cards, card)) for card, count in ways if count)
            mine, theirs = game.strength(hand, cards), game.strength(other, cards)
            return int(mine > theirs) - int(mine < theirs)

        ahead = np.zeros((len(deck.hands), len(deck.hands)), dtype=np.int64)
        for hand, held in enumerate(deck.hands):
            for other, cards in enumerate(deck.hands):
                ways = deck.ways(cards, held + board) if deck.ways(held, board) > 0 else 0
                if ways > 0:
                    ahead[hand, other] = ways * won(hand, other, board)
        return ahead


@lru_cache(maxsize=8)
def whole_weights(weights: tuple[float, ...]) -> tuple[int, ...]:
    """Whole numbers in the same proportions."""
    ratios = [weight.as_integer_ratio() for weight in weights]
    common = max(denominator for _, denominator in ratios)  # all are powers of two
    return tuple(numerator * (common // denominator) for numerator, denominator in ratios)


@dataclass(frozen=True)
class RankedHands:
    """A strength function that is called hand by hand, as ranks on several boards (``BoardsStrength``)."""

    strength: Callable[[tuple[int, ...], tuple[int, ...]], Any]

    def __call__(self, hand: tuple[int, ...], board: tuple[int, ...]) -> Any:
        return self.strength(hand, board)

    def of_boards(self, hands: npt.NDArray[np.int64], boards: npt.NDArray[np.int64]) -> npt.NDArray[np.int32]:
        result = np.zeros((len(boards), len(hands)), dtype=np.int32)
        for ranks, board in zip(result, boards.tolist(), strict=True):
            alive = np.flatnonzero(unblocked(hands, board))
            values = [self.strength(tuple(hand), tuple(board)) for hand in hands[alive].tolist()]
            ranks[alive] = np.unique(np.array(values), return_inverse=True)[1]
        return result
