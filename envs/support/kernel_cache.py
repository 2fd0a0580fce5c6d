"""Numba's cache directory where neither the package nor the home directory can be written to (containers)."""

from __future__ import annotations

import os
import stat
import sys
import warnings
from pathlib import Path
from typing import Any

from .lazy import when_imported

VARIABLE = "NUMBA_CACHE_DIR"


def find_cache() -> None:
    """Point numba at a temporary directory if it would find no place of its own, with a warning; runs before kernels."""
    if os.environ.get(VARIABLE) or all(map(can_be_written, package_caches())) or can_be_written(user_cache()):
        return
    place = temporary_cache()
    os.environ[VARIABLE] = place  # for this process and those that it starts
    if "numba" in sys.modules:
        sys.modules["numba"].config.CACHE_DIR = place
    warnings.warn(
        f"neither the package nor {user_cache()} can be written to: compiled kernels are kept in {place}, which may not last; "
        f"set {VARIABLE} to a directory that does",
        UserWarning,
        stacklevel=2,
    )


def forgive_renamed_modules() -> None:
    """Have numba compile anew where an index of its cache names a type of an earlier version that is no longer there."""
    when_imported("numba.core.caching", "pokerzoo.envs.support.kernel_cache:forgive_unreadable_indexes")


def forgive_unreadable_indexes() -> None:
    """Have an index of numba's cache that cannot be read pass for an empty one."""
    from numba.core.caching import IndexDataCacheFile

    load: Any = IndexDataCacheFile._load_index

    def load_index(file: Any) -> Any:
        try:
            return load(file)
        except (ImportError, AttributeError):  # numba lets these through: an update would break every command
            return {}

    IndexDataCacheFile._load_index = load_index  # type: ignore[method-assign]


def package_caches() -> list[Path]:
    """Numba's cache directories beside the source of each room."""
    package = Path(__file__).parents[2]
    return [package / room / "__pycache__" for room in ("envs", "agents", "evaluation")]


def user_cache() -> Path:
    """Numba's other cache directory, about: each system has its own name for it below the home directory."""
    return Path(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")) / "numba"


def can_be_written(directory: Path) -> bool:
    """True if files can be made in a directory, which is made first if needed."""
    for place in (directory, *directory.parents):
        if place.exists():
            return place.is_dir() and os.access(place, os.W_OK | os.X_OK)
    return False


def temporary_cache() -> str:
    """A directory of this user alone below the system's temporary one, the same each time if it can be trusted."""
    import tempfile

    # Kernels are code, so another user's directory is never taken.
    number = os.getuid() if hasattr(os, "getuid") else 0
    place = os.path.join(tempfile.gettempdir(), f"pokerzoo-kernels-{number}")
    try:
        os.mkdir(place, 0o700)
    except FileExistsError:
        info = os.lstat(place)
        private = stat.S_ISDIR(info.st_mode) and (os.name != "posix" or (info.st_uid == number and not info.st_mode & 0o077))
        if not private:
            return tempfile.mkdtemp(prefix="pokerzoo-kernels-")
    return place
