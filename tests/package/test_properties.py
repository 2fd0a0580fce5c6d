"""Properties of any game, tried on random ones."""

from __future__ import annotations

from math import prod, sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.optimize import linprog

from pokerzoo.agents import CFR, VARIANTS, TabularPolicy
from pokerzoo.agents.cfr.textbook import TextbookCFR, match
from pokerzoo.envs import Game, State, check_game, make_game
from pokerzoo.envs.betting.bets import sized_bets
from pokerzoo.envs.betting.setup import Round
from pokerzoo.envs.compiled.evaluator import Evaluator
from pokerzoo.envs.compiled.forms import rows_of, tree_of
from pokerzoo.envs.core import replay_history
from pokerzoo.envs.games.kuhn import card_names, high_card
from pokerzoo.envs.infosets import collect_infosets
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.infosets import decision_lines
from pokerzoo.evaluation import best_response, expected_values, exploitability, nash_conv, solve_lp
from pokerzoo_testing.cases import every_state, random_strategy
from pokerzoo_testing.random_games import examples, matrix_games, poker_games, rivers, tree_games
from pokerzoo_testing.rules import poker_rules
from pokerzoo_testing.solvers import start_from
from pokerzoo_testing.textbook import brute_force_best_response
from pokerzoo_testing.textbook import expected_values as expected_by_recursion

EXACT = 1e-9
"""Rounding, relative to the chips at stake."""
seeds = st.integers(0, 2**32 - 1)
zero_sum_games = st.one_of(
    matrix_games(), tree_games(), tree_games(), tree_games((3,)), poker_games(), poker_games((3,)), rivers()
)
any_game = st.one_of(zero_sum_games, zero_sum_games, poker_games(rake=True), rivers(rake=True))
two_player_zero_sum = st.one_of(matrix_games(), tree_games((2,)), poker_games(), poker_games(), rivers())
two_player_poker = st.one_of(poker_games(), poker_games(rake=True), rivers(), rivers(rake=True))
tiny_games = st.one_of(
    matrix_games(), tree_games(depth=3), tree_games((3,)), poker_games((2, 3)), poker_games(rake=True), rivers(rake=True)
)


def scale(game: Game) -> float:
    """The size of the chips at stake."""
    return max(1.0, float(np.abs(tree_of(game).terminal_utility).max()))


def rake_due(state: State) -> float:
    """Rake: a share of the chips that both matched, up to the cap."""
    if not isinstance(state.game, PokerGame) or not state.game.rules.betting.rake_rate:
        return 0.0
    rules = state.game.rules
    return min(rules.betting.rake_rate * 2 * min(state.public.line.contributions), rules.betting.rake_cap)  # type: ignore[attr-defined, no-any-return]


@examples(60)
@given(any_game)
def test_states_keep_their_promises(game: Game) -> None:
    """All conditions of ``check_game``; net chips that sum to the rake; and histories that lead to the same states."""
    check_game(game, 10**6)
    for state in every_state(game):
        if state.is_terminal:
            assert sum(state.returns()) == pytest.approx(-rake_due(state), abs=1e-12 * max(1.0, game.utility_range[1]))
        else:
            assert state.returns() == (0.0,) * game.num_players
            assert not state.is_chance or min(dict(state.chance_outcomes()).values()) > 0.0
        twin = replay_history(game, state.history())
        assert twin == state and twin.legal_actions() == state.legal_actions() and twin.current_player == state.current_player
        for player in range(game.num_players):
            assert twin.infoset_key(player) == state.infoset_key(player)
            np.testing.assert_array_equal(twin.observation(player), state.observation(player))


@examples(100)
@given(any_game)
def test_the_tree_counts_what_a_walk_counts(game: Game) -> None:
    tree = tree_of(game)
    nodes = terminals = 0
    keys: list[set[str]] = [set() for _ in range(game.num_players)]
    for state in every_state(game):
        nodes += 1
        terminals += state.is_terminal
        if state.current_player >= 0:
            keys[state.current_player].add(state.infoset_key(state.current_player))
    assert (tree.num_nodes, tree.num_terminals) == (nodes, terminals)
    assert tree.num_infosets == tuple(map(len, keys))
    assert game.num_histories in (None, nodes)
    assert (game.num_histories is not None) or game.name == "drawn_tree" or game.rules.deck.hole_cards == 2  # type: ignore[attr-defined]
    assert sorted(collect_infosets(game)) == sorted(game.infosets)


