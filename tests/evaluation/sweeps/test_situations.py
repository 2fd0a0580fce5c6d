"""Random ranges and situations: what they are drawn from, and that a seed and a number decide all of it."""

from __future__ import annotations

import hashlib
from math import ceil

import numpy as np
import numpy.typing as npt
import pytest
from scipy import stats

from pokerzoo.envs.poker.cards import COMBO_CLASSES, COMBOS, HOLDERS
from pokerzoo.envs.poker.hand_strength import seven_card_strength
from pokerzoo.evaluation.sweeps.random_ranges import RANGES, RandomStream, can_meet, hands_left, random_range, wins_of
from pokerzoo.evaluation.sweeps.situations import POTS, random_situation, range_shares, source_of

BOARD = (3, 9, 20, 33, 50)
DIGESTS = {
    "deepstack": "d3c09fadc5bb35a6",
    "simplex": "ee6780d003009941",
    "top": "3aaa2e3139ed68d4",
    "classes": "797360e771efce8a",
    "narrow": "350b1c8e91810130",
    "even": "6e3ca2baf81f8ebf",
    "mixed": "01f87bea2b1307f6",
}


@pytest.mark.parametrize("board", [BOARD, (0, 1, 2, 3, 4), BOARD[:4]])
def test_hand_strength_is_the_number_of_hands_beaten(board):
    left = hands_left(board)
    strength = seven_card_strength(np.hstack([COMBOS[left], np.tile(board, (len(left), 1))]))
    meets = ~(COMBOS[left][:, None, :, None] == COMBOS[left][None, :, None, :]).any(axis=(2, 3))
    assert set(meets.sum(axis=1)) == {990 if len(board) == 5 else 1035}
    expected = ((strength[:, None] > strength) & meets).sum(axis=1)
    assert np.array_equal(wins_of(board)[left], expected)
    assert wins_of(board).sum() == expected.sum()


def from_weak_to_strong(seed: int, index: int) -> tuple[npt.NDArray[np.float64], RandomStream]:
    """A range of DeepStack's in the order in which it was cut, and the stream of random numbers behind the order."""
    draws = RandomStream(seed, index, 2)
    order = hands_left(BOARD)[draws.order(1081)]
    order = order[np.argsort(wins_of(BOARD)[order], kind="stable")]
    return random_range("deepstack", BOARD, RandomStream(seed, index, 2))[order], draws


def test_deepstack_range_is_cut_in_halves_by_strength():
    weights, draws = from_weak_to_strong(1, 0)
    first, (weak, strong) = draws.one(), draws.uniform(2)
    assert weights[:540].sum() == pytest.approx(first, abs=1e-12)  # 1,081 hands: 540 and 541
    assert weights[:270].sum() == pytest.approx(first * weak, abs=1e-12)
    assert weights[540:810].sum() == pytest.approx((1 - first) * strong, abs=1e-12)


def test_the_cuts_are_uniform_down_to_single_hands():
    ranges = np.array([from_weak_to_strong(5, k)[0] for k in range(300)])
    assert stats.kstest(ranges[:, :540].sum(axis=1), "uniform").pvalue > 0.01
    assert stats.kstest(ranges[:, :270].sum(axis=1) / ranges[:, :540].sum(axis=1), "uniform").pvalue > 0.01
    assert (ranges > 0).all()
    assert ranges.max() > 0.2  # halves of halves: some hands are very likely, unlike in a simplex


def test_simplex_has_the_moments_of_a_dirichlet_distribution():
    ranges = np.array([random_range("simplex", BOARD, RandomStream(5, k, 2)) for k in range(300)])[:, hands_left(BOARD)]
    n = ranges.shape[1]
    assert ranges.mean() == pytest.approx(1 / n)
    assert ranges.var() == pytest.approx((n - 1) / (n * n * (n + 1)), rel=0.02)


def test_top_is_flat_and_leans_to_strong_hands():
    strength = stats.rankdata(wins_of(BOARD)[hands_left(BOARD)]) / 1081
    means, sizes = [], []
    for k in range(200):
        weights = random_range("top", BOARD, RandomStream(5, k, 2))[hands_left(BOARD)]
        share = RandomStream(5, k, 2)
        share.order(1081)
        sizes.append((weights > 0).sum())
        assert sizes[-1] == ceil(share.one() * 1081)
        assert set(weights[weights > 0]) == {1 / sizes[-1]}
        means.append((strength * weights).sum())
    assert np.mean(means) > 0.6
    assert min(sizes) < 100
    assert max(sizes) > 1000


