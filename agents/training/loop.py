"""The loop that every trainer runs in: limits, callbacks, checkpoints, and a check that all numbers are finite."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pokerzoo.envs.support.errors import InputError, brief
from pokerzoo.envs.support.parameters import check_int

from .check_plan import CheckPlan

if TYPE_CHECKING:
    from .trainer import Trainer

LONGEST_STRETCH = 50_000
"""Iterations that the compiled code does at a time: Ctrl-C is heard in between."""
CHECKPOINT_SECONDS = 10.0
"""Between checkpoints, where ``every`` is not given."""
FINITE_SECONDS = 0.05
"""Least time between checks that all numbers are finite."""
FINITE_SHARE = 0.01
"""Largest share of the time that these checks take, except the last."""

Callback = Callable[[Any], Any]
"""Called with the solver between iterations; returning True stops the run.

Three methods are called if it has them. ``begin`` is called with the solver before the first iteration, after a checkpoint
was read. ``end`` is called with the solver when the run is over, however it ended. ``checked`` is called with the solver
and its exploitability whenever the run has measured whether ``until`` is reached: what it finds there costs nothing more.
"""


def run_training(
    solver: Trainer,
    iterations: int | None = None,
    *,
    until: float | str | None = None,
    callbacks: Iterable[Callback] = (),
    every: int | None = None,
    checkpoint: str | Path | None = None,
) -> None:
    """Run a trainer; arguments and errors as of ``Trainer.run``."""
    if iterations is None and until is None:
        raise InputError("run needs iterations=, until= or both")
    for name, count in (("iterations", iterations), ("every", every)):
        if count is not None:
            check_int(name, count, 1, 10**15)
    target = None if until is None else solver.game.stakes.limit_in_chips(until, f"until={brief(until)}", solver.game.name)
    watchers = tuple(callbacks)
    with solver._running():
        start = min(solver._planned, solver.iteration) if checkpoint is not None and solver._planned else solver.iteration
        last = None if iterations is None else start + iterations
        try:
            if checkpoint is None:
                _training_loop(solver, start, last, target, watchers, every, None)
                return
            from .checkpoint import Checkpoints

            with Checkpoints(checkpoint) as store:
                store.restore(solver)
                try:
                    _training_loop(solver, start, last, target, watchers, every, store)
                except (OSError, OverflowError):
                    raise
                except BaseException:  # Ctrl-C, or a callback that failed: between iterations, so that nothing need be lost
                    store.save(solver)
                    raise
        finally:
            tell_callbacks(watchers, "end", solver)
            solver._planned = solver.iteration if last is None else min(last, solver.iteration)


def tell_callbacks(callbacks: Iterable[Callback], method: str, *what: Any) -> None:
    """Call a method of those callbacks that have it."""
    for callback in callbacks:
        result = getattr(callback, method, None)
        if result is not None:
            result(*what)


def _training_loop(
    solver: Trainer,
    start: int,
    last: int | None,
    target: float | None,
    callbacks: tuple[Callback, ...],
    every: int | None,
    store: Any,
) -> None:
    tell_callbacks(callbacks, "begin", solver)
    if last is not None and solver.iteration > last:
        return
    if target is not None and (solver._check_plan is None or not solver._check_plan.fits(solver, target)):
        solver._check_plan = CheckPlan.begin(solver, start, target)
    stretch = 1 if every is None else every
    saved = time.monotonic()
    look = saved + FINITE_SECONDS
    began_at = solver.iteration
    while True:
        now = solver.iteration
        stop = last is not None and now >= last
        reached = False
        plan = None if target is None else solver._check_plan
        if plan is not None and now == plan.next:
            result = solver.measure()
            reached = result.distance <= plan.target
            stop |= reached
            if not reached:  # else a run that takes up the checkpoint measures once more, and ends here too
                plan = solver._check_plan = plan.after(result.distance, solver._next_check(now))
            tell_callbacks(callbacks, "checked", solver, result.exploitability)
        if now > began_at and (stop or every is None or (now - start) % every == 0):
            for callback in callbacks:
                stop |= bool(callback(solver))
        if stop or time.monotonic() > look:
            began = time.monotonic()
            solver._check_finite()
            look = time.monotonic() + max(FINITE_SECONDS, (time.monotonic() - began) / FINITE_SHARE)
        if store is not None and now > began_at:
            due = time.monotonic() - saved > CHECKPOINT_SECONDS if every is None else (now - start) % every == 0
            if stop or due:
                store.save(solver)
                saved = time.monotonic()
        if reached:
            solver._check_plan = None
        if stop:
            return
        stops = [now + stretch if every is None else now + every - (now - start) % every, now + LONGEST_STRETCH]
        stops += ([] if last is None else [last]) + ([] if plan is None else [plan.next])
        spent = solver._advance_timed(min(stops) - now)
        if every is None:
            stretch = int(min(max(stretch * 0.1 / max(spent, 1e-6), stretch / 10), stretch * 10)) + 1
