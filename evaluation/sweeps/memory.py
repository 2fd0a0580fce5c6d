"""Whether what is to be made at a time fits into the memory that is free, asked before it is begun."""

from __future__ import annotations

from pokerzoo.envs.support.memory import free_memory, gigabytes

from .work import Work, spread

PROCESS_BYTES = 180 * 10**6
"""A worker with numba and its kernels, before it makes a row."""
LOOKED_AT = 16
"""Of so many rows the memory is estimated, spread over the work."""


def row_bytes(work: Work) -> int:
    """The most bytes that a row takes, of those that are looked at; 0 where a work does not say."""
    estimate = getattr(work, "memory", None)
    return max((estimate(index) for index in spread(work.count, LOOKED_AT)), default=0) if estimate else 0


def fitting_processes(work: Work, processes: int) -> tuple[int, str | None]:
    """How many processes there is memory for, up to ``processes``, and a note where these are fewer.

    Raises:
        ValueError: there is not enough for one.
    """
    needed, free = PROCESS_BYTES + row_bytes(work), free_memory()
    if free is None or needed * processes <= free:
        return processes, None
    fitting = int(free // needed)
    if fitting == 0:
        raise ValueError(f"a row needs about {gigabytes(needed)} of memory, and {gigabytes(free)} are free")
    figures = f"each needs about {gigabytes(needed)} of memory, and {gigabytes(free)} are free"
    return fitting, f"{fitting} processes in place of {processes}: {figures}"
