"""Textures of boards, by which hands are put into classes apart.

A texture says how many cards of one suit lie there, how ranks repeat, how near they are, and what the last card changed. It
is the same for all players and known to them. So classes by texture forget less of what happened, at no cost in strength.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from pokerzoo.envs.poker.cards import SUITS
from pokerzoo.envs.support.arrays import Int32s

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
    """The texture of a board, the last dealt card last; ``deck`` is the number of its cards. Answers are kept for a while."""
    return texture_of(board, deck)


def texture_of(board: tuple[int, ...], deck: int) -> int:
    """``board_state``, worked out."""
    size, (suits, repeats, near) = len(board), counts_of(board, deck)
    if size == FLOP_CARDS:
        return ((suits - 1) * 3 + repeats) * 2 + max(near, 2) - 2
    old_suits, old_repeats, old_near = counts_of(board[:-1], deck)
    least = size - 3  # of one suit: fewer are alike
    changed = max(old_suits, least) + max(suits, least) - 2 * least
    nearness = min(max(old_near, 3) + max(near, 3) - 6, 3)
    above = board[-1] // len(SUITS) > max(board[:-1]) // len(SUITS)
    return ((changed * 5 + old_repeats + repeats) * 4 + nearness) * 2 + above


def counts_of(board: tuple[int, ...], deck: int) -> tuple[int, int, int]:
    """(most cards of one suit, at most 4; ranks twice and ranks three times, at most 2; most ranks of a straight)."""
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


@lru_cache(12)
def texture_numbers(cards: int, deck: int) -> Int32s:
    """int32 [states]: the textures that boards of this many cards have, numbered from 0 on; -1 for the others."""
    found = set()
    for key in canonical_boards(deck, (cards,)).keys.tolist():
        board = cards_of_key(key, cards)
        for last in range(1 if cards == FLOP_CARDS else cards):
            found.add(texture_of(board[:last] + board[last + 1 :] + board[last : last + 1], deck))
    numbers = np.full(num_states(cards), -1, dtype=np.int32)
    numbers[sorted(found)] = np.arange(len(found))
    return numbers