@examples(40)
@given(any_game, seeds)
def test_terminals_are_reached_with_probability_one(game: Game, seed: int) -> None:
    tree = tree_of(game)
    for strategy in (game.infosets.uniform(), random_strategy(game, seed)):
        evaluator = Evaluator(tree.rows)
        evaluator.evaluate(tree.rows.rows_from_policy(strategy))
        reach = tree.terminal_chance.copy()
        for player, reaches in enumerate(evaluator.reaches):
            reach *= reaches[tree.rows.terminals.sequences[player]]
        assert reach.sum() == pytest.approx(1.0, abs=1e-12)


def as_table(game: Game, strategy: np.ndarray) -> dict[str, list[float]]:
    """A strategy for the textbook's functions."""
    return {row.key: strategy[game.infosets.slice(i)].tolist() for i, row in enumerate(game.infosets)}


@examples(40)
@given(any_game, seeds)
def test_values_are_those_of_a_recursion(game: Game, seed: int) -> None:
    strategy = random_strategy(game, seed)
    values = expected_values(game, TabularPolicy(game, strategy))
    assert values == pytest.approx(expected_by_recursion(game, as_table(game, strategy)), abs=EXACT * scale(game))


@examples(60)
@given(any_game, st.sampled_from(sorted(VARIANTS)), st.booleans(), seeds)
def test_the_flat_form_trains_as_the_textbook(game: Game, variant: str, alternating: bool, seed: int) -> None:
    """From random regrets: sums that are zero but for rounding would otherwise decide strategies, and games have many."""
    assume(tree_of(game).num_nodes <= 1000)
    start = scale(game) * (0.1 + np.abs(np.random.default_rng(seed).normal(size=game.infosets.size)))
    twin, solver = TextbookCFR(game, variant, alternating), CFR(game, variant, alternating=alternating, layout="flat")
    twin.regrets = as_table(game, start)
    start_from(solver, start)
    solver.run(3)
    twin.run(3)
    average, current, strategy = solver.average_policy(), solver.current_policy(), twin.strategy()
    near = EXACT * scale(game)
    for i, row in enumerate(game.infosets):
        assert solver.regrets()[game.infosets.slice(i)] == pytest.approx(twin.regrets[row.key], abs=near)
        assert list(average[row.key].values()) == pytest.approx(match(twin.sums[row.key]), abs=1e-7)
        assert list(current[row.key].values()) == pytest.approx(strategy[row.key], abs=1e-7)
    assert solver.mean_iteration_value == pytest.approx(twin.value_sum / 3, abs=near)


@examples(100)
@given(two_player_poker, seeds)
def test_flat_and_vector_form_agree_on_policies(game: PokerGame, seed: int) -> None:
    strategy = random_strategy(game, seed)
    flat, vector = Evaluator(tree_of(game).rows), Evaluator(rows_of(game))
    for by_history, by_hand in zip(flat.evaluate_policy(strategy), vector.evaluate_policy(strategy), strict=True):
        np.testing.assert_allclose(by_history, by_hand, rtol=0, atol=EXACT * scale(game))


@examples(150)
@given(two_player_poker, st.sampled_from(sorted(VARIANTS)), st.booleans(), st.sampled_from([0.05, 1.0]), seeds)
def test_flat_and_vector_form_train_alike(game: PokerGame, variant: str, alternating: bool, size: float, seed: int) -> None:
    # From regrets above zero and for a few iterations: else a regret that is zero but for rounding decides a strategy.
    start = size * scale(game) * (0.1 + np.abs(np.random.default_rng(seed).normal(size=game.infosets.size)))
    solvers = [CFR(game, variant, alternating=alternating, layout=layout) for layout in ("flat", "public")]
    for solver in solvers:
        start_from(solver, start)
        solver.run(3)
    flat, vector = solvers
    np.testing.assert_allclose(flat.regrets(), vector.regrets(), rtol=0, atol=EXACT * scale(game))
    assert not np.allclose(flat.regrets(), start) or np.diff(game.infosets.first).max() == 1
    for policy, other in ((flat.average_policy(), vector.average_policy()), (flat.current_policy(), vector.current_policy())):
        np.testing.assert_allclose(policy.probabilities, other.probabilities, rtol=0, atol=1e-7)
    assert flat.exploitability == pytest.approx(vector.exploitability, abs=1e-7 * scale(game))


