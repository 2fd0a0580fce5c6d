"""The door for players: names, files, policies and agents are taken wherever somebody is to play or to be measured."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pokerzoo.agents import CFR, PolicyAgent, TabularPolicy, baseline_policy, make_agent
from pokerzoo.agents.policies.players import as_agent, as_policy
from pokerzoo.envs import make_game
from pokerzoo.evaluation import (
    best_response,
    expected_values,
    exploitability,
    exploitability_report,
    head_to_head,
    policy_from_agent,
    round_robin,
)

GAME = make_game("kuhn")


class Caller:
    """Checks or calls; it can only be asked for actions."""

    def act(self, *_: Any) -> int:
        return 1


class Network:
    """Answers for many infosets at once."""

    def action_probabilities_batch(self, observations: Any, masks: Any, keys: Any) -> Any:
        return masks / masks.sum(axis=1, keepdims=True)


class Bluffer(PolicyAgent):
    """Has a policy and does not keep to it."""

    def act(self, *_: Any) -> int:
        return 1


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The file of a policy that is neither an equilibrium nor a baseline."""
    CFR(GAME).run(3).average_policy().save(tmp_path / "kuhn.npz")
    return tmp_path / "kuhn.npz"


def test_one_policy_in_all_its_forms(file: Path) -> None:
    policy = TabularPolicy.load(file)
    exact = exploitability(GAME, policy)
    assert exact > 0.01
    for form in (file, str(file), PolicyAgent(policy), policy.to_dict()):
        table = as_policy(GAME, form)
        assert table is not None
        assert {key: table.action_probabilities(key) for key in policy} == {
            key: policy.action_probabilities(key) for key in policy
        }
        assert exploitability(GAME, form) == exact
        assert expected_values(GAME, [form, "honest"]) == expected_values(GAME, [policy, "honest"])
        assert best_response(GAME, form, 1).value == best_response(GAME, policy, 1).value
        assert exploitability_report(GAME, form).exact_chips == exact
        assert (
            exploitability_report(GAME, [form, Caller()]).exact_chips
            == exploitability_report(GAME, [policy, Caller()]).exact_chips
        )
        match = head_to_head(GAME, [form, "honest"], 200, 1)
        assert match.chips_per_hand == head_to_head(GAME, [policy, "honest"], 200, 1).chips_per_hand
        assert round_robin(GAME, {"it": form, "honest": "honest"}).chips[0, 1] == match.exact[0]  # type: ignore[index]
    assert head_to_head(GAME, [file, "honest"], 10, 1).names == (str(file), "honest")
    assert as_agent(GAME, file).name == str(file)  # type: ignore[attr-defined]


def test_agents_that_must_be_asked_are_told_how() -> None:
    for agent in (Caller(), Bluffer(baseline_policy("honest", GAME))):
        assert as_agent(GAME, agent) is agent
        assert as_policy(GAME, agent) is None
        with pytest.raises(ValueError, match=r"policy_from_agent\(agent, game\) makes one of this agent"):
            exploitability(GAME, agent)  # type: ignore[arg-type]
        assert exploitability(GAME, policy_from_agent(agent, GAME)) == exploitability(GAME, "always_call")
    with pytest.raises(ValueError, match=r"policy_from_agent\(agent, game\) makes one of this agent"):
        exploitability(GAME, Network())  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"average_policy\(\) is the one that this trainer has found"):
        exploitability(GAME, CFR(GAME))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("honst", "'honst': no such baseline and no such file; baselines: random, .*; did you mean 'honest'"),
        (Path("honest"), "'honest': no such baseline and no such file"),  # a path is no name
        (3, "agent=3: must be an agent .an object with act., a policy, a baseline .random"),
        (Caller, "agent=<class .*Caller'>: must be an agent"),
        (lambda state: [1.0], r"policy file; pokerzoo.evaluation.tabulate\(game, function\) makes one"),
        (CFR(GAME), r"policy file; average_policy\(\) is the one that this trainer has found"),
        (Network(), r"policy file; pokerzoo.evaluation.policy_from_agent\(agent, game\) makes one of this agent"),
        (baseline_policy("honest", make_game("leduc")), "a policy for leduc"),
        (make_agent("honest", make_game("leduc")), "a policy for leduc"),
        ({"K|": {"bet": 1.0}}, "is missing"),
    ],
    ids=lambda given: getattr(given, "__name__", str(given)[:40]),
)
def test_others_are_refused(given: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        as_agent(GAME, given)


def test_damaged_files_and_those_of_other_games_are_refused(file: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="for kuhn.*, not for leduc"):
        as_agent(make_game("leduc"), file)
    (tmp_path / "text.npz").write_text("hello")
    with pytest.raises(ValueError, match="not a pokerzoo policy file"):
        exploitability(GAME, tmp_path / "text.npz")
