"""What all addresses of the API share, and how they come by it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from fastapi import Depends, Request

from .jobs import Jobs
from .leak_cache import LeakCache
from .library import Library
from .settings import Settings
from .tables import Tables
from .work_folder import WorkFolder


@dataclass(frozen=True)
class Explorer:
    """An explorer at work.

    Attributes:
        settings: what it was started with.
        library: its policies.
        folder: where it keeps what is to last.
        jobs: what it solves.
        tables: those that are played at.
        leaks: those that were asked for.
    """

    settings: Settings
    library: Library
    folder: WorkFolder
    jobs: Jobs
    tables: Tables
    leaks: LeakCache = field(default_factory=LeakCache)


def _explorer(request: Request) -> Explorer:
    explorer: Explorer = request.app.state.explorer
    return explorer


Context = Annotated[Explorer, Depends(_explorer)]
"""An argument of this type is filled in with the explorer."""
