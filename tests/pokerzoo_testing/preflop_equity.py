"""All-in equity of each starting hand against a random one, by going through boards: the numbers that "the top 20%" goes by.

``python tests/pokerzoo_testing/preflop_equity.py`` goes through all boards (those that differ by an exchange of suits once)
and prints the table of ``envs/games/range_presets.py``; it takes some minutes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.poker.cards import CLASS_NAMES, COMBO_CLASSES, COMBOS, NUM_CARDS, SUIT_EXCHANGES
from pokerzoo.envs.poker.hand_strength import board_strength

Floats = npt.NDArray[np.float64]


def shares_on(board: tuple[int, ...]) -> tuple[Floats, Floats]:
    """float64 [169] each: on a full board, for each hand the pots won against all others, and how many there are."""
    strength = board_strength(board)
    alive = np.flatnonzero(strength >= 0)
    order = alive[np.argsort(strength[alive], kind="stable")]
    _, group, counts = np.unique(strength[order], return_inverse=True, return_counts=True)
    won = won_against(group, counts)
    # Taken off again: opponents that hold one of my cards. For each card, its hands in order of strength.
    cards = COMBOS[order]
    for card in range(NUM_CARDS):
        holds = np.flatnonzero((cards == card).any(axis=1))
        if len(holds):
            _, own_group, own_counts = np.unique(group[holds], return_inverse=True, return_counts=True)
            won[holds] -= won_against(own_group, own_counts)
    won += 0.5  # myself, a tie with myself: in the first sum once, taken off twice
    shares = np.bincount(COMBO_CLASSES[order], weights=won, minlength=len(CLASS_NAMES))
    left = NUM_CARDS - len(board)
    opponents = (left - 2) * (left - 3) / 2
    return shares, opponents * np.bincount(COMBO_CLASSES[order], minlength=len(CLASS_NAMES))


def won_against(group: npt.NDArray[np.int64], counts: npt.NDArray[np.int64]) -> Floats:
    """For hands in order of strength, each with the number of its group: those beaten, and half of those as strong."""
    below = np.cumsum(counts) - counts
    return np.asarray((below + counts / 2)[group], dtype=np.float64)


def equities(boards: Iterable[tuple[tuple[int, ...], int]]) -> Floats:
    """float64 [169]: equity over these boards, each with its weight."""
    won, all_ = np.zeros(len(CLASS_NAMES)), np.zeros(len(CLASS_NAMES))
    for board, weight in boards:
        here, there = shares_on(board)
        won += weight * here
        all_ += weight * there
    return won / all_


def distinct_boards() -> Counter[tuple[int, ...]]:
    """All boards up to exchanges of suits, each with how many it stands for."""
    exchanges = np.array(SUIT_EXCHANGES, dtype=np.int64)
    boards = np.array(list(combinations(range(NUM_CARDS), 5)), dtype=np.int64)
    codes = np.full(len(boards), np.iinfo(np.int64).max)
    for exchange in exchanges:
        codes = np.minimum(codes, (np.sort(exchange[boards], axis=1) * NUM_CARDS ** np.arange(5)).sum(axis=1))
    values, counts = np.unique(codes, return_counts=True)
    return Counter(
        {tuple(int(value) // NUM_CARDS**k % NUM_CARDS for k in range(5)): int(n) for value, n in zip(values, counts, strict=True)}
    )


if __name__ == "__main__":
    found = equities(distinct_boards().items())
    for number in np.argsort(-found, kind="stable"):
        print(CLASS_NAMES[number], round(1e6 * found[number]))
