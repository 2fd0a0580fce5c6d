"""Tasks that worker processes run in tests: they are found by this module's name, wherever they run."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path


class Unpicklable(Exception):
    def __init__(self, one: str, other: str) -> None:
        super().__init__(one + other)


def misbehave(task: int) -> int:
    """The square, but for some tasks."""
    if task == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    if task == 4:
        raise Unpicklable("no ", "four")
    if task == 5:
        raise SystemExit("five")
    return task**2


def die_once(task: str) -> str:
    """Die at the first time, as a file remembers."""
    if not Path(task).exists():
        Path(task).touch()
        os._exit(7)
    return task


def note_and_sleep(task: str) -> None:
    """Write a file named after this process, and stay."""
    Path(task, str(os.getpid())).touch()
    time.sleep(120)
