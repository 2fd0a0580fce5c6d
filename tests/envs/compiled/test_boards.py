"""Walks over boards, in games with cards to come: against matrices and the flat tree."""

from __future__ import annotations

import numpy as np
import pytest

from pokerzoo.agents import CFR, lock_node
from pokerzoo.envs.betting.bets import sized_bets
from pokerzoo.envs.betting.setup import Round
from pokerzoo.envs.compiled.evaluator import Evaluator
from pokerzoo.envs.compiled.public_tree import compile_public_tree
from pokerzoo.envs.compiled.rows_form import RowsForm
from pokerzoo.envs.compiled.street_compiler import compile_street_tree
from pokerzoo.envs.compiled.street_evaluator import StreetEvaluator
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.games.leduc import make_leduc
from pokerzoo.envs.poker.cards import parse_cards
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo_testing.cases import random_strategy
from pokerzoo_testing.reference_games import walk_public
from pokerzoo_testing.rules import changed_rules, poker_rules
from pokerzoo_testing.small_games import on_boards, turn_game, weighted_leduc
from pokerzoo_testing.solvers import start_from


def short_flop() -> PokerGame:
    """Two cards to come from a deck of eleven, with a made-up order of hands; some hands are in one range only."""

    def strength(hand: tuple[int, ...], board: tuple[int, ...]) -> int:
        return (sum(hand) * 7 + sum(hand) * sum(board)) % 5

    rules = poker_rules(
        deck=tuple(f"c{k}" for k in range(11)),
        antes=(1.0, 1.0),
        rounds=tuple(Round(0 if k == 0 else 1, sized_bets("100%", "a")) for k in range(3)),
        strength=strength,
        hole_cards=2,
        board=(0,),
        stack=3.0,
        combos=((10, 9), (8, 7), (6, 5), (10, 4), (9, 3), (2, 1)),
        weights=((1.0, 0.5, 1.0, 1.0, 1.0, 0.25), (1.0, 1.0, 0.75, 0.0, 1.0, 1.0)),
    )
    return PokerGame("short", {}, rules)


def raked_turn() -> PokerGame:
    game = turn_game()
    return PokerGame("raked", {}, changed_rules(game.rules, rake_rate=0.05, rake_cap=1.0))


def river() -> PokerGame:
    game = turn_game()
    return PokerGame(
        "river", {}, changed_rules(game.rules, board=parse_cards("Qs 7h 4d 3c 2h"), rounds=game.rules.betting.rounds[:1])
    )


SPOTS = {
    "turn": turn_game, "raked turn": raked_turn, "short flop": short_flop, "river": river, "leduc": make_leduc,
    "weighted leduc": weighted_leduc,
}  # fmt: skip


@pytest.mark.parametrize("name", SPOTS)
def test_values_and_best_responses_are_those_of_the_matrices(name: str) -> None:
    """Cards are still to come, hands die on them, and players are all-in; a river is the case in which no card is due."""
    game = SPOTS[name]()
    matrices, boards = compile_public_tree(game), compile_street_tree(game)
    assert boards.num_public_states == len(walk_public(game.rules.root)) == game.size.public_states
    exact, walked = Evaluator(matrices), StreetEvaluator(boards)
    for seed in range(3):
        strategy = random_strategy(game, seed)
        np.testing.assert_allclose(boards.policy_from_rows(boards.rows_from_policy(strategy)), strategy, atol=1e-7)
        values, best = exact.evaluate_policy(strategy)
        for a, b in zip((values, best), walked.evaluate_policy(strategy), strict=True):
            np.testing.assert_allclose(a, b, rtol=0, atol=2e-5)
        np.testing.assert_allclose(boards.own_reach(strategy), matrices.own_reach(strategy), atol=1e-12)
        responses = walked.best_responses()  # are worth what the walk says
        for player in range(2):
            mixed = np.where(game.infosets.entry_players == player, responses, strategy)
            assert exact.evaluate_policy(mixed)[0][player] == pytest.approx(best[player], abs=2e-5)


def own_weights(game: PokerGame) -> np.ndarray:
    """float64 [entries]: the weight of each entry's hand: on boards, regrets are per unit of it."""
    table, by_hand = game.infosets, game.rules.weights or ((1.0,) * len(game.rules.deck.hands),) * 2
    weights = [by_hand[public.actor][hand] for public in table.public_states() for hand in table.hands(public)]
    return np.repeat(weights, table.counts())


