"""Place of what is made once and kept for later: a folder below the user's cache directory."""

from __future__ import annotations

import os
from pathlib import Path


def user_cache(name: str) -> Path:
    """The folder of one kind of files, which need not exist.

    >>> user_cache("hand-classes").parts[-2:]
    ('pokerzoo', 'hand-classes')
    """
    return Path(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")) / "pokerzoo" / name
