"""Hand classes: which hands are alike on a board."""

from itertools import combinations

import numpy as np
import pytest

from pokerzoo.agents.blueprint.hand_classes import HandClasses, make_hand_classes
from pokerzoo.envs import make_game
from pokerzoo.envs.poker.cards import CARD_PERMUTATIONS, COMBO_CLASSES, COMBOS, parse_cards

BOARD = parse_cards("Qs Jh 2h 8d Qc")


@pytest.fixture(scope="module")
def exact() -> HandClasses:
    """One class for each hand of a royal deck up to suits."""
    return make_hand_classes(make_game("texas_holdem", deck="royal").rules, flop="exact", turn="exact", river="exact")


def fixed_pairs(deck: int, groups: tuple[int, ...], permutation: tuple[int, ...]) -> int:
    """Hands with boards that a suit permutation leaves as they are."""

    def ways(left: frozenset[int], groups: tuple[int, ...]) -> int:
        if not groups:
            return 1
        sets = (frozenset(cards) for cards in combinations(sorted(left), groups[0]))
        return sum(ways(left - own, groups[1:]) for own in sets if {permutation[card] for card in own} == own)

    return ways(frozenset(range(deck)), groups)


@pytest.mark.parametrize(("street", "groups"), [(1, (3, 2)), (2, (3, 1, 2))])
def test_exact_classes_are_as_many_as_burnside_counts(exact: HandClasses, street: int, groups: tuple[int, ...]) -> None:
    orbits = sum(fixed_pairs(20, groups, permutation) for permutation in CARD_PERMUTATIONS) // len(CARD_PERMUTATIONS)
    assert exact.counts[street] == orbits


def test_before_the_flop_and_on_it_the_counts_are_the_known_ones() -> None:
    classes = make_hand_classes(make_game("flop_holdem").rules)
    assert classes.counts == (169, 1_286_792)  # Waugh 2013, "A fast and optimal hand isomorphism algorithm"
    before, _ = make_hand_classes(make_game("preflop_holdem", ends="flop").rules).on_board(BOARD[:3])
    assert sorted(np.bincount(before)) == sorted(np.bincount(COMBO_CLASSES))


def test_exact_classes_tell_apart_what_suits_do_not_make_alike(exact: HandClasses) -> None:
    hands = exact.deal.hands
    pairs = COMBOS[: len(hands)]
    rng = np.random.default_rng(1)
    for _ in range(20):
        board = rng.permutation(20)[:5].tolist()
        for street, cards in zip(exact.on_board(board)[1:], (3, 4, 5), strict=True):
            places = {}
            for hand, found in zip(pairs.tolist(), street.tolist(), strict=True):
                if set(hand) & set(board[:cards]):
                    assert found == -1
                    continue
                kinds = min(
                    tuple(
                        sorted(own[card] for card in part)
                        for part in (board[:3], board[3:4][: cards - 3], board[4:5][: cards - 4], hand)
                    )
                    for own in CARD_PERMUTATIONS
                )
                assert places.setdefault(found, kinds) == kinds
            assert len(set(map(str, places.values()))) == len(places)