def test_classes_are_the_same_for_all_hands_of_a_kind():
    seen = set()
    for k in range(60):
        weights = random_range("classes", BOARD, RandomStream(5, k, 2))
        left = hands_left(BOARD)
        kinds = {(kind, weight) for kind, weight in zip(COMBO_CLASSES[left].tolist(), weights[left].tolist(), strict=True)}
        assert len(kinds) == len(set(COMBO_CLASSES[left].tolist()))
        seen.add((weights > 0).sum() // 300)
    assert seen >= {0, 1, 2, 3}


def test_narrow_ranges_have_few_classes() -> None:
    """The share of classes is half of the square of a number that is uniform."""
    sizes = np.array([(random_range("narrow", BOARD, RandomStream(5, k, 2)) > 0).mean() for k in range(400)]) * 1326 / 1081
    assert sizes.max() < 0.6 and np.mean(sizes) == pytest.approx(1 / 6, abs=0.02)
    assert np.mean(sizes < 1 / 8) == pytest.approx(1 / 2, abs=0.08)  # u < 1/2


@pytest.mark.parametrize("name", RANGES)
def test_a_range_is_a_distribution_over_the_hands_that_the_board_leaves(name):
    for k in range(20):
        weights = random_range(name, BOARD[:4], RandomStream(3, k, 2))
        assert weights.sum() == pytest.approx(1.0, abs=1e-12)
        assert weights.min() >= 0.0
        assert not weights[np.isin(COMBOS, BOARD[:4]).any(axis=1)].any()


def test_boards_are_any_boards():
    cards = np.array([random_situation("river", 9, k, "even", "1:1").board for k in range(2000)])
    counts = np.bincount(cards.ravel(), minlength=52)
    assert stats.chisquare(counts).pvalue > 0.01
    assert (np.diff(cards, axis=1) > 0).all()
    assert len(random_situation("turn", 9, 0).board) == 4


def test_pots_are_those_of_the_paper():
    pots = np.array([POTS["deepstack"](RandomStream(2, k, 1)) for k in range(4000)])
    each = pots[:, 0] / 2
    assert (each + pots[:, 1] == 20_000).all()
    intervals = [(100, 100), (200, 399), (400, 1999), (2000, 5999), (6000, 19_950)]
    counts = [((each >= low) & (each <= high)).sum() for low, high in intervals]
    assert sum(counts) == 4000
    assert stats.chisquare(counts).pvalue > 0.01
    assert (each % 1 == 0).all()


def test_other_pots():
    ratio = np.array([POTS["ratio"](RandomStream(2, k, 1)) for k in range(2000)])
    assert set(ratio[:, 0]) == {1000}
    assert stats.chisquare(np.bincount(np.floor(np.log2(ratio[:, 1] / 125)).astype(int), minlength=7)).pvalue > 0.01
    cash = np.array([POTS["cash"](RandomStream(2, k, 1)) for k in range(500)])
    assert (cash[:, 0] / 2 + cash[:, 1] == 10_000).all()
    situation = random_situation("river", 0, 0, pots="30:45.5")
    assert (situation.pot, situation.stack) == (30, 45.5)


def test_a_seed_and_a_number_decide_and_other_choices_change_nothing_else():
    one, again = (random_situation("turn", 4, 17) for _ in range(2))
    assert one.board_name == again.board_name
    assert one.ranges.tobytes() == again.ranges.tobytes()
    other = random_situation("turn", 4, 17, pots="cash")
    assert other.board == one.board
    assert other.ranges.tobytes() == one.ranges.tobytes()
    assert random_situation("turn", 4, 18).board != one.board
    assert random_situation("turn", 5, 17).board != one.board


@pytest.mark.parametrize("name", RANGES)
def test_the_same_bits_everywhere(name):
    """Digests of what was drawn on x86-64 with NumPy 2.4; they may not differ on any other machine."""
    digest = hashlib.sha256()
    for k in range(5):
        situation = random_situation(("river", "turn")[k % 2], 123, 10**12 + k, name)
        digest.update(situation.ranges.tobytes() + repr((situation.board, situation.pot, situation.stack)).encode())
    assert digest.hexdigest()[:16] == DIGESTS[name]


def test_the_blueprint_plays_to_the_street():
    """Ranges are the products of its shares along the line, worked out by the table for each hand by itself."""
    for k in range(3):
        one, again = (random_situation("river", 3, k, "blueprint") for _ in range(2))
        assert (one.board, one.pot, one.stack) == (again.board, again.pot, again.stack)
        assert one.ranges.tobytes() == again.ranges.tobytes()
        assert one.board == random_situation("river", 3, k).board
        assert one.pot / 2 + one.stack == 10_000 and one.stack > 0 and one.pot >= 200
        assert one.ranges.sum(axis=1) == pytest.approx([1, 1])
        assert not one.ranges[:, HOLDERS[list(one.board)]].any()


def test_shares_of_sources_are_as_asked_and_leave_the_others_as_they_are():
    shares = "deepstack:3,top:1"
    sources = [source_of(2, k, shares) for k in range(400)]
    assert 60 < sources.count("top") < 140 and sources.count("top") + sources.count("deepstack") == 400
    k = sources.index("top")
    assert random_situation("river", 2, k, shares).ranges.tobytes() == random_situation("river", 2, k, "top").ranges.tobytes()
    assert range_shares("even") == {"even": 1.0}
    for wrong in ("top:0", "top:1,top:2", "none:1", "top:1,", "top:x", "top:-1"):
        with pytest.raises(ValueError, match="must be NAME:SHARE"):
            range_shares(wrong)


def test_hands_that_block_each_other_cannot_meet():
    held = np.zeros((2, 1326), dtype=bool)
    held[:, [0, 1]] = True  # 2d2c, 2h2c
    assert not can_meet(held)
    held[1, 1325] = True
    assert can_meet(held)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("flop", 0, 0), "street='flop': must be one of 'river', 'turn'"),
        (("river", -1, 0), "seed=-1: must be an integer from 0 to"),
        (("river", 0, 2**63), "index=.*: must be an integer from 0 to"),
        (("river", 0, 0, "any"), "ranges='any': must be one of 'deepstack', 'simplex'"),
        (("river", 0, 0, "even", "big"), "pots='big': must be one of deepstack, cash, ratio, or POT:STACK, as 1000:2500"),
        (("river", 0, 0, "even", "0:5"), "pots='0:5': the pot=0.0: must be a finite number from 1 to"),
        (("river", 0, 0, "even", "5:1.2.3"), "pots='5:1.2.3': must be one of"),
    ],
)
def test_bad_arguments(arguments, message):
    with pytest.raises(ValueError, match=message):
        random_situation(*arguments)
