"""Rows of all streets, where a policy holds the first ones: what follows is solved once, everywhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.core import short_name
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.arrays import Floats32
from pokerzoo.envs.support.lazy import load_object
from pokerzoo.envs.support.memory import check_fits
from pokerzoo.envs.support.parameters import check_number

from .river_solver import TARGET, RiverSolver
from .river_values import RiverBound, RiverValues

TURN_ITERATIONS = 100
"""Of each turn."""
Progress = Callable[[int, int], Any]
"""(rivers or turns solved, in all) -> anything."""


def with_rivers(form: StreetTree, before: Floats32, rivers: RiverSolver, progress: Progress | None) -> tuple[Floats32, float]:
    """Solve all rivers: float32 [numbers], and how far the worst one got, in percent of its pot."""
    check_fits(f"{short_name(form.game)} with all rivers", 4 * form.num_floats)
    last, (rows,) = len(form.game.rules.betting.rounds) - 1, form.new_rows()
    rows[: len(before)] = before
    count, worst = len(rivers), 0.0
    if progress is not None:
        progress(0, count)
    for done, start in enumerate(rivers.starts()):
        for line in start.line.walk():
            if line.moves and line.num_deals == last:
                public = PublicState(start.rules, line, start.board)
                form.put(rows, public, rivers.strategy(public))
        worst = max(worst, rivers.reached.get(start.history, 0.0))  # none where no hands are dealt
        if progress is not None:
            progress(done + 1, count)
    return rows, worst


def with_turns(form: StreetTree, flop: Floats32, progress: Progress | None) -> Floats32:
    """Solve all turns with their rivers, for the ranges that come there: float32 [numbers]."""
    check_fits(f"{short_name(form.game)} with all turns", 12 * form.num_floats)
    turns = len(form.boards[1])
    if progress is not None:
        progress(0, turns)
    rows: Floats32 = load_object("pokerzoo.agents.cfr.later_streets:with_later_streets")(form, flop, TURN_ITERATIONS)
    if progress is not None:
        progress(turns, turns)
    return rows


def check_target(target: object) -> None:
    """ValueError unless it is a percentage above 0, or None."""
    if target is not None:
        check_number("target", target, 0, 100, above=True)


def bound_of(values: RiverValues, rivers: RiverSolver, target: float | None) -> RiverBound:
    """The bound for rivers solved to a target, with those that missed it."""
    return RiverBound(values.solution, values.stakes * ((target or TARGET) / 100) + rivers.missed)
