"""Infos list nothing that a library could not make a tensor of."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest

import pokerzoo  # noqa: F401 - registers the environments
from pokerzoo.envs import kuhn_v0, rps_v0, texas_holdem_v0
from pokerzoo.envs.environments.continuous import ContinuousAmountsAEC, ContinuousAmountsEnv
from pokerzoo.envs.environments.infos import Info
from pokerzoo.envs.registry import ENVIRONMENTS, camel_case


@pytest.mark.parametrize("mask_in", ["observation", "info"])
def test_infosets_are_there_and_not_listed(mask_in: Any) -> None:
    turns = [module.env(mask_in=mask_in) for module in (kuhn_v0, rps_v0, texas_holdem_v0)]
    for env in turns:
        env.reset(seed=1)
        mover, waiting = env.agents if env.agent_selection == env.agents[0] else env.agents[::-1]
        assert "infoset" in env.infos[mover]
        assert "infoset" not in env.infos[waiting]
        assert env.last()[4]["infoset"]["key"] == env.unwrapped.state.infoset_key(env.unwrapped.state.current_player)
        listed = ["action_mask"] if mask_in == "info" else []
        assert [[*info] for info in env.infos.values()] == [listed, listed]
    parallel = rps_v0.parallel_env(mask_in=mask_in)
    _, infos = parallel.reset(seed=1)
    assert [info["infoset"]["index"] for info in infos.values()] == [0, 1]
    assert [[*info] for info in infos.values()] == [listed, listed]


@pytest.mark.parametrize("mask_in", ["observation", "info"])
@pytest.mark.parametrize(
    ("name", "params"),
    [
        *((name, {}) for name in ENVIRONMENTS if not name.startswith(("holdem", "flop_holdem", "texas_holdem"))),
        *(pytest.param(name, {}, marks=pytest.mark.long) for name in ("flop_holdem", "texas_holdem")),
        ("texas_holdem", {"hands": 2, "num_players": 3}),
    ],
    ids=str,
)
def test_gymnasium_infos_list_the_same_numbers_at_every_step(name: str, params: dict[str, Any], mask_in: Any) -> None:
    """Requirement of TorchRL's ``GymEnv(id, num_envs=2)``: it makes tensors of all that infos list."""
    numbered = {"infoset_index"} if ENVIRONMENTS[name].game != "texas_holdem" else set()
    mask = {"action_mask"} if mask_in == "info" else set()
    listed = {"seat", "hand_over", "illegal", "illegal_actions"} | numbered | mask | ({"hand"} if params else set())
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


@pytest.mark.parametrize("name", ["kuhn", "texas_holdem"])
def test_infosets_survive_the_wrappers_of_gymnasium(name: str) -> None:
    made = gymnasium.make(f"pokerzoo/{camel_case(name)}-v0", opponent="always_call", seat=0, mask_in="info")
    env = gymnasium.wrappers.RecordEpisodeStatistics(made)
    plain: Any = env.unwrapped
    _, info = env.reset(seed=1)
    while not plain.state.is_terminal:
        assert info["infoset"]["key"] == plain.state.infoset_key(0)
        assert info.get("infoset_index") == (plain.state.infoset_index() if name == "kuhn" else None)
        *_, info = env.step(1)
    assert "infoset" not in info and info.get("infoset_index") == (-1 if name == "kuhn" else None) and "episode" in info


def test_amounts_keep_what_is_not_listed() -> None:
    for mask_in in ("observation", "info"):
        turns = ContinuousAmountsAEC(texas_holdem_v0.env(bet_sizes="any", mask_in=mask_in))
        turns.reset(seed=1)
        assert turns.infos[turns.agent_selection]["infoset"]["key"]
        plain = gymnasium.make("pokerzoo/TexasHoldem-v0", bet_sizes="any", mask_in=mask_in, seat=0)
        _, info = ContinuousAmountsEnv(plain).reset(seed=1)
        assert info["infoset"]["key"] and "action_mask" not in info
        assert ("kind_mask" in info) == (mask_in == "info")


def test_it_is_a_dictionary_in_all_else() -> None:
    infoset, mask = {"key": "K|b", "index": 3}, np.ones(3)
    info = Info({"infoset": infoset}, {"illegal": True, "action_mask": mask})
    assert info["infoset"] is info.get("infoset") is infoset
    assert (info["illegal"], info.get("seat"), info.get("seat", 7)) == (True, None, 7)
    assert repr(Info({"infoset": infoset}, {"illegal": True})) == "{'infoset': {'key': 'K|b', 'index': 3}, 'illegal': True}"
    with pytest.raises(KeyError, match="seat"):
        info["seat"]
    assert (info | {"hand": 2})["hand"] == 2
    joined, turned = info | Info({"seats": (0, 2)}, {"hand": 2}), {"hand": 2, "illegal": False} | info
    assert joined == {"infoset": infoset, "seats": (0, 2), "illegal": True, "action_mask": mask, "hand": 2}
    assert [*joined] == ["illegal", "action_mask", "hand"] and [*info] == ["illegal", "action_mask"]
    assert type(turned) is Info and [*turned] == ["hand", "illegal", "action_mask"] and turned["illegal"]
    assert turned["infoset"] is infoset
    info["infoset"] = 7
    assert info["infoset"] == info.get("infoset") == 7 and joined["infoset"] is infoset
    plain = Info({"infoset": infoset}, {"illegal": True})
    assert plain == {"infoset": infoset, "illegal": True} == plain
    assert plain != {"illegal": True}
    assert plain != Info({"infoset": {"key": "K|"}}, {"illegal": True})
    copies = [plain.copy(), copy.copy(plain), copy.deepcopy(plain), plain | {}, pickle.loads(pickle.dumps(plain))]
    assert all(type(one) is Info and one == plain for one in copies)
    assert copy.deepcopy(info)["action_mask"] is not mask
