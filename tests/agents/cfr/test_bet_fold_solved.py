"""The bet/fold game solved: exact values against the tree, regret matching, thresholds, the article's table."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, MMD, VARIANTS, SymmetricRegretMatching, TabularPolicy, TextbookCFR
from pokerzoo.envs import make_game
from pokerzoo.envs.compiled.forms import form_evaluator, tree_of
from pokerzoo.envs.games.bet_fold import make_bet_fold
from pokerzoo.envs.games.bet_fold_exact import alike, common_values, values_against, values_against_groups
from pokerzoo.evaluation import (
    best_response,
    bet_fold_gain,
    bet_fold_thresholds,
    expected_values,
    exploitability,
    nash_conv,
)
from pokerzoo.evaluation.measures.bet_fold_measures import BET_FOLD_ARTICLE, bet_minus_fold, threshold_strategy


@pytest.mark.parametrize("players", [2, 3, 6, 10])
def test_players_alike_are_worth_what_they_are_one_by_one(players: int) -> None:
    game = make_bet_fold(players, 3.0, blind=0.5)
    bet = np.random.default_rng(1).random((2, 101))[[0] * (players - 2) + [1]]
    first, sizes, _ = alike(bet)
    assert len(first) == min(2, players - 1) and sizes.sum() == players - 1
    each = values_against_groups(game.prices, bet, np.ones(players - 1, dtype=np.int64))
    np.testing.assert_allclose(values_against(game.prices, bet), each, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("alternating", [True, False])
@pytest.mark.parametrize(("players", "cards"), [(2, 5), (3, 4), pytest.param(4, 5, marks=pytest.mark.check)])
def test_cfr_is_that_of_the_tree(players: int, cards: int, variant: str, alternating: bool) -> None:
    """With locks and without, and the textbook's."""
    game = make_bet_fold(players, 2.5, cards)
    for locks in ({}, {"player_1 2|": {"fold": 0.25, "bet": 0.75}, "player_0 0|": {"bet": 1.0}}):
        ours = CFR(game, variant, alternating=alternating, locks=locks).run(12)
        tree = CFR(game, variant, alternating=alternating, locks=locks, layout="flat").run(12)
        for name in ("average_policy", "current_policy"):
            exact, flat = (getattr(solver, name)().probabilities for solver in (ours, tree))
            np.testing.assert_allclose(exact, flat, atol=1e-12)
        np.testing.assert_allclose(ours.regrets(), tree.regrets(), atol=1e-12)
        np.testing.assert_allclose(ours.measure().gains, tree.measure().gains, atol=1e-12)
    plain = CFR(game, variant, alternating=alternating).run(12).average_policy().probabilities
    book = TextbookCFR(game, variant, alternating=alternating).run(12).average_policy().probabilities
    np.testing.assert_allclose(plain, book, atol=1e-12)


def test_mirror_descent_is_that_of_the_tree() -> None:
    game = make_bet_fold(3, 2.5, 5)
    ours, tree = MMD(game).run(20), MMD(game, layout="flat").run(20)
    np.testing.assert_allclose(ours.current_policy().probabilities, tree.current_policy().probabilities, atol=1e-12)
    np.testing.assert_allclose(ours.action_values(), tree.action_values(), atol=1e-12)


def test_a_hundred_players_stay_alike() -> None:
    game = make_game("bet_fold", num_players=100)
    lock = {"player_7 50|": {"bet": 1.0}}
    assert CFR(game).run(100).exploitability < 1e-3
    locked = CFR(game, locks=lock).run(3).average_policy()
    assert locked["player_7 50|"]["bet"] == pytest.approx(1.0) and locked["player_6 50|"]["bet"] < 0.9  # one of them may differ
    with pytest.raises(ValueError, match="exact up to 14 players"):
        CFR(game, alternating=True).run(1)


