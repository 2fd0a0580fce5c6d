"""Textures of boards, by which hands are put into classes apart.

A texture says how many cards share a suit, how ranks repeat, how close they are, and what the last card changed. It
is the same for all players and known to them. So classes by texture forget less of what happened, at no cost in strength.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from pokerzoo.envs.poker.cards import SUITS
from pokerzoo.envs.support.arrays import Bools, Int32s, Int64s
from pokerzoo.envs.support.kernels import kernel

from .canonical_boards import canonical_boards, unpack_key

FLOP_CARDS = 3
LOW_RANKS = 4
"""Ranks from the lowest on that make a straight with an ace below them."""
STATES = {3: (3, 3, 2), 4: (6, 5, 4, 2), 5: (5, 5, 4, 2)}
"""By number of cards: how many states of suits, repeated ranks, near ranks and, after the flop, height of the last card."""


def num_states(cards: int) -> int:
    """Textures of boards with this many cards, impossible ones included."""
    return int(np.prod(STATES[cards]))


def board_state(board: Int64s, deck: int) -> int:
    """The texture of a board, the last dealt card last; ``deck`` is the number of its cards."""
    return texture_of(board, nearness_of_ranks(deck // len(SUITS)))


@kernel
def texture_of(board: Int64s, nearness: Int64s) -> int:
    """``board_state``, with ``nearness_of_ranks`` of the deck."""
    size = len(board)
    suits, repeats, near = counts_of(board, nearness)
    if size == FLOP_CARDS:
        return ((suits - 1) * 3 + repeats) * 2 + max(near, 2) - 2
    old_suits, old_repeats, old_near = counts_of(board[:-1], nearness)
    least = size - 3  # of one suit: fewer are alike
    changed = max(old_suits, least) + max(suits, least) - 2 * least
    within = min(max(old_near, 3) + max(near, 3) - 6, 3)
    above = 1
    for card in board[:-1]:
        if card // len(SUITS) >= board[-1] // len(SUITS):
            above = 0
    return ((changed * 5 + old_repeats + repeats) * 4 + within) * 2 + above


@kernel
def counts_of(board: Int64s, nearness: Int64s) -> tuple[int, int, int]:
    """(most cards of one suit, at most 4; ranks twice and ranks three times, at most 2; most ranks of a straight)."""
    most, held, repeats, suits, ranks = 0, 0, 0, 0, 0  # counts have four bits each
    for card in board:
        rank, suit = card // len(SUITS), card % len(SUITS)
        suits += 1 << 4 * suit
        most = max(most, suits >> 4 * suit & 15)
        ranks += 1 << 4 * rank
        held |= 1 << rank
        repeats += 2 <= (ranks >> 4 * rank & 15) <= 3
    return min(most, 4), min(repeats, 2), nearness[held]


@lru_cache(3)
def nearness_of_ranks(ranks: int) -> Int64s:
    """int64: for each set of ranks, as bits, the most of them within a straight."""
    wheel = 1 << ranks - 1 | (1 << LOW_RANKS) - 1
    straights = np.array([wheel, *(31 << low for low in range(ranks - LOW_RANKS))])
    return np.asarray(np.bitwise_count(np.arange(1 << ranks)[:, None] & straights).max(axis=1), dtype=np.int64)


@lru_cache(12)
def texture_numbers(cards: int, deck: int) -> Int32s:
    """int32 [states]: the textures that boards of this many cards have, numbered from 0 on; -1 for the others."""
    seen = np.zeros(num_states(cards), dtype=np.bool_)
    flops = canonical_boards(deck, (FLOP_CARDS,))
    mark_textures(flops, cards, deck, nearness_of_ranks(deck // len(SUITS)), seen)
    return np.where(seen, np.cumsum(seen) - 1, -1).astype(np.int32)


@kernel
def mark_textures(flops: Int64s, cards: int, deck: int, nearness: Int64s, seen: Bools) -> None:
    """Mark the textures of boards of some cards, whichever is dealt last; ``flops``: keys of all flops up to suits."""
    board = np.empty(5, dtype=np.int64)
    for key in flops:
        unpack_key(key, board[:FLOP_CARDS])
        if cards == FLOP_CARDS:
            seen[texture_of(board[:cards], nearness)] = True
            continue
        for turn in range(deck):
            if turn == board[0] or turn == board[1] or turn == board[2]:
                continue
            board[3] = turn
            if cards == FLOP_CARDS + 1:
                seen[texture_of(board[:cards], nearness)] = True
            elif turn // len(SUITS) <= board[2] // len(SUITS):  # else the first four cards occur with another one as the turn
                for river in range(deck):
                    if river != board[0] and river != board[1] and river != board[2] and river != turn:
                        board[4] = river
                        seen[texture_of(board, nearness)] = True
