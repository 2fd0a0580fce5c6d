"""Turn and river cards in one table: each row as the next cards of its turn, means as what stands on the flop."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
from pokerzoo.evaluation import SpotReport

SPOT: dict[str, Any] = {"ranges": ("QQ+,T9s", "JJ-99,AQs"), "pot": 100, "stack": 60, "bet_sizes": "30%", "raise_cap": 1,
    "add_allin_threshold": 0.0,
}  # fmt: skip


@pytest.fixture(scope="module")
def flop() -> SpotReport:
    game = make_game("holdem", board="QsJh2h", **SPOT)
    return SpotReport(game, CFR(game, "dcfr").run(5).average_policy())


def test_each_row_is_that_of_its_turn_card(flop: SpotReport) -> None:
    result = flop.run_outs("xx", "xb30c", ["2c", "9d"])
    assert result.turns == ("2c", "9d") and len(result.rivers) == 49 and result.pot == 160 and result.paid == [80, 80]
    for row, turn in enumerate(result.turns):
        end, start = flop.at(f"xx/{turn}/xb30c"), flop.at("xx")
        cards = flop.next_cards(f"xx/{turn}/xb30c")
        places = [result.rivers.index(card) for card in cards.cards]
        assert np.isnan(result.probability[row, result.rivers.index(turn)])
        for own, theirs in ((result.equity, cards.equity), (result.net, cards.net), (result.frequencies, cards.frequencies)):
            np.testing.assert_allclose(own[:, row, places], theirs)
        assert np.nansum(result.probability[row]) == pytest.approx(end.probability / start.probability)
        river = flop.at(f"xx/{turn}/xb30c/{cards.cards[7]}")
        assert result.probability[row, places[7]] * start.probability == pytest.approx(river.probability)
        np.testing.assert_allclose(result.frequencies[:, row, places[7]], river.frequencies)
    table = result.table()
    assert len(table["turn"]) == 2 * 48 and set(table["turn_betting"]) == {"xb30c"}
    assert "frequency OOP check" in table and not np.isnan(table["equity IP"]).any()


def test_all_betting_adds_up_to_the_turn(flop: SpotReport) -> None:
    """Values after a turn card are the mean over all betting and river cards, and what is won by folds."""
    first = flop.run_outs("xx", turns=["2c"])
    assert [line.moves for line in first.turn_lines] == ["xx", "xb30c", "b30c"] and first.then == "xx"
    start, before = flop.at("xx/2c"), flop.at("xx")
    worth, total = np.zeros(2), 0.0
    for line in first.turn_lines:
        result = flop.run_outs("xx", line.moves, ["2c"])
        share = float(np.nansum(result.probability)) * before.probability / start.probability
        worth, total = worth + share * result.mean_net, total + share
    for moves in ("xb30f", "b30f"):
        end = flop.at(f"xx/2c/{moves}")
        share = end.probability / start.probability
        worth, total = worth + share * np.nan_to_num(end.mean_net), total + share
    assert total == pytest.approx(1)
    assert worth == pytest.approx(start.mean_net, abs=1e-3)


@pytest.mark.parametrize(
    ("line", "options", "told"),
    [
        ("x", {}, "line='x': no turn card is due there"),
        ("xx/2c/xx", {}, "line='xx/2c/xx': no turn card is due there"),
        ("xx", {"then": "xb5c"}, "then='xb5c': must be one of xx, xb30c, b30c"),
        ("xx", {"turns": ["Qs"]}, "'Qs' is none of"),
        ("xx", {"turns": []}, "must have a card or more"),
    ],
)
def test_what_has_no_run_outs(flop: SpotReport, line: str, options: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=re.escape(told)):
        flop.run_outs(line, **options)
