"""Matches of whole hands: known results, the same deals in all seats, and one match however it is played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.envs import make_game
from pokerzoo.evaluation import head_to_head, round_robin
from pokerzoo.evaluation.hands import read_hands, replay


def test_who_always_folds_loses_the_blinds() -> None:
    """On the button it folds the small blind; in the big blind it folds to the raise: 500 and 1,000 thousandths."""
    game = make_game("texas_holdem")
    result = head_to_head(game, ["always_fold", "always_raise"], hands=1000, seed=1)
    assert result.mbb_per_hand == (-750.0, 750.0)
    assert result.standard_error == (0.0, 0.0)
    assert head_to_head(game, ["always_call", "always_call"], hands=1000, seed=1).chips_per_hand == (0.0, 0.0)


@pytest.mark.parametrize(
    "params", [{}, {"num_players": 6, "rewards": "blinds"}, {"num_players": 3, "limit": "fixed-limit"}, {"bet_sizes": "any"}]
)
def test_compiled_matches_are_those_of_agents_that_are_asked(params: dict[str, Any], tmp_path: Path) -> None:
    """With a log hands are played one by one."""
    game = make_game("texas_holdem", **params)
    names = ["tight", "random", "loose", "always_call", "random", "always_raise"][: game.num_players]
    log = tmp_path / "hands.jsonl"
    for duplicate in (True, False):
        fast = head_to_head(game, names, hands=120, seed=3, duplicate=duplicate)
        slow = head_to_head(game, names, hands=120, seed=3, duplicate=duplicate, log=log)
        assert fast.chips_per_hand == pytest.approx(slow.chips_per_hand, abs=1e-12)  # added up in other blocks
        assert fast.standard_error == pytest.approx(slow.standard_error, rel=1e-9)
        assert fast.score == slow.score
    assert sum(fast.chips_per_hand) == pytest.approx(0.0, abs=1e-9)
    assert read_hands(log).chips_per_hand == pytest.approx(fast.chips_per_hand)


def test_a_deal_is_dealt_in_all_seats(tmp_path: Path) -> None:
    game = make_game("texas_holdem", num_players=4)
    log = tmp_path / "hands.jsonl"
    head_to_head(game, ["tight", "loose", "random", "always_call"], hands=40, seed=4, log=log)
    cards: dict[int, set[tuple[Any, ...]]] = {}
    boards: dict[int, set[tuple[int, ...]]] = {}
    hands = read_hands(log).hands
    for hand in hands:
        state: Any = replay(game, hand)
        cards.setdefault(hand.deal, set()).add(tuple(state.hole_cards(seat) for seat in range(4)))
        boards.setdefault(hand.deal, set()).add(state.board[:3])
    assert len(hands) == 40 and len(cards) == 10
    assert all(len(dealt) == 1 for dealt in cards.values())  # whoever sits there
    assert all(len(flops - {()}) <= 1 for flops in boards.values())  # however the betting went
    assert len(set.union(*cards.values())) == 10


def test_functions_and_baselines_at_one_table() -> None:
    game = make_game("texas_holdem", num_players=3)

    def caller(state: Any) -> dict[int, float]:
        return {1: 1.0}

    one = head_to_head(game, [caller, "always_call", "loose"], hands=90, seed=5)
    two = head_to_head(game, ["always_call", "always_call", "loose"], hands=90, seed=5)
    assert one.chips_per_hand == pytest.approx(two.chips_per_hand)
    assert one.names == ("caller", "always_call", "loose")


def test_intervals_cover_the_true_mean() -> None:
    """Of many short matches against the mean of a long one."""
    game = make_game("texas_holdem", stack=40)
    long = head_to_head(game, ["tight", "loose"], hands=200_000, seed=6)
    inside = 0
    for seed in range(200):
        low, high = head_to_head(game, ["tight", "loose"], hands=1000, seed=100 + seed).interval[0]
        inside += low <= long.chips_per_hand[0] <= high
    assert 0.90 <= inside / 200 <= 0.99


def test_what_does_not_go() -> None:
    game = make_game("texas_holdem")
    with pytest.raises(ValueError, match="3 agents for 2 players"):
        head_to_head(game, ["tight"] * 3)
    with pytest.raises(ValueError, match="of another game; yours has players 3"):
        head_to_head(make_game("texas_holdem", num_players=3), ["tight", "blueprint", "tight"])

    def wrong(state: Any) -> Any:
        return np.ones(len(state.legal_actions()))

    with pytest.raises(ValueError, match=r"sum to .* must sum to 1"):
        head_to_head(game, ["tight", wrong], hands=4)


def test_round_robin_of_pairs_at_tables_for_four() -> None:
    game = make_game("texas_holdem", num_players=4)
    table = round_robin(game, ["tight", "always_call", "always_fold"], hands=400, seed=7)
    assert table.chips + table.chips.T == pytest.approx(np.zeros((3, 3)), abs=1e-9)
    pair = head_to_head(game, ["tight", "always_call"] * 2, hands=400, seed=7)
    assert table.chips[0, 1] == pytest.approx((pair.chips_per_hand[0] + pair.chips_per_hand[2]) / 2)
    # Those who never draw a number do the same in either of their seats, and their interval is that of one of them.
    assert table.interval(0, 1) == pytest.approx(pair.interval[0])
    assert "over all seats" in str(table)
    with pytest.raises(ValueError, match="has 3 players: a round robin is for two, or another even number"):
        round_robin(make_game("texas_holdem", num_players=3), ["tight", "loose"])


def test_round_robin_at_small_tables_for_four() -> None:
    game = make_game("kuhn", num_players=4, num_cards=5)
    table = round_robin(game, ["random", "always_call"], hands=200, seed=7)
    pair = head_to_head(game, ["random", "always_call"] * 2, hands=200, seed=7)
    assert table.chips[0, 1] == pytest.approx((pair.chips_per_hand[0] + pair.chips_per_hand[2]) / 2)
    assert not table.exact[0, 1]
