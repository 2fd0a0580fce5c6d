"""Conversion to participants: names, files, policies and agents play and are measured wherever a player is taken."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

from pokerzoo.agents import CFR, MCCFR, PolicyAgent, TabularPolicy, as_agent, baseline_policy, tabulate
from pokerzoo.agents.neural.models import READERS, ModelScores
from pokerzoo.agents.policies.players import one_each
from pokerzoo.envs import make_game
from pokerzoo.envs.environments.single_agent import SingleAgentEnv
from pokerzoo.evaluation import (
    best_response,
    expected_values,
    exploitability,
    head_to_head,
    round_robin,
)
from pokerzoo_testing.all_hands import AllHands, Batched

GAME: Any = make_game("kuhn")


class Caller:
    """Checks or calls; it can only be asked for actions."""

    def act(self, *_: Any) -> int:
        return 1


class Bluffer(PolicyAgent):
    """Has a policy and does not keep to it."""

    def act(self, *_: Any) -> int:
        return 1


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The file of a policy that is neither an equilibrium nor a baseline."""
    CFR(GAME).run(3).average_policy().save(tmp_path / "kuhn.npz")
    return tmp_path / "kuhn.npz"


def forms(policy: TabularPolicy, file: Path) -> list[Any]:
    """The same policy in all forms in which it can be given."""

    class Asked:
        def action_probabilities(self, where: Any) -> dict[int, float]:
            return policy.action_probabilities(where)

    class Trainer:
        def average_policy(self) -> TabularPolicy:
            return policy

    def of_all_hands(public: Any) -> Any:
        keys = [f"{name}|{public.history}" for name in GAME.rules.deck.hand_names]
        return np.array([[policy.action_probabilities(key)[a] for key in keys] for a in public.line.legal_actions])

    of_a_state = policy.action_probabilities
    return [
        file,
        str(file),
        policy,
        PolicyAgent(policy),
        policy.to_dict(),
        Asked(),
        Batched(policy),
        AllHands(of_all_hands),
        Trainer(),
        lambda state: of_a_state(state),
    ]


def test_one_policy_in_all_its_forms_goes_in_everywhere(file: Path) -> None:
    policy = TabularPolicy.load(file)
    exact = exploitability(GAME, policy)
    assert exact > 0.01
    match = head_to_head(GAME, [policy, "honest"], 200, 1)
    hands = first_hands(policy)
    for form in forms(policy, file):
        assert not one_each(form)
        np.testing.assert_array_equal(tabulate(GAME, form).probabilities, policy.probabilities)
        assert exploitability(GAME, form) == exact
        assert expected_values(GAME, [form, "honest"]) == expected_values(GAME, [policy, "honest"])
        assert best_response(GAME, form, 1).value == best_response(GAME, policy, 1).value
        assert exploitability(GAME, [form, Caller()]) == exploitability(GAME, [policy, Caller()])
        assert head_to_head(GAME, [form, "honest"], 200, 1).chips_per_hand == match.chips_per_hand
        assert round_robin(GAME, {"it": form, "honest": "honest"}).chips[0, 1] == match.exact[0]  # type: ignore[index]
        assert first_hands(form) == hands
        vector = gymnasium.make_vec("pokerzoo/Kuhn-v0", num_envs=20, opponent=form, seat=1)
        np.testing.assert_array_equal(vector.unwrapped._opponents.args[0][0], policy.probabilities)  # type: ignore[attr-defined]
    assert head_to_head(GAME, [file, "honest"], 10, 1).names == (str(file), "honest")
    assert as_agent(GAME, file).name == str(file)  # type: ignore[attr-defined]


def game_key(env: SingleAgentEnv, seed: int) -> str | None:
    env.reset(seed=seed)
    return env.infoset_key()


def first_hands(opponent: Any) -> list[str | None]:
    """Starts of hands against an opponent who acts first."""
    env = SingleAgentEnv(GAME, opponent, seat=1)
    return [game_key(env, seed) for seed in range(30)]


def test_names_of_best_responses(file: Path) -> None:
    for name in (str(file), "always_call"):
        response = as_agent(GAME, f"best_response:{name}")
        assert expected_values(GAME, [response, name])[0] == pytest.approx(best_response(GAME, name, 0).value, abs=1e-12)
    with pytest.raises(ValueError, match="'shark': no such baseline and no such file"):
        exploitability(GAME, "best_response:shark")


def test_agents_that_only_act_are_asked() -> None:
    for agent in (Caller(), Bluffer(baseline_policy(GAME, "honest"))):
        assert as_agent(GAME, agent) is agent
        assert exploitability(GAME, agent) == exploitability(GAME, "always_call")
        vector = gymnasium.make_vec("pokerzoo/Kuhn-v0", num_envs=2, opponent=agent)
        calls = baseline_policy(GAME, "always_call").probabilities
        np.testing.assert_array_equal(vector.unwrapped._opponents.args[0][0], calls)  # type: ignore[attr-defined]


def test_trainers_and_models_are_taken_in(monkeypatch: pytest.MonkeyPatch) -> None:
    solver, sampler = CFR(GAME).run(50), MCCFR(GAME, seed=1).run(50)
    for trainer in (solver, sampler):
        assert exploitability(GAME, trainer) == exploitability(GAME, trainer.average_policy())
    match = head_to_head(GAME, [solver, "honest"], 100, 1)
    assert match.chips_per_hand == head_to_head(GAME, [solver.average_policy(), "honest"], 100, 1).chips_per_hand
    with pytest.raises(ValueError, match="policy: a policy for kuhn"):
        exploitability(make_game("leduc"), solver)

    class Model:
        """Stands for a model of Stable-Baselines3, which is not installed here."""

    Model.__module__ = "stable_baselines3.ppo.ppo"
    reader = ModelScores(lambda observations, masks: np.zeros(masks.shape))
    monkeypatch.setitem(READERS, "sb3", lambda game, model: reader)
    assert exploitability(GAME, Model()) == exploitability(GAME, "random")  # type: ignore[arg-type]
    assert head_to_head(GAME, [Model(), "honest"], 10, 1).names == ("Model", "honest")  # type: ignore[list-item]


@pytest.mark.parametrize(
    ("player", "message"),
    [
        ("honst", "'honst': no such baseline .* did you mean 'honest'"),
        ("kuhn", "'kuhn': a game, not a player"),
        (Path("honest"), "'honest': no such baseline and no such file"),  # a path is no name
        (3, "agent=3: must be an agent"),
        (Caller, "agent=<class .*Caller'>: must be an agent"),
        (baseline_policy(make_game("leduc"), "honest"), "a policy for leduc"),
        (as_agent(make_game("leduc"), "honest"), "a policy for leduc"),
        ({"K|": {"bet": 1.0}}, "is missing"),
    ],
    ids=lambda player: getattr(player, "__name__", str(player)[:40]),
)
def test_others_are_refused(player: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        as_agent(GAME, player)
