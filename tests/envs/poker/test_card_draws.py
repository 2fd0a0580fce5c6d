"""Sets of cards drawn by one number, and what games keep of such draws."""

from __future__ import annotations

from collections import Counter
from math import comb

import numpy as np
import pytest

from pokerzoo.envs import FixedBets, PokerGame, Round
from pokerzoo.envs.cards import high_card
from pokerzoo.envs.poker.board_numbers import HandPositions, NumberedBoards, boards_of, places_of
from pokerzoo.envs.poker.deck import CardSets, all_sets, nth_set
from pokerzoo_testing.cases import make_poker
from pokerzoo_testing.rules import poker_rules


@pytest.mark.parametrize(("cards", "size"), [(5, 1), (6, 2), (7, 3), (52, 3), (9, 4)])
def test_nth_set_is_that_of_the_list(cards: int, size: int) -> None:
    listed = all_sets(cards, size)
    assert len(listed) == comb(cards, size)
    assert tuple(nth_set(number, cards, size) for number in range(len(listed))) == listed


def test_draws_are_equally_likely() -> None:
    """Every set without seen cards comes as often as another, and no other set comes."""
    sets = CardSets(all_sets(7, 3))
    unseen = [0, 2, 3, 5, 6]
    steps = 1000 * comb(5, 3)
    drawn = Counter(sets.draw(unseen, step / steps) for step in range(steps))
    assert {sets.sets[number] for number in drawn} == {cards for cards in sets.sets if set(cards) <= set(unseen)}
    assert set(drawn.values()) == {1000}
    assert all(sets.is_left(number, {1, 4}) == (number in drawn) for number in range(-1, len(sets.sets) + 1))


def royal() -> PokerGame:
    game = make_poker("fhp", deck="royal")
    return game


def test_one_number_a_draw() -> None:
    """Drawn hands and flops are legal, and each takes one number from the generator."""
    game, rng, twin = royal(), np.random.default_rng(3), np.random.default_rng(3)
    for _ in range(200):
        state = game.initial_state()
        for _ in range(2):
            action = state.draw_chance(rng)
            assert action in state.legal_actions()
            state = state.child(action)
        state = state.child(1).child(1)
        flop = state.draw_chance(rng)
        assert flop in dict(state.chance_outcomes())
        twin.random(3)
        assert rng.bit_generator.state == twin.bit_generator.state
    with pytest.raises(ValueError, match="not a chance node"):
        state.child(flop).draw_chance(rng)


def test_seen_cards_do_not_come() -> None:
    state = royal().initial_state().child(0)  # the first hand has cards 0 and 1
    with pytest.raises(ValueError, match="action 0 is not legal for chance"):
        state.child(0)
    before_flop = state.child(189).child(1).child(1)
    sets = before_flop.game.rules.deck.card_sets(3)
    for outcome in (-1, len(sets.sets), sets.number[frozenset((0, 5, 7))], 1.0, "2"):
        with pytest.raises(ValueError, match="is not legal for chance"):
            before_flop.child(outcome)  # type: ignore[arg-type]
    flop = sets.number[frozenset((2, 5, 7))]
    assert before_flop.child(np.int64(flop)).public.board == (7, 5, 2)  # type: ignore[arg-type]


def test_positions_without_the_table() -> None:
    """Positions of hands on a board are those that the table of all boards has."""
    rules = royal().rules
    places = places_of(rules, 0, 1)
    table = HandPositions(boards_of(rules, 1), np.stack([places.row(board) for board in range(len(places.boards))]) >= 0)
    assert "rank" not in vars(places)
    for board in (0, 5, 1139):
        assert np.array_equal(places.row(board), table.rank[board])
    assert np.array_equal(places.rows([7, 3]), table.rank[[7, 3]])
    assert np.array_equal(places.first, table.first) and places.total == table.total
    assert np.array_equal(places.rank, table.rank)
    left = np.array([[card not in board for card in range(20)] for board in places.boards.boards])
    held = left[:, rules.deck.hand_cards].all(axis=2)
    assert np.array_equal(places.rank >= 0, held)


@pytest.mark.parametrize("board", [(), (3,)])
@pytest.mark.parametrize("public", [(2,), (3, 1), (1, 1), (1, 2)])
def test_numbers_of_boards(public: tuple[int, ...], board: tuple[int, ...]) -> None:
    """Boards and their numbers by arithmetic are those of the list."""
    rounds = tuple(Round(cards, FixedBets(1.0, (1, 1)), at_once=cards > 1) for cards in (0, *public))
    rules = poker_rules(tuple("abcdefgh"), (1.0, 1.0), rounds, high_card, hole_cards=2, board=board)
    boards = boards_of(rules, len(public))
    listed = NumberedBoards(rules, len(public)).boards
    assert len(boards) == len(listed)
    assert [boards.board(number) for number in range(len(listed))] == list(listed)
    assert [boards.number_of(last) for last in listed] == list(range(len(listed)))
    assert "boards" not in vars(boards) and "number" not in vars(boards)
    last, start = listed[0], listed[0][:-1]
    for wrong in ((), start, (*last, 7), (*start, 8), (*start, last[0]), (3,) * sum(public), last[::-1]):
        if wrong not in listed:
            with pytest.raises(KeyError):
                boards.number_of(wrong)
