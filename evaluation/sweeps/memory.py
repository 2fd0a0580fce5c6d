"""Number of processes that fit into the free memory."""

from __future__ import annotations

from pokerzoo.envs.support.memory import free_memory, gigabytes

from .work import Work, evenly_spaced

PROCESS_BYTES = 180 * 10**6
"""A worker with numba and its kernels, before it makes a row."""
LOOKED_AT = 16
"""Rows whose memory is estimated, evenly spread over the work."""


def row_bytes(work: Work) -> int:
    """The most bytes that a row takes, of those that are looked at; 0 where a work does not say."""
    estimate = getattr(work, "memory", None)
    return max((estimate(index) for index in evenly_spaced(work.count, LOOKED_AT)), default=0) if estimate else 0


def fitting_processes(work: Work, processes: int) -> tuple[int, str | None]:
    """Number of processes that fit into memory, up to ``processes``, and a note if it is smaller."""
    needed, free = PROCESS_BYTES + row_bytes(work), free_memory()
    if free is None or needed * processes <= free:
        return processes, None
    fitting = int(free // needed)
    if fitting == 0:
        raise ValueError(f"a row needs about {gigabytes(needed)} of memory, and {gigabytes(free)} are free")
    figures = f"each needs about {gigabytes(needed)} of memory, and {gigabytes(free)} are free"
    return fitting, f"{fitting} processes in place of {processes}: {figures}"
