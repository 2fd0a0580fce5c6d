"""Free memory, checked before trees, tables and policy files take gigabytes of it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from pokerzoo.envs.support.errors import InputError

PROC = Path("/proc")
CGROUPS = Path("/sys/fs/cgroup")
UNCHECKED = 2**26
"""Bytes that are not checked: a check takes milliseconds."""


def free_memory() -> int | None:
    """Bytes that this process can still take: the least of what the machine, its control groups and its limits leave.

    Where the system does not say what is free (macOS), all of the machine's memory; None where it does not say that either.
    """
    left = [_machine(), *_control_groups(), _address_space()]
    known = [size for size in left if size is not None]
    return max(0, min(known)) if known else None


def fits_in_memory(needed: int) -> bool:
    """True if so many bytes are free, as far as the system says."""
    free = None if needed < UNCHECKED else free_memory()
    return free is None or needed <= free


def check_fits(what: str | Callable[[], str], needed: int, instead: str = "") -> None:
    """Raise ValueError, with both sizes and what else can be done, unless the bytes are free; ``what`` may make its text."""
    if not fits_in_memory(needed):
        subject = what if isinstance(what, str) else what()
        text = f"{subject} needs about {gigabytes(needed)} of memory, and {gigabytes(free_memory() or 0)} are free"
        raise InputError(f"{text}; {instead}" if instead else text)


def gigabytes(number: float) -> str:
    """Bytes for display.

    >>> gigabytes(11.3e9), gigabytes(2e6)
    ('11.3 GB', '0.002 GB')
    """
    return f"{number / 1e9:.3g} GB"


def _machine() -> int | None:
    for line in _lines(PROC / "meminfo"):
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) * 1024
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return None  # Windows


def _control_groups() -> list[int]:
    """Memory left by each control group around this process."""
    left = []
    for line in _lines(PROC / "self" / "cgroup"):
        number, _, name = line.split(":", 2)
        folder = CGROUPS / name.lstrip("/")
        for group in (folder, *folder.parents) if number == "0" else ():
            most, used = _number(group / "memory.max"), _number(group / "memory.current")
            if group.is_relative_to(CGROUPS) and most is not None and used is not None:
                stat = dict(line.split(maxsplit=1) for line in _lines(group / "memory.stat"))
                left.append(most - used + int(stat.get("inactive_file", 0)))  # what the system would drop first counts as free
    return left


def _address_space() -> int | None:
    try:
        import resource
    except ImportError:
        return None
    most = resource.getrlimit(resource.RLIMIT_AS)[0]
    if most == resource.RLIM_INFINITY:
        return None
    for line in _lines(PROC / "self" / "status"):
        if line.startswith("VmSize:"):
            return most - int(line.split()[1]) * 1024
    return most


def _number(file: Path) -> int | None:
    lines = _lines(file)
    return int(lines[0]) if lines and lines[0].isdigit() else None


def _lines(file: Path) -> list[str]:
    try:
        return file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return []
