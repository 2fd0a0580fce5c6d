"""The luck of the cards of whole hands: its mean is zero exactly; without it intervals are narrower around the same mean."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.envs import make_game
from pokerzoo.envs.betting.row import IN_HAND, LIVE
from pokerzoo.envs.poker.cards import parse_cards
from pokerzoo.envs.whole_hands.row import BOARD, HOLES, NUM_BOARD
from pokerzoo.evaluation import equity, head_to_head
from pokerzoo.evaluation.matches.card_luck import DEAL_POT, add_luck, equities_before_flop, fill_shares
from pokerzoo_testing.hands_by_rule import shares_by_counting

FLOP_HOLDEM = {"limit": "fixed-limit", "last_street": "flop"}


def row_with(game: Any, hands: list[tuple[int, ...]], board: tuple[int, ...], live: int) -> Any:
    """A hand with these cards."""
    row = game.start.copy()
    for seat, cards in enumerate(hands):
        row[HOLES + 2 * seat : HOLES + 2 * seat + 2] = sorted(cards, reverse=True)
    row[BOARD : BOARD + len(board)] = board
    row[NUM_BOARD], row[LIVE] = len(board), live
    return row


def shares(game: Any, hands: list[tuple[int, ...]], board: tuple[int, ...], live: int) -> Any:
    result = np.zeros(10)
    fill_shares(game.rules_row, row_with(game, hands, board, live), len(board), equities_before_flop(game), result)
    return result[: len(hands)]


def test_shares_are_equities() -> None:
    game = make_game("texas_holdem", num_players=3)
    hands = [parse_cards(cards) for cards in ("AsKs", "QdQc", "7h6h")]
    expected = equity(["AsKs", "QdQc", "7h6h"], board="Js6c2h").players
    assert shares(game, hands, parse_cards("Js6c2h"), 0b111) == pytest.approx([one.equity for one in expected])
    expected = equity(["AsKs", "7h6h"], board="Js6c2h", dead="QdQc").players
    assert shares(game, hands, parse_cards("Js6c2h"), 0b101) == pytest.approx([expected[0].equity, 0.0, expected[1].equity])
    two: Any = make_game("texas_holdem")
    expected = equity(["AsKs", "QdQc"]).players
    assert shares(two, hands[:2], (), 0b11) == pytest.approx([one.equity for one in expected])


@pytest.mark.parametrize("last_street", ["flop", "turn"])
def test_shares_of_hands_that_end_before_the_river(last_street: str) -> None:
    game: Any = make_game("texas_holdem", num_players=3, last_street=last_street)
    hands = [parse_cards(cards) for cards in ("AsKs", "QdQc", "7h6h")]
    for board in ("Js6c2h", "") if last_street == "flop" else ("Js6c2h", "Js6c2hKd"):
        cards = parse_cards(board)
        assert shares(game, hands, cards, 0b111) == pytest.approx(shares_by_counting(game, hands, cards), abs=1e-12)


def test_the_luck_of_a_flop_that_is_the_last_street_is_counted_for_three() -> None:
    """To the river the flop is left out for more than two, and here it is all that comes."""
    result = {}
    for last_street in ("flop", "river"):
        game: Any = make_game("texas_holdem", num_players=3, last_street=last_street)
        hands = [parse_cards(cards) for cards in ("AsKs", "QdQc", "7h6h")]
        before, after = (row_with(game, hands, board, 0b111) for board in ((), parse_cards("Js6c2h")))
        before[IN_HAND : IN_HAND + 3] = after[IN_HAND : IN_HAND + 3] = 10
        result[last_street] = luck = np.zeros(10)
        add_luck(game.rules_row, before, after, equities_before_flop(game), luck)
    assert not result["river"].any()
    assert result["flop"][1] == pytest.approx(30 * (1 - 0.6), abs=30 * 0.2)
    assert result["flop"].sum() == pytest.approx(0.0, abs=1e-9)


def test_the_mean_over_the_cards_to_come_is_what_was_before() -> None:
    """Over all flops, and all turns, of a deck of 20 cards: so what is taken off has mean zero whatever is bet."""
    game: Any = make_game("texas_holdem", deck="royal")
    hands: list[tuple[int, ...]] = [(19, 14), (9, 8)]
    left = [card for card in range(20) if card not in (19, 14, 9, 8)]
    flops = [shares(game, hands, flop, 0b11) for flop in combinations(left, 3)]
    assert np.mean(flops, axis=0) == pytest.approx(shares(game, hands, (), 0b11), abs=1e-12)
    flop = tuple(left[:3])
    turns = [shares(game, hands, (*flop, card), 0b11) for card in left[3:]]
    assert np.mean(turns, axis=0) == pytest.approx(shares(game, hands, flop, 0b11), abs=1e-12)
    three: Any = make_game("texas_holdem", deck="royal", num_players=3)
    dealt = [*hands, (16, 2)]  # the third has folded, and the cards are gone
    rest = [card for card in left if card not in (16, 2, *flop)]
    assert np.mean([shares(three, dealt, (*flop, card), 0b11) for card in rest], axis=0) == pytest.approx(
        shares(three, dealt, flop, 0b11), abs=1e-12
    )


def test_the_mean_over_all_deals_is_zero() -> None:
    """Over all pairs of hands of the royal deck against one hand: the deal's part."""
    game: Any = make_game("texas_holdem", deck="royal")
    total = np.zeros(10)
    before = game.start
    rng = np.random.default_rng(1)
    for _ in range(40):  # each pair both ways round
        cards = rng.permutation(20)[:4]
        for hands in ([cards[:2], cards[2:]], [cards[2:], cards[:2]]):
            add_luck(game.rules_row, before, row_with(game, [tuple(h) for h in hands], (), 0b11), np.empty((0, 0)), total)
    assert total == pytest.approx(0.0, abs=1e-9)


