"""Exact evaluation: known figures, brute force, OpenSpiel, and bad policies."""

from __future__ import annotations

import sys
from fractions import Fraction
from types import FrameType
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, TabularPolicy, baseline_policy, profile, tabulate
from pokerzoo.agents.cfr.textbook import Table
from pokerzoo.envs import Game, State, make_game
from pokerzoo.evaluation import best_response, expected_values, exploitability, nash_conv, openspiel_game, to_openspiel
from pokerzoo_testing import textbook
from pokerzoo_testing.cases import ALL_GAMES, every_game, random_strategy


def uniform(state: State) -> list[float]:
    return [1 / len(state.legal_actions())] * len(state.legal_actions())


def as_table(policy: TabularPolicy) -> Table:
    return {key: list(row.values()) for key, row in policy.items()}


def test_known_figures_of_the_uniform_policy() -> None:
    """Kuhn 11/24, Leduc's NashConv 4.747222: also what OpenSpiel prints."""
    assert exploitability(make_game("kuhn"), uniform) == pytest.approx(float(Fraction(11, 24)), abs=1e-15)
    assert nash_conv(make_game("leduc"), uniform) == pytest.approx(4.747222, abs=5e-7)
    assert nash_conv(make_game("leduc", suit_isomorphism=True), uniform) == pytest.approx(4.747222, abs=5e-7)


@every_game
def test_values_equal_a_walk_over_all_histories(game: Game) -> None:
    policy = TabularPolicy(game, random_strategy(game, 11))
    np.testing.assert_allclose(expected_values(game, policy), textbook.expected_values(game, as_table(policy)), atol=1e-12)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("name", "params"),
    [("kuhn", {}), ("kuhn", {"num_cards": 4}), ("rps", {}), ("rps", ALL_GAMES[-1][1]), ("bet_raise", {"num_cards": 3})],
)
def test_best_response_equals_brute_force_over_pure_strategies(name: str, params: dict[str, Any], seed: int) -> None:
    game = make_game(name, **params)
    policy = TabularPolicy(game, random_strategy(game, seed))
    for player in range(2):
        response = best_response(game, policy, player)
        assert response.value == pytest.approx(textbook.brute_force_best_response(game, as_table(policy), player), abs=1e-12)
        assert expected_values(game, response.policy)[player] == pytest.approx(response.value, abs=1e-12)
        assert response.gain >= -1e-12


def test_best_response_of_each_of_three_players() -> None:
    game = make_game("kuhn", num_players=3)
    policy = TabularPolicy(game, random_strategy(game, 3))
    gains = [best_response(game, policy, player).gain for player in range(3)]
    assert nash_conv(game, policy) == pytest.approx(sum(gains), abs=1e-12)
    assert exploitability(game, policy) == pytest.approx(sum(gains) / 3, abs=1e-12)
    for player in range(3):
        response = best_response(game, policy, player)
        assert expected_values(game, response.policy)[player] == pytest.approx(response.value, abs=1e-12)


@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("kuhn", {}),
        ("kuhn", {"num_players": 3}),
        pytest.param("kuhn", {"num_players": 4}, marks=pytest.mark.check),
        ("leduc", {}),
    ],
)
@pytest.mark.parametrize("seed", [0, None])
def test_openspiel_computes_the_same(name: str, params: dict[str, Any], seed: int | None) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game = make_game(name, **params)
    policy = CFR(game).run(50).average_policy() if seed is None else TabularPolicy(game, random_strategy(game, seed))
    theirs, table = openspiel_game(game), to_openspiel(policy)
    assert pyspiel.nash_conv(theirs, table, True) == pytest.approx(nash_conv(game, policy), abs=1e-9)
    if game.num_players == 2:
        assert pyspiel.exploitability(theirs, table) == pytest.approx(exploitability(game, policy), abs=1e-9)
    values = pyspiel.expected_returns(theirs.new_initial_state(), table, -1, True)
    np.testing.assert_allclose(values, expected_values(game, policy), atol=1e-9)


def test_openspiel_refuses_games_it_does_not_have() -> None:
    pytest.importorskip("pyspiel")
    for name, params in (("kuhn", {"num_cards": 5}), ("leduc", {"suit_isomorphism": True}), ("rps", {})):
        with pytest.raises(ValueError, match="OpenSpiel has no such game"):
            openspiel_game(make_game(name, **params))


def test_a_profile_takes_each_players_part() -> None:
    game = make_game("leduc")
    call, raise_ = baseline_policy(game, "always_call"), baseline_policy(game, "always_raise")
    mixed = profile(game, [call, raise_])
    for row in game.infosets:
        assert mixed[row.key] == (call if row.player == 0 else raise_)[row.key]
    assert expected_values(game, [call, raise_]) == expected_values(game, mixed)


@pytest.mark.parametrize("answer", ["list", "mapping", "array", "policy", "dict"])
def test_policies_of_every_form_give_the_same_table(answer: str) -> None:
    game = make_game("kuhn")
    policy = TabularPolicy(game, random_strategy(game, 4))
    forms: dict[str, Any] = {
        "list": lambda state: list(policy.action_probabilities(state).values()),
        "mapping": policy.action_probabilities,
        "array": lambda state: np.array(list(policy.action_probabilities(state).values())),
        "policy": policy,
        "dict": policy.to_dict(),
    }
    np.testing.assert_allclose(tabulate(game, forms[answer]).probabilities, policy.probabilities, atol=1e-15)


def cheat(state: State) -> dict[int, float]:
    """Looks at the other player's card."""
    return {state.legal_actions()[state.history()[1 - state.current_player] % 2]: 1.0}


@pytest.mark.parametrize(
    ("policy", "message"),
    [
        (cheat, "in one history.*in another"),
        (lambda state: [1.0], "1 probabilities for the 2 legal actions"),
        (lambda state: [0.5, 0.6], "sum to 1.1"),
        (lambda state: [1.5, -0.5], "not be negative"),
        (lambda state: {7: 1.0}, "for action 7"),
        ({"K|": {"check": 1.0}}, "is missing"),
        ({"A|": {"check": 1.0}}, "no such infoset"),
        (3.5, "policy=3.5: must be an agent"),
        ([uniform], "1 policies for 2 players"),
    ],
)
def test_bad_policies_are_refused(policy: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        exploitability(make_game("kuhn"), policy)


def test_a_policy_of_another_game_is_refused() -> None:
    with pytest.raises(ValueError, match="policy: a policy for kuhn.*not for leduc"):
        exploitability(make_game("leduc"), TabularPolicy.uniform(make_game("kuhn")))
    with pytest.raises(ValueError, match="player=2: must be an integer from 0 to 1"):
        best_response(make_game("kuhn"), uniform, 2)


def test_measuring_a_table_does_little_but_measure() -> None:
    # On Leduc the kernel takes 5 microseconds, and looking up one protocol 8: tables are told from other players without one.
    game = make_game("leduc")
    policy = TabularPolicy.uniform(game)
    expected = exploitability(game, policy)
    calls: list[tuple[str, str]] = []

    def note(frame: FrameType, event: str, argument: object) -> None:
        if event == "call":
            calls.append((frame.f_globals.get("__name__", ""), frame.f_code.co_name))

    sys.setprofile(note)
    try:
        result = exploitability(game, policy)
    finally:
        sys.setprofile(None)
    assert result == expected
    assert [call for call in calls if call[0] == "typing" and call[1] != "cast"] == []
    assert len(calls) < 103  # 100; 112 with the protocols and four arrays of nothing
