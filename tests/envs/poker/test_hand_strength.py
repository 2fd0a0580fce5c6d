"""The evaluator against a plain twin, eval7, phevaluator, and the number of hands of each category."""

from __future__ import annotations

import math
import warnings
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest

from pokerzoo.envs.poker.cards import CARD_NAMES, COMBOS, parse_board, parse_cards
from pokerzoo.envs.poker.hand_strength import BLOCKED, CATEGORY_SHIFT, board_strength, hand_category, seven_card_strength
from pokerzoo_testing.plain_hands import plain_strength

NUM_HANDS = 200_000
NUM_BOARDS = 50


def random_hands(number: int, size: int, seed: int) -> np.ndarray:
    """Different random cards, int32 [number, size]."""
    deck = np.tile(np.arange(52, dtype=np.int32), (number, 1))
    return np.ascontiguousarray(np.random.default_rng(seed).permuted(deck, axis=1)[:, :size])


def strength(text: str) -> int:
    return int(seven_card_strength(np.array([parse_cards(text)]))[0])


def assert_same_order(ours: Any, theirs: Any) -> None:
    """A greater number here is a greater number there, and equal ones are equal."""
    pairs = sorted(set(zip(ours, theirs, strict=True)))
    assert len(pairs) > 1
    for (mine, other), (next_mine, next_other) in pairwise(pairs):
        assert mine < next_mine and other < next_other, (mine, other, next_mine, next_other)


def eval7_strengths(hands: np.ndarray) -> list[int]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its import warns of pyparsing's names
        eval7 = pytest.importorskip("eval7")
    cards = [eval7.Card(name) for name in CARD_NAMES]
    return [eval7.evaluate([cards[card] for card in hand]) for hand in hands.tolist()]


def phevaluator_strengths(hands: np.ndarray) -> list[int]:
    evaluate = pytest.importorskip("phevaluator").evaluate_cards
    return [-evaluate(*hand) for hand in hands.tolist()]  # there the strongest is 1


peers = pytest.mark.parametrize("peer", [eval7_strengths, phevaluator_strengths])


@pytest.mark.parametrize(("size", "number"), [(5, 4000), (6, 3000), (7, 3000)])
def test_the_plain_twin_orders_hands_alike(size: int, number: int) -> None:
    hands = random_hands(number, size, seed=size)
    special = [parse_cards(text)[:size] for text in ("As2s3s4s5s6s7s", "AsKsQsJsTs9s8s", "As2d3c4h5sAdAc", "2c2d2h2sAcAdAh")]
    hands = np.concatenate([hands, np.array(special, dtype=np.int32)])
    assert_same_order(seven_card_strength(hands).tolist(), [plain_strength(tuple(hand)) for hand in hands.tolist()])


@peers
def test_random_hands(peer: Any) -> None:
    hands = random_hands(NUM_HANDS, 7, seed=1)
    assert_same_order(seven_card_strength(hands).tolist(), peer(hands))


@peers
def test_every_combo_of_fifty_boards(peer: Any) -> None:
    for board in random_hands(NUM_BOARDS, 5, seed=2):
        ours = board_strength(tuple(board))
        live = ~np.isin(COMBOS, board).any(axis=1)
        assert np.array_equal(ours == BLOCKED, ~live)
        hands = np.concatenate([COMBOS[live], np.tile(board, (live.sum(), 1))], axis=1)
        assert np.array_equal(ours[live], seven_card_strength(hands))
        assert_same_order(ours[live].tolist(), peer(hands))


def test_fewer_cards_are_on_the_same_scale() -> None:
    hands = random_hands(2000, 7, seed=3)
    of_seven = seven_card_strength(hands)
    of_five = np.max([seven_card_strength(hands[:, list(five)]) for five in combinations(range(7), 5)], axis=0)
    of_six = np.max([seven_card_strength(hands[:, list(six)]) for six in combinations(range(7), 6)], axis=0)
    assert np.array_equal(of_five, of_seven) and np.array_equal(of_six, of_seven)


def test_board_strength_of_some_combos() -> None:
    board = parse_board("QsJh2h8d3c")
    combos = np.array([parse_cards("AsAd"), parse_cards("2s2c"), parse_cards("Qs2s")])
    strengths = board_strength(board, combos)
    assert strengths.dtype == np.int32
    assert [hand_category(value) for value in strengths[:2]] == ["pair of aces", "three of a kind, deuces"]
    assert strengths[2] == BLOCKED == -1


def categories(hands: np.ndarray) -> list[int]:
    """Number of hands of each category, from high card up."""
    return list(np.bincount(seven_card_strength(hands) >> CATEGORY_SHIFT, minlength=9))


def all_fives() -> np.ndarray:
    """All 2,598,960 hands of five, highest card first, ordered so that those below any card come first."""
    lowest_first = np.fromiter(combinations(range(51, -1, -1), 5), dtype=np.dtype((np.int8, 5)), count=math.comb(52, 5))
    return np.ascontiguousarray(lowest_first[::-1]).astype(np.int32)


