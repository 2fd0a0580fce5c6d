"""The loop that every trainer runs in: limits, callbacks, checkpoints, and a look at the numbers."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np

from pokerzoo.envs.support.parameters import check_int
from pokerzoo.envs.support.units import limit_in_chips

from .trainer import Trainable, check_finite

LONGEST_STRETCH = 50_000
"""Iterations that the compiled code does at a time: Ctrl-C is heard in between."""
CHECKPOINT_SECONDS = 10.0
"""Between checkpoints, where ``every`` is not given."""
FINITE_SECONDS = 0.05
"""Between looks whether all numbers are finite."""

Callback = Callable[[Any], Any]
"""Called with the solver between iterations; returning True stops the run. If it has a method ``begin``, that is called
with the solver before the first iteration, after a checkpoint was read; if it has a method ``end``, that is called with the
solver when the run is over, however it ended."""


def train(
    solver: Trainable,
    iterations: int | None = None,
    *,
    until: float | str | None = None,
    callbacks: Iterable[Callback] = (),
    every: int | None = None,
    checkpoint: str | Path | None = None,
) -> None:
    """Go on for ``iterations`` more or until exploitability is ``until``, whichever comes first.

    Exploitability is looked at after the same iterations in every run (``next_check``). Ctrl-C stops between iterations and
    leaves a usable solver.

    Args:
        solver: what to train.
        iterations: at most so many.
        until: exploitability in chips, in percent of the starting pot (``"0.1%"``) or in thousandths of the big blind
            (``"5 mbb"``).
        callbacks: each is called with the solver after every stretch; one that returns True ends the run.
        every: iterations between callbacks and between checkpoints, both of which come once more at the end; None: about
            ten times a second, and a checkpoint every ten seconds.
        checkpoint: a directory. What an earlier run with the same arguments left there is taken up first, so that
            ``iterations`` counts from where *that* run began; if it is further along already, nothing is left to do. So a
            script with several runs can be killed and started again as a whole. See ``Checkpoints``.

    Raises:
        ValueError: neither limit given, one that is not positive (iterations and ``every`` are whole numbers), or a
            checkpoint that is not one of this run (``CheckpointError``).
        OSError: a checkpoint cannot be written. The solver is as it was, and so are the checkpoints before.
        OverflowError: regrets or averages have ceased to be finite.
        RuntimeError: the solver is running already, in another thread or around the callback that asks for another run.
    """
    if iterations is None and until is None:
        raise ValueError("run needs iterations=, until= or both")
    for name, count in (("iterations", iterations), ("every", every)):
        if count is not None:
            check_int(name, count, 1, 10**15)
    target = None if until is None else limit_in_chips(solver.game, until, f"until={until!r}")
    with solver.running():
        _start(solver, iterations, target, tuple(callbacks), every, checkpoint)


def _start(
    solver: Trainable,
    iterations: int | None,
    target: float | None,
    callbacks: tuple[Callback, ...],
    every: int | None,
    checkpoint: str | Path | None,
) -> None:
    start = min(solver.planned, solver.iteration) if checkpoint is not None and solver.planned else solver.iteration
    last = None if iterations is None else start + iterations
    try:
        if checkpoint is None:
            _train(solver, start, last, target, callbacks, every, None)
            return
        from .checkpoint import Checkpoints

        with Checkpoints(checkpoint) as store:
            store.restore(solver)
            try:
                _train(solver, start, last, target, callbacks, every, store)
            except (OSError, OverflowError):
                raise
            except BaseException:  # Ctrl-C, or a callback that failed: between iterations, so that nothing need be lost
                store.save(solver)
                raise
    finally:
        for callback in callbacks:
            end = getattr(callback, "end", None)
            if end is not None:
                end(solver)
        solver.planned = solver.iteration if last is None else min(last, solver.iteration)


def _train(
    solver: Trainable,
    start: int,
    last: int | None,
    target: float | None,
    callbacks: tuple[Callback, ...],
    every: int | None,
    store: Any,
) -> None:
    for callback in callbacks:
        begin = getattr(callback, "begin", None)
        if begin is not None:
            begin(solver)
    if last is not None and solver.iteration > last:
        return
    check = solver.next_check(start)
    while check < solver.iteration:
        check = solver.next_check(check)
    stretch = 1 if every is None else every
    looked = saved = time.monotonic()
    began_at = solver.iteration
    while True:
        now = solver.iteration
        stop = last is not None and now >= last
        if target is not None and now == check:
            check = solver.next_check(check)
            stop |= solver.exploitability <= target
        if now > began_at and (stop or every is None or (now - start) % every == 0):
            for callback in callbacks:
                stop |= bool(callback(solver))
        if stop or time.monotonic() - looked > FINITE_SECONDS:
            check_finite(solver)
            looked = time.monotonic()
        if store is not None and now > began_at:
            due = time.monotonic() - saved > CHECKPOINT_SECONDS if every is None else (now - start) % every == 0
            if stop or due:
                store.save(solver)
                saved = time.monotonic()
        if stop:
            return
        stops = [now + stretch if every is None else now + every - (now - start) % every, now + LONGEST_STRETCH]
        stops += ([] if last is None else [last]) + ([] if target is None else [check])
        spent = solver.advance_timed(min(stops) - now)
        if every is None:
            stretch = int(np.clip(stretch * 0.1 / max(spent, 1e-6), stretch / 10, stretch * 10)) + 1
