"""Documents whose code needs torch do what they say, too: whole pages from top to bottom. Run by ``make test-rl``.

``pokerzoo_testing/documents.py`` has the rules. What varies from machine to machine is compared by its form; what must hold
everywhere is asserted here, of what the page's code leaves.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from pokerzoo.evaluation import exploitability, leaks
from pokerzoo_testing import ROOT
from pokerzoo_testing.documents import parse_blocks, run_blocks

pytestmark = [
    pytest.mark.rl,
    pytest.mark.filterwarnings("ignore"),  # what the libraries warn of is theirs
    pytest.mark.skipif(
        any(find_spec(name) is None for name in ("torch", "sb3_contrib", "matplotlib")), reason="needs torch and sb3-contrib"
    ),
]


def run_page(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[dict[str, Any], list[str]]:
    """The namespace that a page's Python blocks leave, and the kinds of blocks that ran."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    left: dict[str, Any] = {}
    return left, run_blocks(parse_blocks((ROOT / "docs" / name).read_text(encoding="utf-8")), folder, left)


def test_train_networks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left, ran = run_page("howto/train_networks.md", tmp_path, monkeypatch)
    assert ran.count("python") == 6 and ran.count("bash") == 1
    game, model, match = left["game"], left["model"], left["match"]
    after = exploitability(game, model)
    assert after < 0.6 * left["before"]
    # The policy file, the network and the sum of the leaks are three ways to the same number.
    assert exploitability(game, str(tmp_path / "learner.npz")) == pytest.approx(after, abs=1e-7)
    assert left["result"].nash_conv == pytest.approx(2 * after) == sum(leak.chips for leak in leaks(game, model).ranked(None))
    # AIVAT says the same with a narrower interval; four standard errors, so that no machine's luck fails this.
    assert match.interval[0].width < 0.5 * match.chips.interval[0].width
    for estimate in (match, match.chips):
        assert abs(estimate.chips_per_hand[0] - match.exact[0]) < 4 * estimate.standard_error[0]
    assert match.exact[0] < 0 and exploitability(game, left["cfr"]) <= 0.001
    mirror = left["trainers"]["NeuralMMD"]
    assert exploitability(game, mirror.current_policy()) < 0.5
    assert left["trainer"].exploitability < 0.1  # Deep CFR on Kuhn; uniform play is at 0.458
    assert exploitability("kuhn", str(tmp_path / "kuhn.npz")) == left["trainer"].exploitability
    assert (tmp_path / "rnad.jsonl").read_text(encoding="utf-8").count("\n") > 1


def test_what_a_library_learns_from_the_reward_of_the_last_to_act() -> None:
    """Tutorial 5 warns of it: with the next player's observation and the reward of the one who just acted, each decision is
    credited with the last actor's result. So jacks are bet, kings checked, and random play is beaten."""
    import gymnasium
    from sb3_contrib import MaskablePPO

    from pokerzoo.agents import tabulate
    from pokerzoo.envs import kuhn_v0, make_game
    from pokerzoo.evaluation import round_robin

    class Stream(gymnasium.Env[Any, Any]):
        def __init__(self) -> None:
            self.table: Any = kuhn_v0.env()
            self.table.reset(seed=0)
            table: Any = self.table
            self.observation_space = table.observation_space("player_0")["observation"]
            self.action_space = self.table.action_space("player_0")

        def seen(self) -> Any:
            return self.table.observe(self.table.agent_selection)

        def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
            self.table.reset(seed=seed)
            return self.seen()["observation"], {}

        def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
            actor = self.table.agent_selection
            self.table.step(int(action))
            paid = self.table.unwrapped._cumulative_rewards[actor]
            return self.seen()["observation"], paid, self.table.terminations[actor], False, {}

        def action_masks(self) -> Any:
            return self.seen()["action_mask"].astype(bool)

    model = MaskablePPO("MlpPolicy", Stream(), n_steps=1024, learning_rate=0.002, seed=0, device="cpu")
    model.learn(15 * 1024)
    game = make_game("kuhn")
    policy = tabulate(game, model)
    assert policy["J|"]["bet"] > 0.9 and policy["K|"]["check"] > 0.9
    assert exploitability(game, policy) > exploitability(game, "random")
    assert round_robin(game, {"wrong": policy, "random": "random"}).chips[0, 1] > 0.28
