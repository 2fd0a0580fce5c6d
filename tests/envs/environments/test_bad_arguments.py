"""Arguments of environments and batches that cannot be: each error names the argument, and says what is allowed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.error import ResetNeeded

import pokerzoo  # noqa: F401 - registers the environments
from pokerzoo.agents import TabularPolicy, baseline_policy
from pokerzoo.envs import BatchedGame, GameAECEnv, GameParallelEnv, SingleAgentEnv, make_game, texas_holdem_v0
from pokerzoo.envs.environments.vector import PokerVectorEnv

KUHN, WHOLE = make_game("kuhn", num_players=3), make_game("texas_holdem")


class AtRandom:
    """Any legal action."""

    def act(self, observation: Any, action_mask: Any, info: Any, rng: np.random.Generator) -> int:
        return int(rng.choice(np.flatnonzero(action_mask)))


def vector(**options: Any) -> PokerVectorEnv:
    return PokerVectorEnv(KUHN, **({"num_envs": 2} | options))


def whole_vector(**options: Any) -> PokerVectorEnv:
    return PokerVectorEnv(WHOLE, 2, **options)


def single(**options: Any) -> SingleAgentEnv:
    return SingleAgentEnv(KUHN, **options)


def batch(size: Any = 2, **options: Any) -> BatchedGame:
    return BatchedGame(KUHN, size, **options)


def by_id(**options: Any) -> Any:
    return gymnasium.make_vec("pokerzoo/Kuhn-v0", num_envs=2, **options)


ROWS: list[Any] = [
    (lambda **options: GameAECEnv(KUHN, **options), {"illegal": "fold"}, "illegal='fold'.*'raise', 'warn', 'passive'"),
    (lambda: GameParallelEnv(KUHN), {}, "players act in turn"),
    *((single, {"seat": seat}, "seat=.* from 0 to 2, or None") for seat in (3, -1, 0.5, True, "0")),
    *(
        (single, {"opponent": other}, r"opponent=.*must be an agent \(an object with act\)")
        for other in (3, None, AtRandom, [3, 3])
    ),
    *(
        (single, {"opponent": name}, "'rando': no such baseline and no such file; .*'random'")
        for name in ("rando", Path("rando"))
    ),
    (single, {"opponent": ["random"]}, "1 for 2 seats"),
    (vector, {"num_envs": 0}, "num_envs=0"),
    (vector, {"seat": 3}, "seat=3: .* from 0 to 2, or None"),
    (vector, {"illegal": "fold"}, "illegal='fold'"),
    (vector, {"autoreset_mode": "Never"}, "autoreset_mode='Never'.*'NextStep', 'SameStep', 'Disabled'"),
    (vector, {"render_mode": "human"}, "render_mode='human': .* None, 'ansi', 'rgb_array'"),
    (vector, {"opponent": ["honest"]}, "1 for 2 seats"),
    (vector, {"opponent": np.ones(3)}, r"opponent: shape \(3,\)"),
    (vector, {"opponent": np.zeros(KUHN.infosets.size)}, "infoset 'T.': the opponent plays 0, 0, which sum to 0"),
    (by_id, {"opponent": baseline_policy(make_game("leduc"), "honest")}, "a policy for leduc"),
    (by_id, {"opponent": AtRandom()}, 'opponent=.*vectorization_mode="sync".*draws random numbers'),
    (whole_vector, {"opponent": np.ones(7)}, r"opponent: an array of float64 \(7,\): .* too many infosets for tables"),
    (whole_vector, {"opponent": "best"}, "'best': no such player for texas_holdem"),
    (whole_vector, {"opponent": ["tight", "tight"]}, "2 for 1 seats"),
    (whole_vector, {"opponent": TabularPolicy.uniform(make_game("kuhn"))}, "a policy for kuhn"),
    *((batch, {"size": size}, "batch=") for size in (0, -1, 1.0, True, "4")),
    *((batch, {"seed": seed}, "seed=") for seed in (-1, 1.5, True, "a")),
    (batch, {"autoreset": 1}, "autoreset=1"),
    (batch, {"observe": 1}, "observe=1"),
    (lambda: BatchedGame(make_game("kuhn", num_cards=100, num_players=4), 2), {}, "too large"),
    *((texas_holdem_v0.env, {"hands": hands}, "hands=") for hands in (0, -1, 1.5, True, "3")),
    (
        lambda **options: pettingzoo.make("aec", "pokerzoo/game-v0", **options),
        {"game": "kuhn", "hands": 2},
        "hands=2: kuhn has no",
    ),
    (
        lambda **options: gymnasium.make_vec("pokerzoo/TexasHoldem-v0", num_envs=2, **options),
        {"hands": 5},
        'hands: .*vectorization_mode="sync"',
    ),
]


@pytest.mark.parametrize(("make", "options", "pattern"), ROWS)
def test_bad_arguments(make: Callable[..., Any], options: dict[str, Any], pattern: str) -> None:
    with pytest.raises((ValueError, TypeError), match=pattern):
        make(**options)


def test_use_before_reset() -> None:
    env, many, seat, table = vector(), batch(), single(), GameAECEnv(KUHN)
    calls: list[Callable[[], Any]] = [
        env.action_masks, env.render, lambda: env.step(np.ones(2, np.int64)), lambda: env.state(0), seat.action_masks,
        lambda: seat.step(1), lambda: many.step([1, 1]), many.random_actions, many.observations, lambda: many.state(0),
        lambda: many.reset(where=[True, False]), lambda: table.game_state, lambda: table.step(1), table.state,
    ]  # fmt: skip
    for call in calls:
        with pytest.raises(ResetNeeded, match="call reset"):
            call()
    with pytest.raises(ResetNeeded, match="without reset_mask"):
        env.reset(options={"reset_mask": np.array([True, False])})


def test_actions_seeds_and_arrays_of_vectors_and_batches() -> None:
    env, many = vector(), batch(seed=1)
    for seed in (-1, [1], [1, -1], [1, 2**64], 1.5, "12", True, [1, True]):
        with pytest.raises(ValueError, match="seed"):
            env.reset(seed=seed)  # type: ignore[arg-type]
    env.reset(seed=[0, 2**64 - 1])
    many.reset()
    for actions in ([1], [1.0, 1.0], [[1, 1]], 1, ["a", "b"], [True, True]):
        for step in (env.step, many.step):
            with pytest.raises(ValueError, match=r"actions: .*must be integers \(2,\)"):
                step(np.array(actions))
    for where in ([True], [1, 0]):
        with pytest.raises(ValueError, match=r"where: .*must be bool \(2,\)"):
            many.reset(where=where)
    for change, pattern in (
        ({"observation": np.empty((3, 22), np.float32)}, r"out\.observation: float32 \(3, 22\); must be an array float32 \(2,"),
        ({"rewards": np.empty((2, 6))[:, ::2]}, r"out\.rewards: must be contiguous"),
    ):
        with pytest.raises(ValueError, match=pattern):
            many.step([1, 1], out=many.empty()._replace(**change))
    with pytest.raises(ValueError, match="out: int32"):
        many.random_actions(np.empty(2, np.int32))
    with pytest.warns(UserWarning, match="render_mode=None"):
        assert env.render() is None
