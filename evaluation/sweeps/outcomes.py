"""Outcome of a task: its value, its error, or how its process died."""

from __future__ import annotations

import os
import pickle
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from pokerzoo.envs.support.compile_time import compile_seconds

Task = TypeVar("Task")
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class TaskOutcome(Generic[Task, Value]):
    """Outcome of a task."""

    task: Task
    value: Value | None = None
    error: BaseException | None = None
    died: str | None = None
    seconds: float = 0.0
    compiling: float = 0.0
    where: str = ""


def run_task(function: Callable[[Any], Any], task: Any) -> bytes:
    """Run a task in a worker, and pack its ``TaskOutcome``: what a worker sends back is always something that can be read."""
    start, compiled = time.perf_counter(), compile_seconds()
    outcome: TaskOutcome[Any, Any] = TaskOutcome(task, where=f"{socket.gethostname()}:{os.getpid()}")
    try:
        outcome = replace(outcome, value=function(task))
    except (Exception, SystemExit) as error:
        outcome = replace(outcome, error=error)
    outcome = replace(outcome, seconds=time.perf_counter() - start, compiling=compile_seconds() - compiled)
    try:
        packed = pickle.dumps(outcome)
        unpack_outcome(packed)
    except Exception as error:  # whatever a class of its own raises when it is packed or unpacked
        told = outcome.error or error
        packed = pickle.dumps(replace(outcome, value=None, error=RuntimeError(f"{type(told).__name__}: {told}")))
    return packed


def unpack_outcome(packed: bytes) -> TaskOutcome[Any, Any]:
    """Unpack what ``run_task`` packed."""
    outcome: TaskOutcome[Any, Any] = pickle.loads(packed)
    return outcome


def check_tries(tries: int) -> int:
    """``tries``, if a task can be begun so often."""
    if tries < 1:
        raise ValueError(f"tries={tries}: must be at least 1")
    return tries
