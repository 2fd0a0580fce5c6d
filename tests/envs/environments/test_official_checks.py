"""PettingZoo's and Gymnasium's checkers, on every environment and with other parameters than its default ones."""

from __future__ import annotations

import warnings
from importlib import import_module
from itertools import product
from typing import Any

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env

from pokerzoo.envs import fhp_v0, preflop_holdem_v0, push_fold_v0, texas_holdem_v0
from pokerzoo.envs.registry import ENVIRONMENTS, camel_case
from pokerzoo_testing.env_cases import GAMES, MODULES
from pokerzoo_testing.official import api_test, render_test, seed_test, strict

CASES: list[tuple[Any, dict[str, Any]]] = [
    *((import_module(f"pokerzoo.envs.{name}_v0"), {}) for name in ENVIRONMENTS),
    *((MODULES[name], params) for name, params in GAMES if params),
    (fhp_v0, {"deck": "royal", "blinds": (0, 1), "bet": 0.5, "raise_cap": 2}),
    (preflop_holdem_v0, {"last_street": "flop", "stack": 10, "rake_rate": 0.05}),
    (push_fold_v0, {"stack": 5, "ante": 0.25}),
    (texas_holdem_v0, {"num_players": 6, "stack": (40, 200, 0, 80, 12, 100), "ante": 1}),
    (texas_holdem_v0, {"num_players": 3, "limit": "fixed-limit", "rewards": "blinds"}),
    (texas_holdem_v0, {"num_players": 4, "bet_sizes": "any", "stack": 30, "deck": "short"}),
    (texas_holdem_v0, {"num_players": 3, "hands": 4, "stack": 30}),
    (texas_holdem_v0, {"num_players": 10, "hands": None, "stack": 10, "rewards": "blinds"}),
    (texas_holdem_v0, {"limit": "fixed-limit", "last_street": "flop"}),
    (texas_holdem_v0, {"num_players": 3, "hands": 4, "stack": 30, "last_street": "turn"}),
]
WAYS: list[tuple[Any, ...]] = list(product(["observation", "info"], [0, 1, None], ["passive", "warn"]))


def check(module: Any, params: dict[str, Any], mask_in: Any, seat: int | None, illegal: str) -> None:
    def make(**options: Any) -> Any:
        return module.env(**params, mask_in=mask_in, **options)

    with strict(mask_in):
        api_test(make(), num_cycles=60)
        seed_test(make, num_cycles=30)
        if mask_in == "observation":  # it reads masks from nowhere else
            render_test(make)
    options = {"mask_in": mask_in, "seat": seat, "illegal": illegal, "disable_env_checker": True}
    name = camel_case(module.__name__.rpartition(".")[2].removesuffix("_v0"))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        if illegal == "warn":
            warnings.filterwarnings("ignore", message=".*is not legal for player")
        check_env(gymnasium.make(f"pokerzoo/{name}-v0", **params, **options).unwrapped)
        env = make()
        env.reset(seed=1)
        assert env.unwrapped.state_space.contains(env.state())


@pytest.mark.parametrize("k", range(len(CASES)))
def test_official_checks(k: int) -> None:
    check(*CASES[k], *WAYS[5 * k % len(WAYS)])


@pytest.mark.long
@pytest.mark.parametrize("k", range(len(CASES)))
def test_official_checks_in_every_way(k: int) -> None:
    for way in WAYS:
        check(*CASES[k], *way)
