"""``render_mode="rgb_array"``: frames of one size from every kind of environment, and the wrappers that ask for them."""

from __future__ import annotations

import sys
from typing import Any

import gymnasium
import numpy as np
import pytest

from pokerzoo.envs import GameAECEnv, GameParallelEnv, SingleAgentEnv, make_game, state_pixels
from pokerzoo.envs.registry import ENVIRONMENTS, camel_case

pytest.importorskip("PIL")

SHAPE = (480, 720, 3)
SMALL = {"ranges": ("QQ+,AKs", "QQ+,AKs")}
PARAMS: dict[str, dict[str, Any]] = {name: SMALL if name.startswith("holdem") else {} for name in ENVIRONMENTS}


def is_frame(frame: object) -> bool:
    return isinstance(frame, np.ndarray) and frame.shape == SHAPE and frame.dtype == np.uint8


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_an_episode_of_frames_by_id(name: str) -> None:
    env = gymnasium.make(f"pokerzoo/{camel_case(name)}-v0", render_mode="rgb_array", illegal="passive", **PARAMS[name])
    env.reset(seed=3)
    frames: list[Any] = [env.render()]
    over = False
    while not over:
        _, _, over, _, _ = env.step(1)
        frames.append(env.render())
    assert all(map(is_frame, frames)) and not np.array_equal(frames[0], frames[-1])
    inner = env.unwrapped
    assert isinstance(inner, SingleAgentEnv)
    assert np.array_equal(frames[-1], state_pixels(inner.state, inner.player))
    assert env.metadata["render_modes"] == ["ansi", "human", "rgb_array"] and env.metadata["render_fps"] == 1


def test_in_turn_the_mover_is_shown_and_no_player_changes_the_seat() -> None:
    env = GameAECEnv(make_game("leduc"), render_mode="rgb_array")
    env.reset(seed=1)
    assert np.array_equal(env.render(), state_pixels(env.game_state, 0))  # type: ignore[arg-type]
    env.step(1)
    assert np.array_equal(env.render(), state_pixels(env.game_state, 1, bottom=0))  # type: ignore[arg-type]
    assert not np.array_equal(env.render(), state_pixels(env.game_state, None))  # type: ignore[arg-type]


def test_at_once_the_first_player_is_shown() -> None:
    env = GameParallelEnv(make_game("bet_fold"), render_mode="rgb_array")
    env.reset(seed=1)
    assert np.array_equal(env.render(), state_pixels(env.game_state, 0))  # type: ignore[arg-type]
    env.step(dict.fromkeys(env.agents, 1))
    assert is_frame(env.render())


def test_many_hands_give_a_frame_each() -> None:
    env = gymnasium.make_vec("pokerzoo/Kuhn-v0", num_envs=3, seat=1, render_mode="rgb_array")
    env.reset(seed=2)
    frames = env.render()
    assert isinstance(frames, tuple) and len(frames) == 3 and all(map(is_frame, frames))
    assert all(np.array_equal(frame, state_pixels(env.state(i), 1)) for i, frame in enumerate(frames))  # type: ignore[attr-defined]


def test_without_pillow_environments_are_made_but_render_no_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stable-Baselines3 asks for this mode whether it renders or not."""
    monkeypatch.setitem(sys.modules, "PIL", None)
    env = gymnasium.make("pokerzoo/Kuhn-v0", render_mode="rgb_array", disable_env_checker=True)
    env.reset(seed=1)
    env.step(1)
    with pytest.raises(ImportError, match=r"needs Pillow: .* -m pip install"):
        env.render()