@examples(120)
@given(tiny_games, seeds, st.data())
def test_best_responses_are_the_best_of_all_pure_strategies(game: Game, seed: int, data: st.DataObject) -> None:
    player = data.draw(st.integers(0, game.num_players - 1))
    pure = prod(len(row.actions) for row in game.infosets if row.player == player)
    assume(pure <= 3000 and pure * tree_of(game).num_nodes <= 60_000)
    strategy = random_strategy(game, seed)
    policy = TabularPolicy(game, strategy)
    best = brute_force_best_response(game, as_table(game, strategy), player)
    response = best_response(game, policy, player)
    assert response.value == pytest.approx(best, abs=EXACT * scale(game))
    assert Evaluator(tree_of(game).rows).evaluate_policy(strategy)[1][player] == pytest.approx(best, abs=EXACT * scale(game))
    assert expected_values(game, response.policy)[player] == pytest.approx(best, abs=EXACT * scale(game))


@examples(60)
@given(any_game, st.sampled_from(sorted(VARIANTS)), seeds)
def test_exploitability_is_never_negative(game: Game, variant: str, seed: int) -> None:
    solver = CFR(game, variant).run(20)
    average = solver.average_policy()
    assert solver.exploitability == pytest.approx(exploitability(game, average), abs=EXACT * scale(game))
    for policy in (TabularPolicy(game, random_strategy(game, seed)), average, solver.current_policy()):
        gains = [best_response(game, policy, player).gain for player in range(game.num_players)]
        assert min(gains) >= -EXACT * scale(game)
        assert nash_conv(game, policy) == pytest.approx(sum(gains), abs=EXACT * scale(game))
        assert exploitability(game, policy) == pytest.approx(sum(gains) / game.num_players, abs=EXACT * scale(game))


def regret_ranges(game: Game) -> np.ndarray:
    """For each infoset I the most by which two actions' counterfactual utilities can differ, whatever the others play.

    A history h of I counts with the reach of chance and of the other players, which is at most chance's alone, and what
    follows h is worth something between the least and the most that the player can still win:
    Delta_I = sum over h in I of chance's reach of h times (most - least below h).
    """
    table = game.infosets
    ranges = np.zeros(len(table))

    def below(state: State, reach: float) -> tuple[np.ndarray, np.ndarray]:
        if state.is_terminal:
            returns = np.array(state.returns())
            return returns, returns
        chances = dict(state.chance_outcomes()) if state.is_chance else {}
        pairs = [below(state.child(action), reach * chances.get(action, 1.0)) for action in state.legal_actions()]
        least, most = np.min([pair[0] for pair in pairs], axis=0), np.max([pair[1] for pair in pairs], axis=0)
        if not state.is_chance:
            player = state.current_player
            ranges[table.index(state.infoset_key(player))] += reach * (most[player] - least[player])
        return least, most

    below(game.initial_state(), 1.0)
    return ranges


def positive_regrets(game: Game, regrets: np.ndarray) -> list[np.ndarray]:
    """The positive part of the regrets of each infoset."""
    return [np.maximum(regrets[game.infosets.slice(i)], 0.0) for i in range(len(game.infosets))]


def most_over_bound(game: Game, regrets: np.ndarray, iterations: int) -> float:
    """Excess of the norm of any infoset's positive regrets over Delta sqrt(|A| T); below zero if the bound holds.

    Regret matching: Cesa-Bianchi and Lugosi, Prediction, Learning, and Games, 2006, section 2.1 (p = 2); Zinkevich et al. 2007,
    theorem 4, whose bound on the largest regret follows, as no entry is larger than the norm. For regret matching plus:
    Tammelin 2014.
    """
    bounds = [
        delta * sqrt(len(row.actions) * iterations) for delta, row in zip(regret_ranges(game), game.infosets, strict=True)
    ]
    norms = [float(np.linalg.norm(infoset_regrets)) for infoset_regrets in positive_regrets(game, regrets)]
    return max(float(norm - bound) for norm, bound in zip(norms, bounds, strict=True))


