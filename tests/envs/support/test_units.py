"""Units: chips, percent of the starting pot, thousandths of the big blind, read and told alike everywhere."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
from pokerzoo.envs.support.units import limit_in_chips, mbb, pot_percent, pot_share, unit_factor, units_of


@pytest.mark.parametrize(
    ("name", "params", "amount", "chips"),
    [
        ("leduc", {}, 0.05, 0.05),
        ("leduc", {}, np.float32(0.5), 0.5),
        ("leduc", {}, Fraction(1, 4), 0.25),
        ("leduc", {}, "0.05", 0.05),
        ("leduc", {}, " 5e-2 chips ", 0.05),
        ("bet_raise", {}, "50 mbb", 0.025),  # the ante is half a chip
        ("bet_raise", {}, "50mbb", 0.025),
        ("holdem", {"pot": 40}, "0.1%", 0.04),
        ("holdem", {"pot": 40}, "25 %", 10.0),
        ("holdem", {"pot": 40}, "25", 25.0),
    ],
)
def test_limits(name: str, params: dict[str, Any], amount: Any, chips: float) -> None:
    assert limit_in_chips(make_game(name, **params), amount, "x") == pytest.approx(chips, rel=1e-15)


@pytest.mark.parametrize(
    ("name", "amount", "told"),
    [
        ("kuhn", "1%", "kuhn has no starting pot; give chips"),
        ("holdem", "5 mbb", "holdem has no blind or ante; give chips"),
        ("rps", "5 mbb", "rps has no blind or ante; give chips"),
        ("kuhn", "5 bb", "must be chips"),
        ("kuhn", "", "must be chips"),
        ("kuhn", "%", "must be chips"),
        ("kuhn", "mbb", "must be chips"),
        ("kuhn", "1%%", "must be chips"),
        ("kuhn", True, "must be chips"),
        ("kuhn", None, "must be chips"),
        ("kuhn", [0.1], "must be chips"),
        ("kuhn", 0, "must be a finite number above 0"),
        ("kuhn", "-1 mbb", "must be a finite number above 0"),
        ("kuhn", float("nan"), "must be a finite number above 0"),
        ("kuhn", "inf", "must be a finite number above 0"),
        ("kuhn", 10**400, "must be a finite number above 0"),
    ],
)
def test_limits_that_are_none(name: str, amount: Any, told: str) -> None:
    with pytest.raises(ValueError, match=f"^--until: {told}"):
        limit_in_chips(make_game(name), amount, "--until")


def test_every_unit_that_a_game_has() -> None:
    bet_raise, river, rps = make_game("bet_raise"), make_game("holdem", pot=40), make_game("rps")
    assert (bet_raise.big_blind, bet_raise.starting_pot) == (0.5, None)
    assert (river.big_blind, river.starting_pot) == (None, 40.0)
    assert (rps.big_blind, rps.starting_pot) == (None, None)
    assert units_of(bet_raise, 0.01) == [("chips a hand", 0.01), ("mbb a hand", 20.0)]
    assert units_of(river, 0.01) == [("chips a hand", 0.01), ("% of the starting pot", 0.025)]
    assert units_of(rps, 0.01) == [("chips a hand", 0.01)]
    assert (mbb(bet_raise, 1), mbb(river, 1), pot_percent(bet_raise, 1), pot_percent(river, 1)) == (2000, None, None, 2.5)
    assert (pot_share(bet_raise, 1), pot_share(river, 1)) == (None, 21)
    assert (unit_factor(bet_raise, "mbb"), unit_factor(river, "pot"), unit_factor(rps, "chips")) == (2000, 2.5, 1)


def test_a_run_stops_at_thousandths_of_the_ante() -> None:
    solver = CFR(make_game("bet_raise"), "cfr+").run(until="2 mbb")
    assert 0 < solver.exploitability <= 0.001
    assert CFR(make_game("bet_raise"), "cfr+").run(until=0.001).iteration == solver.iteration
