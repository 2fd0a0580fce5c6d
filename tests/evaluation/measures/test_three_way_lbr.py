"""Local best response in spots for three players: beside a twin over histories, and never above the exact best response."""

from __future__ import annotations

from typing import Any

import pytest

from pokerzoo.agents import CFR, TabularPolicy
from pokerzoo.envs import State, make_game
from pokerzoo.envs.poker.public_state import CALL, FOLD
from pokerzoo.evaluation import exploitability_report, lbr_policy, local_best_response, measure
from pokerzoo_testing.cases import random_policy
from pokerzoo_testing.history_lbr import HistoryLBR

SPOTS: dict[str, dict[str, Any]] = {
    "river": {
        "board": "QsJh2h8d3c", "ranges": ("AsAd,KsKd:0.5,9h9d", "KhKc,Ac9c,2d2c", "QhQd,7s7c:0.25,AcKh"),
        "pot": 30, "stack": 20, "bet_sizes": "50%", "raise_sizes": "a",
    },
    "side pots and rake": {
        "board": "2d2s2c2h3d", "ranges": ("AsAd,KsKd", "AcKc,QhQd:0.5", "AhKh,JsJc"),
        "pot": 30, "stack": (25, 12, 40), "bet_sizes": "60%,a", "raise_sizes": "a", "rake_rate": 0.05, "rake_cap": 2,
    },
    "turn": {
        "board": "Td9d6h2c", "ranges": ("AsAd", "KsKd,8s7s", "QhQd"),
        "pot": 30, "stack": 10, "bet_sizes": "a", "raise_sizes": "",
    },
}  # fmt: skip
named = pytest.mark.parametrize("name", SPOTS)


def worth(policy: TabularPolicy, player: int, state: State, action: int) -> float:
    """See ``after``, of the state to which an action leads."""
    return after(policy, player, state.child(action))


def after(policy: TabularPolicy, player: int, state: State) -> float:
    """Expected chips if each opponent who is bet into folds as the policy says, else calls, and all else is checks."""
    if state.is_terminal:
        return float(state.returns()[player])
    if state.is_chance:
        return sum(share * after(policy, player, state.child(card)) for card, share in state.chance_outcomes())
    folds = 0.0
    if state.current_player != player:
        folds = policy.action_probabilities(state).get(FOLD, 0.0)
    gone = folds * after(policy, player, state.child(FOLD)) if folds else 0.0
    return gone + (1.0 - folds) * after(policy, player, state.child(CALL)) if folds < 1.0 else gone


@pytest.mark.parametrize("name", ["river", "side pots and rake", pytest.param("turn", marks=pytest.mark.long)])
def test_it_is_the_twin_at_every_infoset(name: str) -> None:
    game = make_game("holdem", **SPOTS[name])
    policies = [random_policy(game, seed) for seed in range(1 if name == "turn" else 3)]
    for policy in [*policies, CFR(game).run(5).average_policy()]:
        response, result = lbr_policy(game, policy), local_best_response(game, policy)
        for player in range(3):
            twin = HistoryLBR(policy, player, game.initial_state(), worth)
            for key, action in twin.chosen.items():
                assert response.action_probabilities(key)[action] == 1.0, key
            assert result.chips_per_hand[player] == pytest.approx(twin.value, abs=1e-9)


@named
def test_no_player_gains_more_than_by_a_best_response(name: str) -> None:
    game = make_game("holdem", **SPOTS[name])
    policies: list[Any] = ["random", "always_call", "always_fold", "always_raise", random_policy(game, 9)]
    for policy in [*policies, CFR(game).run(40).average_policy()]:
        result, exact = local_best_response(game, policy), measure(game, policy)
        assert result.gains is not None
        for gain, most in zip(result.gains, exact.gains.tolist(), strict=True):
            assert gain <= most + 1e-9
        assert result.exploitability_bound == pytest.approx(sum(max(0.0, gain) for gain in result.gains) / 3)
        assert result.exploitability_bound <= exact.exploitability + 1e-9
        if policy == "always_fold":  # a bet takes the pot: of 30 chips each player has a third, less the rake
            assert min(result.gains) > 8.0


def test_wide_ranges() -> None:
    ranges = ("22+,ATs+,KTs+,AJo+", "22+,A9s+,KTs+,QTs+", "66+,ATs+,KQs")
    game = make_game("holdem", board="QsJh2h8d3c", ranges=ranges, pot=60, stack=90, bet_sizes="50%", raise_sizes="a")
    policy = CFR(game).run(10).average_policy()
    result, exact = local_best_response(game, policy), measure(game, policy)
    assert result.gains is not None and result.exploitability_bound > 0.5
    assert all(gain <= most + 1e-3 for gain, most in zip(result.gains, exact.gains.tolist(), strict=True))
    report = exploitability_report(game, policy, lbr_hands="all")
    assert report.lower_bound_chips == pytest.approx(result.exploitability_bound)


def test_hands_are_not_sampled() -> None:
    game = make_game("holdem", **SPOTS["river"])
    with pytest.raises(ValueError, match="hands=100: of three players LBR is worked out on the whole tree"):
        local_best_response(game, "random", 100)
