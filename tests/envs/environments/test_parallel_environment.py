"""The parallel environment of simultaneous games."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from pettingzoo.utils.conversions import aec_to_parallel

from pokerzoo.envs import bet_fold_v0, rps_v0
from pokerzoo_testing.env_cases import plain
from pokerzoo_testing.official import parallel_api_test, parallel_seed_test, strict

OBLONG = ((1.0, 0.0, -2.0), (0.5, 1.0, 0.0))


@pytest.mark.parametrize("mask_in", ["observation", "info"])
@pytest.mark.parametrize(
    ("module", "params"),
    [(rps_v0, {}), (rps_v0, {"payoffs": OBLONG}), (bet_fold_v0, {}), (bet_fold_v0, {"num_players": 2, "num_cards": 3})],
    ids=["rps", "oblong", "bet_fold", "bet_fold small"],
)
def test_pettingzoo_checkers(module: Any, params: dict[str, Any], mask_in: Any) -> None:
    # The first reads masks from observations only, the second none, and player 0 of the oblong game has two of three actions.
    plays_anything: Any = {"illegal": "passive"} if params.get("payoffs") else {}
    in_info: Any = plays_anything if mask_in == "info" else {}
    with strict():
        parallel_api_test(module.parallel_env(**params, mask_in=mask_in, **in_info), num_cycles=50)
        parallel_seed_test(lambda: module.parallel_env(**params, mask_in=mask_in, **plays_anything), num_cycles=50)


SIMULTANEOUS: list[Any] = [(rps_v0, {}), (rps_v0, {"payoffs": OBLONG}), (bet_fold_v0, {}), (bet_fold_v0, {"num_players": 9})]


@pytest.mark.parametrize(("module", "params"), SIMULTANEOUS, ids=str)
@pytest.mark.parametrize("mask_in", ["observation", "info"])
def test_all_who_have_yet_to_choose_have_a_mask(module: Any, params: dict[str, Any], mask_in: Any) -> None:
    """Converted to parallel, all choose by the masks of one step; in turn those who have chosen wait."""
    alike, turns = module.parallel_env(**params, mask_in=mask_in), module.env(**params, mask_in=mask_in)
    converted = aec_to_parallel(module.env(**params, mask_in=mask_in))
    for seed in range(3):
        wanted, got = alike.reset(seed=seed), converted.reset(seed=seed)
        place = 1 if mask_in == "info" else 0
        masks = {agent: seen["action_mask"].tolist() for agent, seen in wanted[place].items()}
        assert {agent: seen["action_mask"].tolist() for agent, seen in got[place].items()} == masks
        assert all(any(mask) for mask in masks.values())
        actions = {agent: max(np.flatnonzero(mask)) for agent, mask in masks.items()}
        assert alike.step(actions)[1] == converted.step(actions)[1]
        turns.reset(seed=seed)
        for done, agent in enumerate(turns.possible_agents):
            shown = turns.infos if mask_in == "info" else {player: turns.observe(player) for player in turns.agents}
            for place_at_table, player in enumerate(turns.possible_agents):
                expected = masks[player] if place_at_table >= done else [0] * len(masks[player])
                assert shown[player]["action_mask"].tolist() == expected
            turns.step(actions[agent])


@pytest.mark.parametrize(("module", "params"), SIMULTANEOUS, ids=str)
def test_the_global_state_has_all_observations(module: Any, params: dict[str, Any]) -> None:
    env = module.parallel_env(**params)
    observations, _ = env.reset(seed=3)
    assert env.state().tolist() == [seen["observation"].tolist() for seen in observations.values()]
    assert env.state_space.contains(env.state()) and env.state_space is env.state_space


@pytest.mark.parametrize("mask_in", ["observation", "info"])
def test_payoffs_masks_and_infosets(mask_in: Any) -> None:
    env = rps_v0.parallel_env(OBLONG, mask_in=mask_in)
    for row in range(2):
        for column in range(3):
            observations, infos = env.reset()
            shown = infos if mask_in == "info" else observations
            assert shown["player_0"]["action_mask"].tolist() == [1, 1, 0]  # type: ignore[call-overload]
            assert shown["player_1"]["action_mask"].tolist() == [1, 1, 1]  # type: ignore[call-overload]
            assert [info["infoset_index"] for info in infos.values()] == [0, 1]
            assert [env.infoset_key(agent) for agent in infos] == ["player_0|", "player_1|"]
            observations, rewards, terminations, truncations, infos = env.step({"player_0": row, "player_1": column})
            assert rewards == {"player_0": OBLONG[row][column], "player_1": 0.0 - OBLONG[row][column]}
            assert (terminations, truncations) == (dict.fromkeys(rewards, True), dict.fromkeys(rewards, False))
            shown = infos if mask_in == "info" else observations
            assert all(shown[agent]["action_mask"].all() for agent in rewards)  # type: ignore[call-overload]
            assert all(info["infoset_index"] == -1 for info in infos.values())
            assert env.agents == []


def test_illegal_actions() -> None:
    passive, strictly = rps_v0.parallel_env(OBLONG, illegal="passive"), rps_v0.parallel_env(OBLONG)
    passive.reset()
    _, rewards, _, _, infos = passive.step({"player_0": 2, "player_1": 2})
    assert rewards == {"player_0": -2.0, "player_1": 2.0}  # played as the first row
    assert infos == {"player_0": {"infoset_index": -1, "illegal": True}, "player_1": {"infoset_index": -1}}
    strictly.reset()
    named = r'action 2 is not legal for player 0; legal: 0 \(0\), 1 \(1\)\. illegal="passive" plays 0 \(0\) in its place'
    with pytest.raises(ValueError, match=named):
        strictly.step({"player_0": 2, "player_1": 2})
    with pytest.raises(ValueError, match="no action for player_1"):
        strictly.step({"player_0": 1})
    assert strictly.game_state.history() == ()
    assert strictly.step({"player_0": 1, "player_1": 2})[1] == {"player_0": 0.0, "player_1": 0.0}
    with pytest.raises(ResetNeeded, match="call reset"):
        strictly.step({"player_0": 1, "player_1": 2})


def test_copies_state_and_render() -> None:
    env = rps_v0.parallel_env(render_mode="ansi")
    with pytest.raises(ResetNeeded):
        env.render()
    start = plain(env.reset(seed=1))
    actions = {"player_0": 0, "player_1": 2}
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert plain(twin.step(actions)) == plain(copy.deepcopy(env).step(actions))
    assert env.render() == "player 0: ?\nplayer 1: ?"
    env.step(actions)
    assert "scissors" in str(env.render())
    env.set_state(env.game.initial_state())
    assert env.agents == ["player_0", "player_1"]
    with pytest.raises(ValueError, match="some players have chosen already"):
        env.set_state(env.game.initial_state().child(0))
    assert plain(env.reset(seed=1)) == start
