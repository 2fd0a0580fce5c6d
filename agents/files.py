"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path


def write_atomically(path: Path, data: bytes) -> None:
    """Put ``data`` at ``path`` whole or not at all, and on the disk before this returns.

    Raises:
        OSError: it cannot be written (a full disk, no such directory); what was at ``path`` is still there.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with open(temporary, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException as error:
        temporary.unlink(missing_ok=True)
        if isinstance(error, OSError):
            error.filename = str(path)  # what the user asked for, not the temporary name
        raise
    sync_directory(path.parent)


def sync_directory(directory: Path) -> None:
    """Have the names of its files on the disk too, where the system can do that."""
    if os.name != "posix":
        return
    number = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(number)
    except OSError:
        pass  # some network file systems cannot, and the file itself is safe
    finally:
        os.close(number)
