"""Spots for three players with hands side by side: against all triples of hands, and against the tree of all histories."""

from __future__ import annotations

import numpy as np
import pytest

from pokerzoo.envs.compiled.evaluator import Evaluator
from pokerzoo.envs.compiled.forms import form_of, tree_of
from pokerzoo_testing.three_players import random_policy, random_spot, values_by_triples


def check_values(seed: int) -> tuple[bool, bool]:
    """One spot; whether it has side pots, and a rake."""
    rng = np.random.default_rng([31, seed])
    game = random_spot(rng)
    policy = random_policy(game, rng)
    values, _ = Evaluator(form_of(game)).evaluate_policy(policy)
    assert values == pytest.approx(values_by_triples(game, policy), abs=1e-9), (seed, game)
    return bool(game.rules.betting.stacks), game.rules.betting.rake_rate > 0


def test_rivers_are_worth_what_a_sum_over_all_triples_says() -> None:
    seen = [check_values(seed) for seed in range(20)]
    assert all(any(kind) for kind in zip(*seen, strict=True))


@pytest.mark.long
def test_two_hundred_rivers_are_worth_what_a_sum_over_all_triples_says() -> None:
    for seed in range(20, 200):
        check_values(seed)


@pytest.mark.parametrize("seed", range(6))
def test_best_responses_are_those_of_the_tree_of_all_histories(seed: int) -> None:
    rng = np.random.default_rng([32, seed])
    game = random_spot(rng, most_hands=3)
    policy = random_policy(game, rng)
    public, flat = Evaluator(form_of(game)), Evaluator(tree_of(game).rows)
    for result, wanted in zip(public.evaluate_policy(policy), flat.evaluate_policy(policy), strict=True):
        assert result == pytest.approx(wanted, abs=1e-9)
    again, _ = flat.evaluate_policy(public.best_responses())
    assert again.shape == (3,) and game.num_histories == tree_of(game).num_nodes


@pytest.mark.check
def test_a_turn_is_worth_what_a_sum_over_all_triples_says() -> None:
    rng = np.random.default_rng(7)
    game = random_spot(rng, board_cards=4, most_hands=2)
    policy = random_policy(game, rng)
    values, best = Evaluator(form_of(game)).evaluate_policy(policy)
    assert values == pytest.approx(values_by_triples(game, policy), abs=1e-9)
    _, wanted = Evaluator(tree_of(game).rows).evaluate_policy(policy)
    assert best == pytest.approx(wanted, abs=1e-9)
