"""Sums over pairs of hands as matrices, for games in which cards come after the last betting.

Hands that are left then are not led over all run-outs. A matrix of the board says how many run-outs each hand wins less how
many it loses against each other (``envs/poker/run_out_matrix.py``). Of hands that symmetries of the board make alike a matrix
has the first one's row only.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pokerzoo.envs.poker.cards import are_apart, unblocked
from pokerzoo.envs.poker.rules import PokerRules
from pokerzoo.envs.poker.run_out_matrix import num_run_outs, run_out_matrices
from pokerzoo.envs.support.arrays import Floats32, Int16s, Int32s, Int64s

from .shared_parts import usable_processors
from .simd import aligned_zeros


class PairMatrices(NamedTuple):
    """Matrices [canonical own hands, opponent's hands, padded], one after the other."""

    run_outs: Int16s  # for each board of the last stage, run-outs won less lost; empty: no such boards, or they are walked
    at: Int64s  # [boards of the last stage]: where each board's matrix starts
    # before the first public card: a matrix of how often each pair is dealt (1 for all that share no card, unless flops have
    # weights), then one with the share of run-outs won less lost. Empty: no pair is shown then, and all are dealt alike
    before: Floats32


NO_MATRICES = PairMatrices(np.zeros(0, np.int8), np.zeros(0, np.int64), np.zeros(0, np.float32))
"""No matrices at all, which kernels see by the type of ``run_outs``."""


def run_outs_after_betting(rules: PokerRules) -> int:
    """Number of run-outs that two hands leave after the last betting."""
    cards = rules.betting.cards_through
    dealt = cards[rules.betting.deals_with_betting]
    return num_run_outs(rules, dealt, cards[-1] - dealt)


def make_pair_matrices(rules: PokerRules, boards: list[tuple[int, ...]], firsts: Int32s, wide: int) -> PairMatrices:
    """Matrices of the last boards with betting.

    Args:
        rules: the rules.
        boards: these boards.
        firsts: int32 [boards, hands]: the first of the hands that are alike on a board, for each hand.
        wide: hands, filled up to whole vectors.
    """
    hands, cards = len(rules.deck.hands), rules.betting.cards_through
    to_come = cards[-1] - cards[rules.betting.deals_with_betting]
    threads = usable_processors()
    if not boards[0]:
        rows = np.flatnonzero(firsts[0] == np.arange(hands))
        (won,) = run_out_matrices(rules, np.zeros((1, 0), dtype=np.int64), to_come, threads)
        before = aligned_zeros((2, len(rows), wide), np.float32)
        before[0, :, :hands] = are_apart(rules.deck.hand_cards[rows], rules.deck.hand_cards)
        before[1, :, :hands] = won[rows] / num_run_outs(rules, 0, to_come)
        return NO_MATRICES._replace(run_outs=np.zeros(0, np.int16), before=before.reshape(-1))
    board_rows = [rows_on_board(rules, board, first) for board, first in zip(boards, firsts, strict=True)]
    at = np.cumsum([0, *(len(rows) * wide for rows in board_rows)])
    run_outs = aligned_zeros(int(at[-1]), np.int16)
    for start in range(0, len(boards), threads):  # as many at a time as there are threads: whole matrices are larger
        part = slice(start, start + threads)
        result = run_out_matrices(rules, np.array(boards[part]), to_come, threads)
        for rows, place, won in zip(board_rows[part], at[part], result, strict=False):
            run_outs[place : place + len(rows) * wide].reshape(-1, wide)[:, :hands] = won[rows]
    return PairMatrices(run_outs, at[:-1], NO_MATRICES.before)


def weighted_pairs(rules: PokerRules, firsts: Int32s, wide: int) -> Floats32:
    """``PairMatrices.before`` where flops have weights; nothing is shown before the flop."""
    rows = np.flatnonzero(firsts == np.arange(len(rules.deck.hands)))
    before: Floats32 = aligned_zeros((2, len(rows), wide), np.float32)
    before[0, :, : len(rules.deck.hands)] = rules.pair_shares[rows]
    return before.reshape(-1)


def rows_on_board(rules: PokerRules, board: tuple[int, ...], first: Int32s) -> Int64s:
    """The canonical hands that a board leaves, ascending."""
    return np.flatnonzero(unblocked(rules.deck.hand_cards, board) & (first == np.arange(len(first))))
