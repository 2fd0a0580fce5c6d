"""Sweeps from Python: what ``pokerzoo sweep`` does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from .folder import Folder
from .run import by_counts, run_folder
from .sweep import Sweep


def sweep(
    config: Mapping[str, Any] | str | Path,
    out: str | Path,
    *,
    processes: int | None = None,
    ray: bool | str = False,
    progress: Callable[[int, int], Any] | None = None,
    limit: int | None = None,
) -> Sweep:
    """Solve many spots of hold'em and keep one row for each. Calling it again goes on with a sweep that was ended early.

    Processes are started: a script calls this below ``if __name__ == "__main__":``. docs/sweeps.md has all settings.

    Args:
        config: which spots, what is kept, how each is solved: a TOML file, or the same as a dictionary.
        out: the folder of the rows, which is made.
        processes: how many at a time; None: as many as there are processors and memory for.
        ray: whether to make the rows on Ray: True for a Ray of its own on this machine, or the address of a cluster. All its
            machines need the folder, under the same name.
        progress: called with (rows done, all rows) at the beginning and whenever rows were written.
        limit: stop after this many more rows, rounded up to whole files.

    Returns:
        The rows. A spot that failed has a row with its error.

    Raises:
        ConnectionError: no cluster is there.
        ImportError: a package of the extra ``sweeps`` (on Ray ``cluster``) is not installed.
        OSError: the file cannot be read, or rows cannot be written. Rows that were written stay; call it again to go on.
        ValueError: something is wrong in the sweep, another sweep is in the folder, or a spot needs more memory than there is.

    Example:
        .. code-block:: python

            from pokerzoo.evaluation import sweep

            spots = {
                "board": "Td9d6h2c", "oop": "QQ+,TT,99", "ip": "JJ-99,ATs,KTs", "pot": 40, "stack": 60, "bet": "33%,a",
                "vary": {"boards": "all-rivers"}, "solve": {"until": "1%"},
            }
            if __name__ == "__main__":
                rivers = sweep(spots, "rivers")
                print(len(rivers), rivers.failed)
                rivers.aggregate("board", of="frequencies").picture().savefig("rivers.png")
    """
    from .spot_work import SpotWork

    work = SpotWork.from_config(config)
    run_folder(Folder.make(out, work), processes, ray, by_counts(progress), limit)
    return Sweep(out)