def test_all_hands_of_five() -> None:
    hands = all_fives()
    # https://en.wikipedia.org/wiki/Poker_probability, 7,462 different hands in all
    assert categories(hands) == [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40]
    strengths = seven_card_strength(hands)
    assert len(np.unique(strengths)) == 7_462
    assert [hand_category(strengths.max()), hand_category(strengths.min())] == ["royal flush", "high card seven"]


@pytest.mark.long
def test_all_hands_of_seven() -> None:
    fives = all_fives()
    assert np.all(np.diff(fives[:, 0]) >= 0)
    counts = np.zeros(9, dtype=np.int64)
    values: set[int] = set()
    for high, low in COMBOS[COMBOS[:, 1] >= 5].tolist():
        below = fives[: math.comb(low, 5)]
        hands = np.concatenate([np.tile(np.array([high, low], dtype=np.int32), (len(below), 1)), below], axis=1)
        strengths = seven_card_strength(hands)
        counts += np.bincount(strengths >> CATEGORY_SHIFT, minlength=9)
        values |= set(np.unique(strengths).tolist())
    # the same page: 133,784,560 hands, 4,824 different ones
    assert counts.tolist() == [23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 41_584]
    assert len(values) == 4_824


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("AsKsQsJsTs 2c2d", "royal flush"),
        ("KsQsJsTs9s AcAd", "straight flush, king high"),
        ("As2s3s4s5s KcKd", "straight flush, five high"),
        ("2d2s2c2h3d AsAh", "four of a kind, deuces"),
        ("2d2s2c3h3d AsAh", "full house, deuces over aces"),
        ("6d6s6c3h3d3s Ah", "full house, sixes over threes"),
        ("AhJh9h4h2h KsKd", "flush, ace high"),
        ("6h5h4h3h2d 9h7s", "flush, nine high"),
        ("Th9d8c7s6h AsAd", "straight, ten high"),
        ("Ah2d3c4s5h 9sTd", "straight, five high"),
        ("KhKdKc4s5h 9sTd", "three of a kind, kings"),
        ("AhAdKcKs5h5sTd", "two pair, aces and kings"),
        ("KhKdQc4s5h 9sTd", "pair of kings"),
        ("AhKdQc4s5h 9s7d", "high card ace"),
        ("9h7d5c4s2h", "high card nine"),
    ],
)
def test_category_names(cards: str, name: str) -> None:
    assert hand_category(strength(cards)) == name


@pytest.mark.parametrize("value", [BLOCKED, 0, 9 << CATEGORY_SHIFT])
def test_what_is_no_strength_has_no_name(value: int) -> None:
    with pytest.raises(ValueError, match=f"strength={value}: must be what seven_card_strength returns"):
        hand_category(value)


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32, np.int64])
@pytest.mark.parametrize("order", ["C", "F"])
def test_any_integers_in_any_layout(dtype: Any, order: Any) -> None:
    hands = random_hands(100, 7, seed=4)
    assert np.array_equal(seven_card_strength(hands.astype(dtype, order=order)), seven_card_strength(hands))


@pytest.mark.parametrize(
    ("cards", "pattern"),
    [
        (np.zeros((3, 4), dtype=int), r"cards: int64 \[3, 4\]: must be integers \[n, 7\]"),
        (np.arange(7), r"cards: int64 \[7\]"),
        (np.zeros((3, 7)), r"cards: float64 \[3, 7\]"),
        ([[0, 1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 4, 5, 52]], r"cards\[1\]=\[0, 1, 2, 3, 4, 5, 52\]: must be different numbers"),
        *(([[0, 1, 2, 3, 4, 5, card]], r"cards\[0\]=") for card in (-1, 64, 0)),
    ],
)
def test_errors(cards: Any, pattern: str) -> None:
    with pytest.raises(ValueError, match=pattern):
        seven_card_strength(cards)


@pytest.mark.parametrize(
    ("board", "combos", "pattern"),
    [
        *((board, COMBOS, "must have 3 to 5 cards") for board in ((0, 1), (0, 1, 2, 3, 4, 5))),
        ((0, 1, 2, 3, 0), COMBOS, "board='2c2d2h2s2c': has 2c twice"),
        ((0, 1, 2, 3, 52), COMBOS, "card=52"),
        ((0, 1, 2, 3, 4), [[7, 7]], r"combos\[0\]=\[7, 7\]"),
        ((0, 1, 2, 3, 4), [[7, 8, 9]], r"combos: int64 \[1, 3\]"),
    ],
)
def test_board_errors(board: tuple[int, ...], combos: Any, pattern: str) -> None:
    with pytest.raises(ValueError, match=pattern):
        board_strength(board, combos)
