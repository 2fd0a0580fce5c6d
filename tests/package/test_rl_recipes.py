"""The recipes of examples/rl, each from beginning to end, and what they rest on. Run by ``make test-rl``."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

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
    command = [sys.executable, str(RECIPES / "sb3_whole_hands.py"), "--steps", "30000", "--hands", "1000"]
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
