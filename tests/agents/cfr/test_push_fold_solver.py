"""The solver of push/fold at a table: gains, prizes, longer runs, and what it refuses."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents.cfr.push_fold_solver import UNTIL_PRIZES
from pokerzoo.push_fold import PushFoldSolution, PushFoldSolver, push_fold_table, solve_push_fold

DEALS = 200_000


def test_prizes_of_two_are_chips() -> None:
    # With two players left prize money is a straight line in chips: the same strategies, and all prizes are won.
    chips = solve_push_fold(push_fold_table([7, 7]), until=1e-6, iterations=2000)
    prizes = solve_push_fold(push_fold_table([7, 7], payouts=(70, 30)), until=1e-6, iterations=2000)
    assert prizes.value_sum == pytest.approx(100, abs=1e-9)
    assert prizes.values == pytest.approx(50 + 40 / 14 * chips.values, abs=1e-3)
    assert prizes.decision("").frequency == pytest.approx(
        chips.decision("").frequency, abs=1e-2
    )  # some hands are as good either way


@pytest.mark.long
def test_six_players_with_prizes() -> None:
    looks: list[PushFoldSolution] = []
    table = push_fold_table([10] * 6, payouts=(50, 30, 20), deals=DEALS)
    result = solve_push_fold(table, until=1e-3, tell=looks.append)
    assert result.largest_gain_share <= 1e-3 and looks[-1] is result
    assert (result.gains >= -1e-12).all()
    # Equities of three hands that the solver has not seen: what fits the errors of its own does not count.
    again = result.measured_with(replace(table, seed=1))
    assert again.largest_gain_share <= 1e-3 and np.abs(again.values - result.values).max() < 0.05
    pushes = [result.decision("f" * k) for k in range(5)]
    assert [one.position for one in pushes] == ["UTG", "HJ", "CO", "BTN", "SB"]
    often = [one.frequency for one in pushes]
    assert often == sorted(often)  # the fewer are behind, the more hands are pushed
    chips = solve_push_fold(replace(table, payouts=()), until=1e-2)
    for line in ("", "j", "ffffj"):
        assert result.decision(line).frequency < chips.decision(line).frequency  # prizes make careful
    assert result.value_sum == pytest.approx(100, abs=0.02)  # of four and more hands at once the model is not exact


def test_four_players_with_prizes() -> None:
    table = push_fold_table([10, 6, 8, 12], ante=0.1, payouts=(50, 30, 20), others=(9,), deals=50_000)
    result = solve_push_fold(table, until=1e-3)
    assert result.largest_gain_share <= 1e-3 and (result.gains >= -1e-12).all()
    assert result.decision("").frequency < result.decision("ff").frequency


def test_errors() -> None:
    table = push_fold_table([6, 6])
    with pytest.raises(ValueError, match=r"table=\[6, 6\]: must be a table from push_fold_table"):
        solve_push_fold([6, 6])
    with pytest.raises(ValueError, match="has done no iteration"):
        PushFoldSolver(table).solution()
    with pytest.raises(ValueError, match="until=-1"):
        solve_push_fold(table, until=-1)
    with pytest.raises(ValueError, match="iterations=0"):
        solve_push_fold(table, iterations=0)
    result = solve_push_fold(table, until=0, iterations=3)
    assert result.iterations == 3
    with pytest.raises(ValueError, match="line='f': no decision comes after it; must be at most 1 of f"):
        result.decision("f")
    with pytest.raises(ValueError, match="hand='A'"):
        result.chance("", "A")
    with pytest.raises(ValueError, match="table: of 3 players; must be of 2"):
        result.measured_with(push_fold_table([6, 6, 6]))


@pytest.mark.parametrize(
    "table",
    [
        {"stacks": [10, 10]},
        {"stacks": [5, 12]},
        {"stacks": [7, 9], "payouts": (7, 3)},
        {"stacks": [10, 6], "payouts": (50, 30, 20), "others": (9,)},
    ],
)
def test_a_longer_run_changes_no_printed_frequency(table: dict[str, Any]) -> None:
    """By default; frequencies are printed in percent, values to a ten-thousandth of all prizes or of a big blind."""
    made = push_fold_table(**table)
    result, longer = solve_push_fold(made), solve_push_fold(made, until=0, iterations=1500)
    assert result.iterations < 1000 or not table.get("payouts")
    for one, two in zip(result.decisions, longer.decisions, strict=True):
        assert abs(one.frequency - two.frequency) < 0.005, one.line
    assert np.abs(result.values - longer.values).max() < 5e-5 * made.pool


@pytest.mark.check
def test_three_players_stop_where_charts_are_those_of_longer_runs() -> None:
    """The first look, after ten iterations, gains 1e-5 of the prizes at most, and is off by two percent of hands."""
    made = push_fold_table([10, 10, 10], payouts=(50, 30, 20), deals=20_000)
    result, longer = solve_push_fold(made), solve_push_fold(made, until=0, iterations=300)
    assert 10 < result.iterations < 1000 and result.largest_gain_share <= UNTIL_PRIZES
    for one, two in zip(result.decisions, longer.decisions, strict=True):
        assert abs(one.frequency - two.frequency) < 0.005, one.line
