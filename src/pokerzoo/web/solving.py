"""Solving as a task: a request is checked, solved with checkpoints, and kept as a policy of the library."""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import replace

from numba.core import event

from pokerzoo.agents import SpotPolicy, TabularPolicy
from pokerzoo.agents.training import Trainer
from pokerzoo.agents.training.checkpoint import Checkpoints
from pokerzoo.envs.support.errors import InputError, StoreError, brief
from pokerzoo.evaluation.spots.measured import Measured, grade_of, judged_by, measured_by_solve
from pokerzoo.kernels import warm_up_once

from .errors import BadRequest
from .library import Library, PolicyEntry
from .made_games import make_checked_game
from .solves import SolveRequest, SolveTask, check_memory, locks_of, make_trainer, new_solve, target_of
from .tasks import ENDED, Job, Tasks
from .work_folder import WorkFolder, files_of

log = logging.getLogger("pokerzoo.web")

CHECKPOINT_SECONDS = 10.0
"""Between checkpoints, at least."""
CHECKPOINT_SHARE = 0.01
"""The share of the time that checkpoints take at most."""
LAST_CHECKPOINT_SECONDS = 2.0
"""Seconds: if the last checkpoint took longer, none is written when the server ends."""
LOOK_SHARE = 0.02
"""The share of the time that measuring takes, beside what a run measures to find whether ``until`` is reached."""
FIRST_SHARE, FIRST_SECONDS = 0.05, 20.0
"""The same share at the beginning of a run, for how many seconds: then its curve begins on the screen."""
SECOND_LOOK = 1.0
"""Seconds from the first measurement to the second: the first mostly loads its kernels, which says nothing of the next."""


class Solves:
    """Solves among the tasks of a work folder."""

    def __init__(self, folder: WorkFolder, library: Library) -> None:
        self._folder, self._library = folder, library
        self.tasks = Tasks(folder, self._solve)

    def recover(self) -> None:
        """Take up the tasks of the work folder, and open the policies that were solved there."""
        self.tasks.recover()
        solves = {job.task.id: job.task for job in self.tasks.jobs()}
        for path in files_of(self._folder.solutions, "*.npz"):
            solve = solves.get(path.stem)
            try:
                entry = self._library.open(path, "solve", title=solve.title if solve else path.stem, id=path.stem)
            except (InputError, OSError) as error:
                log.warning("%s", error)
                if solve is not None and isinstance(error, InputError):  # of another version, say: its page shows it
                    solve.state, solve.error, solve.policy = "failed", str(error), None
                continue
            if solve is not None:
                solve.policy = path.stem
                entry.by_solve = solved_measure(entry, solve, path.stat().st_mtime)
        for solve in solves.values():
            if solve.policy is not None and not self._folder.solution(solve.policy).is_file():
                solve.policy = None

    def submit(self, request: SolveRequest) -> SolveTask:
        """Queue a new solve."""
        game = make_checked_game(request.game, request.params)
        locks_of(game, request.locks)
        solve = new_solve(request, game, time.time())
        check_memory(game, solve.precision, solve.threads, self.tasks.given_back)
        return self.tasks.add(solve)

    def resume(self, id: str, until: str | float | None, iterations: int | None) -> SolveTask:
        """Queue a solve again that was stopped, has failed or is done: to its limits, or to others."""
        solve = replace(self.tasks.job(id).task)
        game = make_checked_game(solve.game, solve.params)
        target = target_of(game, until)
        check_memory(game, solve.precision, solve.threads, self.tasks.given_back)
        if until is None and iterations is None and solve.state == "done":
            raise BadRequest(f"solve {brief(id)} has reached its limit; give another one: until or iterations", "until")
        if until is not None:
            solve.until, solve.target = until, target
            if iterations is None and solve.max_iterations is not None and solve.max_iterations <= solve.iterations:
                solve.max_iterations = None
        if iterations is not None:
            solve.max_iterations = solve.iterations + iterations
            if until is None and solve.state == "done":
                solve.until = solve.target = None
        return self.tasks.resume(solve)

    def note(self, id: str, **changes: object) -> None:
        """Note something in the record of a solve, if there is one of this id: another title, that its policy is gone."""
        for job in self.tasks.jobs():
            if job.task.id == id:
                job.note(**changes)
                job.save()

    def _solve(self, job: Job) -> None:
        """Do a task: on from its last checkpoint, if there is one."""
        solve = job.task
        with event.install_listener("numba:compile", CompileListener(job)):
            game = make_checked_game(solve.game, solve.params)
            warm_up_once(game, solve.precision, reports=False)
            trainer = make_trainer(game, locks_of(game, solve.locks), solve)
            with Checkpoints(self._folder.checkpoints(solve.id)) as store:
                try:
                    store.restore(trainer)
                except StoreError as error:  # of another version, say: then it begins again
                    log.warning("%s", error)
                    for path in store.files():
                        path.unlink(missing_ok=True)
                watch = Watch(trainer, job, store)
                job.note(curve=[point for point in solve.curve if point[0] <= trainer.iteration], iterations=trainer.iteration)
                left = None if solve.max_iterations is None else solve.max_iterations - trainer.iteration
                if left is None or left > 0:
                    trainer.run(left, until=solve.target, callbacks=[watch])
                job.note(iterations=trainer.iteration, seconds=trainer.seconds)  # while it ran only now and then
                if not job.removed:
                    self._end(watch)

    def _end(self, watch: Watch) -> None:
        """Keep what a run has computed: at the end of the server a checkpoint, else the policy, too."""
        job = watch.job
        if job.tasks.closing.is_set() and watch.was_stopped:
            watch.save_checkpoint(LAST_CHECKPOINT_SECONDS)
            job.note(state="stopped", error=ENDED)
            return
        watch.look()
        job.note(policy=self._keep(watch.trainer, job.task))
        job.note(state="stopped" if watch.was_stopped else "done")
        job.save()
        try:
            watch.save_checkpoint()  # no request waits for it
        except OSError as error:
            log.warning("solve %s can only begin again: %s", job.task.id, error)

    def _keep(self, trainer: Trainer, solve: SolveTask) -> str:
        """Put the average policy into the work folder and the library; its id."""
        path = self._folder.solution(solve.id)
        policy = trainer.average_policy()
        policy.save(path)
        if isinstance(policy, SpotPolicy):  # read from its file node by node it takes no memory
            policy = TabularPolicy.load(path, trainer.game)
        entry = PolicyEntry(solve.id, solve.title, "solve", path.resolve(), policy)
        entry.by_solve = solved_measure(entry, solve, time.time())
        self._library.add(entry)
        return solve.id


