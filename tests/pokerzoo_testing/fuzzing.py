"""Many odd inputs, each of which must give a clear error or a right result, in two seconds and a gibibyte.

A fuzzer is a function that takes a seeded ``random.Random``, makes an input of it, hands it to the package and checks what
comes out. It names the input first (``note``), so that a failure can be told. Errors that it lets through are judged here:
they must be of the kinds that the package promises, short, and, where the fuzzer says so, name what was wrong.
"""

from __future__ import annotations

import random
import resource
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

SECONDS = 2.0
"""Of processor time, so that a busy machine changes nothing."""
COMPILING = 120.0
"""Seconds after which a hanging case is stopped: kernels may be compiled at the first attempt, hence the second one."""
BYTES = 2**30
LONGEST = 1000
"""Characters of an error message."""
SHOWN = 5
"""Failures that are told, of different kinds."""


class TooSlow(BaseException):
    """The time is up. Nothing catches this by mistake."""


class Case:
    """One input.

    Attributes:
        rng: what it is made of.
        folder: an empty folder, made on first use.
        noted: the input, for a message.
        names: what an error message must have at least one of; nothing: anything.
        kinds: the errors that are allowed.
    """

    def __init__(self, rng: random.Random, folder: Path) -> None:
        self.rng = rng
        self.folder = folder
        self.noted: Any = None
        self.names: Sequence[str] = ()
        self.kinds: tuple[type[Exception], ...] = (ValueError,)

    def note(self, noted: Any, names: Sequence[str] = (), kinds: tuple[type[Exception], ...] = (ValueError,)) -> None:
        """Say what the input is, and what an error may be."""
        self.noted, self.names, self.kinds = noted, names, kinds


Fuzzer = Callable[[Case], None]


@contextmanager
def limits(seconds: float) -> Iterator[None]:
    """A gibibyte more than now, and a clock that stops what hangs."""

    def stop(number: int, frame: Any) -> None:
        raise TooSlow

    used = (
        int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize() if Path("/proc/self").exists() else None
    )
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    before = signal.signal(signal.SIGPROF, stop)
    try:
        if used is not None:
            resource.setrlimit(resource.RLIMIT_AS, (used + BYTES, hard))
        signal.setitimer(signal.ITIMER_PROF, seconds)
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def problem_of(fuzzer: Fuzzer, case: Case, stop: float = 5 * SECONDS) -> str | None:
    """Fault in the response to an input; None: none."""
    start = time.process_time()
    try:
        with limits(stop):
            fuzzer(case)
    except TooSlow:
        return f"stopped after {stop:.0f} s"
    except AssertionError as error:
        return f"wrong result: {error}"
    except Exception as error:
        message = str(error)
        if type(error) not in case.kinds and not (isinstance(error, ValueError) and ValueError in case.kinds):
            return f"{type(error).__name__}: {message[:300]}"
        if isinstance(error, UnicodeError):
            return f"{type(error).__name__}: {message[:300]}"
        if not message or len(message) > LONGEST:
            return f"a message of {len(message)} characters: {message[:150]}"
        if case.names and not any(name in message for name in case.names):
            return f"a message that names none of {list(case.names)}: {message[:300]}"
    seconds = time.process_time() - start
    return f"took {seconds:.1f} s" if seconds > SECONDS else None


def fuzz(fuzzer: Fuzzer, cases: range, folder: Path) -> None:
    """Run the cases of these numbers; AssertionError tells the first failures of each kind, with what makes them again."""
    failures: dict[str, str] = {}
    for number in cases:
        own = folder / str(number)
        problem = problem_of(fuzzer, case := Case(random.Random(f"{fuzzer.__name__} {number}"), own), COMPILING)
        if problem is not None and problem.startswith("took"):  # what is compiled or filled once does not count
            problem = problem_of(fuzzer, case := Case(random.Random(f"{fuzzer.__name__} {number}"), own))
        if problem is not None:
            failures.setdefault(problem[:40], f"case {number}: {problem}\n    {str(case.noted)[:600]}")
            if len(failures) == SHOWN:
                break
    assert not failures, f"{fuzzer.__name__}:\n" + "\n".join(failures.values())
