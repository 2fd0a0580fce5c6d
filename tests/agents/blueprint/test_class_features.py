"""Strength of hands and its spread over run-outs, against other evaluators and enumeration in plain Python."""

from collections.abc import Callable
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents.blueprint.canonical_boards import hand_pairs
from pokerzoo.agents.blueprint.class_clusters import METHODS, classes_from, percentile_starts
from pokerzoo.agents.blueprint.class_features import BINS, board_features
from pokerzoo.agents.blueprint.class_maker import dealt_cards, drawn_points, random_bits
from pokerzoo.envs.games.texas_holdem import make_texas_holdem
from pokerzoo.envs.poker.cards import CARD_NAMES, COMBO_TABLE, parse_cards
from pokerzoo.envs.poker.deck_strengths import deck_strength
from pokerzoo_testing.packages import peer

Strength = Callable[[tuple[int, ...], tuple[int, ...]], Any]


@cache
def eval7_cards() -> tuple[Any, list[Any]]:
    """eval7 and its cards, in our order."""
    eval7 = peer("eval7")
    return eval7, [eval7.Card(name) for name in CARD_NAMES]


def standard_strength(hand: tuple[int, ...], board: tuple[int, ...]) -> Any:
    """The strength by eval7."""
    eval7, cards = eval7_cards()
    return eval7.evaluate([cards[card] for card in hand + board])


DECKS: dict[int, tuple[bool, Strength]] = {
    52: (False, standard_strength),
    36: (True, deck_strength("short")),
    20: (False, deck_strength("royal")),
}


def enumerated(cards: int, board: tuple[int, ...], hand: tuple[int, ...], others: list[tuple[int, ...]] | None = None) -> int:
    """Twice the wins and once the ties of a hand, hand by hand."""
    strength = DECKS[cards][1]
    strength_held, result = strength(hand, board), 0
    for other in others or combinations(range(cards), 2):
        if not {*other} & {*hand, *board}:
            against = strength(other, board)
            result += 2 * (strength_held > against) + (strength_held == against)
    return result


@pytest.mark.parametrize(("cards", "size"), [(52, 5), (52, 3), (36, 5), (20, 4), (20, 5)])
def test_scores_are_those_of_enumeration(cards: int, size: int) -> None:
    rng = np.random.default_rng(cards + size)
    for suits in (4, 4, 4, 2, 2, 1):  # with few suits there are flushes
        board = rng.choice([card for card in range(cards) if card % 4 < suits], size, replace=False)
        result = board_features(board, cards, size, DECKS[cards][0])
        pairs = hand_pairs(cards)
        free = ~np.isin(pairs, board).any(axis=1)
        assert not result.sums[~free].any() and not result.histograms[~free].any()
        for number in rng.permutation(np.flatnonzero(free))[:5].tolist():
            assert result.sums[number] == enumerated(cards, tuple(board.tolist()), tuple(pairs[number].tolist()))
        assert result.sums.max() <= result.most


@pytest.mark.check
@pytest.mark.parametrize(
    ("cards", "board", "hands", "full"),
    [
        (52, "As Ks 7h 2d", ("Qs Js", "7d 7c", "9c 4h", "Ad 2c"), 5),
        (52, "8s 8h 5s 5c", ("As 3s", "8d 5h"), 5),
        (52, "Ts 9s 2h", ("Js 8c",), 5),
        (36, "Ts 9s 6h", ("Js Jh",), 4),
        (20, "As Ks Th", ("Qs Js", "Ac Kd", "Tc Td"), 5),
    ],
)
def test_spreads_over_run_outs_are_those_of_enumeration(cards: int, board: str, hands: tuple[str, ...], full: int) -> None:
    lowest = 52 - cards
    dealt = tuple(card - lowest for card in parse_cards(board))
    features = board_features(np.array(dealt), cards, full, DECKS[cards][0])
    most = features.most // features.run_outs
    for text in hands:
        hand = tuple(card - lowest for card in parse_cards(text))
        number, wins = COMBO_TABLE[hand], []
        for more in combinations([card for card in range(cards) if card not in dealt + hand], full - len(dealt)):
            wins.append(enumerated(cards, dealt + more, hand))
        assert len(wins) == features.run_outs
        assert features.sums[number] == sum(wins)
        histogram = np.bincount([count * BINS // (most + 1) for count in wins], minlength=BINS)
        assert np.array_equal(features.histograms[number], histogram)


def test_percentiles_have_equal_weights_as_far_as_equal_values_allow() -> None:
    values = np.repeat([5, 1, 3, 9, 7], [2, 2, 2, 2, 2])
    assert percentile_starts(values, 5).tolist() == [0, 3, 5, 7, 9]
    assert percentile_starts(values, 2).tolist() in ([0, 5], [0, 7])
    assert percentile_starts(np.zeros(4, dtype=np.int64), 3).tolist() == [0]
    assert classes_from(np.array([0, 4, 5, 20]), np.array([0, 5, 9])).tolist() == [0, 0, 1, 2]


@pytest.mark.parametrize("method", METHODS)
def test_methods_give_no_more_classes_than_wanted_and_use_each(method: str) -> None:
    dealt = dealt_cards(make_texas_holdem(deck="royal").rules)
    points = drawn_points(dealt, 3, METHODS[method], 1)
    rule = METHODS[method].rule(points, 40, 1)
    assert 30 <= len(rule) <= 40
    classes = METHODS[method].classes(points, rule)
    assert np.array_equal(np.unique(classes), np.arange(len(rule)))
    strengths = points if points.ndim == 1 else -points.sum(axis=1)
    means = [strengths[classes == number].mean() for number in range(len(rule))]
    assert abs(np.corrcoef(means, np.arange(len(rule)))[0, 1]) > 0.8  # in order of strength, up or down


def test_boards_and_hands_are_drawn_alike() -> None:
    first, other = (random_bits(1000, 52, seed) for seed in (0, 1))
    assert not np.array_equal(first, other)
    flops = np.argsort(first, axis=1)[:, :3]
    counts = np.bincount(flops.ravel(), minlength=52)
    assert counts.min() > 30 and counts.max() < 90  # 1,000 flops have each card 58 times in the mean
    assert len({*map(frozenset, flops.tolist())}) > 970
