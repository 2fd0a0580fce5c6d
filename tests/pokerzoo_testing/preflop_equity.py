"""All-in equity of each starting hand against a random one, by going through boards: the numbers that "the top 20%" goes by.

``python tests/pokerzoo_testing/preflop_equity.py`` goes through all boards (those that differ by an exchange of suits once)
and prints the table of ``envs/games/range_presets.py``; it takes a minute.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.poker.cards import CLASS_NAMES, COMBO_CLASSES, COMBOS, NUM_CARDS
from pokerzoo.envs.poker.hand_strength import board_strength
from pokerzoo.envs.poker.suits import CARD_PERMUTATIONS

Floats = npt.NDArray[np.float64]


def shares_on(board: tuple[int, ...]) -> tuple[Floats, Floats]:
    """float64 [169] each: on a full board, for each hand the pots won against all others, and how many there are."""
    strength = board_strength(board)
    alive = np.flatnonzero(strength >= 0)
    groups, group = np.unique(strength[alive], return_inverse=True)
    won = half_tied(np.bincount(group))[group]
    # Taken off again: opponents that hold one of my cards. Myself was in the first sum once and is taken off twice.
    own = COMBOS[alive]
    size = NUM_CARDS * len(groups)
    held = np.bincount((own * len(groups) + group[:, None]).ravel(), minlength=size).reshape(NUM_CARDS, -1)
    won = won - half_tied(held)[own, group[:, None]].sum(axis=1) + 0.5
    number = np.bincount(COMBO_CLASSES[alive], minlength=len(CLASS_NAMES))
    left = NUM_CARDS - len(board)
    opponents = (left - 2) * (left - 3) / 2
    return np.bincount(COMBO_CLASSES[alive], weights=won, minlength=len(CLASS_NAMES)), opponents * number


def half_tied(counts: npt.NDArray[np.int64]) -> Floats:
    """From how many there are of each strength, the weakest first: how many are weaker, and half of those as strong."""
    return np.asarray(np.cumsum(counts, axis=-1) - counts / 2, dtype=np.float64)


def equities(boards: Iterable[tuple[tuple[int, ...], int]]) -> Floats:
    """float64 [169]: equity over these boards, each with its weight."""
    won, all_ = np.zeros(len(CLASS_NAMES)), np.zeros(len(CLASS_NAMES))
    for board, weight in boards:
        here, there = shares_on(board)
        won += weight * here
        all_ += weight * there
    return won / all_


def distinct_boards() -> Counter[tuple[int, ...]]:
    """All boards up to suit permutations, each with how many it stands for."""
    exchanges = np.array(CARD_PERMUTATIONS, dtype=np.int64)
    boards = np.array(list(combinations(range(NUM_CARDS), 5)), dtype=np.int64)
    codes = np.full(len(boards), np.iinfo(np.int64).max)
    for exchange in exchanges:
        codes = np.minimum(codes, (np.sort(exchange[boards], axis=1) * NUM_CARDS ** np.arange(5)).sum(axis=1))
    values, counts = np.unique(codes, return_counts=True)
    return Counter(
        {
            tuple(int(value) // NUM_CARDS**k % NUM_CARDS for k in range(5)): int(n)
            for value, n in zip(values, counts, strict=True)
        }
    )


if __name__ == "__main__":
    found = equities(distinct_boards().items())
    for number in np.argsort(-found, kind="stable"):
        print(CLASS_NAMES[number], round(1e6 * found[number]))
