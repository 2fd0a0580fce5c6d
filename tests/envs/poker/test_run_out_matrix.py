"""Matrices over run-outs: by the rule book on short decks, against other evaluators and the table before the flop."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from pokerzoo.envs import make_game
from pokerzoo.envs.betting.bets import FixedBets
from pokerzoo.envs.betting.setup import Round
from pokerzoo.envs.compiled.run_outs import FullBoards
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.games.kuhn import make_kuhn
from pokerzoo.envs.games.leduc import make_leduc
from pokerzoo.envs.poker.cards import CARD_NAMES, COMBOS, combo_index, parse_cards
from pokerzoo.envs.poker.deck_strengths import hold_em_strength
from pokerzoo.envs.poker.hand_strength import boards_strength
from pokerzoo.envs.poker.preflop_equities import BoardCounts, combo_counts
from pokerzoo.envs.poker.rules import PokerRules
from pokerzoo.envs.poker.run_out_matrix import num_run_outs, rank_hands, run_out_matrices
from pokerzoo.envs.poker.suits import CARD_PERMUTATIONS, orbits_of
from pokerzoo_testing.plain_hands import plain_strength
from pokerzoo_testing.rules import poker_rules

SUITS = CARD_PERMUTATIONS
PAIRS = ["AsAh KdKc", "AsAh KsKh", "KdKc Kh2d", "AsKs 2c2d", "JsTs 3h3d", "AsKd AhKc", "7s2d 7h2c"]


class Unstored:
    """Hold'em's strength without its stored counts."""

    def __call__(self, hand: tuple[int, ...], board: tuple[int, ...]) -> int:
        return hold_em_strength(hand, board)

    def of_boards(self, hands: np.ndarray, boards: np.ndarray) -> np.ndarray:
        return hold_em_strength.of_boards(hands, boards)


class AllDifferent(Unstored):
    """A strength that hardly any two hands share, many of them negative, by a linear congruence."""

    def of_boards(self, hands: np.ndarray, boards: np.ndarray) -> np.ndarray:
        code = (hands * [1, 61]).sum(axis=1) + 3001 * (boards * 7 ** np.arange(boards.shape[1])).sum(axis=1)[:, None]
        return np.asarray((code * 48271 % (2**31 - 1)) - 2**30, dtype=np.int32)


def deck_rules(cards: int, *, symmetric: bool = False, strength: Any = None, **more: Any) -> PokerRules:
    return poker_rules(
        deck=CARD_NAMES[:cards],
        antes=(1.0, 1.0),
        rounds=(Round(0, FixedBets(1.0, (1, 1))),),
        strength=strength or Unstored(),
        hole_cards=2,
        symmetries=tuple(suits[:cards] for suits in SUITS) if symmetric else (),
        **more,
    )


@lru_cache(None)
def by_the_rule_book(cards: tuple[int, ...]) -> Any:
    return plain_strength(cards)


def one_by_one(rules: PokerRules, board: tuple[int, ...], to_come: int) -> np.ndarray:
    """The matrix, run-out by run-out and pair by pair."""
    result = np.zeros((len(rules.deck.hands),) * 2, dtype=np.int64)
    left = [card for card in range(len(rules.deck.names)) if card not in board]
    for come in combinations(left, to_come):
        full = {*board, *come}
        beside = [k for k, hand in enumerate(rules.deck.hands) if not full & set(hand)]
        values = {k: by_the_rule_book(tuple(sorted({*full, *rules.deck.hands[k]}))) for k in beside}
        for first, second in combinations(beside, 2):
            if not set(rules.deck.hands[first]) & set(rules.deck.hands[second]):
                won = (values[first] > values[second]) - (values[first] < values[second])
                result[first, second] += won
                result[second, first] -= won
    return result


@pytest.mark.parametrize(
    ("cards", "board", "to_come"),
    [
        (12, "", 5),
        (20, "2c3d6h", 2),  # three suits, two, one, a pair
        (20, "2c3d6d", 2),
        (16, "2s4s5s", 2),
        (16, "2h2s5s", 2),
        (24, "2c3d7h7s", 1),
        (28, "2c3d7h7s8s", 0),
    ],
)
def test_short_decks_by_the_rule_book(cards: int, board: str, to_come: int) -> None:
    dealt = parse_cards(board)
    expected = one_by_one(deck_rules(cards), dealt, to_come)
    assert expected.any()
    for symmetric in (False, True):
        (result,) = run_out_matrices(deck_rules(cards, symmetric=symmetric), [dealt], to_come)
        np.testing.assert_array_equal(result, expected)


@pytest.mark.parametrize("board", ["", "2c3d7h", "3d3h3s", "2s4s5s", "2h4s5s"])
def test_symmetries_change_nothing_for_any_hands(board: str) -> None:
    dealt = parse_cards(board)
    for combos in (None, COMBOS[3:200], COMBOS[COMBOS.max(axis=1) < 20][:, ::-1]):  # all, not kept by any symmetry, kept by all
        hands = {"combos": None if combos is None else tuple(map(tuple, combos[combos.max(axis=1) < 24].tolist()))}
        plain, symmetric = (
            run_out_matrices(deck_rules(24, symmetric=by_suits, **hands), [dealt], 5 - len(dealt)) for by_suits in (False, True)
        )
        assert plain.any() and (plain == symmetric).all()


def test_boards_that_leave_no_hands() -> None:
    rules = deck_rules(20, combos=((0, 1), (2, 3)), symmetric=True)
    result = run_out_matrices(rules, [(0, 2, 7), (0, 4, 8), (4, 8, 19)], 2)
    assert not result[:2].any() and result[2].any()


def test_several_boards_and_threads_have_the_same_numbers() -> None:
    rules = deck_rules(28, symmetric=True)
    boards = [parse_cards(text) for text in ("2c3d7h", "2s4s5s", "8c8d8h")]
    result = run_out_matrices(rules, boards, 2)
    assert result.shape == (3, 378, 378) and result.dtype == np.int16
    for threads in (2, 3, 5):  # each has boards of its own, or a part of a board's run-outs
        np.testing.assert_array_equal(run_out_matrices(rules, boards, 2, threads), result)
    for board, matrix in zip(boards, result, strict=True):
        np.testing.assert_array_equal(run_out_matrices(rules, [board], 2, 40)[0], matrix)
    assert run_out_matrices(rules, np.zeros((0, 3), dtype=int), 2).shape == (0, 378, 378)


def test_counts_that_need_more_than_int16() -> None:
    rules = deck_rules(32, symmetric=True)
    (result,) = run_out_matrices(rules, [()], 5)
    assert result.dtype == np.int32 and np.iinfo(np.int16).max < result.max() <= num_run_outs(rules, 0, 5)
    boards = np.array(list(combinations(range(32), 5)))
    for hand, other in (np.unravel_index(result.argmax(), result.shape), (7, 480), (250, 101)):
        first, second = boards_strength(boards, rules.deck.hand_cards[[hand, other]]).T
        both = (first >= 0) & (second >= 0)
        assert both.sum() == num_run_outs(rules, 0, 5)
        assert result[hand, other] == np.sign(first[both] - second[both]).sum() != 0


def test_more_strengths_than_a_byte_tells_apart() -> None:
    rules = deck_rules(28, strength=AllDifferent())
    board = parse_cards("2c3d7h")
    (result,) = run_out_matrices(rules, [board], 1)
    strength, expected = AllDifferent(), np.zeros(result.shape, dtype=np.int64)
    for card in set(range(28)) - set(board):
        beside = np.array([not {card, *board} & set(hand) for hand in rules.deck.hands])
        (strengths,) = strength.of_boards(rules.deck.hand_cards, np.array([[*board, card]])).astype(np.int64)
        assert len(np.unique(strengths[beside])) > 256
        expected += np.sign(np.subtract.outer(strengths, strengths)) * np.outer(beside, beside)
    shared = (rules.deck.hand_cards[:, None, :, None] == rules.deck.hand_cards[None, :, None, :]).any(axis=(2, 3))
    np.testing.assert_array_equal(result, np.where(shared, 0, expected))


@pytest.mark.parametrize("board", ["Qs7h2c", "AhKhTd", "9c9d4c", "JsTs9s"])
def test_flops_as_sums_over_full_boards(board: str) -> None:
    game = make_game("holdem", board=board, ranges=("random", "22+,A2+,KT+"), pot=10, stack=20)
    assert isinstance(game, HoldemGame)
    reach = np.random.default_rng(1).random((2, len(game.rules.deck.hands)))
    (result,) = run_out_matrices(game.rules, [game.rules.deck.board], 2)
    ahead = FullBoards(game).ahead((), reach)
    np.testing.assert_allclose(result @ reach[::-1].T / num_run_outs(game.rules, 3, 2), ahead.T, atol=1e-9)


def test_before_the_flop_the_table_has_the_numbers() -> None:
    wins, _ = combo_counts()
    few = COMBOS[[5, 900, 17, 1325]][:, ::-1]
    rules = deck_rules(52, strength=hold_em_strength, combos=tuple(map(tuple, few.tolist())))
    result = run_out_matrices(rules, [(), ()], 5)
    for matrix in result:
        np.testing.assert_array_equal(matrix, (wins - wins.T)[np.ix_([5, 900, 17, 1325], [5, 900, 17, 1325])])
    assert result.dtype == np.int32

    class Signs(Unstored):
        def preflop_counts(self) -> BoardCounts:
            return BoardCounts(np.triu(np.ones((1326, 1326), dtype=np.int32), 1), np.zeros((1326, 1326), dtype=np.int32))

    (signs,) = run_out_matrices(deck_rules(52, strength=Signs()), [()], 5)
    assert signs.shape == (1326, 1326) and set(np.unique(signs)) == {-1, 0, 1}  # the counts are used as they are
    (short,) = run_out_matrices(deck_rules(12, strength=Signs()), [()], 5)
    np.testing.assert_array_equal(short, run_out_matrices(deck_rules(12), [()], 5)[0])


@pytest.mark.long
def test_a_byte_tells_the_strengths_on_any_board_apart() -> None:
    boards, hands, most = orbits_of(5, CARD_PERMUTATIONS).sets, COMBOS.astype(np.int64), []
    for sets in np.array_split(boards, 200):
        cards = np.nonzero(sets[:, None] >> np.arange(52) & 1)[1].reshape(-1, 5)
        ranks = np.empty((len(sets), len(hands)), dtype=np.int8)
        most.append(rank_hands(boards_strength(cards, hands), (1 << hands).sum(axis=1), sets, -128, ranks))
    assert max(most) == 136


@pytest.mark.long
@pytest.mark.parametrize("from_flops", [True, False], ids=["over all flops", "over all boards"])
def test_all_boards_as_in_the_table(from_flops: bool) -> None:
    combos = sorted({combo_index(*parse_cards(hand)) for pair in PAIRS for hand in pair.split()})
    rules = deck_rules(52, combos=tuple(map(tuple, COMBOS[combos].tolist())))
    wins, _ = combo_counts()
    expected = (wins - wins.T)[np.ix_(combos, combos)].astype(np.int64)
    if from_flops:  # each board is seen from each of the ten flops that are in it
        result = run_out_matrices(rules, np.array(list(combinations(range(52), 3))), 2, 2).astype(np.int64).sum(axis=0)
        np.testing.assert_array_equal(result, 10 * expected)
    else:
        np.testing.assert_array_equal(run_out_matrices(rules, [()], 5, 2)[0], expected)


@pytest.mark.parametrize(
    ("rules", "boards", "to_come", "pattern"),
    [
        (make_leduc(suit_isomorphism=True).rules, [()], 1, "copies=2"),
        (make_kuhn().rules, [()], 0, "strength=.* of_boards"),
        (deck_rules(52), [1, 2, 3], 2, r"boards: \[3\]: must be \[boards, cards\]"),
        *((deck_rules(20), [(1, 2, card)], 2, r"board=\[1, 2, .*: .* from 0 to 19") for card in (2, 20, -1)),
        *((deck_rules(8), [(1, 2, 3)], to_come, f"to_come={to_come}: .* from 0 to 1") for to_come in (2, -1)),
        (deck_rules(52), [()], 6, "to_come=6: .* at most 3,000,000"),
    ],
)
def test_input_that_has_no_matrix(rules: PokerRules, boards: Any, to_come: int, pattern: str) -> None:
    with pytest.raises(ValueError, match=pattern):
        run_out_matrices(rules, boards, to_come)
