"""Textures of boards, by which hands are put into classes apart.

A texture says how many cards of one suit lie there, how ranks repeat, how near they are, and what the last card changed. It
is the same for all players and known to them. So classes by texture forget less of what happened, at no cost in strength.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from pokerzoo.envs.poker.cards import SUITS
from pokerzoo.envs.support.arrays import Int32s, Int64s

from .canonical_boards import canonical_boards, cards_of_key

FLOP_CARDS = 3
LOW_RANKS = 4
"""Ranks from the lowest on that make a straight with an ace below them."""
STATES = {3: (3, 3, 2), 4: (6, 5, 4, 2), 5: (5, 5, 4, 2)}
"""By number of cards: how many states of suits, repeated ranks, near ranks and, after the flop, height of the last card."""


def num_states(cards: int) -> int:
    """Textures of boards with this many cards, impossible ones included."""
    return int(np.prod(STATES[cards]))


@lru_cache(4096)
def board_state(board: tuple[int, ...], deck: int) -> int:
    """The texture of one board: the same as ``board_states`` has, for less work."""
    size, (suits, repeats, near) = len(board), counts_of_one(board, deck)
    if size == FLOP_CARDS:
        return ((suits - 1) * 3 + repeats) * 2 + max(near, 2) - 2
    old_suits, old_repeats, old_near = counts_of_one(board[:-1], deck)
    least = size - 3
    changed = max(old_suits, least) + max(suits, least) - 2 * least
    nearness = min(max(old_near, 3) + max(near, 3) - 6, 3)
    above = board[-1] // len(SUITS) > max(board[:-1]) // len(SUITS)
    return ((changed * 5 + old_repeats + repeats) * 4 + nearness) * 2 + above


def counts_of_one(board: tuple[int, ...], deck: int) -> tuple[int, int, int]:
    """``counts_of`` for one board."""
    suits, ranks, held, repeats = [0] * len(SUITS), [0] * (deck // len(SUITS)), 0, 0
    for card in board:
        rank, suit = divmod(card, len(SUITS))
        suits[suit] += 1
        ranks[rank] += 1
        held |= 1 << rank
        repeats += 2 <= ranks[rank] <= 3
    return min(max(suits), 4), min(repeats, 2), nearness_of_ranks(deck // len(SUITS))[held]


@lru_cache(3)
def nearness_of_ranks(ranks: int) -> tuple[int, ...]:
    """For each set of ranks, as bits, the most of them within a straight."""
    wheel = 1 << ranks - 1 | (1 << LOW_RANKS) - 1
    straights = [wheel, *(31 << low for low in range(ranks - LOW_RANKS))]
    return tuple([max((held & own).bit_count() for own in straights) for held in range(1 << ranks)])


def board_states(boards: Int64s, deck: int) -> Int64s:
    """int64 [boards]: textures of int64 [boards, cards], dealt in this order; ``deck`` is the number of its cards."""
    size = boards.shape[1]
    suits, repeats, near = counts_of(boards, deck)
    if size == FLOP_CARDS:
        parts = [suits - 1, repeats, np.maximum(near, 2) - 2]
    else:
        old_suits, old_repeats, old_near = counts_of(boards[:, :-1], deck)
        least = size - 3  # of one suit: fewer are alike
        ranks = boards // len(SUITS)
        parts = [
            np.maximum(old_suits, least) + np.maximum(suits, least) - 2 * least,
            old_repeats + repeats,
            np.minimum(np.maximum(old_near, 3) + np.maximum(near, 3) - 6, 3),
            ranks[:, -1] > ranks[:, :-1].max(axis=1),
        ]
    return np.ravel_multi_index(tuple(np.asarray(part, dtype=np.int64) for part in parts), STATES[size]).astype(np.int64)


def counts_of(boards: Int64s, deck: int) -> tuple[Int64s, Int64s, Int64s]:
    """(most cards of one suit, at most 4; ranks twice and ranks three times, at most 2; most ranks of a straight)."""
    ranks = deck // len(SUITS)
    of_suit = (boards[:, :, None] % len(SUITS) == np.arange(len(SUITS))).sum(axis=1)
    of_rank = (boards[:, :, None] // len(SUITS) == np.arange(ranks)).sum(axis=1)
    held = of_rank > 0
    low = np.concatenate([held[:, -1:], held[:, :LOW_RANKS]], axis=1)
    windows = [held[:, first : first + LOW_RANKS + 1] for first in range(ranks - LOW_RANKS)]
    near = np.max([window.sum(axis=1) for window in (low, *windows)], axis=0)
    repeats = (of_rank >= 2).sum(axis=1) + (of_rank >= 3).sum(axis=1)
    return np.minimum(of_suit.max(axis=1), 4), np.minimum(repeats, 2), near


@lru_cache(12)
def texture_numbers(cards: int, deck: int) -> Int32s:
    """int32 [states]: the textures that boards of this many cards have, numbered from 0 on; -1 for the others."""
    keys = canonical_boards(deck, (cards,)).keys
    unordered = np.array([cards_of_key(int(key), cards) for key in keys], dtype=np.int64)
    lasts = range(1 if cards == FLOP_CARDS else cards)
    found = np.unique(np.concatenate([board_states(np.roll(unordered, turned, axis=1), deck) for turned in lasts]))
    numbers = np.full(num_states(cards), -1, dtype=np.int32)
    numbers[found] = np.arange(len(found))
    return numbers
