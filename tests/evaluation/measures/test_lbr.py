"""Local best response: against a plain Python twin over histories, and never above the exact best response."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokerzoo.agents import CFR, TabularPolicy, baseline_policy
from pokerzoo.envs import State, make_game
from pokerzoo.envs.games.holdem import hold_em_strength
from pokerzoo.envs.poker.bet_sizes import bet_options
from pokerzoo.envs.poker.betting import SizedBets
from pokerzoo.envs.poker.cards import CARD_NAMES, parse_cards
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.public_state import BET, CALL, FOLD
from pokerzoo.envs.poker.rules import PokerRules, Round
from pokerzoo.evaluation import HandsPolicy, best_response, expected_values, exploitability
from pokerzoo.evaluation.measures import hand_pairs
from pokerzoo.evaluation.measures.exploitability_report import exploitability_report
from pokerzoo.evaluation.measures.local_best_response import lbr_policy, local_best_response
from pokerzoo_testing.cases import games, random_policy
from pokerzoo_testing.history_lbr import HistoryLBR
from pokerzoo_testing.random_games import examples, poker_games, rivers

RAKED = {"board": "2d2s2c2h3d", "pot": 10, "stack": 10, "rake_rate": 0.05, "rake_cap": 0.8}
RAKED["ranges"] = ("AsAd,KsKc:0.5,QsQd", "KhKd,QsQc:0.7,AsKs:0.25,AhAc")
WIDE = {"board": "QsJh2h8d3c", "ranges": ("22+,A2+", "99+,K9+,QTs+"), "pot": 10, "stack": 30}
ROUNDING = 1e-9
SINGLE = 1e-5
"""Relative to the stacks: values of games with many hands are worked out in float32."""


@cache
def turn_game() -> PokerGame:
    """A turn spot with few hands, one card to come."""
    hands = [parse_cards(text) for text in ("AsAd", "KsKd", "QhQc", "Jh9h", "AhKh", "7c7d")]
    rules = PokerRules(
        deck=CARD_NAMES,
        antes=(5.0, 5.0),
        rounds=(Round(0, SizedBets(bet_options("75%", "a"), 2)), Round(1, SizedBets(bet_options("a", "a"), 1))),
        strength=hold_em_strength,
        hole_cards=2,
        board=parse_cards("Qs 7h 4d 3c"),
        stack=20.0,
        combos=tuple(tuple(sorted(hand, reverse=True)) for hand in hands),
        weights=((1.0, 0.5, 1.0, 1.0, 0.0, 0.25), (0.0, 1.0, 1.0, 0.5, 1.0, 1.0)),
    )
    return PokerGame("turn", {}, rules)


SMALL = [
    make_game("kuhn"),
    make_game("kuhn", num_cards=5),
    make_game("bet_raise"),
    make_game("leduc"),
    make_game("leduc", suit_isomorphism=True),
    make_game("holdem"),
    make_game("holdem", **RAKED),
]
small_games = pytest.mark.parametrize("game", SMALL, ids=lambda game: str(game)[:40])


def worth(policy: TabularPolicy, player: int, state: State, action: int) -> float:
    """Chips that an action brings if the opponent folds to a bet as the policy says, and both check or call from then on."""
    after, folds = state.child(action), 0.0
    if action >= BET:
        folds = policy.action_probabilities(after).get(FOLD, 0.0)
    gone = folds * after.child(FOLD).returns()[player] if folds else 0.0
    return gone + (1 - folds) * to_the_end(after, player)


def to_the_end(state: State, player: int) -> float:
    """Expected chips if both check or call."""
    if state.is_terminal:
        return state.returns()[player]
    if state.is_chance:
        return sum(share * to_the_end(state.child(action), player) for action, share in state.chance_outcomes())
    return to_the_end(state.child(CALL), player)


@pytest.mark.parametrize("game", [*SMALL, turn_game()], ids=lambda game: str(game)[:40])
def test_it_is_the_twin_at_every_infoset(game: PokerGame) -> None:
    policies = [random_policy(game, 1)]
    if game.infosets.size < 500:
        policies += [random_policy(game, 2), *(baseline_policy(game, name) for name in ("random", "always_call", "honest"))]
    for policy in policies:
        response = lbr_policy(game, policy)
        result = local_best_response(game, policy)
        for player in range(2):
            twin = HistoryLBR(policy, player, game.initial_state(), worth)
            for key, action in twin.chosen.items():
                assert response.action_probabilities(key)[action] == 1.0, key
            assert result.chips_per_hand[player] == pytest.approx(twin.value, abs=ROUNDING)


@small_games
def test_it_is_no_more_than_a_best_response(game: PokerGame) -> None:
    policies: list[Any] = [random_policy(game, seed) for seed in range(5)]
    policies += ["random", "always_call", "always_fold", "always_raise", "honest"]
    policies += [CFR(game, "cfr+").run(count).average_policy() for count in (3, 30, 300)]
    for policy in policies:
        result = local_best_response(game, policy)
        assert result.gains is not None
        values = expected_values(game, policy)
        for player in range(2):
            exact = best_response(game, policy, player)
            assert result.chips_per_hand[player] <= exact.value + ROUNDING
            assert result.gains[player] <= exact.gain + ROUNDING
            assert result.gains[player] == pytest.approx(result.chips_per_hand[player] - values[player], abs=ROUNDING)
        assert 0.0 <= result.exploitability_bound <= exploitability(game, policy) + ROUNDING
        assert result.exploitability_bound == pytest.approx(sum(max(0, gain) for gain in result.gains) / 2, abs=ROUNDING)
        assert result.interval is result.exploitability_interval is result.hands is result.seed is None


def test_wide_rivers() -> None:
    game = make_game("holdem", **WIDE)
    assert len(game.rules.hands) > 250
    accuracy = SINGLE * game.rules.max_contribution
    for policy in (random_policy(game, 1), "random", "always_call", CFR(game, "dcfr").run(20).average_policy()):
        result = local_best_response(game, policy)
        for player in range(2):
            assert result.chips_per_hand[player] <= best_response(game, policy, player).value + accuracy
        assert result.exploitability_bound <= exploitability(game, policy) + accuracy


# By hand. always_call never bets or folds: against it the king bets and wins 2, the queen breaks even, the jack checks
# and loses 1: a third of a chip in either seat. always_fold loses its ante to a bet each time.
@pytest.mark.parametrize(("name", "bound"), [("always_call", 1 / 3), ("always_fold", 1.0)])
def test_kuhn_by_hand(name: str, bound: float) -> None:
    game = make_game("kuhn")
    result = local_best_response(game, name)
    assert result.exploitability_bound == pytest.approx(bound, abs=1e-12)
    assert exploitability(game, name) == pytest.approx(bound, abs=1e-12)


def test_it_says_how_many_hands_were_played() -> None:
    game, told = make_game("kuhn"), []
    exploitability_report(game, "random", lbr_hands=301, seed=1, progress=lambda *hands: told.append(hands))
    assert told == [(128, 302), (256, 302), (302, 302)]


def test_against_uniform_kuhn_it_is_a_best_response() -> None:
    game = make_game("kuhn")
    twin = [HistoryLBR(TabularPolicy.uniform(game), player, game.initial_state(), worth).value for player in range(2)]
    # The twin's numbers. A best response makes as much: OpenSpiel's NashConv of the uniform policy in Kuhn is 11/12.
    assert twin == pytest.approx([1 / 2, 5 / 12], abs=1e-12)
    result = local_best_response(game, "random")
    assert result.chips_per_hand == pytest.approx(twin, abs=1e-12)
    assert result.exploitability_bound == pytest.approx(11 / 24, abs=1e-12)


@given(game=st.one_of(poker_games(), poker_games(rake=True), rivers(), rivers(rake=True)), seed=st.integers(0, 1000))
@examples(60)
def test_random_rules(game: PokerGame, seed: int) -> None:
    policy = random_policy(game, seed)
    result = local_best_response(game, policy)
    for player in range(2):
        assert result.chips_per_hand[player] == pytest.approx(
            HistoryLBR(policy, player, game.initial_state(), worth).value, abs=1e-7
        )
        assert result.chips_per_hand[player] <= best_response(game, policy, player).value + 1e-7
    assert local_best_response(game, policy, 20, seed).hands == 20


def test_against_an_equilibrium_it_gains_nothing() -> None:
    game = make_game("leduc")
    result = local_best_response(game, CFR(game, "pcfr+").run(until=1e-4).average_policy())
    assert result.exploitability_bound <= 1e-4


@pytest.mark.parametrize("params", [{}, RAKED, WIDE], ids=["article", "rake", "wide"])
def test_few_hands_and_many_are_the_same(params: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Matrices over pairs of hands and rows made from the cards: the same choices."""
    game = make_game("holdem", **params)
    monkeypatch.setattr(hand_pairs, "MAX_MATRIX_HANDS", 10_000)
    few = lbr_policy(game, random_policy(game, 3))
    monkeypatch.setattr(hand_pairs, "MAX_MATRIX_HANDS", 0)
    assert lbr_policy(game, random_policy(game, 3)) == few