@pytest.mark.parametrize("alike", [True, False])
def test_all_measures_of_the_game_equal_those_of_its_tree(alike: bool) -> None:
    """Amounts that are rounded to the grid of 2**-20 chips: who reads what the user wrote is off by 1e-7."""
    game = make_bet_fold(3, odds=2.1, num_cards=5, blind=0.3)
    assert game.odds != 2.1 and game.blind != 0.3
    bet = np.random.default_rng(4).random((3, 5))
    policy = TabularPolicy(game, np.stack((1.0 - bet, bet), axis=2).ravel())
    if alike:
        policy = TabularPolicy(game, np.tile(policy.probabilities[:10], 3))
    tree = form_evaluator(tree_of(game).rows)
    values, best = tree.evaluate_policy(policy.probabilities)
    responses = tree.best_responses()
    assert expected_values(game, policy) == pytest.approx(values.tolist(), abs=1e-12)
    assert nash_conv(game, policy) == pytest.approx(float((best - values).sum()), abs=1e-12)
    assert exploitability(game, policy) == pytest.approx(float((best - values).sum()) / 3, abs=1e-12)
    gain = bet_fold_gain(game, policy.probabilities.reshape(3, 5, 2)[:, :, 1])
    assert gain.per_player == pytest.approx(best - values, abs=1e-12)
    for player in range(3):
        result = best_response(game, policy, player)
        assert result.value == pytest.approx(best[player], abs=1e-12)
        assert result.gain == pytest.approx(best[player] - values[player], abs=1e-12)
        entries = slice(10 * player, 10 * player + 10)
        assert np.array_equal(result.policy.probabilities[entries], responses[entries])
        assert np.array_equal(np.delete(result.policy.probabilities, entries), np.delete(policy.probabilities, entries))


def test_learners_play_for_the_rounded_amounts() -> None:
    """Sampled games pay what the exact kernels say, with amounts that are rounded too."""
    game = make_bet_fold(3, odds=2.0000011, num_cards=4, blind=0.5000011)
    solver = SymmetricRegretMatching(game, seed=1).run(1)
    paid = {abs(x) for x in np.diff(solver._regrets).ravel().tolist()} - {0.0}
    # A regret of one game is the difference of two multiples of the grid, added up over three players with different cards.
    assert paid and all((amount * 2**20).is_integer() for amount in paid)


@pytest.mark.parametrize("variant", VARIANTS)
def test_cfr_converges_with_every_variant(variant: str) -> None:
    game = make_bet_fold(num_players=4, odds=3)
    solver = CFR(game, variant, alternating=False)
    first = solver.exploitability
    solver.run(3000)
    assert first > 0.1
    assert solver.exploitability < (1e-3 if variant == "cfr" else 1e-6)
    assert np.abs(game.bets_of(solver.current_policy().probabilities) - threshold_strategy(74)).max() < 1e-12
    assert solver.iteration == 3000


def test_sampled_mode_comes_near_and_repeats_with_its_seed() -> None:
    game = make_game("bet_fold", num_players=5, odds=3)
    runs = [SymmetricRegretMatching(game, seed=seed).run(400_000) for seed in (1, 1, 2)]
    assert np.array_equal(runs[0].average_strategy(), runs[1].average_strategy())
    assert not np.array_equal(runs[0].average_strategy(), runs[2].average_strategy())
    assert bet_fold_gain(game, runs[0].average_strategy()).bb < 2e-3


@pytest.mark.long
def test_sampled_regrets_are_the_exact_ones_on_average() -> None:
    """The first game of many runs: all bet half of the time, so regrets have the mean that the exact values give."""
    game = make_bet_fold(num_players=3, num_cards=4, odds=2.0)
    runs = np.array([SymmetricRegretMatching(game, seed=seed).run(1)._regrets for seed in range(20_000)])
    bets, folds = common_values(game, np.full(4, 0.5))
    # Each of three players gets each card a quarter of the time, and regrets an action not taken half of the time.
    expected = 3 / 4 * np.stack([(folds - bets) / 2, (bets - folds) / 2], axis=1)
    error = runs.std(axis=0) / np.sqrt(len(runs))
    assert np.all(np.abs(runs.mean(axis=0) - expected) < 5 * error)


def test_thresholds_are_exact_equilibria_and_nothing_else_is() -> None:
    table = bet_fold_thresholds(num_players=(2, 3, 5), odds=(2, 3))
    for (players, odds), thresholds in table.items():
        game = make_game("bet_fold", num_players=players, odds=odds)
        assert thresholds
        for threshold in range(102):
            gain = bet_fold_gain(game, threshold_strategy(threshold)).bb
            assert (gain < 1e-12) == (threshold in thresholds)


