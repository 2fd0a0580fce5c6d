"""Infos of PettingZoo environments list nothing that a library could not make a tensor of."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from pokerzoo.envs import kuhn_v0, rps_v0, texas_holdem_v0
from pokerzoo.envs.environments.infos import MoverInfo


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


def test_it_is_a_dictionary_in_all_else() -> None:
    infoset, mask = {"key": "K|b", "index": 3}, np.ones(3)
    info = MoverInfo(infoset, {"illegal": True, "action_mask": mask})
    assert info["infoset"] is info.get("infoset") is infoset
    assert (info["illegal"], info.get("seat"), info.get("seat", 7)) == (True, None, 7)
    assert repr(MoverInfo(infoset, {"illegal": True})) == "{'infoset': {'key': 'K|b', 'index': 3}, 'illegal': True}"
    with pytest.raises(KeyError, match="seat"):
        info["seat"]
    assert (info | {"hand": 2})["hand"] == 2
    plain = MoverInfo(infoset, {"illegal": True})
    assert plain == {"infoset": infoset, "illegal": True} == plain
    assert plain != {"illegal": True}
    assert plain != MoverInfo({"key": "K|"}, {"illegal": True})
    copies = [plain.copy(), copy.copy(plain), copy.deepcopy(plain), plain | {}, pickle.loads(pickle.dumps(plain))]
    assert all(type(one) is MoverInfo and one == plain for one in copies)
    assert copy.deepcopy(info)["action_mask"] is not mask