@pytest.mark.parametrize("alternating", [True, False], ids=["alternating", "simultaneous"])
@pytest.mark.parametrize("variant", ["cfr", "cfr+", "dcfr", "pcfr+", "hs-dcfr"])
@pytest.mark.parametrize("name", ["turn", "short flop", "weighted leduc"])
def test_regrets_and_averages_are_those_of_the_matrices(name: str, variant: str, alternating: bool) -> None:
    game = SPOTS[name]()
    plain, twin = CFR(game, variant, alternating=alternating), on_boards(game)
    boards = CFR(twin, variant, alternating=alternating)
    assert isinstance(plain.form, RowsForm) and isinstance(boards.form, StreetTree)
    # From random regrets: sums that are zero but for rounding would otherwise decide strategies. Once regrets are floored at
    # zero, there are such sums again.
    iterations = 1 if variant in ("cfr+", "pcfr+") else 4
    start, weights = np.random.default_rng(3).normal(size=game.infosets.size), own_weights(game)
    start_from(plain, start)
    start_from(boards, start / weights)
    for _ in range(iterations):
        plain.run(1)
        boards.run(1)
        np.testing.assert_allclose(boards.regrets(), plain.regrets(), atol=2e-5)
        assert boards.expected_value == pytest.approx(plain.expected_value, abs=2e-5)
        assert boards.exploitability == pytest.approx(plain.exploitability, abs=2e-5)
    assert boards.mean_iteration_value == pytest.approx(plain.mean_iteration_value, abs=2e-5)
    np.testing.assert_allclose(boards.average_policy().probabilities, plain.average_policy().probabilities, atol=2e-3)
    off = np.abs(boards.current_policy().probabilities - plain.current_policy().probabilities)
    assert (off > 2e-3).mean() < 0.005  # a few regrets are zero but for rounding already


def test_it_converges_and_stops_where_it_is_told_to() -> None:
    game = on_boards(turn_game())
    solver = CFR(game).run(3000, until=0.01)
    assert solver.exploitability <= 0.01
    values, best = Evaluator(compile_public_tree(game)).evaluate_policy(solver.average_policy().probabilities)
    assert (best - values).sum() / 2 == pytest.approx(solver.exploitability, abs=1e-4)


@pytest.mark.parametrize("variant", ["dcfr", "pcfr+"])
def test_pieces_go_on_to_the_same_bits(variant: str) -> None:
    game = on_boards(turn_game())
    whole, pieces = CFR(game, variant).run(12), CFR(game, variant).run(5)
    pieces.run(7)
    for name, array in whole.state().items():
        np.testing.assert_array_equal(array, pieces.state()[name])


@pytest.mark.parametrize("variant", ["dcfr", "pcfr+"])
def test_locks_hold_on_every_street(variant: str) -> None:
    game = turn_game()
    locks = lock_node(game, "x", {"check": 1.0}) | lock_node(game, "xx/2h|", {"bet 8": 0.25, "check": 0.75})
    plain, solver = CFR(game, variant, locks=locks).run(3), CFR(on_boards(game), variant, locks=locks).run(3)
    keys = [key for key in locks if key.endswith("|xx/2h|")]
    assert len(keys) >= 5
    for policy in (solver.current_policy(), solver.average_policy()):
        assert [policy[key]["bet 8"] for key in keys] == pytest.approx([0.25] * len(keys), abs=1e-6)
    assert solver.expected_value == pytest.approx(plain.expected_value, abs=2e-3)
    assert solver.exploitability == pytest.approx(plain.exploitability, rel=1e-2)
    assert solver.exploitability < CFR(on_boards(game), variant).run(3).nash_conv


def test_nothing_but_sums_is_kept_for_each_board() -> None:
    """Scratch of a solver, beside regrets and averages, does not grow with the number of boards."""
    game = on_boards(turn_game())
    solver = CFR(game, "dcfr").run(2)
    assert set(solver.state()) == {"iteration", "regrets 0", "averages 0", "value_sums"}
    lines = solver.form.plan.stages
    a_board = int(((lines["sequences"] + lines["entries"]) * lines["blocks"] * 16).sum())
    assert all(0 < scratch.rows.size <= 3 * a_board for scratch in (solver._walk._above, *solver._walk._scratch))


def test_leduc_has_its_value_by_the_walk_over_boards() -> None:
    """One card a hand. The value is that of OpenSpiel's linear program."""
    solver = CFR(on_boards(make_leduc())).run(3000, until=1e-4)
    assert solver.expected_value == pytest.approx(-0.085606, abs=1e-4)


@pytest.mark.parametrize("suits", ["doubles", "three cards"])
def test_games_that_boards_cannot_walk_are_refused(suits: str) -> None:
    changes = {"copies": 2} if suits == "doubles" else {"hole_cards": 3}
    with pytest.raises(ValueError, match="hands of one or two cards, and at most 52 cards, all different"):
        compile_street_tree(PokerGame("leduc", {}, changed_rules(make_leduc().rules, **changes)))
