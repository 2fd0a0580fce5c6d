"""``equity``: what is counted and what is drawn, intervals, and what is refused."""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
import pytest

from pokerzoo.envs.cards import CLASS_NAMES, class_equities
from pokerzoo.envs.poker.ranges import parse_range
from pokerzoo.evaluation import equity


def test_counted_where_it_is_small() -> None:
    two = equity(["AA", parse_range("KK")])
    assert two.exact and two.deals == 36 * comb(48, 5) and two.seed is None
    assert two.equities[0] == pytest.approx(class_equities()[0, CLASS_NAMES.index("KK")]) and sum(two.equities) == 1
    one, other = two.players
    assert (one.hand, other.hand) == ("AA", "KK")
    assert one.standard_error == 0 and one.interval == (one.equity, one.equity)
    assert equity(["random", "random"], "2c3c4d").exact
    assert equity(["random"] * 2, "2c3c4d5d").deals == comb(48, 2) * comb(46, 2) * 44
    assert equity(["AsKs", "QhQd", "7c6c"]).deals == comb(46, 5)
    assert equity(["AsKs", "QhQd", "7c6c"], "Qs7s2d").deals == comb(43, 2)


def test_drawn_where_it_is_not() -> None:
    result = equity(["22+", "AT+", "random"], samples=20_000, seed=5)
    assert not result.exact and result.deals == 20_000 and result.seed == 5
    assert result == equity(["22+", "AT+", "random"], samples=20_000, seed=5)
    assert sum(result.equities) == pytest.approx(1)
    for player in result.players:
        assert player.win < player.equity < player.win + player.tie
        assert player.interval.low < player.equity < player.interval.high
        assert player.interval.width == pytest.approx(2 * 1.96 * player.standard_error, rel=1e-3)
    drawn = equity(["AA", "KK"], method="sample", samples=100)
    assert not drawn.exact and drawn.seed is not None
    assert drawn == equity(["AA", "KK"], method="sample", samples=100, seed=drawn.seed)


def test_intervals_keep_their_word() -> None:
    exact = equity(["AKs", "QQ", "T9s"], "Qs7s2d").equities
    runs = [equity(["AKs", "QQ", "T9s"], "Qs7s2d", method="sample", samples=500, seed=seed) for seed in range(400)]
    for player, true in enumerate(exact):
        inside = sum(run.players[player].interval.low <= true <= run.players[player].interval.high for run in runs)
        assert inside >= 365  # of 400; 380 are due, and 365 or fewer come with probability 0.0005
    errors = np.std([run.equities for run in runs], axis=0)
    stated = np.mean([[player.standard_error for player in run.players] for run in runs], axis=0)
    np.testing.assert_allclose(stated, errors, rtol=0.15)


def test_no_interval_is_nothing() -> None:
    # Quads against a hand that two cards of 44 help: ten deals may well not see them.
    exact = equity(["2c2d", "3h4h"], "2h2s5h6s")
    assert exact.equities[1] == pytest.approx(2 / 44)
    few = equity(["2c2d", "3h4h"], "2h2s5h6s", method="sample", samples=10, seed=1)
    assert few.players[1].equity == 0 and few.players[1].standard_error == 0
    assert few.players[1].interval.high == pytest.approx(1 - 0.05 ** (1 / 10))
    assert few.players[0].interval.low == pytest.approx(0.05 ** (1 / 10)) and few.players[0].interval.high == 1


@pytest.mark.parametrize(("board", "more"), [("", []), ("5h6s7s", []), ("5h6s7s", ["QcQd"])])
def test_weights_as_small_as_they_like(board: str, more: list[str]) -> None:
    # Only the hands with small weights can be dealt together: the product is no float, and sums less others are rounding.
    expected = equity(["2c2d", "KsQs", *more], board)
    for weight in ("1e-200", "1e-12")[: 2 if board else 1]:  # before the flop it takes a second
        result = equity([f"AsKs,2c2d:{weight}", f"As2c,KsQs:{weight}", *more], board)
        assert result.exact and result.deals == expected.deals
        assert result.equities == pytest.approx(expected.equities, abs=1e-12)
        drawn = equity([f"AsKs,2c2d:{weight}", f"As2c,KsQs:{weight}", *more], board, method="sample", samples=2000, seed=1)
        assert drawn.equities == pytest.approx(expected.equities, abs=0.05)


def test_dead_cards_and_boards() -> None:
    result = equity(["AsKs", "QQ"], board="qs 7S,2d", dead="Qh")
    assert (result.board, result.dead, result.deals) == ("Qs7s2d", "Qh", comb(44, 2))  # one pair of queens is left


@pytest.mark.parametrize(
    ("hands", "options", "message"),
    [
        (["AA"], {}, r"^hands: 1 of them: must be a list of 2 to 10 hands or ranges"),
        (["AA", "KX"], {}, r"^hands\[1\]='KX': at character 1"),
        (["AA", 3], {}, r"^hands\[1\]=3: must be a string"),
        (["AA", "KK"], {"board": "2c3c"}, r"^board='2c3c': has 2 cards, must have 0 or 3 or 4 or 5"),
        (["AA", "KK"], {"board": "2c3c3c"}, "this card occurs twice"),
        (["AA", "KK"], {"board": "2c3c4c", "dead": "2c"}, r"^board and dead='2c3c4c2c': has 2c twice"),
        (["AsKs", "QQ"], {"board": "As3c4c"}, r"^hands\[0\]='AsKs': has no combo without the cards As3c4c of board and dead"),
        (["AsKs", "AsQs"], {}, "^hands: two of the players share a card in every deal"),
        (["AsKs", "KdQs", "AsQs"], {"board": "2c3c4c"}, "^hands: two of the players share a card in every deal"),
        (["AA", "KK"], {"method": "fast"}, r"^method='fast': must be one of 'auto', 'exact', 'sample'"),
        (["AA", "KK"], {"samples": 1}, r"^samples=1: must be an integer from 2"),
        (
            ["random"] * 10,
            {"method": "exact"},
            r"^method='exact': there are too many deals to count; 'sample' draws some",
        ),
        (
            ["random"] * 3,
            {"dead": "".join(f"{rank}{suit}" for rank in "23456789TJ" for suit in "cdhs") + "QcQd"},
            "^dead: 42 cards",
        ),
    ],
)
def test_what_is_refused(hands: list[str], options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        equity(hands, **options)
