"""Seeds, copies, pickles and ``set_state`` of the turn environments."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from gymnasium.spaces import Discrete

from pokerzoo.envs import make_game
from pokerzoo.envs.core import draw_outcome
from pokerzoo.envs.environments.aec import GameAECEnv
from pokerzoo_testing.env_cases import GAMES, game_ids, plain, raw

cases = pytest.mark.parametrize(("name", "params"), GAMES, ids=[game_ids(case) for case in GAMES])


def test_chance_follows_its_probabilities() -> None:
    rng = np.random.default_rng(0)
    counts = Counter(draw_outcome(((4, 0.2), (1, 0.5), (9, 0.3)), rng) for _ in range(20_000))
    assert counts[4] / 20_000 == pytest.approx(0.2, abs=0.012)  # four standard errors
    assert counts[1] / 20_000 == pytest.approx(0.5, abs=0.015)
    assert counts[9] / 20_000 == pytest.approx(0.3, abs=0.013)
    assert draw_outcome(((0, 0.0), (1, 1.0)), rng) == 1


def test_set_state_mid_hand_and_at_the_end() -> None:
    game = make_game("kuhn")
    deal = game.initial_state().child(2).child(0)
    env = GameAECEnv(game)
    env.set_state(deal.child(1))
    assert env.agent_selection == "player_1"
    assert env.infoset_key() == "J|x" and env.infos["player_1"]["infoset_index"] == game.infosets.index("J|x")
    env.step(2)
    env.step(1)
    assert env.rewards == {"player_0": 2.0, "player_1": -2.0}
    env.step(None)
    env.set_state(deal.child(2))
    assert env.agents == ["player_0", "player_1"]
    assert env.rewards == {"player_0": 0.0, "player_1": 0.0}
    assert not any(env.terminations.values())
    env.set_state(deal.child(2).child(0))
    assert env.rewards == {"player_0": 1.0, "player_1": -1.0}
    assert env.last()[1:4] == (1.0, True, False)
    env.step(None)
    assert env.last()[1:4] == (-1.0, True, False)
    env.step(None)
    assert env.agents == []


def test_set_state_makes_the_chance_moves() -> None:
    game = make_game("leduc")
    before = game.initial_state().child(0).child(3).child(1)
    env = GameAECEnv(game)
    boards = set()
    for _ in range(40):
        env.set_state(before.child(1))
        assert env.agent_selection == "player_0"
        boards.add(env.game_state.public.board)  # type: ignore[attr-defined]
    assert boards == {(1,), (2,), (4,), (5,)}


def test_set_state_refuses_other_games() -> None:
    env = raw("kuhn", {})
    for state in (make_game("kuhn", num_cards=4).initial_state(), make_game("rps").initial_state(), None):
        with pytest.raises(ValueError, match="must be a state of kuhn"):
            env.set_state(state)  # type: ignore[arg-type]


@cases
def test_spaces_and_arrays(name: str, params: dict[str, Any]) -> None:
    env: Any = raw(name, params)
    env.reset(seed=0)
    for agent in env.possible_agents:
        assert env.action_space(agent) is env.action_space(agent)
        assert env.observation_space(agent) is env.observation_space(agent)
        assert env.action_space(agent) == Discrete(env.game.num_distinct_actions)
        first, second = env.observe(agent), env.observe(agent)
        assert plain(first) == plain(second)
        assert not any(np.shares_memory(first[key], second[key]) for key in first)
        first["observation"][:] = first["action_mask"][:] = 5
        assert plain(env.observe(agent)) == plain(second)
    assert env.observe("player_0")["observation"].shape == (len(env.observation_names),)
