"""Games in which suits never matter, without their suits."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pokerzoo.agents import CFR, TabularPolicy
from pokerzoo.agents.policies.merged_suits import merged_suits, without_suits
from pokerzoo.envs import PokerGame, make_game
from pokerzoo.envs.compiled.forms import tree_of
from pokerzoo.evaluation import expected_values, exploitability

LEDUC, RANKS = make_game("leduc"), make_game("leduc", suit_isomorphism=True)


def test_leduc_without_suits_is_leduc_of_ranks() -> None:
    merged = without_suits(LEDUC)
    assert [row.key for row in merged.infosets] == [row.key for row in RANKS.infosets]
    assert [row.actions for row in merged.infosets] == [row.actions for row in RANKS.infosets]
    assert tree_of(merged).num_nodes == tree_of(RANKS).num_nodes


def test_a_merged_policy_is_worth_the_same() -> None:
    policy = CFR(LEDUC, "cfr+").run(20).average_policy()
    there = TabularPolicy(RANKS, merged_suits(policy).probabilities)
    assert exploitability(RANKS, there) == pytest.approx(exploitability(LEDUC, policy), abs=1e-9)


def test_suits_that_are_played_apart_are_averaged_by_reach() -> None:
    """Against one who does not look at suits, the mean weighted by reach is worth the same as what it is the mean of."""
    rng = np.random.default_rng(3)
    rows = [rng.dirichlet(np.ones(len(row.actions))) for row in LEDUC.infosets]
    policy = TabularPolicy(LEDUC, np.concatenate(rows))
    there = TabularPolicy(RANKS, merged_suits(policy).probabilities)
    for player in range(2):
        values = []
        for game, learned in ((LEDUC, policy), (RANKS, there)):
            seats = [TabularPolicy.uniform(game), TabularPolicy.uniform(game)]
            seats[player] = learned
            values.append(expected_values(game, seats)[0])
        assert values[1] == pytest.approx(values[0], abs=1e-12)


def test_games_whose_suits_matter_stay_as_they_are() -> None:
    assert isinstance(LEDUC, PokerGame)
    flush = PokerGame("own", {}, replace(LEDUC.rules, strength=lambda hand, board: hand[0]))
    for game in (make_game("kuhn"), make_game("rps"), make_game("holdem"), RANKS, flush):
        assert without_suits(game) is game
    policy = TabularPolicy.uniform(flush)
    assert merged_suits(policy) is policy
