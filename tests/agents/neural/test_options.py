"""Options of learners with networks: a record each, checked and kept."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from pokerzoo.agents.neural.deep_cfr import DeepCFROptions
from pokerzoo.agents.neural.neural_mmd import NeuralMMDOptions
from pokerzoo.agents.neural.options import LearnerOptions, share_left
from pokerzoo.agents.neural.ppo import PPOOptions
from pokerzoo.agents.neural.rnad import RNaDOptions


def test_values_are_kept_in_one_form() -> None:
    number: Any = 8
    options = PPOOptions(hidden=number, entropy=1)
    assert (options.hidden, options.entropy, type(options.entropy)) == ((8,), 1.0, float)
    assert options.to_dict()["hidden"] == [8]
    assert RNaDOptions(importance_cap=None).importance_cap is None
    with pytest.raises(FrozenInstanceError):
        options.clip = 0.5  # type: ignore[misc]


@pytest.mark.parametrize(
    ("record", "options"),
    [
        *((PPOOptions, bad) for bad in ({"hands": 0}, {"at_once": 0}, {"epochs": 1.5}, {"clip": 0.0}, {"trace": 1.1})),
        *((PPOOptions, bad) for bad in ({"entropy": -0.1}, {"learning_rate": 0.0}, {"average_share": 0.0}, {"hidden": "64"})),
        *((PPOOptions, bad) for bad in ({"chips_per_unit": 0.0}, {"hidden": 0}, {"average_power": 100.0}, {"hands": None})),
        *((RNaDOptions, bad) for bad in ({"eta": 0.0}, {"replace_every": 0}, {"replace_every": 1.5}, {"beta": 0.0})),
        *((RNaDOptions, bad) for bad in ({"target_rate": 0.0}, {"target_rate": 1.5}, {"importance_cap": 0.5})),
        *((RNaDOptions, bad) for bad in ({"visit_power": 1.1}, {"trace": -0.1}, {"average_power": float("nan")})),
        *((NeuralMMDOptions, bad) for bad in ({"temperature": -0.1}, {"step": 0.0}, {"follow": 1.5}, {"updates": 0})),
        *((NeuralMMDOptions, bad) for bad in ({"entropy_scale": -0.01}, {"halving": 0.0}, {"value_weight": float("inf")})),
        *((DeepCFROptions, bad) for bad in ({"reinitialise": 1}, {"traversals": 0}, {"batch_size": 0}, {"memory_size": -1})),
        *((DeepCFROptions, bad) for bad in ({"train_steps": 1.5}, {"average_steps": 0}, {"reinitialise": None})),
    ],
)
def test_what_is_not_allowed_is_named(record: type[LearnerOptions], options: dict[str, Any]) -> None:
    ((name, value),) = options.items()
    with pytest.raises(ValueError, match=f"{name}={value!r}: must be "):
        record(**options)


def test_what_falls_is_halved() -> None:
    assert [share_left(100.0, iteration) for iteration in (0, 100, 200)] == pytest.approx([1.0, 1 / 2, 1 / 3])
