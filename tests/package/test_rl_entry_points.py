"""Entry points of learning libraries as users type them: made, learned with a little, measured. Run by ``make test-rl``."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import gymnasium
import pytest

import pokerzoo  # noqa: F401 - registers the environments
from pokerzoo.agents import RLAgent
from pokerzoo.envs import kuhn_v0, leduc_v0, make_game, rps_v0, texas_holdem_v0
from pokerzoo.envs.registry import ENVIRONMENTS, camel_case
from pokerzoo.evaluation import exploitability

pytestmark = [pytest.mark.rl, pytest.mark.filterwarnings("ignore")]  # what the libraries warn of is theirs
LEDUC = "pokerzoo/Leduc-v0"
IDS = [f"pokerzoo/{camel_case(name)}-v0" for name in ENVIRONMENTS]


def needs(*modules: str) -> pytest.MarkDecorator:
    """Skip unless these are installed (without importing them)."""
    missing = [module for module in ("torch", *modules) if find_spec(module) is None]
    return pytest.mark.skipif(bool(missing), reason=f"not installed: {', '.join(missing)}")


def is_measured_as_it_is(model: Any, agent: RLAgent) -> None:
    """True if a model of Leduc has the exploitability of the agent that was made of it."""
    game = make_game("leduc")
    result = exploitability(game, model)
    assert result == exploitability(game, agent)
    assert 0.0 < result < 7.0


@needs("sb3_contrib")
@pytest.mark.parametrize("kind", ["PPO", "A2C", "MaskablePPO", "DQN", "QRDQN"])
def test_stable_baselines(kind: str) -> None:
    import sb3_contrib
    import stable_baselines3
    from stable_baselines3.common.env_util import make_vec_env

    vector = make_vec_env(LEDUC, n_envs=8, seed=1)
    vector.reset()
    assert vector.env_method("action_masks")[0].shape == (3,)
    shorter = {"n_steps": 16, "batch_size": 64, "n_epochs": 1} if kind.endswith("PPO") else {}
    if kind.endswith("DQN"):
        shorter = {"buffer_size": 1_000, "learning_starts": 64}
    made = getattr(stable_baselines3, kind, None) or getattr(sb3_contrib, kind)
    model = made("MultiInputPolicy", vector, device="cpu", seed=1, **shorter).learn(256)
    is_measured_as_it_is(model, RLAgent.of(make_game("leduc"), model))


@needs("sb3_contrib")
def test_stable_baselines_on_vectors_and_by_ids() -> None:
    from sb3_contrib import MaskablePPO
    from stable_baselines3 import PPO
    from stable_baselines3.common.env_checker import check_env
    from stable_baselines3.common.env_util import make_vec_env
    from stable_baselines3.common.vec_env import VecNormalize

    flat = VecNormalize(make_vec_env(LEDUC, n_envs=4, env_kwargs={"mask_in": "info", "opponent": "honest"}))
    model = PPO("MlpPolicy", flat, n_steps=16, batch_size=64, n_epochs=1, device="cpu").learn(64)
    is_measured_as_it_is(model, RLAgent.of(make_game("leduc"), model))
    by_id = MaskablePPO("MultiInputPolicy", LEDUC, n_steps=32, batch_size=32, n_epochs=1, device="cpu").learn(32)
    is_measured_as_it_is(by_id, RLAgent.of(make_game("leduc"), by_id))
    # A learner without masks: what it plays against the rules is in the log of episodes.
    counted = make_vec_env("pokerzoo/Kuhn-v0", n_envs=2, seed=1, monitor_kwargs={"info_keywords": ("illegal_actions",)})
    unmasked = PPO("MultiInputPolicy", counted, n_steps=32, batch_size=64, n_epochs=1, device="cpu", seed=1).learn(64)
    assert sum(episode["illegal_actions"] for episode in unmasked.ep_info_buffer) > 5
    for name in IDS:
        check_env(gymnasium.make(name).unwrapped)
        vector = make_vec_env(name, n_envs=2, seed=1)
        seen: Any = vector.reset()
        vector.step(seen["action_mask"].argmax(axis=1))


@needs("torchrl")
@pytest.mark.parametrize(
    ("name", "params"),
    [
        (LEDUC, {}),
        (LEDUC, {"mask_in": "info", "opponent": "honest"}),
        ("pokerzoo/BetFold-v0", {"mask_in": "info"}),
        ("pokerzoo/PushFold-v0", {}),
        ("pokerzoo/TexasHoldem-v0", {"hands": 3, "num_players": 3}),
    ],
    ids=str,
)
def test_torchrl_by_id_in_processes(name: str, params: dict[str, Any]) -> None:
    """Its reader makes tensors of all that infos list, and it checks that each step has the same ones."""
    import torch
    from torchrl.envs import GymEnv
    from torchrl.envs.utils import check_env_specs

    torch.manual_seed(1)
    env = GymEnv(f"pokerzoo:{name}", num_envs=2, **params)
    check_env_specs(env)

    def policy(tensordict: Any) -> Any:  # TorchRL goes by the argument's name
        masks = tensordict["action_mask"].float()
        action = torch.distributions.Categorical(masks).sample()
        tensordict["action"] = torch.nn.functional.one_hot(action, masks.shape[-1])
        return tensordict

    data = env.rollout(40, policy, break_when_any_done=False)
    env.close()
    listed = {"infoset_index", "seat", "hand_over", "illegal", "illegal_actions"}
    assert listed <= set(data.keys()) and listed <= set(data["next"].keys())
    assert "infoset" not in set(data.keys())
    assert (data["action"] * data["action_mask"]).sum(-1).eq(1).all()  # nothing illegal is played
    # But TorchRL may show the end of the last hand, where the mask is all ones, for the start of the next.
    assert not data["next", "illegal"].bool()[~data["action_mask"].bool().all(-1)].any()
    assert data["next", "done"].sum() > 5
    seats = set(data["seat"].flatten().tolist())
    assert seats == set(range(params.get("num_players", 5 if "BetFold" in name else 2)))


@needs("torchrl")
def test_torchrl_takes_pettingzoo_environments_as_they_are() -> None:
    from torchrl.envs import PettingZooWrapper
    from torchrl.envs.utils import check_env_specs

    kinds: list[Any] = ["observation", "info"]
    for module in (kuhn_v0, leduc_v0, texas_holdem_v0):
        for mask_in in kinds:
            env = PettingZooWrapper(module.env(mask_in=mask_in), use_mask=True)
            check_env_specs(env)
            data = env.rollout(30, break_when_any_done=False)
            for player in ("player_0", "player_1"):
                acts = data[player, "mask"][:, 0]
                chosen = data[player, "action_mask"].gather(-1, data[player, "action"][..., None])
                assert chosen[acts].all()
            paid = data["next", "player_0", "reward"] + data["next", "player_1", "reward"]
            assert paid.abs().max() == 0.0
    for mask_in in kinds:
        check_env_specs(PettingZooWrapper(rps_v0.parallel_env(mask_in=mask_in)))


@pytest.mark.parametrize("kind", ["sync", "async", "own"])
def test_gymnasium_vectors_as_cleanrl_steps_them(kind: str) -> None:
    """``RecordEpisodeStatistics`` under a vector that deals in the same step; what was won is in ``final_info``.

    The id says what to import, for processes that are spawned.
    """

    def make() -> Any:
        return gymnasium.wrappers.RecordEpisodeStatistics(gymnasium.make(f"pokerzoo:{LEDUC}", mask_in="info"))

    same_step = gymnasium.vector.AutoresetMode.SAME_STEP
    if kind == "own":
        plain = gymnasium.make_vec(LEDUC, num_envs=4, mask_in="info", autoreset_mode="SameStep")
        vector: Any = gymnasium.wrappers.vector.RecordEpisodeStatistics(plain)
    elif kind == "sync":
        vector = gymnasium.vector.SyncVectorEnv([make] * 4, autoreset_mode=same_step)
    else:
        vector = gymnasium.vector.AsyncVectorEnv([make] * 4, autoreset_mode=same_step)
    seen, infos = vector.reset(seed=1)
    assert seen.shape == (4, 41)
    won, recorded, hands = 0.0, 0.0, 0
    for _ in range(30):
        seen, rewards, over, _, infos = vector.step(infos["action_mask"].argmax(axis=1))
        won += rewards.sum()
        hands += over.sum()
        statistics = infos if kind == "own" else infos.get("final_info", {})
        if "episode" in statistics:
            recorded += statistics["episode"]["r"][statistics["_episode"]].sum()
    vector.close()
    assert hands > 20
    assert recorded == pytest.approx(won)