def test_all_in_before_the_flop_nothing_is_left_but_the_hands() -> None:
    game = make_game("texas_holdem", stack=20, bet_sizes="a", raise_sizes="a")
    result = head_to_head(game, ["always_raise", "always_call"], hands=400, seed=1, aivat=True)
    assert result.standard_error[0] == pytest.approx(0.0, abs=1e-9)  # each deal both ways round
    assert result.chips is not None and result.chips.standard_error[0] == 0.0
    alone = head_to_head(game, ["always_raise", "always_call"], hands=400, seed=1, duplicate=False, aivat=True)
    assert alone.chips is not None
    # 40 chips in the pot, of which 40 - 4 * 2 times (equity - 1/2) are left, not 20 or -20.
    assert alone.standard_error[0] < 0.4 * alone.chips.standard_error[0]
    assert DEAL_POT == 4


@pytest.mark.check
@pytest.mark.parametrize(
    "params", [{"limit": "fixed-limit"}, {"stack": 30, "rake_rate": 0.05}, {"num_players": 4}, FLOP_HOLDEM]
)
def test_the_mean_stays_and_the_interval_is_narrower(params: dict[str, Any], tmp_path: Path) -> None:
    game = make_game("texas_holdem", **params)
    names = ["tight", "loose", "random", "always_call"][: game.num_players]
    result = head_to_head(game, names, hands=5_000, seed=2, aivat=True)
    true = head_to_head(game, names, hands=40_000, seed=3)
    assert result.chips is not None and result.estimator == "aivat"
    for mean, error, long, its in zip(
        result.chips_per_hand, result.standard_error, true.chips_per_hand, true.standard_error, strict=True
    ):
        assert abs(mean - long) < 4.5 * np.hypot(error, its)
    assert result.standard_error[0] < 0.9 * result.chips.standard_error[0]
    assert sum(result.chips_per_hand) == pytest.approx(sum(result.chips.chips_per_hand), abs=1e-9)
    fast = head_to_head(game, names, hands=40, seed=4, aivat=True)
    slow = head_to_head(game, names, hands=40, seed=4, aivat=True, log=tmp_path / "hands.jsonl")
    assert fast.chips_per_hand == pytest.approx(slow.chips_per_hand)


def test_until_width_and_what_does_not_go() -> None:
    game = make_game("texas_holdem", stack=20, limit="fixed-limit")
    result = head_to_head(game, ["tight", "loose"], until_width=2.0, seed=5, aivat=True)
    assert result.stopped_by == "width" and all(one.width <= 2.0 for one in result.interval)
    for wrong in ({"aivat": "tight"}, {"aivat": True, "known": [0]}):
        with pytest.raises(ValueError, match="the luck of the cards is taken out, and nothing else; must be aivat=True"):
            head_to_head(game, ["tight", "loose"], hands=10, **wrong)
