"""Equity of all hands on a board at once, where any two cards are a hand: by all hands and all cards that may still come."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.poker.cards import unblocked
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.rules import BoardsStrength
from pokerzoo.envs.poker.run_out_matrix import num_run_outs, run_out_matrices
from pokerzoo.envs.support.arrays import Int64s


def count_wins(game: PokerGame, board: tuple[int, ...]) -> tuple[Int64s, int]:
    """(int64 [hands]: twice the wins and once the ties of each hand over opponents and run-outs, that number if all are won).

    It is half of this number for hands that share a card with the board.
    """
    rules = game.rules
    met = comb(len(rules.deck.names) - len(board) - rules.deck.hole_cards, rules.deck.hole_cards)
    to_come = sum(own.public_cards for own in rules.betting.rounds) + len(rules.deck.board) - len(board)
    if not to_come:
        return wins_on_full_board(game, board, met), 2 * met
    # Twice the wins and once the ties are all pairs of a hand and a run-out, and the wins less the losses.
    met *= num_run_outs(rules, len(board), to_come)
    strength: object = rules.strength
    by_boards = rules if isinstance(strength, BoardsStrength) else replace(rules, strength=RankedHands(rules.strength))
    (ahead,) = run_out_matrices(by_boards, [board], to_come)
    return met + ahead.sum(axis=1, dtype=np.int64), 2 * met


def wins_on_full_board(game: PokerGame, board: tuple[int, ...], met: int) -> Int64s:
    """Twice the hands that each hand beats and once those that it ties with, of ``met`` hands."""
    cards = game.rules.deck.hand_cards
    alive = np.flatnonzero(unblocked(cards, board))
    own = cards[alive]
    strengths, place = np.unique(np.array(game.strengths(board))[alive], return_inverse=True)
    # How many hands of each strength have each card; the last column counts all hands.
    counts = np.zeros((len(strengths), len(game.rules.deck.names) + 1), dtype=np.int64)
    for column in own.T:
        np.add.at(counts, (place, column), 1)
    counts[:, -1] = np.bincount(place)
    below = np.cumsum(counts, axis=0) - counts
    worse = below[place, -1] - below[place, own[:, 0]] - below[place, own[:, 1]]
    # Of hands as strong as this one it is counted once in all and in both cards.
    ties = counts[place, -1] - counts[place, own[:, 0]] - counts[place, own[:, 1]] + 1
    twice = np.full(len(cards), met)  # of a hand that the board blocks
    twice[alive] = 2 * worse + ties
    return twice


@dataclass(frozen=True)
class RankedHands:
    """A strength function that is asked hand by hand, as ranks on several boards (``BoardsStrength``)."""

    strength: Callable[[tuple[int, ...], tuple[int, ...]], Any]

    def __call__(self, hand: tuple[int, ...], board: tuple[int, ...]) -> Any:
        return self.strength(hand, board)

    def of_boards(self, hands: npt.NDArray[np.int64], boards: npt.NDArray[np.int64]) -> npt.NDArray[np.int32]:
        found = np.zeros((len(boards), len(hands)), dtype=np.int32)
        for ranks, board in zip(found, boards.tolist(), strict=True):
            alive = np.flatnonzero(unblocked(hands, board))
            values = [self.strength(tuple(hand), tuple(board)) for hand in hands[alive].tolist()]
            ranks[alive] = np.unique(np.array(values), return_inverse=True)[1]
        return found
