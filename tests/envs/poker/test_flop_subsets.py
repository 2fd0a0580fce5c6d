"""Subsets of flops: the same everywhere, the beginning of larger ones, the best next flop, weights that are about the best."""

from __future__ import annotations

import hashlib

import numpy as np
import numpy.typing as npt
import pytest

from pokerzoo.envs.cards import board_set
from pokerzoo.envs.poker.flop_subsets import flop_similarity, flop_subset
from pokerzoo.envs.poker.suits import CARD_PERMUTATIONS, orbits_of

Floats = npt.NDArray[np.float64]
FIVE = [("Qs8s4h", 4292), ("Js9h5d", 5275), ("Ts6h2s", 4687), ("AsKh7h", 4223), ("Ks4h3d", 3623)]
DIGESTS = {25: "dbca86ee96d519a9", 49: "4c0c57bd5e24b422", 95: "0cce5855933c4088", 184: "9436856ad150fbdd"}
"""Of the text of each subset: sha256, the first 16 digits."""
FLOPS = board_set("all-flops")
ALL = np.array([weight for _, weight in FLOPS])
NUMBER = {board: k for k, (board, _) in enumerate(FLOPS)}


@pytest.fixture(scope="module")
def alike() -> Floats:
    """float64 [1755, 1755]: all similarities."""
    return np.concatenate([flop_similarity(rows) for rows in np.array_split(np.arange(1755), 20)]).astype(np.float64)


def chosen(number: int) -> tuple[list[int], Floats]:
    """The flops of a subset by number, and their weights."""
    boards = list(board_set(f"flops:{number}"))
    return [NUMBER[board] for board, _ in boards], np.array([float(weight) for _, weight in boards])


def test_subsets_are_the_same_everywhere() -> None:
    """A subset's flops may never change: results are named by it."""
    assert [tuple(row) for row in board_set("flops:5")] == FIVE
    digests = {}
    for number in DIGESTS:
        text = " ".join(f"{board}:{weight}" for board, weight in board_set(f"flops:{number}"))
        digests[number] = hashlib.sha256(text.encode()).hexdigest()[:16]
    assert digests == DIGESTS


@pytest.mark.parametrize("number", [5, 6, 25, 49, 184])
def test_subsets_have_all_real_flops_and_begin_alike(number: int) -> None:
    boards = board_set(f"flops:{number}")
    assert len(boards) == len({board for board, _ in boards}) == number
    assert boards.total_weight == sum(weight for _, weight in boards) == 22100
    assert min(weight for _, weight in boards) >= 1
    assert {board for board, _ in boards} <= set(NUMBER)
    assert [board for board, _ in boards] == [board for board, _ in board_set("flops:184")][:number]


def test_all_of_them_are_all_flops() -> None:
    assert list(board_set("flops:1755")) == list(FLOPS)
    assert flop_subset(1755) is orbits_of(3, CARD_PERMUTATIONS)


@pytest.mark.check
def test_similarities_are_positive_definite(alike: Floats) -> None:
    np.testing.assert_array_equal(alike, alike.T)
    assert np.diag(np.linalg.cholesky(alike)).min() > 1.0


def test_each_flop_is_the_best_next(alike: Floats) -> None:
    """The flop that leaves the least distance, with the weights of all chosen flops recomputed each time."""
    flops, _ = chosen(8)
    means = alike @ ALL
    for k in range(8):
        explained = np.full(1755, -np.inf)
        for flop in range(1755):
            if flop not in flops[:k]:
                with_it = [*flops[:k], flop]
                explained[flop] = means[with_it] @ np.linalg.solve(alike[np.ix_(with_it, with_it)], means[with_it])
        assert int(np.argmax(explained)) == flops[k]


@pytest.mark.parametrize("number", [25, 95, 184])
def test_weights_are_about_the_best(alike: Floats, number: int) -> None:
    """Against the system of equations with the sum as a constraint, solved by LAPACK, and against other weights."""
    flops, weights = chosen(number)

    def distance(weights: Floats) -> float:
        difference = -ALL.astype(np.float64)
        difference[flops] += weights
        return float(difference @ alike @ difference)

    system = np.ones((number + 1, number + 1))
    system[:-1, :-1], system[-1, -1] = alike[np.ix_(flops, flops)], 0.0
    best = np.linalg.solve(system, np.append((alike @ ALL)[flops], 22100.0))[:-1]
    assert best.min() >= 1.0, "none of these has a weight at its bound"
    assert np.abs(weights - best).max() < 1.0
    nearest = np.zeros(number)
    np.add.at(nearest, np.argmax(alike[flops] - np.diag(alike)[flops][:, None] / 2, axis=0), ALL)
    for other in (np.full(number, 22100 / number), nearest, ALL[flops] * 22100 / ALL[flops].sum()):
        assert distance(weights) < 0.75 * distance(other)
    assert distance(weights) == pytest.approx(distance(best), rel=0.01)
