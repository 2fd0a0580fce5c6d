"""A sweep's process: makes the rows of a folder, and tells how far it is, a line of JSON at a time.

``python -m pokerzoo.web.sweep_process FOLDER PROCESSES`` (0: as many as fit). It ends at once when its standard input is
closed, which the death of the explorer does, too. Rows that are in files stay.
"""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

from pokerzoo.envs.support.records import to_json
from pokerzoo.evaluation.sweeps.folder import Folder
from pokerzoo.evaluation.sweeps.run import RunProgress, run_folder
from pokerzoo.kernels.ready import ensure_kernels, families_for


def main(folder: str, processes: int) -> None:
    """Make all missing rows of a folder."""
    threading.Thread(target=_end_with_input, daemon=True).start()
    try:
        found = Folder.open(folder)
        work: Any = found.work
        with suppress(ValueError):  # a spot that cannot be has its error in its row
            game = work.game(work.spot(0))
            ensure_kernels(families_for(game, work.config.solve.precision), lambda now: _tell({"compiling": now.text()}))
        run_folder(found, processes or None, progress=_tell_progress)
    except (ValueError, OSError, ImportError, MemoryError) as error:
        _tell({"error": str(error) or type(error).__name__})
        sys.exit(1)


def _tell_progress(now: RunProgress) -> None:
    _tell({
        "done": now.done, "failed": now.failed, "processes": now.processes, "rows_per_second": now.rate,
        "seconds_left": now.seconds_left, "notes": now.notes, "compiling": None,
    })  # fmt: skip


def _tell(what: dict[str, Any]) -> None:
    print(to_json(what), flush=True)


def _end_with_input() -> None:
    with suppress(OSError):
        while os.read(0, 4096):
            pass
    os._exit(3)


if __name__ == "__main__":
    main(str(Path(sys.argv[1])), int(sys.argv[2]))
