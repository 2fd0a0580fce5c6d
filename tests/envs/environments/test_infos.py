"""Infos list nothing that a library could not make a tensor of."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

import pokerzoo  # noqa: F401 - registers the environments
from pokerzoo.envs import kuhn_v0, rps_v0, texas_holdem_v0
from pokerzoo.envs.registry import ENVIRONMENTS, camel_case


@pytest.mark.parametrize("mask_in", ["observation", "info"])
def test_infos_are_plain_and_have_the_same_entries(mask_in: Any) -> None:
    listed = ["infoset_index", *(["action_mask"] if mask_in == "info" else [])]
    for module in (kuhn_v0, rps_v0, texas_holdem_v0):
        env = module.env(mask_in=mask_in)
        env.reset(seed=1)
        over = False
        while not over:
            mover, state = env.agent_selection, env.game_state
            over = state.is_terminal
            assert all(type(info) is dict and [*info] == listed for info in env.infos.values())
            index = -1 if over or module is texas_holdem_v0 else state.infoset_index()
            assert {agent: info["infoset_index"] for agent, info in env.infos.items()} == {
                agent: index if agent == mover else -1 for agent in env.possible_agents
            }
            if over:
                assert env.infoset_key() is None is env.infoset_key(mover)
            else:
                assert env.infoset_key() == env.infoset_key(mover) == state.infoset_key(state.current_player)
                env.step(1)
    parallel = rps_v0.parallel_env(mask_in=mask_in)
    _, infos = parallel.reset(seed=1)
    assert [info["infoset_index"] for info in infos.values()] == [0, 1]
    assert [parallel.infoset_key(agent) for agent in infos] == ["player_0|", "player_1|"]
    assert all(type(info) is dict and [*info] == listed for info in infos.values())


@pytest.mark.parametrize("mask_in", ["observation", "info"])
@pytest.mark.parametrize(
    ("name", "params"),
    [
        *((name, {}) for name in ENVIRONMENTS if not name.startswith(("holdem", "fhp", "texas_holdem"))),
        *(pytest.param(name, {}, marks=pytest.mark.long) for name in ("fhp", "texas_holdem")),
        ("texas_holdem", {"hands": 2, "num_players": 3}),
    ],
    ids=str,
)
def test_gymnasium_infos_list_the_same_numbers_at_every_step(name: str, params: dict[str, Any], mask_in: Any) -> None:
    """Requirement of TorchRL's ``GymEnv(id, num_envs=2)``: it makes tensors of all that infos list."""
    mask = {"action_mask"} if mask_in == "info" else set()
    listed = {"infoset_index", "seat", "hand_over", "illegal", "illegal_actions"} | mask | ({"hand"} if params else set())
    kinds = ["sync"] if params else ["sync", "vector_entry_point"]
    for kind in kinds:
        envs = gymnasium.make_vec(
            f"pokerzoo/{camel_case(name)}-v0", num_envs=2, vectorization_mode=kind, mask_in=mask_in, illegal="passive", **params
        )
        envs.action_space.seed(1)
        seen = [envs.reset(seed=1)[1], *[envs.step(envs.action_space.sample())[-1] for _ in range(30)]]
        for infos in seen:
            assert {key for key in infos if not key.startswith("_")} == listed
            assert all(isinstance(infos[key], np.ndarray) and infos[key].dtype.kind in "ib" for key in infos)
            assert all(infos[f"_{key}"].tolist() == [True, True] for key in listed)
        assert any(infos["illegal"].any() for infos in seen) or name in ("rps", "bet_fold")
        envs.close()