def test_a_tie_gives_two_thresholds() -> None:
    """Two players, odds 2: the 50 is exactly indifferent."""
    calls: list[tuple[int, int]] = []
    assert bet_fold_thresholds((2,), (2,), progress=lambda *tried: calls.append(tried)) == {(2, 2): [50, 51]}
    assert calls == [(number, 102) for number in range(1, 103)]  # from betting all 101 cards to betting none
    assert bet_minus_fold(2, Fraction(2), 50, 50, 101) == 0
    assert bet_minus_fold(2, Fraction(2), 51, 50, 101) == 0


def by_counting(players: int, odds: float, cards: int) -> list[int]:
    """The holder of the threshold card wins if all others fold, and only then: the condition of docs/learn/7_bet_fold.md."""
    others, exact = players - 1, Fraction(str(odds))
    over = [comb(t, others) * (others + exact - 1) - (exact - 1) * comb(cards - 1, others) for t in range(cards)]
    threshold = next(t for t, excess in enumerate(over) if excess >= 0)
    return [threshold, threshold + 1] if over[threshold] == 0 else [threshold]


@pytest.mark.parametrize("cards", [12, 52, 101])
def test_thresholds_by_counting(cards: int) -> None:
    for (players, odds), result in bet_fold_thresholds(range(2, 11), (2, 3, 4), cards).items():
        assert result == by_counting(players, odds, cards)


@pytest.mark.parametrize(
    ("odds", "cards"),
    [(5.1, 52), (1.1, 22), (1.2, 23), (2.3, 24), (3.7, 38), (4.9, 50), (2.05, 42), (3.3, 52), (2.000001, 41), (1.7, 13)],
)
def test_decimal_odds_are_decimal_fractions(odds: float, cards: int) -> None:
    """41/51 = 4.1/5.1: with 52 cards the card 41 does as well by a bet as by a fold."""
    assert bet_fold_thresholds([2], [odds], cards)[2, odds] == by_counting(2, odds, cards)
    assert by_counting(2, 5.1, 52) == [41, 42]


def test_exact_arithmetic_agrees_with_floating_point() -> None:
    for players, odds, threshold in ((2, 2, 50), (5, 3, 77), (10, 4, 87), (3, 2.5, 0), (3, 2.5, 101)):
        bets, folds = common_values(make_bet_fold(players, odds), threshold_strategy(threshold))
        exact = [float(bet_minus_fold(players, Fraction(odds), threshold, card, 101)) for card in range(101)]
        np.testing.assert_allclose(bets - folds, exact, atol=1e-9)


def test_the_articles_table_is_half_right_and_else_too_low() -> None:
    exact = bet_fold_thresholds()
    off = {(n, odds): min(exact[n, odds]) - BET_FOLD_ARTICLE[n][i] for n in range(2, 11) for i, odds in enumerate((2, 3, 4))}
    right = [cell for cell in off if BET_FOLD_ARTICLE[cell[0]][cell[1] - 2] in exact[cell]]
    assert len(off) == 27 and len(right) == 15
    assert set(off.values()) == {0, 1, 2, 3}
    for cell in off:
        game = make_game("bet_fold", num_players=cell[0], odds=cell[1])
        gain = bet_fold_gain(game, threshold_strategy(BET_FOLD_ARTICLE[cell[0]][cell[1] - 2])).bb
        assert (gain < 1e-12) == (cell in right)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: SymmetricRegretMatching(make_game("bet_fold")).run(0), "iterations=0"),
        (
            lambda: bet_fold_gain(make_game("bet_fold", num_players=20), np.arange(2020.0).reshape(20, 101) / 2020),
            "up to 14 players",
        ),
        (lambda: bet_fold_gain(make_game("bet_fold"), np.ones(3)), r"must be \(101,\), or \(5, 101\)"),
        (lambda: bet_fold_gain(make_game("bet_fold"), np.full(101, 2.0)), "probabilities"),
    ],
)
def test_bad_input(call: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()
