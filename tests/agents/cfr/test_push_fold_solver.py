"""The solver of push/fold by tables of equities: gains, prizes, longer runs, and what it refuses."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

from pokerzoo.preflop import PreflopPolicy, PushFoldSolver, measure_preflop, preflop_game, push_fold_table

DEALS = 200_000


def solved(*stacks: float, deals: int = DEALS, until: float = 1e-6, **parameters: Any) -> tuple[Any, PreflopPolicy]:
    """(the measurement, the average policy) of a table."""
    solver = PushFoldSolver(push_fold_table(stacks, **parameters), deals=deals).run(1000, until=until)
    return solver.measure(), solver.average_policy()


def goes_in(policy: PreflopPolicy, line: str) -> float:
    return float(policy.decision(line).frequencies[1])


def test_prizes_of_two_are_chips() -> None:
    # With two players left prize money is a straight line in chips: the same strategies, and all prizes are won.
    chips, first = solved(7, 7)
    prizes, second = solved(7, 7, payouts=(70, 30))
    assert prizes.values.sum() == pytest.approx(100, abs=1e-9)
    assert prizes.values == pytest.approx(50 + 40 / 14 * chips.values, abs=1e-3)
    assert goes_in(second, "") == pytest.approx(goes_in(first, ""), abs=1e-2)  # some hands are as good either way


@pytest.mark.parametrize(
    ("stacks", "parameters"),
    [
        ((10, 10), {"big_blind_ante": 1}),
        ((5, 12), {"payouts": (50, 30, 20), "others": (9,)}),
        pytest.param((10, 6, 14), {"ante": 0.1}, marks=pytest.mark.check),
        pytest.param((10, 6, 14), {"payouts": (50, 30, 20)}, marks=pytest.mark.check),
        pytest.param((12, 8, 9, 15, 6), {"ante": 0.1}, marks=pytest.mark.check),
        pytest.param((10, 6, 8, 12), {"payouts": (50, 30, 20), "others": (9,), "ante": 0.1}, marks=pytest.mark.check),
    ],
)
def test_real_deals_are_worth_as_much(stacks: tuple[float, ...], parameters: dict[str, Any]) -> None:
    """Values and gains of the tables' strategies against deals of all cards: both solvers have the same game."""
    exact, policy = solved(*stacks, until=1e-3, deals=50_000, **parameters)
    unit = sum(parameters.get("payouts", [1.0]))
    result = measure_preflop(policy, deals=10_000, learning=5_000)
    assert (np.abs(result.values - exact.values) <= 1.6 * result.value_widths + 0.004 * unit).all()
    assert (result.gains - result.gain_widths).max() < 0.002 * unit


@pytest.mark.check
def test_runs_go_on() -> None:
    game = push_fold_table([6, 9, 5])
    once = PushFoldSolver(game, deals=2000).run(12)
    twice = pickle.loads(pickle.dumps(PushFoldSolver(game, deals=2000).run(5))).run(7)
    assert np.array_equal(once.average_strategies(), twice.average_strategies())
    assert once.iteration == 12
    assert once.seconds > 0


def test_errors() -> None:
    with pytest.raises(ValueError, match="must be a game from push_fold_table"):
        PushFoldSolver(preflop_game(2))
    with pytest.raises(ValueError, match="deals=0: must be an integer from 1"):
        PushFoldSolver(push_fold_table([6, 6]), deals=0)
    policy = PushFoldSolver(push_fold_table([6, 6])).average_policy()
    assert goes_in(policy, "") == 0.5
    with pytest.raises(ValueError, match="line='f': the betting is over"):
        policy.decision("f")


@pytest.mark.parametrize(
    ("stacks", "parameters"),
    [
        ((10, 10), {}),
        ((5, 12), {}),
        ((7, 9), {"payouts": (7, 3)}),
        ((10, 6), {"payouts": (50, 30, 20), "others": (9,)}),
        pytest.param((10, 10, 10), {"payouts": (50, 30, 20)}, marks=pytest.mark.check),
    ],
)
def test_a_longer_run_changes_no_printed_frequency(stacks: tuple[float, ...], parameters: dict[str, Any]) -> None:
    """By the command's default; frequencies are printed in percent, values to a ten-thousandth of the prizes or a blind."""
    unit = sum(parameters.get("payouts", [50.0]))
    result, policy = solved(*stacks, until=2e-7 * unit, deals=20_000, **parameters)
    longer = PushFoldSolver(policy.game, deals=20_000).run(1500 if len(stacks) == 2 else 300)
    for decision in policy.decisions(0.0):
        expected = longer.average_policy().decision(decision.line).frequencies
        assert decision.frequencies == pytest.approx(expected, abs=0.005), decision.line
    assert np.abs(result.values - longer.measure().values).max() < 5e-5 * unit
