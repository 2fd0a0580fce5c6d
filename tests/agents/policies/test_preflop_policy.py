"""Policies of games from the blinds on: on rows, in files, as best responses, and played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, TabularPolicy, as_agent, best_response_policy, lock_node, profile
from pokerzoo.agents.policies.spot_policy import SpotPolicy, policy_of_each_player
from pokerzoo.envs import PokerGame, make_game
from pokerzoo.envs.games.fhp import make_fhp
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.evaluation import best_response, head_to_head, measure

SUITS = "AsKs|", "AhKh|", "AdKd|", "AcKc|"


@pytest.fixture(scope="module")
def royal() -> PokerGame:
    return make_fhp(deck="royal")


@pytest.fixture(scope="module")
def solution(royal: PokerGame) -> SpotPolicy:
    policy = CFR(royal).run(4).average_policy()
    assert isinstance(policy, SpotPolicy)
    return policy


@pytest.fixture
def no_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    """No array of all probabilities may be made."""

    def refuse(self: SpotPolicy) -> Any:
        raise AssertionError("an array of all probabilities")

    monkeypatch.setattr(SpotPolicy, "probabilities", property(refuse))


def test_all_images_of_a_flop(royal: PokerGame, solution: SpotPolicy) -> None:
    """A flop and one that suits make of it have the same strategy, hands exchanged."""
    line = royal.rules.root.child(1).child(1).line.deal()
    exchanged = 0
    for board in solution.form.boards[1].all.boards[::37]:
        public = PublicState(royal.rules, line, board)
        first, stands = solution.form.canonical(public)
        alive = royal.infosets.hands(public)
        np.testing.assert_allclose(solution.strategy(public)[:, alive], solution.strategy(first)[:, stands[alive]], atol=1e-5)
        exchanged += first.board != board
        key = f"{royal.rules.deck.hand_names[alive[0]]}|{public.history}"
        assert list(solution[key].values()) == solution.strategy(public)[:, alive[0]].tolist()
    assert exchanged > 10


def test_best_responses_are_policies_on_rows(royal: PokerGame, solution: SpotPolicy, no_arrays: None, tmp_path: Path) -> None:
    expected = measure(royal, solution)
    for player in range(2):
        response = best_response(royal, solution, player)
        assert isinstance(response.policy, SpotPolicy) and response.gain == pytest.approx(expected.gains[player])
        again = measure(royal, response.policy)
        assert again.values[player] == pytest.approx(expected.best_response_values[player], abs=1e-3)
        assert again.best_response_values[player] == pytest.approx(expected.best_response_values[player], abs=1e-3)
        assert again.best_response_values[1 - player] > -again.values[player] + 1.0
    both = best_response_policy(solution)
    assert both.metadata == {"baseline": "best_response"}
    each = profile(royal, [both, solution])
    assert isinstance(each, SpotPolicy) and each == policy_of_each_player([both, solution])
    assert policy_of_each_player([both, TabularPolicy.uniform(make_game("kuhn"))]) is None
    assert measure(royal, each).values[0] == pytest.approx(expected.best_response_values[0], abs=1e-3)
    solution.save(tmp_path / "half.npz", "half")
    half = TabularPolicy.load(tmp_path / "half.npz")
    response = best_response(royal, half, 1)
    assert isinstance(response.policy, SpotPolicy)
    response.policy.check()
    assert measure(royal, response.policy).values[1] == pytest.approx(expected.best_response_values[1], abs=0.01)
    assert measure(royal, [half, both]).values[1] == pytest.approx(expected.best_response_values[1], abs=0.01)


def test_agents_play_it(royal: PokerGame, solution: SpotPolicy, no_arrays: None) -> None:
    response = best_response_policy(solution)
    seats = measure(royal, [solution, response]).values[0], measure(royal, [response, solution]).values[1]
    expected = sum(seats) / 2  # a match has both in each seat
    played = head_to_head(royal, [solution, response], hands=1000, seed=3)
    assert abs(played.chips_per_hand[0] - expected) < 4 * played.standard_error[0]
    state = royal.initial_state().child(5).child(189)
    agent = as_agent(royal, solution)
    rng, mask = np.random.default_rng(1), np.ones(3, np.int8)
    info = {"infoset": {"key": state.infoset_key(1), "index": state.infoset_index()}}
    assert agent.act(state.observation(1), mask, info, rng) in state.legal_actions()


def test_locks(royal: PokerGame) -> None:
    """Suits alike, in any spelling of a flop."""
    fold = {key: {"fold": 1.0} for key in SUITS}
    solver = CFR(royal, locks=fold).run(30)
    policy = solver.average_policy()
    assert all(policy[key] == {"fold": 1.0, "call": 0.0, "raise": 0.0} for key in SUITS)
    assert policy["AsAh|"]["fold"] < 0.01
    kept = lock_node(royal, "cx / jhQsTd / x", {"bet": 1.0}, hands=["AsKs"])
    assert list(kept) == ["AsKs|cx/QsJhTd|x"]
