"""Options of learners with networks: in the constructors' signatures and documentation, checked and kept."""

from __future__ import annotations

import inspect
from dataclasses import FrozenInstanceError
from typing import Any, get_type_hints

import pytest

from pokerzoo import agents
from pokerzoo.agents.neural import options as records
from pokerzoo.agents.neural.options import DeepCFROptions, LearnerOptions, PPOOptions, RNaDOptions, share_left

LEARNERS = ("DeepCFR", "NeuralMMD", "PPO", "RNaD")


@pytest.mark.parametrize("name", LEARNERS)
def test_constructors_show_their_options(name: str) -> None:
    learner, record = getattr(agents, name), getattr(records, f"{name}Options")
    signature = inspect.signature(learner).parameters
    assert [*signature] == ["game", "variant", *record.names(), "seed"]
    assert all(signature[one].default == getattr(record, one) for one in record.names())
    told = learner.__init__.__doc__
    assert [line.split(":")[0].strip() for line in told.splitlines() if line.startswith("    ") and line[4] != " "] == [
        *signature, "ImportError", "ValueError", "UnsupportedError",
    ]  # fmt: skip


@pytest.mark.parametrize("name", LEARNERS)
def test_type_checkers_see_the_same_options(name: str) -> None:
    """``Unpack`` of a constructor's ``**options`` has the record's names and types."""
    told = get_type_hints(getattr(records, f"{name}Keywords"))
    kept = get_type_hints(getattr(records, f"{name}Options"))
    assert told == {one: kept[one] for one in getattr(records, f"{name}Options").names()}
    constructor = getattr(agents, name).__init__
    assert constructor.__annotations__["options"] == f"Unpack[{name}Keywords]"


def test_defaults_are_allowed() -> None:
    for name in LEARNERS:
        record: type[LearnerOptions] = getattr(records, f"{name}Options")
        assert record().to_dict().keys() == set(record.names())


def test_values_are_kept_in_one_form() -> None:
    found = PPOOptions(hidden=8, entropy=1)
    assert (found.hidden, found.entropy, type(found.entropy)) == ((8,), 1.0, float)
    assert found.to_dict()["hidden"] == [8]
    assert RNaDOptions(importance_cap=None).importance_cap is None
    with pytest.raises(FrozenInstanceError):
        found.clip = 0.5  # type: ignore[misc]


@pytest.mark.parametrize(
    ("record", "options", "message"),
    [
        (PPOOptions, {"hands": 0}, "hands=0: must be an integer from 1"),
        (PPOOptions, {"clip": 0.0}, "clip=0.0"),
        (PPOOptions, {"hidden": (8, "x")}, "hidden='x'"),
        (RNaDOptions, {"importance_cap": 0.5}, "importance_cap=0.5"),
        (DeepCFROptions, {"reinitialise": 1}, "reinitialise=1: must be True or False"),
    ],
)
def test_what_is_not_allowed_is_named(record: type[LearnerOptions], options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        record(**options)


def test_what_falls_is_halved() -> None:
    assert [share_left(100.0, iteration) for iteration in (0, 100, 200)] == pytest.approx([1.0, 1 / 2, 1 / 3])
