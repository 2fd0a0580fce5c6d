"""Units: chips, percent of the starting pot, thousandths of the big blind, read and shown alike everywhere."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR
from pokerzoo.envs import Stakes, make_game


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
    assert make_game(name, **params).stakes.limit_in_chips(amount, "x", name) == pytest.approx(chips, rel=1e-15)


@pytest.mark.parametrize(
    ("name", "amount", "pattern"),
    [
        ("kuhn", "1%", "kuhn has no starting pot"),
        ("holdem", "5 mbb", "holdem has no blind or ante"),
        *(("kuhn", amount, "must be chips") for amount in ("5 bb", "", "%", "mbb", "1%%", True, None, [0.1])),
        *(("kuhn", amount, "must be a finite number above 0") for amount in (0, "-1 mbb", float("nan"), "inf", 10**400)),
    ],
)
def test_limits_that_are_none(name: str, amount: Any, pattern: str) -> None:
    with pytest.raises(ValueError, match=f"^--until: {pattern}"):
        make_game(name).stakes.limit_in_chips(amount, "--until", name)


GAMES: dict[str, dict[str, Any]] = {"bet_raise": {}, "holdem": {"pot": 40}, "rps": {}}


def test_every_unit_that_a_game_has() -> None:
    bet_raise, river, rps = (make_game(name, **params).stakes for name, params in GAMES.items())
    assert bet_raise == Stakes(big_blind=0.5) and river == Stakes(starting_pot=40.0) and rps == Stakes()
    assert bet_raise.in_units(0.01) == [("chips a hand", 0.01), ("mbb a hand", 20.0)]
    assert river.in_units(0.01) == [("chips a hand", 0.01), ("% of the starting pot", 0.025)]
    assert rps.in_units(0.01) == [("chips a hand", 0.01)]
    assert (bet_raise.mbb(1), river.mbb(1), bet_raise.pot_percent(1), river.pot_percent(1)) == (2000, None, None, 2.5)
    assert (bet_raise.pot_share(1, 2), river.pot_share(1, 2), river.pot_share(1, 4)) == (None, 21, 11)
    factors = bet_raise.unit_factor("mbb", "x"), river.unit_factor("pot", "x"), rps.unit_factor("chips", "x")
    assert factors == (2000, 2.5, 1)


def test_the_rake_of_games_that_have_one() -> None:
    for name in ("holdem", "preflop_holdem", "texas_holdem"):
        assert make_game(name, rake_rate=0.05).stakes.rake_rate == 0.05 and make_game(name).stakes.rake_rate == 0


@pytest.mark.parametrize(
    "amounts", [{"big_blind": 0}, {"starting_pot": float("inf")}, {"starting_pot": "5"}, {"rake_rate": 1.5}]
)
def test_stakes_that_are_none(amounts: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=f"^{next(iter(amounts))}=.*: must be a finite number"):
        Stakes(**amounts)


def test_a_run_stops_at_thousandths_of_the_ante() -> None:
    solver = CFR(make_game("bet_raise"), "cfr+").run(until="2 mbb")
    assert 0 < solver.exploitability <= 0.001
    assert CFR(make_game("bet_raise"), "cfr+").run(until=0.001).iteration == solver.iteration
