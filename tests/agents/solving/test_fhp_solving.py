"""Solving flops of flop hold'em, exactly (benchmarks/fhp_solving.py): safe ways lose nothing, the unsafe one may."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR
from pokerzoo.agents.policies.spot_policy import SpotPolicy
from pokerzoo.envs import PokerGame, make_game
from pokerzoo.envs.compiled.street_evaluator import StreetEvaluator
from pokerzoo_testing import ROOT
from pokerzoo_testing.programs import load_program

PROGRAM: Any = load_program(ROOT / "benchmarks" / "fhp_solving.py")


@lru_cache
def royal(raise_cap: int) -> PokerGame:
    game = make_game("flop_holdem", deck="royal", raise_cap=raise_cap)
    assert isinstance(game, PokerGame)
    return game


def blueprint(raise_cap: int, iterations: int) -> SpotPolicy:
    found = CFR(royal(raise_cap), threads=1).run(iterations).average_policy()
    assert isinstance(found, SpotPolicy)
    return found


class SomeFlops(PROGRAM.FlopSolving):  # type: ignore[misc]
    """Solves every fourth flop after one line; the blueprint plays the others."""

    line: str

    def flops(self) -> Iterator[Any]:
        after = [flop for flop in super().flops() if flop.start.history.startswith(self.line)]
        assert len(after) == 95
        return iter(after[::4])


class AfterCall(SomeFlops):
    line = "cx/"


class AfterRaises(SomeFlops):
    line = "crrc/"


def test_values_of_flops_by_themselves_make_the_measure_of_the_whole() -> None:
    """For the blueprint and for what each way makes of it: two ways to the same best responses, hand by hand at the flops."""
    policy = blueprint(1, 5)
    solving = PROGRAM.FlopSolving(policy)
    found = solving.solve(10)
    before = solving.measure((policy.single_rows(),)).best_response_values
    np.testing.assert_allclose(solving.measure(found["blueprint"].rows).best_response_values, before, atol=1e-5)
    for way, taken in found.items():
        best = solving.measure(taken.rows).best_response_values
        np.testing.assert_allclose(solving.by_parts(taken.worths), best, atol=1e-3, err_msg=way)
        assert way == "blueprint" or np.abs(best - before).min() > 0.1
    for player in range(2):
        response = StreetEvaluator(solving.form, threads=1).values_of_best_response(1 - player, (policy.single_rows(),))
        for worth in [worth for worth in found["blueprint"].worths if worth.player == player][::9]:
            start = worth.flop.start
            expected = response.after(response.entries[start.betting], start.board)
            np.testing.assert_allclose(worth.values / solving.deals, expected, rtol=1e-4, atol=1e-10)


def test_safe_ways_keep_what_cannot_be_bettered() -> None:
    policy = blueprint(1, 1500)
    solving = AfterCall(policy)
    before, found = solving.measure((policy.single_rows(),)), solving.solve(400)
    assert before.exploitability < 0.001
    for way in ("safe", "max_margin"):
        after = solving.measure(found[way].rows)
        np.testing.assert_allclose(after.values, before.values, rtol=0.0, atol=0.001)
        np.testing.assert_allclose(after.best_response_values, before.best_response_values, rtol=0.0, atol=0.001)


def test_safe_ways_are_no_worse_than_the_blueprint_and_unsafe_may_be() -> None:
    policy = blueprint(3, 300)
    solving = AfterRaises(policy)
    before, found = solving.measure((policy.single_rows(),)).best_response_values, solving.solve(300)
    for way in ("safe", "max_margin"):
        after, missed = solving.measure(found[way].rows).best_response_values, solving.missed(found[way].worths)
        assert np.all(after <= before + missed + 1e-5) and missed.max() < 0.01
        assert after.sum() < before.sum(), "and it is a little better"
    unsafe = solving.measure(found["unsafe"].rows).best_response_values
    assert unsafe[1] > before[1] + 0.01


@pytest.mark.long
@pytest.mark.parametrize(("iterations", "worse"), [(20, False), (1000, True)])
def test_all_flops_of_the_royal_deck(iterations: int, worse: bool) -> None:
    """Unsafe solving makes an early blueprint better, and a good one several times as exploitable."""
    policy = blueprint(4, iterations)
    solving = PROGRAM.FlopSolving(policy)
    before, found = solving.measure((policy.single_rows(),)), solving.solve(600)
    for way in ("safe", "max_margin"):
        after, missed = solving.measure(found[way].rows).best_response_values, solving.missed(found[way].worths)
        assert np.all(after <= before.best_response_values + missed + 1e-5)
    unsafe = solving.measure(found["unsafe"].rows).exploitability
    assert unsafe > 3.0 * before.exploitability if worse else unsafe < before.exploitability
