"""Pre-flop all-in equities: the table against all boards, against published figures, and its symmetries."""

from __future__ import annotations

from itertools import chain, combinations
from pathlib import Path

import numpy as np
import pytest

from pokerzoo.envs.poker import preflop_equities
from pokerzoo.envs.poker.cards import CLASS_NAMES, COMBO_CLASSES, COMBOS, combo_index, parse_cards
from pokerzoo.envs.poker.hand_strength import seven_card_strength
from pokerzoo.envs.poker.preflop_equities import (
    BOARDS,
    FILE,
    PairEquity,
    class_counts,
    class_equities,
    class_weights,
    combo_counts,
    combo_equities,
    disjoint_combos,
    packed_counts,
    read_table,
    weights_equity,
)
from pokerzoo.envs.poker.ranges import EQUITIES, parse_range

CLASS = {name: number for number, name in enumerate(CLASS_NAMES)}
# Different shapes: disjoint and shared suits, ranks in common, the most lopsided, the closest, two that mostly tie.
PAIRS = ["AsAh KdKc", "AsAh KsKh", "KdKc Kh2d", "AsKs 2c2d", "JsTs 3h3d", "AsKd AhKc", "7s2d 7h2c"]


def pair_equity(first: str, second: str) -> PairEquity:
    result = weights_equity(parse_range(first).weights, parse_range(second).weights)
    assert result is not None
    return result


def counts_of(text: str) -> tuple[int, int, int]:
    """Boards won, tied and lost, as the table has them."""
    first, second = (combo_index(*parse_cards(hand)) for hand in text.split())
    counts = combo_counts()
    return int(counts.wins[first, second]), int(counts.ties[first, second]), int(counts.wins[second, first])


@pytest.fixture(scope="module")
def five_of_48() -> np.ndarray:
    return np.fromiter(chain.from_iterable(combinations(range(48), 5)), dtype=np.int8).reshape(-1, 5)


@pytest.mark.parametrize("text", PAIRS[:4])
def test_all_boards_one_by_one(text: str, five_of_48: np.ndarray) -> None:
    hands = [parse_cards(hand) for hand in text.split()]
    left = np.array([card for card in range(52) if card not in hands[0] + hands[1]])
    boards = left[five_of_48]
    first, second = (seven_card_strength(np.hstack([boards, np.tile(hand, (len(boards), 1))])) for hand in hands)
    assert counts_of(text) == ((first > second).sum(), (first == second).sum(), (first < second).sum())


def test_each_pair_has_all_boards() -> None:
    wins, ties = combo_counts()
    free = disjoint_combos()
    assert free.sum() == 1326 * 1225
    sums = wins + ties + wins.T
    assert (sums[free] == BOARDS).all() and (sums[~free] == 0).all()
    assert min(wins[free].min(), ties[free].min()) > 0 and (ties == ties.T).all()
    equities = combo_equities()
    np.testing.assert_allclose(equities + equities.T, free, atol=1e-15)


def test_exchanges_of_suits_change_nothing() -> None:
    rng = np.random.default_rng(1)
    wins, ties = combo_counts()
    for _ in range(5):
        suits = rng.permutation(4)
        moved = [combo_index(*(card & ~3 | int(suits[card & 3]) for card in combo)) for combo in COMBOS.tolist()]
        for counts in (wins, ties):
            np.testing.assert_array_equal(counts[np.ix_(moved, moved)], counts)


def test_the_169_hands_are_means_of_their_combos() -> None:
    weights, equities = class_weights(), class_equities()
    assert weights.sum() == 1326 * 1225 and (weights == weights.T).all()
    np.testing.assert_allclose(equities + equities.T, 1, atol=1e-15)
    for first, second in [("AA", "KK"), ("AKs", "AKo"), ("AA", "AKs"), ("72o", "72o"), ("T9s", "22")]:
        square = np.ix_(*(CLASS[name] == COMBO_CLASSES for name in (first, second)))
        pairs = disjoint_combos()[square].sum()
        assert weights[CLASS[first], CLASS[second]] == pairs
        mean = combo_equities()[square].sum() / pairs
        assert equities[CLASS[first], CLASS[second]] == pytest.approx(mean, abs=1e-14)
        assert pair_equity(first, second).equity == pytest.approx(mean, abs=1e-14)
    ties = class_counts().ties / (weights * BOARDS)
    assert pair_equity("AKs", "AKo").tie == pytest.approx(ties[CLASS["AKs"], CLASS["AKo"]], abs=1e-14)


def test_against_a_random_hand() -> None:
    # Given in millionths; the table is held to all boards, one by one, above.
    result = (class_weights() * class_equities()).sum(axis=1) / class_weights().sum(axis=1)
    np.testing.assert_allclose(result, [EQUITIES[name] for name in CLASS_NAMES], atol=5.1e-7)
    assert len(EQUITIES) == 169 and list(EQUITIES.values()) == sorted(EQUITIES.values(), reverse=True)


def test_published_figures() -> None:
    # Sixes against fives, Hansen against Negreanu: the documentation of the Rust crate wincounter 0.1.
    assert counts_of("6s6h 5d5c") == (1365284, 32116, 314904)
    # 81.95% is the figure of all calculators; one that adds up all 36 pairs has 61,642,944 boards, 81.71% won, 0.46% tied.
    assert class_weights()[CLASS["AA"], CLASS["KK"]] * BOARDS == 61_642_944
    assert [round(100 * share, 2) for share in pair_equity("AA", "KK")] == [81.95, 81.71, 0.46]


def test_ranges_with_weights() -> None:
    # Which pairs can be dealt, and their weights, written down by hand.
    result = weights_equity(parse_range("AsKs, QQ:0.5").weights, parse_range("AhAd:0.25, AsQs").weights)
    pairs = [("AsKs", "AhAd", 0.25)]
    queens = ["QcQd", "QcQh", "QdQh", "QcQs", "QdQs", "QhQs"]
    pairs += [(queen, "AhAd", 0.125) for queen in queens] + [(queen, "AsQs", 0.5) for queen in queens[:3]]
    win = sum(weight * counts_of(f"{first} {second}")[0] for first, second, weight in pairs)
    tie = sum(weight * counts_of(f"{first} {second}")[1] for first, second, weight in pairs)
    every = BOARDS * sum(weight for *_, weight in pairs)
    assert result is not None
    assert result.win == pytest.approx(win / every) and result.tie == pytest.approx(tie / every)
    assert result.equity == pytest.approx((win + tie / 2) / every)


def test_a_damaged_file_is_reported(tmp_path: Path) -> None:
    won, tied = read_table()
    packed, digest = packed_counts(won, tied)
    assert digest == preflop_equities.DIGEST and FILE.stat().st_size < 200_000
    copy = tmp_path / "copy.bin"
    copy.write_bytes(packed)
    np.testing.assert_array_equal(read_table(copy), [won, tied])
    won[17] += 1
    for wrong in (packed_counts(won, tied)[0], packed[:-9], packed[:1000], b"", b"x" * 99):
        copy.write_bytes(wrong)
        with pytest.raises(ValueError, match=r"copy\.bin: is damaged .* make data FILE=equities"):
            read_table(copy)
    with pytest.raises(ValueError, match="cannot be read"):
        read_table(tmp_path / "none.bin")
