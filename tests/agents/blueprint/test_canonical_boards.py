"""Boards up to suits by number, against the sets of the board sets and Burnside's lemma."""

import numpy as np
import pytest

from pokerzoo.agents.blueprint.canonical_boards import (
    PERMUTATIONS,
    canonical_boards,
    canonical_key,
    cards_of_key,
    hand_pairs,
    numbered_hands,
)
from pokerzoo.envs.poker.cards import COMBOS, parse_cards
from pokerzoo.envs.poker.suits import CARD_PERMUTATIONS, count_run_outs, orbits_of


@pytest.mark.parametrize("number", [3, 4])
def test_sets_are_those_of_the_board_sets(number: int) -> None:
    sets = [sum(1 << card for card in cards_of_key(key, number).tolist()) for key in canonical_boards(52, (number,))]
    assert sorted(sets) == sorted(orbits_of(number, CARD_PERMUTATIONS).sets.tolist())


def test_boards_dealt_card_by_card_are_as_many_as_burnside_counts() -> None:
    flops = orbits_of(3, CARD_PERMUTATIONS).sets.tolist()
    counted = 0
    for flop in flops:
        cards = tuple(card for card in range(52) if flop >> card & 1)
        kept = tuple(permutation for permutation in CARD_PERMUTATIONS if {permutation[c] for c in cards} == set(cards))
        counted += count_run_outs(cards, kept, 1)
    boards = canonical_boards(52, (3, 1))
    assert len(boards) == counted == 63_193
    assert (np.diff(boards) > 0).all()


def test_pairs_of_a_hand_and_a_board_are_as_many_as_published() -> None:
    # Waugh 2013, "A fast and optimal hand isomorphism algorithm": 1,286,792 on the flop; with sets of four 13,960,050.
    for groups, pairs in (((3,), 1_286_792), ((4,), 13_960_050)):
        assert numbered_hands(52, groups).max() + 1 == pairs


def test_a_key_has_the_highest_card_of_each_group_first() -> None:
    board, ends = np.array(parse_cards("2h Qs Jh Ad")), np.array([3, 4])
    for cards in (board, board[[2, 0, 1, 3]]):
        key, permutation = canonical_key(cards, ends, PERMUTATIONS, np.empty_like(cards))
        dealt = PERMUTATIONS[permutation][board[[1, 2, 0, 3]]]
        assert np.array_equal(cards_of_key(key, 4), dealt)
    assert np.array_equal(hand_pairs(52), COMBOS)
