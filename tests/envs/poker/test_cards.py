"""Cards, combos, boards: numbers, names, parsing and its errors."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from pokerzoo.envs import PokerRules, make_game
from pokerzoo.envs.poker.cards import (
    CARD_NAMES,
    CLASS_NAMES,
    COMBO_CLASSES,
    COMBO_NAMES,
    COMBO_TABLE,
    COMBOS,
    NUM_COMBOS,
    card_name,
    combo_index,
    combos_left,
    parse_board,
    parse_cards,
)


def test_every_card_is_rank_times_four_plus_suit() -> None:
    assert len(set(CARD_NAMES)) == 52
    for card, name in enumerate(CARD_NAMES):
        assert card == "23456789TJQKA".index(name[0]) * 4 + "cdhs".index(name[1])
        assert card_name(card) == name
        assert parse_cards(name) == (card,)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("2d 2s 2c 2h 3d", "2d 2s 2c 2h 3d"),
        ("QsJh2h8d3c", "Qs Jh 2h 8d 3c"),
        ("As,Kd, Tc", "As Kd Tc"),
        ("qSjH\t2H\n", "Qs Jh 2h"),
        (" , AS", "As"),
        ("", ""),
    ],
)
def test_parse_cards(text: str, names: str) -> None:
    assert [card_name(card) for card in parse_cards(text)] == names.split()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2d2x", r"^cards='2d2x': at character 3, '2x': must be a rank of 23456789TJQKA and a suit of cdhs$"),
        ("2d 1s", r"at character 4, '1s': must be a rank"),
        ("sA", r"at character 1, 'sA'"),
        ("AsK", r"at character 3, 'K'"),
        ("A s", r"at character 1, 'A '"),
        ("10h", r"at character 1, '10'"),
        ("As Kd,aS", r"^cards='As Kd,aS': at character 7, 'aS': this card occurs twice$"),
        (["As", "Kd"], r"must be a string such as 'QsJh2h8d3c'"),
    ],
)
def test_parse_cards_errors(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_cards(text)


def test_boards() -> None:
    assert parse_board("QsJh2h8d3c") == parse_cards("Qs Jh 2h 8d 3c")
    assert len(parse_board("QsJh2h8d", (3, 4, 5))) == 4
    with pytest.raises(ValueError, match=r"^board='QsJh2h8d': has 4 cards, must have 5$"):
        parse_board("QsJh2h8d")
    with pytest.raises(ValueError, match=r"^flop='QsJh2h8d3c2c': has 6 cards, must have 3 or 4$"):
        parse_board("QsJh2h8d3c2c", (3, 4), name="flop")
    with pytest.raises(ValueError, match=r"^board='QsJh2h8dQs': at character 9, 'Qs': this card occurs twice$"):
        parse_board("QsJh2h8dQs")


def test_combos_are_all_pairs_of_cards_in_a_fixed_order() -> None:
    assert COMBOS.shape == (NUM_COMBOS, 2)
    assert {frozenset(combo) for combo in COMBOS.tolist()} == set(map(frozenset, combinations(range(52), 2)))
    high, low = COMBOS.T
    assert np.all(high > low)
    assert np.array_equal(high * (high - 1) // 2 + low, np.arange(NUM_COMBOS))
    assert (COMBO_NAMES[0], COMBO_NAMES[-1]) == ("2d2c", "AsAh")


def test_a_combo_is_looked_up_by_its_cards_in_either_order() -> None:
    for index, (high, low) in enumerate(COMBOS.tolist()):
        assert combo_index(high, low) == combo_index(low, high) == index
        assert parse_cards(COMBO_NAMES[index]) == (high, low)
    assert np.array_equal(np.diagonal(COMBO_TABLE), np.full(52, -1))


def test_combos_that_a_board_leaves() -> None:
    left = combos_left(parse_cards("QsJh2h"))
    assert left.sum() == 49 * 48 / 2
    assert left[0, 0] == 6 and left[2, 2] == 3 and left[CLASS_NAMES.index("AKs") // 13, 1] == 4
    assert left[2, 3] == 2 and left[3, 2] == 7  # QJ: Qs and Jh are gone


@pytest.mark.parametrize(
    ("cards", "message"), [((3, 3), "combo='2s2s': has 2s twice"), ((3, 52), "card=52"), ((-1, 3), "card=-1")]
)
def test_no_such_combo(cards: tuple[int, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        combo_index(*cards)


def test_classes_are_the_grid_of_starting_hands() -> None:
    grid = np.array(CLASS_NAMES).reshape(13, 13)
    assert grid[0].tolist() == ["AA", "AKs", "AQs", "AJs", "ATs", "A9s", "A8s", "A7s", "A6s", "A5s", "A4s", "A3s", "A2s"]
    assert grid[:, 0].tolist() == ["AA", "AKo", "AQo", "AJo", "ATo", "A9o", "A8o", "A7o", "A6o", "A5o", "A4o", "A3o", "A2o"]
    assert len(set(CLASS_NAMES)) == 169
    for number, (first, first_suit, second, second_suit) in zip(COMBO_CLASSES.tolist(), COMBO_NAMES, strict=True):
        suffix = "" if first == second else "s" if first_suit == second_suit else "o"
        assert CLASS_NAMES[number] == first + second + suffix


HOLDEM_GAMES: list[tuple[str, dict[str, Any]]] = [
    ("holdem", {"ranges": ("random", "QQ+,AKs"), "board": "QsJh2h8d3c"}),
    ("holdem", {"ranges": ("72o,AA", "random"), "board": "Td9d6h", "bet_sizes": "a", "raise_sizes": ""}),
    ("holdem", {"ranges": ("AA", "KK", "random"), "board": "QsJh2h8d3c"}),
    ("preflop_holdem", {}),
    ("preflop_holdem", {"last_street": "flop", "stack": 10}),
    ("fhp", {}),
    ("fhp", {"deck": "royal"}),
    ("texas_holdem", {}),
    ("texas_holdem", {"num_players": 6}),
    ("texas_holdem", {"deck": "short"}),
    ("texas_holdem", {"deck": "royal"}),
]


@pytest.mark.parametrize(("name", "params"), HOLDEM_GAMES, ids=str)
def test_hands_of_all_games_are_in_the_order_of_the_combos(name: str, params: dict[str, Any]) -> None:
    """So an array of a strategy means the same in each: the combos that a game has, in the order of ``COMBO_NAMES``."""
    rules: PokerRules = make_game(name, **params).rules  # type: ignore[attr-defined]
    held = set(rules.deck.hand_names)
    assert len(held) == len(rules.deck.hands)
    assert list(rules.deck.hand_names) == [combo for combo in COMBO_NAMES if combo in held]
    assert [tuple(cards) for cards in rules.deck.hands] == sorted(
        tuple(sorted(cards, reverse=True)) for cards in rules.deck.hands
    )
    if name != "holdem":
        assert len(held) == len(rules.deck.names) * (len(rules.deck.names) - 1) // 2
    if len(rules.deck.names) == 52 and name != "holdem":
        assert rules.deck.hand_names == COMBO_NAMES
