"""Callbacks that log a run: a line of JSON, or a point in TensorBoard, at each call.

    solver.run(until=0.001, every=100, callbacks=[JsonLinesLog("metrics.jsonl")])

A run that resumes from a checkpoint resumes its log, too: what was logged after the checkpoint is dropped and logged again.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from pokerzoo.envs.support.atomic_files import plain_target, try_lock, write_atomically
from pokerzoo.envs.support.errors import InputError, ParameterError
from pokerzoo.envs.support.extras import not_installed

if TYPE_CHECKING:
    from pokerzoo.envs.measurement import Measurement

    from .trainer import Trainer


def measured_numbers(measured: Measurement) -> dict[str, Any]:
    """Numbers of a measurement in a log, by names that are the same for every game."""
    return {
        "exploitability_chips": measured.exploitability,
        "nash_conv_chips": measured.nash_conv,
        "gains_chips": measured.gains.tolist(),
        "values_chips": measured.values.tolist(),
    }


def metrics(solver: Trainer) -> dict[str, Any]:
    """An exact measurement of a solver's average policy, as plain JSON values; amounts in chips a hand.

    The names are the same for every game. ``exploitability_chips`` is NashConv / players; ``gains_chips`` is what each
    player's best response gains, ``values_chips`` what each player expects.

    Args:
        solver: the trainer.

    >>> from pokerzoo.agents import CFR
    >>> from pokerzoo.envs import make_game
    >>> found = metrics(CFR(make_game("kuhn"), seed=1).run(10))
    >>> found["iteration"], found["exploitability_chips"] < 0.1
    (10, True)
    """
    return {"iteration": solver.iteration, "seconds": round(solver.seconds, 6)} | measured_numbers(solver.measure())


class JsonLinesLog:
    """Writes ``metrics`` as one line of JSON, flushed, each time it is called.

    Attributes:
        path: the file. A new run overwrites it; a resumed one appends to it. While a run has it, it is
            locked against others.

    >>> import pathlib, tempfile
    >>> from pokerzoo.agents import CFR
    >>> from pokerzoo.envs import make_game
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     log = pathlib.Path(folder) / "kuhn.jsonl"
    ...     solver = CFR(make_game("kuhn")).run(100, callbacks=[JsonLinesLog(log)], every=50)
    ...     len(log.read_text().splitlines())
    2
    """

    _held: BinaryIO | None = None

    def __init__(self, path: str | Path) -> None:
        """Check the path.

        Raises:
            ValueError: something is there that is not such a log (a directory, a pipe, another file), or no name was given.
            OSError: a file that is there cannot be read, or there is no such directory.
        """
        if not str(path):
            raise InputError("log='': must name a file")
        try:
            self.path = plain_target(path)  # a link stays a link
        except FileNotFoundError:
            raise
        except OSError as error:
            raise ParameterError("log", path, str(error.strerror)) from None
        if self.path.exists():
            with open(self.path, "rb") as file:
                first = file.readline(100_000)
            if first and _iteration_of(first) is None:
                raise ParameterError("log", path, "exists and is not a log of a run: it is not overwritten")

    def begin(self, solver: Trainer) -> None:
        """Keep the lines of the part of the run that is behind a trainer; drop torn ones, and others. ``run`` calls it.

        Args:
            solver: the trainer that begins to run.

        Raises:
            ValueError: another run is writing there.
        """
        self.end(solver)
        if self.path.exists():
            self._hold()  # the old file, until the new one is in its place
        before, kept = self._held, []
        if solver.iteration > 0 and self.path.exists():
            for line in self.path.read_bytes().splitlines():
                iteration = _iteration_of(line)
                if iteration is not None and iteration <= solver.iteration:
                    kept.append(line + b"\n")
        write_atomically(self.path, b"".join(kept))
        self._hold()
        if before is not None:
            before.close()

    def _hold(self) -> None:
        file = open(self.path, "r+b")  # noqa: SIM115 (held until the run ends)
        if not try_lock(file.fileno()):
            file.close()
            raise ParameterError("log", self.path, "another run is writing there now")
        self._held = file

    def end(self, solver: Trainer) -> None:
        """Release the file. ``run`` calls it.

        Args:
            solver: the trainer that has run.
        """
        if self._held is not None:
            self._held.close()  # the system drops the lock with it, and at a kill too
            self._held = None

    def __call__(self, solver: Trainer) -> None:
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(json.dumps(metrics(solver)) + "\n")


def _iteration_of(line: bytes) -> int | None:
    """The iteration of a line of a log; None if it is none, or torn."""
    try:
        result = json.loads(line)["iteration"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return result if isinstance(result, int) else None


class TensorBoardLog:
    """Writes ``metrics`` for TensorBoard, the iteration as the step (extra ``tensorboard``: tensorboardX).

    Attributes:
        directory: where the event files go.

    .. code-block:: python

        from pokerzoo.agents import CFR
        from pokerzoo.agents.training import TensorBoardLog
        from pokerzoo.envs import make_game

        CFR(make_game("leduc")).run(1000, callbacks=[TensorBoardLog("logs")])  # tensorboard --logdir logs
    """

    def __init__(self, directory: str | Path) -> None:
        """Import the writer.

        Raises:
            ImportError: tensorboardX is not installed.
        """
        try:
            import tensorboardX  # noqa: F401
        except ImportError:
            raise not_installed("TensorBoardLog needs tensorboardX", "tensorboardX") from None
        self.directory = Path(directory)
        self._writer: Any = None

    def begin(self, solver: Trainer) -> None:
        """Open the event file; points after the trainer's iteration are declared void. ``run`` calls it.

        Args:
            solver: the trainer that begins to run.
        """
        from tensorboardX import SummaryWriter

        self.close()
        purge = solver.iteration + 1 if solver.iteration > 0 else None
        self._writer = SummaryWriter(str(self.directory), purge_step=purge)

    def __call__(self, solver: Trainer) -> None:
        if self._writer is None:
            self.begin(solver)
        now = metrics(solver)
        for player in range(len(now["gains_chips"])):
            for name in ("gains_chips", "values_chips"):
                self._writer.add_scalar(f"{name}/player_{player}", now[name][player], now["iteration"])
        for name in ("exploitability_chips", "nash_conv_chips", "seconds"):
            self._writer.add_scalar(name, now[name], now["iteration"])
        self._writer.flush()

    def close(self) -> None:
        """Close the event file; a later call opens another."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None
