"""Push/fold tables that the explorer solves: one after the other in the background, the last ones kept."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Literal

from pokerzoo.agents import PushFoldSolution, solve_push_fold
from pokerzoo.envs.games.push_fold_table import PushFoldTable
from pokerzoo.envs.support.records import Record

KEPT_RUNS = 8
"""Tables whose solutions are kept."""


class StoppedError(Exception):
    """A solve was stopped."""


@dataclass
class TableProgress(Record):
    """A push/fold table that is solved, or was.

    Attributes:
        state: where it is on its way; one waits while another runs.
        iterations: done when it was last measured.
        largest_gain_share: the largest gain then: share of all prizes, or big blinds.
        error: why it failed.
        solution: values, gains and charts, once it is done or stopped.
    """

    state: Literal["waiting", "running", "done", "stopped", "failed"] = "waiting"
    iterations: int = 0
    largest_gain_share: float | None = None
    error: str | None = None
    solution: PushFoldSolution | None = None


@dataclass
class Run:
    """A table, its limits, and how far it is."""

    table: PushFoldTable
    until: float
    iterations: int
    state: TableProgress = field(default_factory=TableProgress)
    stop: threading.Event = field(default_factory=threading.Event)
    last: PushFoldSolution | None = None


class PushFoldRuns:
    """Solves of push/fold tables by what was asked for. May be asked by many threads at once."""

    def __init__(self) -> None:
        self._runs: OrderedDict[object, Run] = OrderedDict()
        self._lock, self._turn = threading.Lock(), threading.Lock()

    def at(self, key: object, table: PushFoldTable, until: float, iterations: int, again: bool = False) -> TableProgress:
        """Tell how far a table is; a new one begins, and ``again`` one that was stopped."""
        with self._lock:
            run = self._runs.get(key)
            if run is None or run.state.state == "failed" or (again and run.state.state == "stopped"):
                run = self._runs[key] = Run(table, until, iterations)
                threading.Thread(target=self._solve, args=(run,), daemon=True).start()
            self._runs.move_to_end(key)
            while len(self._runs) > KEPT_RUNS:
                self._runs.popitem(last=False)[1].stop.set()
            return run.state

    def stop(self, key: object) -> None:
        """Stop a table's solve at its next measurement."""
        with self._lock:
            run = self._runs.get(key)
        if run is not None:
            run.stop.set()

    def close(self) -> None:
        """Stop all."""
        with self._lock:
            for run in self._runs.values():
                run.stop.set()

    def _solve(self, run: Run) -> None:
        def tell(found: PushFoldSolution) -> None:
            run.last = found
            run.state = TableProgress("running", found.iterations, found.largest_gain_share)
            if run.stop.is_set():
                raise StoppedError

        with self._turn:
            if run.stop.is_set():
                run.state = TableProgress("stopped")
                return
            run.state = TableProgress("running")
            try:
                found = solve_push_fold(run.table, until=run.until, iterations=run.iterations, tell=tell)
                run.state = TableProgress("done", found.iterations, found.largest_gain_share, None, found)
            except StoppedError:
                last = run.last
                assert last is not None
                run.state = TableProgress("stopped", last.iterations, last.largest_gain_share, None, last)
            except Exception as error:  # told on the page, whatever it is
                run.state = TableProgress("failed", error=str(error) or type(error).__name__)
