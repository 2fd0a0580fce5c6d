"""The recipes of examples/rl, each from beginning to end, and what they rest on. Run by ``make test-rl``."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.envs import make_game
from pokerzoo.envs.environments.aec import GameAECEnv
from pokerzoo.envs.environments.turn_wrapper import TurnWrapper
from pokerzoo_testing import ROOT

pytestmark = [
    pytest.mark.rl,
    # What the libraries warn of is theirs.
    pytest.mark.filterwarnings("ignore"),
]
RECIPES = ROOT / "examples" / "rl"


def needs(*modules: str) -> pytest.MarkDecorator:
    """Skip unless these are installed (without importing them)."""
    missing = [module for module in ("torch", "matplotlib", *modules) if find_spec(module) is None]
    return pytest.mark.skipif(bool(missing), reason=f"not installed: {', '.join(missing)}")


def run(recipe: str, folder: Path, *options: str) -> str:
    """Run a recipe as a user does; what it prints."""
    done = subprocess.run(
        [sys.executable, RECIPES / f"{recipe}.py", "--picture", "curve.png", *options],
        cwd=folder,
        env={**os.environ, "OMP_NUM_THREADS": "1", "COLUMNS": "100"},
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert (folder / "curve.png").stat().st_size < 100_000
    assert "what the row wins from the column" in done.stdout
    assert "learner" in done.stdout
    return done.stdout


def before_and_after(printed: str, what: str = "exploitability") -> tuple[float, float]:
    """The two numbers of a summary."""
    match = re.search(rf"^{what} before training (\S+), after (\S+) chips a hand \(exact\)$", printed, re.MULTILINE)
    assert match, printed
    return float(match[1]), float(match[2])


@needs("stable_baselines3")
def test_stable_baselines_makes_them_by_id() -> None:
    """Its ``make_vec_env`` asks for ``render_mode="rgb_array"`` first."""
    from stable_baselines3.common.env_util import make_vec_env

    env = make_vec_env("pokerzoo/Kuhn-v0", n_envs=3, seed=1)
    seen = env.reset()
    assert seen["observation"].shape == (3, 17)
    rewards, seats = [], set()
    for _ in range(50):
        seen, reward, _, infos = env.step(seen["action_mask"].argmax(axis=1))
        rewards += reward.tolist()
        seats |= {info["seat"] for info in infos}
    assert any(rewards)
    assert seats == {0, 1}


@needs("torchrl")
def test_torchrl_makes_them_by_id() -> None:
    """Its ``GymEnv`` gives ``frameskip`` first."""
    from torchrl.envs import GymEnv
    from torchrl.envs.utils import check_env_specs

    env = GymEnv("pokerzoo/Leduc-v0")
    check_env_specs(env)
    assert env.rollout(3)["observation"].shape[1] == 41


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("--steps 0", "argument --steps: must be at least 1, not 0"),
        ("--steps many", "argument --steps: invalid number value: 'many'"),
        ("--seed -1", "argument --seed: must be at least 0, not -1"),
        ("--game chess", "argument --game: invalid choice: 'chess'"),
    ],
)
def test_options_of_recipes(
    given: str, message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(RECIPES))
    from common import options

    with pytest.raises(SystemExit) as error:
        options("What it does.", "rl_test", {"kuhn": 10, "leduc": 20}, given.split())
    assert error.value.code == 2
    assert message in capsys.readouterr().err


@needs("sb3_contrib")
def test_best_response(tmp_path: Path) -> None:
    printed = run("sb3_best_response", tmp_path)
    before, after = before_and_after(printed, "value against CFR")
    line = r"^value against CFR: learner (\S+), its likeliest actions (\S+), exact best response (\S+) chips a hand$"
    match = re.search(line, printed, re.MULTILINE)
    assert match, printed
    learner, greedy, exact = map(float, match.groups())
    assert learner == pytest.approx(after, abs=1e-4)
    assert before < 0.0 < 0.8 * exact < learner < exact
    assert learner <= greedy <= exact
    before_and_after(printed)


@needs()
def test_vectors_of_gymnasium(tmp_path: Path) -> None:
    printed = run("vector_ppo", tmp_path)
    before, after = before_and_after(printed, "value against CFR")
    match = re.search(r"^value against CFR: learner (\S+), exact best response (\S+) chips a hand$", printed, re.MULTILINE)
    assert match, printed
    learner, exact = map(float, match.groups())
    assert learner == pytest.approx(after, abs=1e-4)
    assert before < 0.0 < 0.8 * exact < learner < exact
    won = re.search(r"^won of CFR in the last 10,000 hands of training: (\S+) chips a hand$", printed, re.MULTILINE)
    assert won, printed
    assert float(won[1]) == pytest.approx(learner, abs=0.08)  # four standard errors of 10,000 hands


@needs("sb3_contrib")
def test_self_play(tmp_path: Path) -> None:
    before, after = before_and_after(run("sb3_self_play", tmp_path))
    assert after < 0.4 * before


@needs("tianshou")
def test_tianshou(tmp_path: Path) -> None:
    before, after = before_and_after(run("tianshou_two_agents", tmp_path))
    assert after < 0.5 * before


@needs("torchrl")
def test_torchrl(tmp_path: Path) -> None:
    printed = run("torchrl_ppo", tmp_path)
    assert "check_env_specs: passed" in printed
    before, after = before_and_after(printed)
    assert after < 0.5 * before


@needs()
def test_ppo(tmp_path: Path) -> None:
    before, after = before_and_after(run("ppo", tmp_path, "--game", "leduc", "--steps", "1000000"))
    assert after < 0.6 * before


@needs("supersuit", "stable_baselines3")
def test_supersuit(tmp_path: Path) -> None:
    before, after = before_and_after(run("supersuit_vectors", tmp_path))
    assert after < 0.1 * before


@needs("ray")
def test_rllib(tmp_path: Path) -> None:
    before, after = before_and_after(run("rllib_ppo", tmp_path))
    assert after < before


@needs("sb3_contrib")
def test_whole_hands(tmp_path: Path) -> None:
    command = [sys.executable, RECIPES / "sb3_whole_hands.py", "--steps", "30000", "--hands", "1000"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr
    result = re.findall(r"^learner against loose \w+ training: ([+-]\d+) ± (\d+) ", done.stdout, re.MULTILINE)
    (before, wide), (after, narrow) = [(int(mean), int(half)) for mean, half in result]
    assert after > before + wide + narrow


@pytest.mark.parametrize(
    "recipe",
    [pytest.param("sb3_self_play", marks=needs("sb3_contrib")), pytest.param("tianshou_two_agents", marks=needs("tianshou"))],
)
def test_self_play_of_whole_hands(recipe: str, tmp_path: Path) -> None:
    printed = run(recipe, tmp_path, "--game", "texas_holdem", "--steps", "4000")
    assert re.search(r"^learner - random: \S+ \(\S+\)$", printed, re.MULTILINE)
    assert "won of 'always_call' before training" in printed


@needs("sb3_contrib")
def test_the_same_seed_learns_the_same(tmp_path: Path) -> None:
    seeds = ("3", "3", "4")
    printed = [run("sb3_best_response", tmp_path, "--steps", "4000", "--seed", seed) for seed in seeds]
    one, two, three = ([line for line in text.splitlines() if " decisions in " not in line] for text in printed)
    assert one == two
    assert one != three


@needs("tianshou")
def test_rewards_of_tianshous_stream_are_moved_to_whose_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Against ``TurnWrapper`` on the same hands, and against what Tianshou would have credited by itself."""
    monkeypatch.syspath_prepend(str(RECIPES))
    from tianshou.data import Batch
    from tianshou_two_agents import credit_own_turns

    rng = np.random.default_rng(1)
    env = GameAECEnv(make_game("leduc"))
    turns = TurnWrapper(GameAECEnv(make_game("leduc")))
    rows: list[dict[str, Any]] = []
    lived: list[Any] = []
    for hand in range(50):
        env.reset(seed=hand)
        turns.reset(seed=hand)
        decided: list[Any] = []
        while not env.terminations[env.agent_selection]:
            agent, seen = env.agent_selection, env.observe(env.agent_selection)
            action = int(rng.choice(np.flatnonzero(seen["action_mask"])))
            decided.append(agent)
            env.step(action)
            lived += [(hand, t) for t in turns.step(action)]
            after = env.observe(env.agent_selection)
            rows.append(
                {
                    "obs": {"agent_id": agent, "obs": seen["observation"]},
                    "obs_next": {"agent_id": env.agent_selection, "obs": after["observation"]},
                    "rew": np.array(list(env.rewards.values())),
                    "terminated": env.terminations[agent],
                    "truncated": False,
                }
            )
    batch = Batch.stack([Batch(row) for row in rows])
    theirs = sum(row["rew"][int(row["obs"]["agent_id"][-1])] for row in rows if row["terminated"])
    own = Batch(rew=batch.rew.copy(), terminated=batch.terminated.copy(), done=batch.terminated.copy())
    credit_own_turns(batch, own, np.arange(len(rows)))
    seats = np.array([int(name[-1]) for name in batch.obs.agent_id])
    result = batch.rew[np.arange(len(rows)), seats]
    for seat in range(2):
        expected = sorted((h, t.observation.tobytes(), t.reward, t.terminated) for h, t in lived if t.agent == f"player_{seat}")
        hands = np.concatenate([[0], np.cumsum([row["terminated"] for row in rows])[:-1]])
        at = np.flatnonzero(seats == seat)
        got = sorted((int(hands[i]), rows[i]["obs"]["obs"].tobytes(), result[i], bool(batch.terminated[i])) for i in at)
        assert got == expected
    assert result.sum() == 0.0
    assert theirs != 0.0
    np.testing.assert_array_equal(own.rew, batch.rew)