@examples(120)
@given(any_game, st.sampled_from(["cfr", "cfr+"]), st.booleans(), st.sampled_from([1, 2, 10, 300]))
def test_regrets_stay_below_their_bound(game: Game, variant: str, alternating: bool, iterations: int) -> None:
    solver = CFR(game, variant, alternating=alternating).run(iterations)
    assert most_over_bound(game, solver.regrets(), iterations) <= EXACT * iterations * scale(game)


def test_the_bound_on_regrets_can_be_broken() -> None:
    """A player who does not learn breaks it: of two actions the worse, each second time, for a hundred times."""
    game = make_game("rps", payoffs=[[1.0], [0.0]])
    assert regret_ranges(game).tolist() == [1.0, 0.0]  # the second player has nothing to choose
    assert most_over_bound(game, np.array([50.0, -50.0, 0.0]), 100) > 0
    assert most_over_bound(game, CFR(game).run(100).regrets(), 100) <= 0


@examples(100)
@given(two_player_zero_sum, st.sampled_from([1, 3, 50, 400]))
def test_sums_of_regrets_bound_exploitability(game: Game, iterations: int) -> None:
    """Zinkevich et al. 2007, theorems 3 (infosets bound a player's regret) and 2 (both players' bound NashConv)."""
    solver = CFR(game, "cfr", alternating=False).run(iterations)
    average = solver.average_policy()
    sums = np.zeros(2)
    for row, infoset_regrets in zip(game.infosets, positive_regrets(game, solver.regrets()), strict=True):
        sums[row.player] += infoset_regrets.max() / iterations
    # Regret against the opponent's past: the best answer to his average, less what was won on the way.
    won = solver.mean_iteration_value * np.array([1.0, -1.0])
    best = np.array([best_response(game, average, player).value for player in range(2)])
    regret = best - won
    assert np.all(regret <= sums + EXACT * scale(game))
    assert regret.sum() == pytest.approx(nash_conv(game, average), abs=EXACT * scale(game))
    assert nash_conv(game, average) <= sums.sum() + EXACT * scale(game)


@examples(80)
@given(two_player_zero_sum, st.sampled_from(["cfr", "cfr+", "dcfr"]))
def test_cfr_brackets_the_value_of_the_linear_program(game: Game, variant: str) -> None:
    solution = solve_lp(game)
    rounding = EXACT * scale(game)
    assert -rounding <= solution.gap <= rounding
    assert expected_values(game, solution.policies)[0] == pytest.approx(solution.value, abs=rounding)
    average = CFR(game, variant).run(300).average_policy()
    best = [best_response(game, average, player).value for player in range(2)]
    assert -best[1] - rounding <= solution.value <= best[0] + rounding
    assert best[0] + best[1] <= 0.2 * scale(game)


@pytest.mark.check
@examples(60)
@given(matrix_games())
def test_matrix_games_have_the_value_of_the_matrix(game: Any) -> None:
    """Against the textbook's program: the most v such that a mixture of rows wins at least v in each column."""
    rows, columns = game.payoffs.shape
    result = linprog(
        np.append(np.zeros(rows), -1.0),
        A_ub=np.hstack([-game.payoffs.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=[[1.0] * rows + [0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
    )
    # HiGHS is done within 1e-7; payoffs of 2 beside 1.2e-7 make 2e-8 of it, in either program.
    assert solve_lp(game).value == pytest.approx(result.x[-1], abs=1e-7)


@pytest.mark.parametrize("ante", [0.1, 0.3, 0.7, 5.05])
def test_equal_amounts_are_equal_to_the_last_bit(ante: float) -> None:
    """After a call both have put in the same; after an all-in that is called nothing is left to bet, not 2e-16 chips."""
    options = sized_bets("33%,70%", "60%,a", chip=1e-6, min_bet=0.1)
    rounds = tuple(Round(0, options) for _ in range(3))
    for stack in (0.7, 1.1, 2.3, 3.3):
        rules = poker_rules(deck=card_names(3), antes=(ante, ante), rounds=rounds, strength=high_card, stack=stack)
        for public in decision_lines(rules):
            if public.line.to_call == 0:
                assert public.line.contributions[0] == public.line.contributions[1]
                assert public.line.contributions[0] < (ante + stack) * (1 - 1e-9)
