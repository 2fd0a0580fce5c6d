"""One solve while it waits and runs: what is kept of it, and the callback that notes how far it is."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from numba.core import event

from pokerzoo.agents.training import Trainer
from pokerzoo.agents.training.checkpoint import Checkpoints
from pokerzoo.envs import Game

from .measured import grade_of, judged_by
from .solves import SolveRecord

log = logging.getLogger("pokerzoo.web")

CHECKPOINT_SECONDS = 10.0
"""Between checkpoints, at least."""
CHECKPOINT_SHARE = 0.01
"""The share of the time that checkpoints take at most."""
LOOK_SHARE = 0.02
"""The share of the time that looks at exploitability take, beside those by which a run finds whether ``until`` is reached."""
FIRST_SHARE, FIRST_SECONDS = 0.05, 20.0
"""The same share at the beginning of a run, for how many seconds: then its curve begins on the screen."""
SECOND_LOOK = 1.0
"""Seconds from the first look to the second: what the first took is mostly to load its kernels, and says nothing."""


@dataclass(eq=False)
class Job:
    """A solve, and what goes on around it."""

    solve: SolveRecord
    game: Game | None = None
    version: int = 0
    stop: threading.Event = field(default_factory=threading.Event)
    removed: bool = False


class CompileListener(event.Listener):
    """A listener to numba that notes when the thread of a solve begins to compile; iterations take the note back."""

    def __init__(self, job: Job, note: Callable[..., None]) -> None:
        self._job, self._note, self._thread = job, note, threading.get_ident()

    def on_start(self, event: event.Event) -> None:
        """Note it."""
        if threading.get_ident() == self._thread and not self._job.solve.compiling:
            self._note(self._job, compiling=True)

    def on_end(self, event: event.Event) -> None:
        """Wait for what comes next: another kernel, or an iteration."""


class Watch:
    """A callback of ``Trainer.run``: notes how far a solve is, writes checkpoints, and says when to stop."""

    def __init__(
        self,
        trainer: Trainer,
        job: Job,
        store: Checkpoints,
        note: Callable[..., None],
        save: Callable[[Job], None],
        closing: threading.Event,
    ) -> None:
        self._closing = closing
        self._trainer, self._job, self._store, self._note, self._save = trainer, job, store, note, save
        self._next_look = self._next_noted = self._look_cost = 0.0
        self._next_checkpoint = time.monotonic() + CHECKPOINT_SECONDS
        self._saved_at, self._cost = trainer.iteration, 0.0
        self.was_stopped, self._looks = False, 0

    def checked(self, trainer: Trainer, exploitability: float) -> None:
        """The run has looked at exploitability."""
        self._next_look = time.monotonic() + self._pause(trainer)
        solve = self._job.solve
        point = (trainer.iteration, trainer.seconds, exploitability)
        percent = trainer.game.stakes.pot_percent(exploitability)
        curve = (
            solve.curve if solve.curve and solve.curve[-1][0] >= point[0] else [*solve.curve, point]
        )  # never changed in place
        self._note(
            self._job,
            curve=curve,
            iterations=trainer.iteration,
            seconds=trainer.seconds,
            exploitability=exploitability,
            exploitability_pot_percent=percent,
            grade=None if judged_by(trainer.game) == "largest" else grade_of(trainer.game, exploitability),
            compiling=False,
        )

    def _pause(self, trainer: Trainer) -> float:
        """Seconds to the next look."""
        if self._looks < 2:
            return SECOND_LOOK
        share = FIRST_SHARE if trainer.seconds < FIRST_SECONDS else LOOK_SHARE
        return max(0.1, self._look_cost / share)

    def look(self) -> None:
        """Look at exploitability, unless the last look was here."""
        curve = self._job.solve.curve
        if self._trainer.iteration and not (curve and curve[-1][0] == self._trainer.iteration):
            self.checked(self._trainer, self._trainer.exploitability)

    def __call__(self, trainer: Trainer) -> bool:
        now = time.monotonic()
        if now >= self._next_look:  # at once: a limit is looked at for the first time much later, on a flop
            self.look()
            self._look_cost, self._looks = time.monotonic() - now, self._looks + 1
            self._next_look = time.monotonic() + self._pause(trainer)
        if now >= self._next_noted:
            self._next_noted = now + 0.1
            self._note(self._job, iterations=trainer.iteration, seconds=trainer.seconds, compiling=False)
        if self._job.stop.is_set() or self._closing.is_set():
            self.was_stopped = True
            return True
        if now >= self._next_checkpoint:
            self.save_checkpoint()
            self._save(self._job)
        return False

    def save_checkpoint(self, most: float | None = None) -> None:
        """Write a checkpoint, unless there is one of this iteration, or the last took longer than ``most`` seconds."""
        if self._trainer.iteration == self._saved_at or (most is not None and self._cost > most):
            return
        self._note(self._job, iterations=self._trainer.iteration, seconds=self._trainer.seconds)  # as in the checkpoint
        began = time.monotonic()
        try:
            self._store.save(self._trainer)
        except OSError as error:  # the disk is full, say: what was solved so far is not given up for that
            log.warning("solve %s: no checkpoint can be written: %s", self._job.solve.id, error)
            self._next_checkpoint = time.monotonic() + CHECKPOINT_SECONDS
            return
        self._saved_at, self._cost = self._trainer.iteration, time.monotonic() - began
        self._next_checkpoint = time.monotonic() + max(CHECKPOINT_SECONDS, self._cost / CHECKPOINT_SHARE)