def solved_measure(entry: PolicyEntry, solve: SolveTask, when: float) -> Measured | None:
    """The last measurement of a solve, if it is of the policy that was kept."""
    last = solve.curve[-1] if solve.curve else None
    if last is None or last[0] != entry.policy.metadata.get("iterations"):
        return None
    return measured_by_solve(entry.policy.game, last[2], last[0], when, bool(solve.locks))


class CompileListener(event.Listener):
    """A listener to numba that notes when the thread of a task begins to compile; iterations take the note back."""

    def __init__(self, job: Job) -> None:
        self._job, self._thread = job, threading.get_ident()

    def on_start(self, event: event.Event) -> None:
        """Note it."""
        if threading.get_ident() == self._thread and not self._job.task.compiling:
            self._job.note(compiling=True)

    def on_end(self, event: event.Event) -> None:
        """Wait for what comes next: another kernel, or an iteration."""


class Watch:
    """A callback of ``Trainer.run``: notes how far a solve is, writes checkpoints, and says when to stop."""

    def __init__(self, trainer: Trainer, job: Job, store: Checkpoints) -> None:
        self.trainer, self.job, self._store = trainer, job, store
        self._next_look = self._next_noted = self._look_cost = 0.0
        self._next_checkpoint = time.monotonic() + CHECKPOINT_SECONDS
        self._saved_at, self._cost = trainer.iteration, 0.0
        self.was_stopped, self._looks = False, 0

    def checked(self, trainer: Trainer, exploitability: float) -> None:
        """Note what the run has measured."""
        self._next_look = time.monotonic() + self._pause(trainer)
        solve = self.job.task
        point = (trainer.iteration, trainer.seconds, exploitability)
        known = solve.curve and solve.curve[-1][0] >= point[0]
        self.job.note(
            curve=solve.curve if known else [*solve.curve, point],  # never changed in place
            iterations=trainer.iteration,
            seconds=trainer.seconds,
            exploitability=exploitability,
            exploitability_pot_percent=trainer.game.stakes.pot_percent(exploitability),
            grade=None if judged_by(trainer.game) == "largest" else grade_of(trainer.game, exploitability),
            compiling=False,
        )

    def _pause(self, trainer: Trainer) -> float:
        """Seconds to the next measurement."""
        if self._looks < 2:
            return SECOND_LOOK
        share = FIRST_SHARE if trainer.seconds < FIRST_SECONDS else LOOK_SHARE
        return max(0.1, self._look_cost / share)

    def look(self) -> None:
        """Measure, unless the last measurement was here."""
        curve = self.job.task.curve
        if self.trainer.iteration and not (curve and curve[-1][0] == self.trainer.iteration):
            self.checked(self.trainer, self.trainer.exploitability)

    def __call__(self, trainer: Trainer) -> bool:
        now = time.monotonic()
        if now >= self._next_look:  # at once: on a flop a limit is first checked much later
            self.look()
            self._look_cost, self._looks = time.monotonic() - now, self._looks + 1
            self._next_look = time.monotonic() + self._pause(trainer)
        if now >= self._next_noted:
            self._next_noted = now + 0.1
            self.job.note(iterations=trainer.iteration, seconds=trainer.seconds, compiling=False)
        if self.job.must_stop:
            self.was_stopped = True
            return True
        if now >= self._next_checkpoint:
            self.save_checkpoint()
            self.job.save_if_possible()
        return False

    def save_checkpoint(self, most: float | None = None) -> None:
        """Write a checkpoint, unless there is one of this iteration, or the last took longer than ``most`` seconds."""
        if self.trainer.iteration == self._saved_at or (most is not None and self._cost > most):
            return
        self.job.note(iterations=self.trainer.iteration, seconds=self.trainer.seconds)  # as in the checkpoint
        began = time.monotonic()
        try:
            self._store.save(self.trainer)
        except OSError as error:  # the disk is full, say: what was solved so far is not given up for that
            log.warning("solve %s: no checkpoint can be written: %s", self.job.task.id, error)
            self._next_checkpoint = time.monotonic() + CHECKPOINT_SECONDS
            return
        self._saved_at, self._cost = self.trainer.iteration, time.monotonic() - began
        self._next_checkpoint = time.monotonic() + max(CHECKPOINT_SECONDS, self._cost / CHECKPOINT_SHARE)
