"""Sweeps that the explorer makes: one after the other, each in a process of its own that can be ended at any moment.

A process of its own, since workers start with one thread for their libraries, and the server's compiler would take notice.
"""

from __future__ import annotations

import json
import logging
import shutil
import subprocess
import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import IO, TYPE_CHECKING, Any, Literal

from pokerzoo.envs.support.parameters import brief
from pokerzoo.envs.support.records import Record

from .errors import BadRequest, NotFound
from .solves import new_id
from .sweeps import OpenSweep, Sweeps
from .work_folder import ID, WorkFolder

if TYPE_CHECKING:
    from pokerzoo.evaluation.sweeps.spot_work import SpotWork

log = logging.getLogger("pokerzoo.web")

RunState = Literal["waiting", "running", "done", "stopped", "failed"]


@dataclass
class SweepProgress(Record):
    """Progress of a sweep that the explorer makes.

    Attributes:
        state: where it is on its way; one waits while another runs.
        spots: how many there will be.
        done: how many are done, those that failed among them.
        failed: how many failed, as far as this run has seen.
        processes: how many work at a time.
        rows_per_second: spots made a second.
        seconds_left: what the others will take at this rate.
        compiling: what is compiled before the first spot.
        notes: what was out of the ordinary.
        error: why it failed.
    """

    state: RunState
    spots: int
    done: int
    failed: int = 0
    processes: int | None = None
    rows_per_second: float | None = None
    seconds_left: float | None = None
    compiling: str | None = None
    notes: list[str] = field(default_factory=list)
    error: str | None = None


TOLD = ("done", "failed", "processes", "rows_per_second", "seconds_left", "compiling", "notes", "error")
"""Fields of ``SweepProgress`` that a process tells."""


@dataclass
class SweepRun:
    """A sweep's run: its progress, and its process."""

    progress: SweepProgress
    stop: threading.Event = field(default_factory=threading.Event)
    process: subprocess.Popen[str] | None = None

    @property
    def open(self) -> bool:
        """True while it waits or runs."""
        return self.progress.state in ("waiting", "running")

    def tell(self, **changes: Any) -> None:
        """Change its progress."""
        self.progress = replace(self.progress, **changes)