def test_few_hands_and_many_are_the_same_with_a_card_to_come(monkeypatch: pytest.MonkeyPatch) -> None:
    game, policy = turn_game(), random_policy(turn_game(), 3)
    few, hands = lbr_policy(game, policy), local_best_response(game, policy, 300, 1)
    monkeypatch.setattr(hand_pairs, "MAX_MATRIX_HANDS", 0)
    assert lbr_policy(game, policy) == few
    assert local_best_response(game, policy, 300, 1).chips_per_hand == pytest.approx(hands.chips_per_hand, abs=1e-9)


@pytest.mark.parametrize("game", [SMALL[0], SMALL[3], SMALL[4], SMALL[6], turn_game()], ids=lambda game: str(game)[:40])
def test_sampled_hands_agree_with_the_whole_tree(game: PokerGame) -> None:
    """Intervals of 95% over twenty seeds and three numbers: binomial(60, 0.95) is below 50 once in ten thousand times."""
    policy = random_policy(game, 4)
    result = local_best_response(game, policy)
    assert result.gains is not None
    truth = (*result.chips_per_hand, max(0.0, sum(result.gains) / 2))
    covered = 0
    for seed in range(20):
        sampled = local_best_response(game, policy, 600, seed)
        assert sampled.interval is not None
        assert sampled.exploitability_interval is not None
        for value, (low, high) in zip(truth, (*sampled.interval, sampled.exploitability_interval), strict=True):
            covered += low - 1e-12 <= value <= high + 1e-12
    assert covered >= 50


