"""Networks as agents and policies: what the table says is what the network says."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from pokerzoo.agents import Agent, BatchedAgent, Policy, PolicyAgent, TabularPolicy, baseline_policy, tabulate
from pokerzoo.agents.neural.rl_agent import RLAgent
from pokerzoo.agents.policies.players import profile, to_player
from pokerzoo.envs import Game, kuhn_v0, make_game
from pokerzoo.envs.environments.infoset_observations import infoset_observations
from pokerzoo.envs.games.texas_holdem import make_texas_holdem
from pokerzoo.evaluation import exploitability, head_to_head, local_best_response
from pokerzoo_testing.env_cases import GAMES, all_states, game_ids

cases = pytest.mark.parametrize(("name", "params"), GAMES, ids=[game_ids(case) for case in GAMES])
LISTED = [case for case in GAMES if case[0] != "holdem"]


def matrix(game: Game, seed: int = 0) -> npt.NDArray[np.float64]:
    """A random layer [entries, actions]."""
    return np.random.default_rng(seed).normal(size=(len(game.observation_names), game.num_distinct_actions))


def linear(game: Game, seed: int = 0, **options: Any) -> RLAgent:
    """An agent of one linear layer, without torch."""
    weights = matrix(game, seed)
    return RLAgent(game, lambda observations, masks: observations @ weights, **options)


def softmax_by_hand(scores: list[float], legal: tuple[int, ...]) -> list[float]:
    """The shares of the legal actions."""
    weights = [np.exp(scores[action]) for action in legal]
    return [weight / sum(weights) for weight in weights]


@cases
def test_observations_and_masks_of_infosets_are_those_of_the_states(name: str, params: dict[str, Any]) -> None:
    if name == "holdem":
        params = {**params, "ranges": ("AsKs,QQ:0.5", "AKs,JhJd:0.25"), "board": "AhJs7c7d2h"}
    game = make_game(name, **params)
    observations, masks = infoset_observations(game), game.infosets.masks(game.num_distinct_actions)
    assert observations.dtype == np.float32
    met = set()
    for state in all_states(game):
        if state.is_terminal:
            continue
        i = game.infosets.index(state.infoset_key(state.current_player))
        met.add(i)
        np.testing.assert_array_equal(observations[i], state.observation(state.current_player))
        assert tuple(np.flatnonzero(masks[i])) == state.legal_actions()
    assert len(met) == len(game.infosets)


@pytest.mark.parametrize(("name", "params"), LISTED, ids=[game_ids(case) for case in LISTED])
def test_the_table_is_the_masked_softmax(name: str, params: dict[str, Any]) -> None:
    game = make_game(name, **params)
    agent, weights = linear(game), matrix(game)
    table = agent.tabulate()
    assert isinstance(table, TabularPolicy)
    assert agent.tabulate() is table
    for state in all_states(game):
        if state.is_terminal:
            continue
        scores = (state.observation(state.current_player) @ weights).tolist()
        expected = softmax_by_hand(scores, state.legal_actions())
        assert list(agent.action_probabilities(state)) == list(state.legal_actions())
        np.testing.assert_allclose(list(agent.action_probabilities(state).values()), expected, rtol=1e-12)
    row = game.infosets[-1]
    assert agent.action_probabilities(row.key) == table.action_probabilities(row.key)
    assert tabulate(game, agent).probabilities == pytest.approx(table.probabilities, abs=1e-12)
    assert exploitability(game, agent) == exploitability(game, table)


def test_greedy_takes_the_best_legal_action() -> None:
    game = make_game("kuhn")
    always_fold = RLAgent(game, lambda observations, masks: np.tile([3.0, 2.0, 1.0], (len(masks), 1)), greedy=True)
    assert always_fold.tabulate() == baseline_policy(game, "always_fold")
    indifferent = RLAgent(game, lambda observations, masks: np.zeros(masks.shape), greedy=True)
    assert indifferent.tabulate()["K|b"] == {"fold": 1.0, "call": 0.0}


def test_large_scores_do_not_overflow() -> None:
    game = make_game("kuhn")
    agent = RLAgent(game, lambda observations, masks: np.where(masks == 1, [[1e30, -1e30, 0.0]], np.nan))
    assert agent.tabulate()["K|b"] == {"fold": 1.0, "call": 0.0}


OBSERVATIONS = infoset_observations(make_game("leduc"))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: scored(lambda observations, masks: np.full(masks.shape, np.nan)), "score nan of the legal action 1"),
        (lambda: scored(lambda observations, masks: np.zeros((len(masks), 2))), r"shape \(12, 2\), must be \(12, 3\)"),
        (lambda: scored(lambda observations, masks: np.zeros(len(masks))), r"scores of shape \(12,\)"),
        (lambda: RLAgent(make_game("kuhn"), 5), "scores=5: must be a function"),  # type: ignore[arg-type]
        (lambda: RLAgent("khun", lambda observations, masks: masks), "must be a game"),
        (
            lambda: linear(make_game("kuhn")).action_probabilities_batch(OBSERVATIONS, np.ones((936, 3), np.int8)),
            r"observations of shape \(936, 41\) .* kuhn.* needs \(936, 17\) and \(936, 3\)",
        ),
        (
            lambda: linear(make_game("kuhn")).action_probabilities_batch(OBSERVATIONS[:1, :17], np.zeros((1, 3), np.int8)),
            "no action is legal in row 0",
        ),
        (lambda: exploitability(make_game("kuhn"), linear(make_game("leduc"))), "a policy for leduc"),
    ],
)
def test_what_is_wrong_is_refused(call: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


def scored(scores: Any) -> TabularPolicy:
    return RLAgent(make_game("kuhn"), scores).tabulate()


def test_in_a_match_it_plays_its_table() -> None:
    agent = linear(make_game("kuhn"), name="tiny")
    assert all(isinstance(agent, kind) for kind in (Agent, Policy, BatchedAgent))
    assert agent.tabulate().metadata == {"agent": "tiny", "asked": "batch"}
    by_network, by_table = (
        head_to_head(kuhn_v0.env(), [player, "random"], hands=400, seed=1)
        for player in (agent, PolicyAgent(agent.tabulate(), "tiny"))
    )
    assert by_network.chips_per_hand == by_table.chips_per_hand


@pytest.mark.parametrize("package", ["torch", "stable_baselines3", "tianshou", "torchrl"])
def test_without_torch_it_says_what_to_install(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    model = type("Model", (), {"__module__": package})()
    with pytest.raises(ImportError, match=r"RLAgent needs torch: .* -m pip install \"\.\[rl\]\""):
        RLAgent.of(make_game("kuhn"), model)


def torch_layer(game: Game, seed: int = 0) -> tuple[Any, Any]:
    """(torch, a module of one linear layer)."""
    torch = pytest.importorskip("torch")
    layer = torch.nn.Linear(len(game.observation_names), game.num_distinct_actions)
    with torch.no_grad():
        layer.weight[:] = torch.as_tensor(matrix(game, seed).T)
        layer.bias[:] = 0.0
    return torch, layer


def test_a_snapshot_does_not_learn_on() -> None:
    game = make_game("kuhn")
    torch, layer = torch_layer(game)
    module = torch.nn.Sequential(layer, torch.nn.Dropout(0.5))
    agent, later = RLAgent.of(game, module), RLAgent.of(game, module)
    before = agent.tabulate()
    with torch.no_grad():
        layer.weight.add_(1.0)
    assert module.training
    assert later.tabulate() == before  # nothing is dropped, and nothing moved
    assert RLAgent.of(game, module).tabulate() != before


def test_every_model_of_stable_baselines() -> None:
    pytest.importorskip("sb3_contrib")
    from sb3_contrib import QRDQN, MaskablePPO, RecurrentPPO
    from stable_baselines3 import DQN, PPO
    from stable_baselines3.common.vec_env import DummyVecEnv, VecNormalize

    from pokerzoo.envs.environments.single_agent import SingleAgentEnv

    import torch  # isort: skip

    game = make_game("kuhn")
    observations, masks = infoset_observations(game), game.infosets.masks(game.num_distinct_actions)
    for mask_in, policy in (("info", "MlpPolicy"), ("observation", "MultiInputPolicy")):
        env: Any = SingleAgentEnv(game, mask_in=mask_in, illegal="passive")  # type: ignore[arg-type]
        for kind in (PPO, MaskablePPO, DQN, QRDQN):
            model = kind(policy, env, seed=3, device="cpu")
            seen: Any = observations if mask_in == "info" else {"observation": observations, "action_mask": masks}
            if kind in (DQN, QRDQN):
                net = model.q_net if kind is DQN else model.quantile_net
                values = net(model.policy.obs_to_tensor(seen)[0])
                values = values if kind is DQN else values.mean(dim=1)
                wanted = np.eye(3)[np.where(masks == 1, values.detach().numpy(), -np.inf).argmax(axis=1)]
            else:
                options = {"action_masks": masks.astype(bool)} if kind is MaskablePPO else {}
                inner = model.policy.get_distribution(model.policy.obs_to_tensor(seen)[0], **options).distribution
                wanted = inner.probs.detach().numpy() * masks
                wanted /= wanted.sum(axis=1, keepdims=True)
            agent = RLAgent.of(game, model)
            np.testing.assert_allclose(agent.tabulate().probabilities, wanted[masks == 1], atol=1e-6)
            assert agent.name == kind.__name__
            assert agent.greedy == (kind in (DQN, QRDQN))
            model.predict(env.reset(seed=1)[0])  # the model is as it was
    with pytest.raises(ValueError, match="has no memory"):
        RLAgent.of(game, RecurrentPPO("MlpLstmPolicy", SingleAgentEnv(game, mask_in="info"), n_steps=8))
    vector = VecNormalize(DummyVecEnv([lambda: SingleAgentEnv(game, mask_in="info", illegal="passive")]), norm_reward=False)
    model = PPO("MlpPolicy", vector, n_steps=64, batch_size=64, device="cpu").learn(256)
    with torch.no_grad():
        inner = model.policy.get_distribution(torch.as_tensor(vector.normalize_obs(observations))).distribution
    wanted = inner.probs.numpy() * masks
    wanted /= wanted.sum(axis=1, keepdims=True)
    table = RLAgent.of(game, model).tabulate()
    np.testing.assert_allclose(table.probabilities, wanted[masks == 1], atol=1e-6)


def test_policies_of_tianshou() -> None:
    pytest.importorskip("tianshou")
    from gymnasium.spaces import Discrete
    from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
    from tianshou.algorithm.modelfree.reinforce import DiscreteActorPolicy
    from tianshou.algorithm.multiagent.marl import MultiAgentPolicy

    game = make_game("leduc")
    torch, layer = torch_layer(game)

    class Net(torch.nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.layer = layer

        def forward(self, obs: Any, state: Any = None, info: Any = None) -> Any:
            return self.layer(torch.as_tensor(obs.obs if hasattr(obs, "obs") else obs, dtype=torch.float32)), state

    actor = DiscreteActorPolicy(actor=Net(), action_space=Discrete(3))
    agent = RLAgent.of(game, actor)
    assert (agent.name, agent.greedy) == ("DiscreteActorPolicy", False)
    np.testing.assert_allclose(agent.tabulate().probabilities, linear(game).tabulate().probabilities, atol=1e-5)
    values = DiscreteQLearningPolicy(model=Net(), action_space=Discrete(3), eps_training=0.5, eps_inference=0.5)
    assert RLAgent.of(game, values).tabulate() == linear(game, greedy=True).tabulate()
    state = torch.random.get_rng_state()
    agent.action_probabilities_batch(infoset_observations(game), game.infosets.masks(game.num_distinct_actions))
    assert torch.equal(state, torch.random.get_rng_state())  # a look disturbs no training
    both = RLAgent.of(game, MultiAgentPolicy({"player_1": values, "player_0": actor}))
    assert both.tabulate() == profile(game, [agent, RLAgent.of(game, values)])
    with pytest.raises(ValueError, match=r"MultiAgentPolicy: has policies of north, south; leduc.* has player_0, player_1"):
        RLAgent.of(game, MultiAgentPolicy({"north": actor, "south": actor}))


def test_all_hands_of_a_whole_hand_at_once() -> None:
    """Its answer for the hand that is held is its answer for the state; local best response asks it so."""
    game = make_texas_holdem(stack=20)
    weights = np.random.default_rng(1).normal(size=(len(game.observation_names), game.num_distinct_actions))
    agent = RLAgent(game, lambda observations, masks: observations @ weights)
    rng = np.random.default_rng(2)
    decisions = 0
    for _ in range(5):
        state = game.initial_state().after_chance(rng)
        while not state.is_terminal:
            held = game.hand_index[state.hole_cards(state.current_player)]
            answer = to_player(game, agent).strategy(state, sorted({held, 7}))
            shares = agent.action_probabilities(state)
            assert answer[:, held] == pytest.approx([shares[action] for action in state.legal_actions()])
            assert np.count_nonzero(answer.sum(axis=0)) == len({held, 7})
            state = state.child(int(rng.choice(state.legal_actions()))).after_chance(rng)
            decisions += 1
    assert decisions > 10
    assert local_best_response(game, agent, hands=20, seed=1).hands == 20