class SweepRuns:
    """Runs of sweeps in the work folder. May be asked by many threads at once."""

    def __init__(self, folder: WorkFolder, sweeps: Sweeps) -> None:
        self._folder, self._sweeps = folder, sweeps
        self._runs: dict[str, SweepRun] = {}
        self._lock, self._turn = threading.Lock(), threading.Lock()
        self._closing = threading.Event()

    def open_folder(self) -> list[str]:
        """Open the sweeps that the work folder holds; what is wrong with those that cannot be."""
        problems = []
        titles = self._folder.titles()
        for path in sorted((self._folder.path / "sweeps").iterdir()):
            if path.is_symlink() or not path.is_dir() or not ID.fullmatch(path.name):
                continue
            try:
                here = self._sweeps.open(path, path.name, titles.get(path.name, path.name))
            except (ValueError, OSError) as error:
                problems.append(str(error))
                continue
            self._runs[here.id] = SweepRun(standing(here))
        return problems

    def begin(self, work: SpotWork, title: str, processes: int | None) -> OpenSweep:
        """Begin a sweep in a folder of its own."""
        from pokerzoo.evaluation.sweeps.folder import Folder

        id = new_id(title)
        path = self._folder.path / "sweeps" / id
        Folder.make(path, work)
        self._folder.set_title(id, title)
        here = self._sweeps.open(path, id, title)
        with self._lock:
            self._runs[id] = SweepRun(standing(here))
        self.go_on(id, processes)
        return here

    def go_on(self, id: str, processes: int | None) -> SweepProgress:
        """Make what a sweep lacks."""
        here = self._sweeps.get(id)
        with self._lock:
            before = self._run(id)
            if before.open:
                raise BadRequest(f"sweep {brief(id)} is {before.progress.state} already")
            run = self._runs[id] = SweepRun(replace(standing(here), state="waiting"))
            threading.Thread(target=self._make, args=(here, run, processes), name="pokerzoo-sweep", daemon=True).start()
        return run.progress

    def stop(self, id: str) -> SweepProgress:
        """Stop a sweep; spots that are in files stay."""
        with self._lock:
            run = self._run(id)
        self._end(run)
        return run.progress

    def remove(self, id: str) -> None:
        """Delete a sweep that does not run, and its folder."""
        with self._lock:
            if self._run(id).open:
                raise BadRequest(f"sweep {brief(id)} is {self._run(id).progress.state}: stop it first")
            del self._runs[id]
            self._sweeps.close(id)
        shutil.rmtree(self._folder.path / "sweeps" / id)
        self._folder.set_title(id, None)

    def progress(self, id: str) -> SweepProgress | None:
        """Progress of a sweep; None of one that was named when the explorer was started."""
        with self._lock:
            run = self._runs.get(id)
        return None if run is None else run.progress

    def open(self, id: str) -> bool:
        """True while a sweep runs, or waits for its turn."""
        found = self.progress(id)
        return found is not None and found.state in ("waiting", "running")

    def close(self) -> None:
        """Stop all. A signal handler may call it."""
        self._closing.set()
        for run in list(self._runs.values()):
            self._end(run)

    def _run(self, id: str) -> SweepRun:
        if id not in self._runs:
            self._sweeps.get(id)
            raise NotFound(f"sweep {brief(id)} was not begun here: pokerzoo sweep goes on with its folder")
        return self._runs[id]

    def _end(self, run: SweepRun) -> None:
        run.stop.set()
        process = run.process
        if process is not None and process.stdin is not None:
            process.stdin.close()  # it ends by this

    def _make(self, here: OpenSweep, run: SweepRun, processes: int | None) -> None:
        while not self._turn.acquire(timeout=0.2):
            if run.stop.is_set():
                run.tell(state="stopped")
                return
        try:
            if not (run.stop.is_set() or self._closing.is_set()):
                self._make_now(here, run, processes)
            if run.progress.error is None:
                left = here.sweep.missing
                run.tell(
                    state="stopped" if left else "done", done=here.sweep.count - left, seconds_left=None, rows_per_second=None
                )
        except Exception as error:  # told on the page, whatever it is
            log.exception("sweep %s", here.id, exc_info=error)
            run.tell(state="failed", error=str(error) or type(error).__name__)
        finally:
            self._turn.release()

    def _make_now(self, here: OpenSweep, run: SweepRun, processes: int | None) -> None:
        """Have a process make the rows, and listen to it until it ends."""
        command = [sys.executable, "-m", "pokerzoo.web.sweep_process", str(here.sweep.folder), str(processes or 0)]
        run.tell(state="running", error=None)
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as process:
            run.process = process
            if run.stop.is_set():
                self._end(run)
            said: list[str] = []
            assert process.stdout is not None
            assert process.stderr is not None
            reader = threading.Thread(target=_read_all, args=(process.stderr, said), daemon=True)
            reader.start()
            for line in process.stdout:
                run.tell(**told_by(line))
            process.wait()
            reader.join(1.0)
        run.process = None
        if run.stop.is_set():
            run.tell(error=None, compiling=None)
        elif process.returncode and run.progress.error is None:
            last = said[-1].strip() if said else f"exit code {process.returncode}"
            run.tell(error=f"its process ended: {last}")
        if run.progress.error is not None:
            run.tell(state="failed", compiling=None)


def standing(here: OpenSweep) -> SweepProgress:
    """The progress of a sweep that does not run, by its folder."""
    done = here.sweep.done
    return SweepProgress("done" if done == here.sweep.count else "stopped", here.sweep.count, done)


def told_by(line: str) -> Mapping[str, Any]:
    """Fields that a line of a process tells; none if it is no such line."""
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return {name: found[name] for name in TOLD if name in found} if isinstance(found, dict) else {}


def _read_all(file: IO[str], lines: list[str]) -> None:
    for line in file:
        lines.append(line)
        del lines[:-20]