def test_seeds() -> None:
    game = make_game("leduc")
    one, two = (local_best_response(game, "random", 100, seed=5) for _ in range(2))
    assert one == two
    assert (one.hands, one.seed) == (100, 5)
    assert local_best_response(game, "random", 101, seed=6) != one
    drawn = local_best_response(game, "random", 101)
    assert drawn.hands == 102
    assert local_best_response(game, "random", 102, seed=drawn.seed) == drawn


def test_everything_that_has_a_policy_is_asked() -> None:
    game = make_game("leduc")
    table = random_policy(game, 7)

    class ByKey:
        def action_probabilities(self, where: State | str) -> dict[int, float]:
            return table.action_probabilities(where)

    class Batch:
        def action_probabilities_batch(self, observations: Any, action_masks: Any, keys: Any) -> Any:
            answer = np.zeros(action_masks.shape)
            for row, key in zip(answer, keys, strict=True):
                for action, share in table.action_probabilities(key).items():
                    row[action] = share
            return answer

    def all_hands(public: Any) -> Any:
        answer = np.full((len(public.moves), 6), np.nan)
        for hand, name in enumerate(game.rules.hand_names):
            if f"{name}|{public.history}" in table:
                answer[:, hand] = list(table[f"{name}|{public.history}"].values())
        return answer

    def of_a_state(state: State) -> dict[int, float]:
        return table.action_probabilities(state)

    sampled, whole = local_best_response(game, table, 200, 1), local_best_response(game, table)
    for policy in (ByKey(), Batch(), HandsPolicy(all_hands), of_a_state, table.to_dict()):
        for seats in (policy, [policy, table]):
            again = local_best_response(game, seats, 200, 1)
            assert again.chips_per_hand == pytest.approx(sampled.chips_per_hand, abs=1e-9)
            assert local_best_response(game, seats).chips_per_hand == pytest.approx(whole.chips_per_hand, abs=1e-9)


def test_a_game_too_large_for_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is tabulated when hands are sampled."""
    game = make_game("holdem", **WIDE)
    monkeypatch.setattr(TabularPolicy, "__init__", lambda *_: pytest.fail("a table was made"))
    monkeypatch.setattr(import_module("pokerzoo.envs.poker.game"), "MAX_EXACT_ENTRIES", 1000)
    uniform = HandsPolicy(lambda public: np.full((len(public.moves), len(game.rules.hands)), 1 / len(public.moves)))
    report = exploitability_report(game, uniform, exact="auto", lbr_hands=400, seed=1)
    assert report.exact_chips is None
    assert report.lower_bound_interval_chips is not None
    assert report.lower_bound_interval_chips.low > 1.0
    with pytest.raises(ValueError, match="too large for exact best responses, and lbr_hands=0"):
        exploitability_report(game, uniform, exact="auto")


def test_refusals() -> None:
    kuhn = make_game("kuhn")
    for game in (make_game("rps"), make_game("kuhn", num_players=3)):
        with pytest.raises(ValueError, match="two-player poker"):
            local_best_response(game, TabularPolicy.uniform(game))
    with pytest.raises(ValueError, match="hands=3"):
        local_best_response(kuhn, "random", 3)
    with pytest.raises(ValueError, match="3 policies for 2 players"):
        local_best_response(kuhn, ["random"] * 3, 100)
    with pytest.raises(ValueError, match="policy: a policy for leduc"):
        local_best_response(kuhn, TabularPolicy.uniform(make_game("leduc")), 100)
    with pytest.raises(ValueError, match="policy=5: must be an agent"):
        local_best_response(kuhn, 5, 100)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"infoset 'J\|.*' is missing"):
        local_best_response(kuhn, {"K|": {"check": 1.0}}, 100)
    with pytest.raises(ValueError, match=r"shape \(3,\), must be \(2, 3\)"):
        local_best_response(kuhn, HandsPolicy(lambda public: [1.0, 0.0, 0.0]), 100)
    with pytest.raises(ValueError, match=r"infoset 'J\|.*': probabilities \[0.25, 0.25\]: must .* sum to 1"):
        local_best_response(kuhn, HandsPolicy(lambda public: np.full((2, 3), 0.25)), 100)


@pytest.mark.parametrize("game", [game for game in games if isinstance(game, PokerGame) and game.num_players == 2])
def test_every_two_player_poker_game_has_it(game: PokerGame) -> None:
    result = local_best_response(game, "random", 40, 1)
    assert result.hands == 40
    assert local_best_response(game, "random").exploitability_bound > 0.0
