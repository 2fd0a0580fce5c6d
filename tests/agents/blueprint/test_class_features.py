"""Strength of hands and its spread over run-outs, against other evaluators and enumeration in plain Python."""

from collections.abc import Callable
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents.blueprint.canonical_boards import CanonicalBoards, canonical_boards, hand_pairs, key_of
from pokerzoo.agents.blueprint.class_features import BINS, Showdowns, StreetFeatures
from pokerzoo.agents.blueprint.class_methods import METHODS, percentile_starts
from pokerzoo.agents.blueprint.doubled_wins import BLOCKED, doubled_wins, most_doubled
from pokerzoo.envs.poker.cards import CARD_NAMES, COMBO_TABLE, parse_cards
from pokerzoo.envs.poker.deck_strengths import deck_strength
from pokerzoo.envs.poker.suits import CARD_PERMUTATIONS
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
    own, found = strength(hand, board), 0
    for other in others or combinations(range(cards), 2):
        if not {*other} & {*hand, *board}:
            against = strength(other, board)
            found += 2 * (own > against) + (own == against)
    return found


@pytest.mark.parametrize(("cards", "size"), [(52, 5), (52, 3), (36, 5), (20, 4), (20, 5)])
def test_doubled_wins_are_those_of_enumeration(cards: int, size: int) -> None:
    rng = np.random.default_rng(cards + size)
    for _ in range(6):
        board = tuple(rng.permutation(cards)[:size].tolist())
        found = doubled_wins(cards, DECKS[cards][0], np.array([key_of([board])]), size)[0]
        pairs = hand_pairs(cards)
        assert ((found == BLOCKED) == np.isin(pairs, board).any(axis=1)).all()
        for number in rng.permutation(np.flatnonzero(found != BLOCKED))[:5].tolist():
            assert found[number] == enumerated(cards, board, tuple(pairs[number].tolist()))
        assert found[found != BLOCKED].max() <= most_doubled(cards, size)


def features_of(cards: int, board: tuple[int, ...], full: int) -> StreetFeatures:
    """Features of one board; full boards are those that it can come to."""
    keys = set()
    for more in combinations([card for card in range(cards) if card not in board], full - len(board)):
        keys.add(max(key_of([[own[card] for card in board + more]]) for own in CARD_PERMUTATIONS))
    own = CanonicalBoards(cards, (full,), np.array(sorted(keys)), np.ones(len(keys), dtype=np.int64))
    showdowns = Showdowns(own, doubled_wins(cards, DECKS[cards][0], own.keys, full), most_doubled(cards, full))
    key = max(key_of([[own[card] for card in board]]) for own in CARD_PERMUTATIONS)
    return StreetFeatures(showdowns, CanonicalBoards(cards, (len(board),), np.array([key]), np.array([1])))


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
    features = features_of(cards, dealt, full)
    (counts,), (totals,) = features.histograms(), features.totals()
    most = features.showdowns.most
    # The board in canonical suits has suit permutations of the hands: the one that leads to its key.
    own = next(own for own in CARD_PERMUTATIONS if key_of([[own[c] for c in dealt]]) == features.boards.keys[0])
    for text in hands:
        hand = tuple(card - lowest for card in parse_cards(text))
        pair = features.boards.hands.numbers[0, COMBO_TABLE[own[hand[0]], own[hand[1]]]]
        wins = []
        for more in combinations([card for card in range(cards) if card not in dealt + hand], full - len(dealt)):
            wins.append(enumerated(cards, dealt + more, hand))
        assert len(wins) == features.run_outs
        assert totals[pair] == sum(wins)
        histogram = np.bincount([own * BINS // (most + 1) for own in wins], minlength=BINS)
        assert np.array_equal(counts[pair, :BINS], histogram)


def test_percentiles_have_equal_weights_as_far_as_equal_values_allow() -> None:
    values, weights = np.array([5, 1, 3, 3, 9, 7]), np.array([2, 2, 1, 1, 2, 2])
    assert percentile_starts(values, weights, 5).tolist() == [3, 5, 7, 9]
    assert percentile_starts(values, weights, 2).tolist() in ([5], [7])
    assert percentile_starts(np.zeros(4, dtype=np.int64), np.ones(4, dtype=np.int64), 3).tolist() == []


@pytest.mark.parametrize("method", METHODS)
def test_methods_give_no_more_classes_than_wanted_and_use_each(method: str) -> None:
    features = StreetFeatures(Showdowns.of_deck(20, 5, False), canonical_boards(20, (3,)))
    made = METHODS[method].classes(features, 40, 1)
    assert 30 <= made.number <= 40
    assert np.array_equal(np.unique(made.of_pairs), np.arange(made.number))
    totals = np.concatenate([*features.totals()])
    means = [totals[made.of_pairs == number].mean() for number in range(made.number)]
    assert abs(np.corrcoef(means, np.arange(made.number))[0, 1]) > 0.8  # in order of strength, up or down
    assert len(made.of_pairs) == len(features.boards.hands.sizes)
