"""What all addresses of the API share, and how they come by it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from fastapi import Depends, Request

from .leak_cache import LeakCache
from .library import Library
from .settings import Settings


@dataclass(frozen=True)
class Explorer:
    """An explorer at work.

    Attributes:
        settings: what it was started with.
        library: its policies.
        leaks: those that were asked for.
    """

    settings: Settings
    library: Library
    leaks: LeakCache = field(default_factory=LeakCache)


def _explorer(request: Request) -> Explorer:
    explorer: Explorer = request.app.state.explorer
    return explorer


Context = Annotated[Explorer, Depends(_explorer)]
"""An argument of this type is filled in with the explorer."""
