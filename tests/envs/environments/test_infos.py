"""Infos list nothing that a library could not make a tensor of."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

import pokerzoo  # noqa: F401 - registers the environments
from pokerzoo.envs.registry import ENVIRONMENTS, camel_case


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
