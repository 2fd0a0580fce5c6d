"""Versions, the machine, and its speed at the moment of a run."""

from __future__ import annotations

import platform
import re
import time
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGES = ("numpy", "numba", "torch", "open_spiel", "jax")
"""Distributions whose versions are told beside pokerzoo's and Python's, if they are installed."""
ADDITIONS = 100_000


@cache
def package_versions() -> dict[str, str]:
    """Versions of what decides speed and results, of what is installed."""
    from pokerzoo import __version__

    found = {"pokerzoo": __version__, "python": platform.python_version()}
    for name in PACKAGES:
        with suppress(PackageNotFoundError):
            found[name] = version(name)
    return found


@cache
def processor_name() -> str:
    """The processor's name; the machine's architecture where the system does not say."""
    with suppress(OSError):
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
        named = re.search(r"^model name\s*:\s*(.+)$", text, re.MULTILINE)
        if named is not None:
            return named[1].strip()
    return platform.processor() or platform.machine()


def additions_a_second() -> float:
    """Additions a second of a plain Python loop on one thread, the best of five short ones: tells a busy or slow machine."""
    best = float("inf")
    for _ in range(5):
        begin, total = time.perf_counter(), 0
        for number in range(ADDITIONS):
            total += number
        best = min(best, time.perf_counter() - begin)
    return ADDITIONS / best
