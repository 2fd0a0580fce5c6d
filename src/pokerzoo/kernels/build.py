"""Compiling of kernels ahead of time: families of them in processes beside each other."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from time import perf_counter, sleep
from typing import NamedTuple

from pokerzoo.envs.compiled.shared_parts import usable_processors

from .families import FAMILIES

WORK = "import sys; from pokerzoo.kernels.build import make_family; make_family(sys.argv[1])"


class Progress(NamedTuple):
    """Progress of a build."""

    done: int  # families
    families: int
    working: tuple[str, ...]  # titles of the families that are being compiled
    share: float  # of the whole work, about
    seconds_left: float

    def text(self, most: int = 1000) -> str:
        """Text about what is being compiled, of at most ``most`` characters if possible, and the time left.

        >>> Progress(0, 3, ("rivers", "matches"), 0.0, 11.6).text()
        'rivers, matches, and 1 more (about 12 s)'
        >>> Progress(0, 3, ("rivers", "matches"), 0.0, 11.6).text(31)
        'rivers, and 2 more (about 12 s)'
        """
        left, others = f"about {max(1, round(self.seconds_left))} s", self.families - self.done
        for shown in range(len(self.working), 0, -1):
            more = f", and {others - shown} more" if others > shown else ""
            text = f"{', '.join(self.working[:shown])}{more} ({left})"
            if len(text) <= most:
                return text
        return left


class KernelBuildError(RuntimeError):
    """A family that could not be compiled, with what its process said."""


class BuiltFamily(NamedTuple):
    """Result of the process of one family."""

    family: str
    compiled: int  # kernels that were in no cache
    loaded: int  # kernels that were
    seconds: float


def make_family(name: str) -> None:
    """Run a family in this process and print what came of it, as JSON."""
    from .store import used_kernels

    start = perf_counter()
    FAMILIES[name].run()
    used = used_kernels()
    compiled, loaded = (sum(getattr(one.stats, part).total() for one in used) for part in ("cache_misses", "cache_hits"))
    print(json.dumps(BuiltFamily(name, compiled, loaded, perf_counter() - start)))


def build_kernels(
    families: Iterable[str] = (),
    processes: int | None = None,
    tell: Callable[[Progress], object] = lambda progress: None,
    environment: Mapping[str, str] | None = None,
) -> list[BuiltFamily]:
    """Compile families of kernels, or load those that are compiled, each in a process of its own.

    Args:
        families: names of ``FAMILIES``; all without any.
        processes: how many work at once; as many as there are cores by default.
        tell: called about ten times a second with the progress.
        environment: variables for the processes, beside the present ones.

    Raises:
        KernelBuildError: a process failed.
    """
    waiting = [name for name in FAMILIES if name in set(families)] or list(FAMILIES)
    total = sum(FAMILIES[name].seconds for name in waiting)
    most = processes or usable_processors()
    done: list[BuiltFamily] = []
    working: dict[str, tuple[subprocess.Popen[str], float]] = {}
    start, count = perf_counter(), len(waiting)
    with tempfile.TemporaryDirectory() as folder:
        try:
            while waiting or working:
                while waiting and len(working) < most:
                    name = waiting.pop(0)
                    working[name] = (start_family(name, environment, folder), perf_counter())
                sleep(0.1)
                for name, (process, _) in [*working.items()]:
                    if process.poll() is not None:
                        done.append(result_of(name, process))
                        del working[name]
                tell(progress_of([one.family for one in done], working, total, count, start, most))
        finally:
            for process, _ in working.values():
                process.kill()
                process.communicate()
    return done


def start_family(name: str, environment: Mapping[str, str] | None, folder: str) -> subprocess.Popen[str]:
    """Start the process of one family."""
    source = str(Path(__file__).parents[2])
    path = os.pathsep.join(filter(None, (source, os.environ.get("PYTHONPATH"))))
    return subprocess.Popen(
        [sys.executable, "-c", WORK, name],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=folder,
        env={**os.environ, "PYTHONPATH": path, **(environment or {})},
    )  # fmt: skip


def result_of(name: str, process: subprocess.Popen[str]) -> BuiltFamily:
    """The answer of a process that has ended."""
    answer, errors = process.communicate()
    try:
        return BuiltFamily(*json.loads(answer.splitlines()[-1]))
    except (IndexError, ValueError, TypeError):
        last = (errors.strip().splitlines() or [f"exit code {process.returncode}"])[-1]
        raise KernelBuildError(f"kernels of {FAMILIES[name].title} could not be compiled: {last}") from None


def progress_of(
    done: list[str], working: Mapping[str, tuple[object, float]], total: float, count: int, start: float, most: int
) -> Progress:
    """The progress, by the time that each family takes."""
    now = perf_counter()
    made = sum(FAMILIES[name].seconds for name in done)
    made += sum(min(0.9 * FAMILIES[name].seconds, now - since) for name, (_, since) in working.items())
    share = made / total
    left = (now - start) * (1 - share) / share if share > 0.1 else (total - made) / max(1, min(most, count - len(done)))
    return Progress(len(done), count, tuple(FAMILIES[name].title for name in working), share, left)
