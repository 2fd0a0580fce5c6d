"""Transitions of single learners: everything that was paid is in them, and nothing of anybody else."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from pokerzoo.envs import kuhn_v0, make_game
from pokerzoo.envs.environments.aec import GameAECEnv
from pokerzoo.envs.environments.turn_wrapper import Transition, TurnWrapper
from pokerzoo_testing.env_cases import GAMES, game_ids

cases = pytest.mark.parametrize(("name", "params"), GAMES, ids=[game_ids(case) for case in GAMES])


def play(turns: TurnWrapper, rng: np.random.Generator) -> list[Transition]:
    """Random legal play to the end of the hand."""
    done = []
    while turns.agent is not None:
        done += turns.step(int(rng.choice(np.flatnonzero(turns.action_mask))))
    return done


@cases
@pytest.mark.parametrize("mask_in", ["observation", "info"])
def test_what_each_player_lives_through_adds_up(name: str, params: dict[str, Any], mask_in: Any) -> None:
    """Beside the wrapper the same hands are stepped through by hand, and each player's decisions noted."""
    game = make_game(name, **params)
    turns, plain = TurnWrapper(GameAECEnv(game, mask_in=mask_in)), GameAECEnv(game)
    rng = np.random.default_rng(5)
    for hand in range(60):
        turns.reset(seed=hand)
        plain.reset(seed=hand)
        lived = play(turns, rng)
        decisions: dict[str, list[Any]] = {agent: [] for agent in plain.possible_agents}
        actions = {agent: iter([t for t in lived if t.agent == agent]) for agent in plain.possible_agents}
        while not plain.terminations[plain.agent_selection]:
            agent = plain.agent_selection
            decisions[agent].append(plain.observe(agent))
            plain.step(next(actions[agent]).action)
        assert sum(plain.rewards.values()) == 0.0
        for agent, seen in decisions.items():
            transitions = [t for t in lived if t.agent == agent]
            assert len(transitions) == len(seen)
            for number, (transition, before) in enumerate(zip(transitions, seen, strict=True)):
                last = number == len(transitions) - 1
                after: Any = plain.observe(agent) if last else seen[number + 1]
                np.testing.assert_array_equal(transition.observation, before["observation"])
                np.testing.assert_array_equal(transition.action_mask, before["action_mask"])
                np.testing.assert_array_equal(transition.next_observation, after["observation"])
                np.testing.assert_array_equal(transition.next_action_mask, after["action_mask"])
                assert (transition.done, transition.terminated, transition.truncated) == (last, last, False)
                assert transition.reward == (plain.rewards[agent] if last else 0.0)


def test_notes_come_back_and_seeds_repeat() -> None:
    def hands(seed: int) -> list[Any]:
        turns, rng = TurnWrapper(kuhn_v0.env()), np.random.default_rng(seed)
        turns.reset(seed=seed)
        result = []
        for number in range(20):
            while turns.agent is not None:
                note = (number, turns.agent)
                result += turns.step(int(rng.choice(np.flatnonzero(turns.action_mask))), note)
            turns.reset()
        assert all(t.note[1] == t.agent for t in result)
        return [(t.agent, t.action, t.reward, t.note) for t in result]

    assert hands(3) == hands(3) != hands(4)


def test_refusals() -> None:
    turns = TurnWrapper(kuhn_v0.env(illegal="raise"))
    with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
        turns.step(1)
    turns.reset(seed=1)
    with pytest.raises(ValueError, match="action 0"):
        turns.step(0)
    assert turns.agent == "player_0"
    play(turns, np.random.default_rng(1))
    with pytest.raises(ResetNeeded):
        turns.step(1)


def test_an_unfinished_hand_is_dropped() -> None:
    turns = TurnWrapper(kuhn_v0.env())
    turns.reset(seed=1)
    turns.step(2)
    turns.reset(seed=1)
    assert turns.agent == "player_0"
    assert [t.action for t in [*turns.step(1), *turns.step(1)]] == [1, 1]
