"""Boards up to suits by number, against the sets of the board sets and Burnside's lemma."""

import numpy as np
import pytest

from pokerzoo.agents.blueprint.canonical_boards import canonical_boards, cards_of_key, hand_pairs, key_of
from pokerzoo.envs.poker.cards import COMBOS, parse_cards
from pokerzoo.envs.poker.suits import CARD_PERMUTATIONS, count_run_outs, orbits_of


@pytest.mark.parametrize("number", [3, 4])
def test_sets_are_those_of_the_board_sets(number: int) -> None:
    boards, orbits = canonical_boards(52, (number,)), orbits_of(number, CARD_PERMUTATIONS)
    sets = [sum(1 << card for card in cards_of_key(key, number)) for key in boards.keys.tolist()]
    assert dict(zip(sets, boards.sizes.tolist(), strict=True)) == dict(
        zip(orbits.sets.tolist(), orbits.sizes.tolist(), strict=True)
    )


def test_boards_dealt_card_by_card_are_as_many_as_burnside_counts() -> None:
    flops = orbits_of(3, CARD_PERMUTATIONS).sets.tolist()
    counted = 0
    for flop in flops:
        cards = tuple(card for card in range(52) if flop >> card & 1)
        kept = tuple(own for own in CARD_PERMUTATIONS if {own[c] for c in cards} == set(cards))
        counted += count_run_outs(cards, kept, 1)
    boards = canonical_boards(52, (3, 1))
    assert len(boards.keys) == counted == 63_193
    assert boards.sizes.sum() == 22_100 * 49


def test_pairs_of_a_hand_and_a_board_are_as_many_as_published() -> None:
    # Waugh 2013, "A fast and optimal hand isomorphism algorithm": 1,286,792 on the flop; with sets of four 13,960,050.
    for groups, pairs, real in (((3,), 1_286_792, 22_100 * 1_176), ((4,), 13_960_050, 270_725 * 1_128)):
        hands = canonical_boards(52, groups).hands
        assert len(hands.sizes) == pairs
        assert hands.sizes.sum() == real


def test_a_key_has_the_highest_card_of_each_group_first() -> None:
    key = key_of([parse_cards("2h Qs Jh"), parse_cards("Ad")])
    assert cards_of_key(key, 4) == parse_cards("Qs Jh 2h Ad")
    assert np.array_equal(hand_pairs(52), COMBOS)
