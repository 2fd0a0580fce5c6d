"""Exact measures of policies that are asked some boards at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR
from pokerzoo.agents.policies import asked_boards, named_players
from pokerzoo.agents.policies.spot_policy import SpotPolicy
from pokerzoo.envs import PokerGame, make_game
from pokerzoo.envs.compiled import street_parts
from pokerzoo.envs.compiled.forms import form_evaluator
from pokerzoo.envs.compiled.street_compiler import compile_street_tree
from pokerzoo.envs.games.fhp import make_fhp
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.evaluation import exploitability, measure
from pokerzoo.evaluation.measures import exact
from pokerzoo_testing.all_hands import AllHands, Batched
from pokerzoo_testing.small_games import TURN_SPOT


@pytest.fixture(scope="module")
def royal() -> PokerGame:
    return make_fhp(deck="royal", raise_cap=2)


@pytest.fixture(scope="module")
def solution(royal: PokerGame) -> SpotPolicy:
    policy = CFR(royal).run(5).average_policy()
    assert isinstance(policy, SpotPolicy)
    return policy


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that small games have several parts, and are asked board by board."""
    monkeypatch.setattr(street_parts, "PART_FLOATS", 100_000)
    for module in (asked_boards, exact):
        monkeypatch.setattr(module, "MAX_QUESTIONS", 1000)


@pytest.mark.check
@pytest.mark.parametrize("alike", [True, False])
def test_two_roads_agree(royal: PokerGame, solution: SpotPolicy, alike: bool) -> None:
    """The walk on rows, and the policy asked as a black box: on the boards that stand for all, and on every board."""
    expected, calls = measure(royal, solution), []
    agent = AllHands(solution.strategy, suits_alike=alike)
    again = measure(royal, agent, lambda done, boards: calls.append((done, boards)))
    assert again.values == pytest.approx(expected.values, abs=2e-4)
    assert again.best_response_values == pytest.approx(expected.best_response_values, abs=2e-4)
    boards = 95 if alike else 1140
    assert calls[0] == (0, boards) and calls[-1] == (boards, boards) and len(calls) > 3
    if alike:
        assert exploitability(royal, agent) == again.exploitability


def test_parts_have_the_bits_of_the_whole(royal: PokerGame, solution: SpotPolicy) -> None:
    form = solution.form
    expected = form_evaluator(form, None, 1).evaluate_cumulative((solution.single_rows(),))

    def parts() -> Any:
        for start, end in street_parts.parts_of_children(form):
            part = street_parts.part_of(form, start, end)
            (rows,) = part.new_rows()
            for public in part.canonical_states():
                part.put(rows, public, solution.form.read(solution.stored, public))
            yield part, rows

    assert len(street_parts.parts_of_children(form)) > 3
    for threads in (1, 2):
        values, best = street_parts.evaluate_parts(form, threads, parts())
        np.testing.assert_array_equal(values, expected[0])
        np.testing.assert_array_equal(best, expected[1])


@pytest.mark.long
def test_parts_with_two_streets_to_come() -> None:
    """A turn and a river card: boards of later stages are numbered anew in a part."""
    deck = make_game("holdem", board="QsJh2h", ranges=("AA,KQs", "KK,AQs"), pot=10, stack=10, bet_sizes="a", raise_sizes="a")
    policy = CFR(deck).run(5).average_policy()
    assert isinstance(policy, SpotPolicy)
    expected = measure(deck, policy)
    for alike in (True, False):
        again = measure(deck, AllHands(policy.strategy, suits_alike=alike))
        assert again.values == pytest.approx(expected.values, abs=1e-5)
        assert again.best_response_values == pytest.approx(expected.best_response_values, abs=1e-5)


def test_networks_are_asked_in_batches_and_seats_may_differ(solution: SpotPolicy) -> None:
    game = make_game("holdem", **TURN_SPOT)
    policy = CFR(game).run(5).average_policy()
    network, other = Batched(policy), CFR(game).run(2).average_policy()
    expected = measure(game, [policy, other])
    again = measure(game, [network, other])
    assert again.values == pytest.approx(expected.values, abs=1e-5)
    assert again.best_response_values == pytest.approx(expected.best_response_values, abs=1e-5)
    assert max(network.batches) > 1000


def uniform(public: PublicState) -> Floats:
    """Uniform play as a function that must be asked."""
    return np.full((len(public.line.legal_actions), len(public.rules.deck.hands)), 1 / len(public.line.legal_actions))


def test_a_player_beside_uniform_play_is_checked_on_other_suits(royal: PokerGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(named_players, "MANY_ENTRIES", 1000)
    player = AllHands(hearts, suits_alike=True)
    cases: list[list[Any]] = [["random", player], [player, "random"]]
    for seats in cases:
        with pytest.raises(ValueError, match="suits_alike=True, and the answer differs"):
            measure(royal, seats)


def hearts(public: PublicState) -> Floats:
    """Uniform play, but for the last action where a heart is on the board."""
    answer = uniform(public)
    if public.board and any(card % 4 == 2 for card in public.board):
        answer[:] = np.eye(len(answer))[:, [-1]]
    return answer


@pytest.mark.long
def test_suits_that_are_treated_differently(royal: PokerGame) -> None:
    """Asked on every board it is right; a policy that says otherwise is caught."""
    plain = compile_street_tree(royal, symmetric=False)
    (rows,) = plain.new_rows()
    for public in plain.canonical_states():
        plain.put(rows, public, hearts(public))
    values, best = form_evaluator(plain).evaluate_cumulative((rows,))
    again = measure(royal, AllHands(hearts))
    assert again.values == pytest.approx(values, abs=1e-4) and again.best_response_values == pytest.approx(best, abs=1e-4)
    with pytest.raises(ValueError, match="suits_alike=True, and the answer differs"):
        measure(royal, AllHands(hearts, suits_alike=True))


@pytest.mark.parametrize(
    ("policy", "message"),
    [
        (AllHands(lambda public: uniform(public) * 0.9, suits_alike=True), "must not be negative and must sum to 1"),
        (AllHands(lambda public: uniform(public) * np.nan, suits_alike=True), "must not be negative and must sum to 1"),
        (AllHands(lambda public: np.ones((1, 3))), "of shape"),
    ],
)
def test_bad_answers(royal: PokerGame, policy: AllHands, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        measure(royal, policy)
    with pytest.raises(ValueError, match="one by one"):
        measure(make_game("fhp"), lambda state: {1: 1.0})
