"""Agents that play policies, baselines, and regret matching on matrices."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import (
    BASELINES,
    Agent,
    PolicyAgent,
    TabularPolicy,
    as_agent,
    baseline_policy,
    best_response_policy,
)
from pokerzoo.agents.policies.equity_on_board import Equities
from pokerzoo.envs import Game, GameAECEnv, make_game
from pokerzoo.envs.games.leduc import make_leduc
from pokerzoo.evaluation import best_response, expected_values
from pokerzoo_testing.cases import every_game


def choices(policy: TabularPolicy) -> dict[str, str]:
    """The action taken in each infoset by a pure policy."""
    taken = {key: [name for name, p in row.items() if p == 1.0] for key, row in policy.items()}
    assert all(len(names) == 1 for names in taken.values())
    return {key: names[0] for key, names in taken.items()}


def test_honest_plays_kuhn_by_its_cards() -> None:
    expected = {"J|": "check", "Q|": "check", "K|": "bet", "J|xb": "fold", "Q|xb": "call", "K|xb": "call"}
    expected |= {"J|x": "check", "Q|x": "check", "K|x": "bet", "J|b": "fold", "Q|b": "call", "K|b": "call"}
    assert choices(baseline_policy(make_game("kuhn"), "honest")) == expected


def test_simple_baselines_on_leduc() -> None:
    game = make_game("leduc")
    assert set(choices(baseline_policy(game, "always_call")).values()) == {"check", "call"}
    for key, action in choices(baseline_policy(game, "always_fold")).items():
        assert action == ("fold" if key[-1] in "br" else "check")
    for key, action in choices(baseline_policy(game, "always_raise")).items():
        assert action == ("call" if key[-1] == "r" else "raise" if key[-1] == "b" else "bet")
    assert baseline_policy(game, "random") == TabularPolicy.uniform(game)


def test_equity_in_leduc_by_counting() -> None:
    """Kings against Q and J on a Q: beats Js Jh Ks? one king left ties, one queen wins: (2 + 1/2) / 4."""
    game = make_leduc()
    deck, equities = game.rules.deck.names, Equities(game)
    assert equities.equity(deck.index("Kh"), (deck.index("Qs"),)) == Fraction(5, 8)
    assert equities.equity(deck.index("Qh"), (deck.index("Qs"),)) == 1
    assert sum(equities.equity(hand, ()) for hand in range(6)) == 3  # somebody wins every pot


@every_game
@pytest.mark.parametrize("name", BASELINES)
def test_baselines_are_policies_of_every_poker_game(game: Game, name: str) -> None:
    if game.name in ("rps", "bet_fold") and name != "random":
        with pytest.raises(ValueError, match="is not a poker game"):
            baseline_policy(game, name)
        return
    policy = baseline_policy(game, name)
    assert sum(expected_values(game, policy)) == pytest.approx(0.0, abs=1e-12)
    assert isinstance(as_agent(game, name), Agent)


@every_game
def test_best_response_policy_is_best_in_every_seat(game: Game) -> None:
    policy = TabularPolicy.uniform(game)
    responses = best_response_policy(policy)
    for player in range(game.num_players):
        seats = [responses if seat == player else policy for seat in range(game.num_players)]
        assert expected_values(game, seats)[player] == pytest.approx(best_response(game, policy, player).value, abs=1e-12)


def test_policy_agent_draws_with_the_policys_probabilities() -> None:
    game = make_game("rps")
    agent = PolicyAgent(TabularPolicy(game, [0.2, 0.0, 0.8, 1.0, 0.0, 0.0]))
    rng = np.random.default_rng(1)
    info = {"infoset": {"key": "player_0|", "index": 0}}
    drawn = [agent.act(np.zeros(4, np.float32), np.ones(3, np.int8), info, rng) for _ in range(20_000)]
    counts = np.bincount(drawn, minlength=3) / len(drawn)
    assert counts[1] == 0.0
    np.testing.assert_allclose(counts, [0.2, 0.0, 0.8], atol=5 * np.sqrt(0.16 / 20_000))


def test_baselines_of_push_fold() -> None:
    """By arithmetic: who folds always loses the blind; against that a push wins it."""
    game = make_game("push_fold", stack=5)
    assert expected_values(game, ["always_fold", "always_fold"]) == pytest.approx((0.5, -0.5))
    assert expected_values(game, ["always_fold", "always_raise"]) == pytest.approx((-1.0, 1.0))
    # Nobody has pushed: there is nothing to call.
    assert expected_values(game, ["always_fold", "always_call"]) == pytest.approx((0.5, -0.5))
    honest = baseline_policy(game, "honest")
    assert honest["AsAh|"]["fold"] == 0.0 and honest["7s2h|"]["fold"] == 1.0  # with some 35% there is nothing to call, either


@pytest.mark.parametrize("name", ["random", "tight", "blueprint"])
def test_agents_say_what_info_they_need(name: str) -> None:
    """An environment's own info has no infoset: the error says where it is."""
    env: Any = GameAECEnv(make_game("texas_holdem"))
    env.reset(seed=1)
    observation, _, _, _, info = env.last()
    agent, rng = as_agent(env, name), np.random.default_rng(1)
    with pytest.raises(ValueError, match=r"info has no 'infoset'.*env\.agent_info\(\)"):
        agent.act(observation["observation"], observation["action_mask"], info, rng)
    assert observation["action_mask"][agent.act(observation["observation"], observation["action_mask"], env.agent_info(), rng)]
