"""Language models as players, with a scripted one in their place."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import TextAgent, as_agent, baseline_policy, tabulate
from pokerzoo.envs import Game, PokerGame, make_game
from pokerzoo.envs.environments.single_agent import SingleAgentEnv
from pokerzoo.evaluation import expected_values, exploitability, head_to_head, measure


def allowed(prompt: str) -> list[str]:
    """The actions that a prompt offers."""
    return prompt.splitlines()[-1].rpartition(": ")[2].split(", ")


def caller(prompt: str) -> str:
    """A model that calls everything and never bets."""
    return "call" if "call" in allowed(prompt) else allowed(prompt)[0]


@pytest.mark.parametrize(
    ("game", "infosets"),
    [
        (make_game("kuhn"), 12),
        (make_game("kuhn", num_players=3), 48),
        (make_game("leduc", suit_isomorphism=True), 288),
        (make_game("holdem"), 108),
        (make_game("bet_fold", num_players=3, num_cards=5), 15),
        (make_game("rps"), 2),
    ],
    ids=lambda value: value.name if isinstance(value, Game) else None,
)
def test_each_infoset_is_asked_once(game: Game, infosets: int) -> None:
    agent = TextAgent(caller)
    table = tabulate(game, agent)
    assert (agent.calls, len(agent.answers), len(game.infosets), agent.no_action_share) == (infosets,) * 3 + (0.0,)
    if isinstance(game, PokerGame):
        assert np.array_equal(table.probabilities, baseline_policy(game, "always_call").probabilities)
    exploitability(game, agent)
    assert agent.calls == infosets


def test_samples_are_a_mixed_strategy() -> None:
    answers = iter(["bet", "check", "bet", "Bet."] * 100)
    agent = TextAgent(lambda prompt: next(answers) if "bet" in allowed(prompt) else "call", samples=4)
    table = tabulate(make_game("kuhn"), agent)
    assert table.action_probabilities("K|") == {1: 0.25, 2: 0.75}
    assert table.action_probabilities("K|b") == {0: 0.0, 1: 1.0}
    assert agent.calls == 48
    assert table.metadata["samples"] == 4
    assert "4 samples" in measure(make_game("kuhn"), agent).method


@pytest.mark.parametrize(
    ("otherwise", "at_start", "facing_a_bet"),
    [("passive", {1: 1.0, 2: 0.0}, {0: 1.0, 1: 0.0}), ("uniform", {1: 0.5, 2: 0.5}, {0: 0.5, 1: 0.5})],
)
def test_answers_that_are_no_actions(otherwise: Any, at_start: dict[int, float], facing_a_bet: dict[int, float]) -> None:
    agent = TextAgent(
        lambda prompt: "I am not sure." if "Q" in prompt.partition("seen by")[2] else caller(prompt), otherwise=otherwise
    )
    table = tabulate(make_game("kuhn"), agent)
    assert table.action_probabilities("Q|") == at_start
    assert table.action_probabilities("Q|b") == facing_a_bet
    assert agent.no_action_share == pytest.approx(1 / 3)


def test_a_budget_is_kept_and_nothing_is_asked_beyond_it() -> None:
    agent = TextAgent(caller, max_calls=11, name="tiny")
    with pytest.raises(ValueError, match="max_calls=11: tiny is to answer 12 more prompts, 12 calls, and 11 calls are left"):
        exploitability(make_game("kuhn"), agent)
    assert agent.calls == 0
    agent.max_calls = 12
    exploitability(make_game("kuhn"), agent)
    exploitability(make_game("kuhn"), agent)  # its answers are kept
    assert agent.calls == 12
    with pytest.raises(ValueError, match="0 calls are left"):
        head_to_head("leduc", [agent, "random"], hands=2, seed=1)


def test_at_a_table_it_is_asked_where_it_acts() -> None:
    for name, params in [("kuhn", {}), ("leduc", {}), ("rps", {}), ("texas_holdem", {"num_players": 3})]:
        game, agent = make_game(name, **params), TextAgent(caller)
        result = head_to_head(game, [agent] + ["random"] * (game.num_players - 1), hands=4, seed=1)
        assert result.names[0] == "text"
        assert 0 < agent.calls < 40
    env = SingleAgentEnv("kuhn", opponent=TextAgent(caller), seat=0)
    env.reset(seed=1)
    assert env.step(2)[1] in (2.0, -2.0)  # a bet is called
    assert as_agent("kuhn", TextAgent(caller, name="model")).name == "model"  # type: ignore[attr-defined]


def test_several_threads_answer_alike() -> None:
    threads = set[str]()

    def complete(prompt: str) -> str:
        threads.add(threading.current_thread().name)
        return caller(prompt)

    agent = TextAgent(complete, workers=4)
    assert exploitability("leduc", agent) == exploitability("leduc", TextAgent(caller))
    assert agent.calls == 936
    assert all("ThreadPool" in name for name in threads)


def test_answers_are_kept_and_each_seat_asked_for_itself() -> None:
    agent, game = TextAgent(caller), make_game("leduc", suit_isomorphism=True)
    assert expected_values(game, [agent, "random"]) == expected_values(game, ["always_call", "random"])
    calls = agent.calls
    assert calls < len(game.infosets)
    assert exploitability(game, agent) == exploitability(game, "always_call") and agent.calls > calls
    again = TextAgent(caller, max_calls=0)
    again.answers.update(agent.answers)
    assert exploitability(game, again) == exploitability(game, agent)
    answers = iter(["check"] * 5)
    silent = TextAgent(lambda prompt: next(answers, None))  # type: ignore[arg-type, return-value]
    with pytest.raises(ValueError, match="text answers None: must be a string"):
        exploitability("kuhn", silent)
    assert (silent.calls, len(silent.answers)) == (5, 5)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"samples": 0}, "samples=0"),
        ({"max_calls": -1}, "max_calls=-1"),
        ({"workers": 0}, "workers=0"),
        ({"otherwise": "fold"}, "otherwise='fold': must be one of 'passive', 'uniform', 'raise'"),
        ({"otherwise": "raise", "complete": lambda prompt: "banana"}, "answer 'banana': not a legal action; allowed: "),
    ],
)
def test_what_is_not_allowed_is_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        exploitability("kuhn", TextAgent(**({"complete": caller} | options)))
