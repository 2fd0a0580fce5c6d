"""The queue of solves: one at a time, in a thread of its own, so that the server goes on answering."""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import replace

from numba.core import event
from pydantic import TypeAdapter, ValidationError

from pokerzoo.agents import SpotPolicy, TabularPolicy
from pokerzoo.agents.training import Trainer
from pokerzoo.agents.training.checkpoint import Checkpoints
from pokerzoo.envs import Game
from pokerzoo.envs.support.parameters import brief
from pokerzoo.envs.support.records import to_json
from pokerzoo.envs.support.store_error import StoreError
from pokerzoo.kernels import warm_up_once

from .errors import BadRequest, NotFound
from .library import Entry, Library
from .made_games import make_checked_game
from .measured import Measured, measured_by_solve
from .running_solve import CompileListener, Job, Watch
from .solves import SolveRecord, SolveRequest, check_memory, locks_of, make_trainer, new_solve, target_of
from .work_folder import ID, WorkFolder, files_of

RECORDS = TypeAdapter(SolveRecord)
log = logging.getLogger("pokerzoo.web")

LAST_CHECKPOINT_SECONDS = 2.0
"""Seconds: if the last checkpoint took longer, none is written when the server ends."""
ENDING_SECONDS = 5.0
"""Seconds that the end of the server waits for the iteration that is running."""


class Jobs:
    """All solves of a work folder. May be asked by many threads at once."""

    def __init__(self, folder: WorkFolder, library: Library) -> None:
        self._folder, self._library = folder, library
        self._jobs: dict[str, Job] = {}
        self._queue: list[Job] = []
        self._running: Job | None = None
        self._lock = threading.RLock()
        self._wake = threading.Condition(self._lock)
        self._thread: threading.Thread | None = None
        self.version = 0
        self.closing = threading.Event()

    def recover(self) -> None:
        """Take up what the work folder has: finished solves as they are, and those that were cut off as interrupted."""
        for name, text in self._folder.records().items():
            try:
                solve = RECORDS.validate_json(text)
            except ValidationError as error:
                log.warning("solves/%s is no record of a solve: %s", name, first_fault(error))
                continue
            if not ID.fullmatch(solve.id):  # it becomes a file's name
                log.warning("solves/%s is no record of a solve: id: cannot be a file's name", name)
                continue
            if solve.state in ("queued", "running"):
                solve.state, solve.position, solve.compiling = "interrupted", None, False
            self._jobs[solve.id] = Job(solve)
        for path in files_of(self._folder.solutions, "*.npz"):
            job = self._jobs.get(path.stem)
            title = job.solve.title if job else path.stem
            try:
                entry = self._library.open(path, "solve", title=title, id=path.stem)
            except (ValueError, OSError) as error:
                log.warning("%s", error)
                if job is not None and isinstance(error, ValueError):  # of another version, say: its page tells
                    job.solve.state, job.solve.error, job.solve.policy = "failed", str(error), None
                continue
            if job is not None:
                job.solve.policy = path.stem
                entry.by_solve = solved_measure(entry, job.solve, path.stat().st_mtime)
        for job in self._jobs.values():
            if job.solve.policy is not None and not (self._folder.solutions / f"{job.solve.policy}.npz").is_file():
                job.solve.policy = None

    def close(self) -> None:
        """Stop what runs, so that it can go on at the next start; waits for the iteration that is running, but not for long."""
        self.closing.set()
        with self._wake:
            self._queue.clear()
            if self._running is not None:
                self._running.stop.set()
            self._wake.notify_all()
        if self._thread is not None:
            self._thread.join(ENDING_SECONDS)

    # What the API asks.

    def submit(self, request: SolveRequest) -> SolveRecord:
        """Put a request into the queue."""
        game = make_checked_game(request.game, request.params)
        locks_of(game, request.locks)
        solve = new_solve(request, game, time.time())
        self._check_memory(game, solve)
        with self._lock:
            job = Job(solve, game)
            self._enqueue(job)
            self._jobs[solve.id] = job
        return self.get(solve.id)

    def go_on(self, id: str, until: str | float | None, iterations: int | None) -> SolveRecord:
        """Go on with a solve that stopped, was interrupted or is done."""
        job = self._job(id)
        game = job.game or make_checked_game(job.solve.game, job.solve.params)
        target = target_of(game, until)
        self._check_memory(game, job.solve)
        with self._lock:
            before, solve = job.solve, replace(job.solve)
            if solve.state in ("queued", "running"):
                raise BadRequest(f"solve {brief(id)} is {solve.state} already")
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
            solve.error = None
            job.solve, job.game = solve, game
            try:
                self._enqueue(job)
            except OSError:
                job.solve = before
                raise
        return self.get(id)

    def stop(self, id: str) -> SolveRecord:
        """Stop a solve between two iterations, or take it out of the queue; what it has found is kept."""
        job = self._job(id)
        with self._lock:
            if job in self._queue:
                self._queue.remove(job)
                self._note(job, state="stopped")
                self._save(job)
                self._moved()
            job.stop.set()
        return self.get(id)

    def remove(self, id: str) -> None:
        """Forget a solve; if it runs it is stopped first. Its policy stays in the library."""
        job = self._job(id)
        with self._lock:
            job.removed = True
            job.stop.set()
            self._jobs.pop(id, None)
            if job in self._queue:
                self._queue.remove(job)
            if job is not self._running:
                self._folder.remove_record(id)
            job.version += 1
            self._moved()

    def get(self, id: str) -> SolveRecord:
        """A solve as it is now."""
        return self._as_sent(self._job(id))

    def all(self) -> list[SolveRecord]:
        """All solves as they are now, newest first, without their curves."""
        with self._lock:
            jobs = sorted(self._jobs.values(), key=lambda job: -job.solve.created)
            return [replace(self._as_sent(job), curve=[]) for job in jobs]

    def version_of(self, id: str) -> int:
        """A number that grows with each change of a solve; -1 once it is removed."""
        with self._lock:
            job = self._jobs.get(id)
            return -1 if job is None else job.version

    def forget_policy(self, policy: str) -> None:
        """Note that a solution's file is gone."""
        with self._lock:
            for job in self._jobs.values():
                if job.solve.policy == policy:
                    self._note(job, policy=None)
                    self._save(job)

    def set_title(self, id: str, title: str) -> None:
        """Give a solve, if there is one of this id, another title."""
        with self._lock:
            job = self._jobs.get(id)
            if job is not None:
                self._note(job, title=title)
                self._save(job)

    # Inside.

    def _job(self, id: str) -> Job:
        with self._lock:
            job = self._jobs.get(id)
        if job is None:
            raise NotFound(f"no solve {brief(id)}: it was deleted, or belongs to another work folder")
        return job

    def _as_sent(self, job: Job) -> SolveRecord:
        with self._lock:
            position = 0 if job is self._running else self._queue.index(job) + 1 if job in self._queue else None
            return replace(job.solve, position=position)

    def _check_memory(self, game: Game, solve: SolveRecord) -> None:
        with self._lock:
            running = self._running
            given_back = running.solve.needed_bytes if running is not None else 0
        check_memory(game, solve.precision, solve.threads, given_back)

    def _enqueue(self, job: Job) -> None:
        """Put a job last; OSError, and it is not in the queue, if the work folder cannot be written."""
        self._note(job, state="queued")
        job.stop.clear()
        self._save(job)
        self._queue.append(job)
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="pokerzoo-solves", daemon=True)
            self._thread.start()
        self._wake.notify_all()

    def _note(self, job: Job, **changes: object) -> None:
        with self._lock:
            for name, value in changes.items():
                setattr(job.solve, name, value)
            job.version += 1
            self.version += 1

    def _moved(self) -> None:
        """The places of those that wait have changed."""
        for job in self._queue:
            job.version += 1
        self.version += 1

    def _save(self, job: Job) -> None:
        with self._lock:
            if not job.removed:
                self._folder.save_record(job.solve.id, to_json(job.solve))

    def _save_if_possible(self, job: Job) -> None:
        try:
            self._save(job)
        except OSError as error:
            log.warning("the record of solve %s cannot be written: %s", job.solve.id, error)

    def _work(self) -> None:
        while True:
            with self._wake:
                while not self._queue and not self.closing.is_set():
                    self._wake.wait()
                if self.closing.is_set():
                    return
                job = self._running = self._queue.pop(0)
                self._note(job, state="running", error=None)
                self._moved()
            try:
                self._save(job)
                with event.install_listener("numba:compile", CompileListener(job, self._note)):
                    self._solve(job)
            except Exception as error:  # whatever happens, the next one is to have its turn
                known = isinstance(error, ValueError | OverflowError | MemoryError | OSError)
                if not known:
                    log.exception("solve %s", job.solve.id, exc_info=error)
                self._note(job, state="failed", error=str(error) or type(error).__name__)
            finally:
                with self._lock:
                    self._running = None
                    self._note(job, compiling=False)
                    self._moved()
                self._put_away(job)

    def _put_away(self, job: Job) -> None:
        job.game = None
        if not job.removed:
            self._save_if_possible(job)
            return
        try:
            self._folder.remove_record(job.solve.id)
        except OSError as error:
            log.warning("the record of solve %s cannot be removed: %s", job.solve.id, error)

    def _solve(self, job: Job) -> None:
        solve = job.solve
        game = job.game or make_checked_game(solve.game, solve.params)
        warm_up_once(game, solve.precision, reports=False)
        trainer = make_trainer(game, locks_of(game, solve.locks), solve)
        with Checkpoints(self._folder.checkpoints(solve.id)) as store:
            try:
                store.restore(trainer)
            except StoreError as error:  # of another version, say: then it begins anew
                log.warning("%s", error)
                for path in store.files():
                    path.unlink(missing_ok=True)
            watch = Watch(trainer, job, store, self._note, self._save_if_possible, self.closing)
            self._note(
                job, curve=[point for point in solve.curve if point[0] <= trainer.iteration], iterations=trainer.iteration
            )
            left = None if solve.max_iterations is None else solve.max_iterations - trainer.iteration
            if left is None or left > 0:
                trainer.run(left, until=solve.target, callbacks=[watch])
            self._note(job, iterations=trainer.iteration, seconds=trainer.seconds)  # while it ran only now and then
            if job.removed:
                return
            if self.closing.is_set() and watch.was_stopped:
                watch.save_checkpoint(LAST_CHECKPOINT_SECONDS)
                self._note(job, state="interrupted")
                return
            watch.look()
            self._note(job, policy=self._keep(trainer, job))
            self._note(job, state="stopped" if watch.was_stopped else "done")
            self._save(job)
            try:
                watch.save_checkpoint()  # no request waits for it
            except OSError as error:
                log.warning("solve %s can only begin anew: %s", solve.id, error)

    def _keep(self, trainer: Trainer, job: Job) -> str:
        """Put the average policy into the work folder and the library."""
        id = job.solve.id
        path = self._folder.solution(id)
        policy = trainer.average_policy()
        policy.save(path)
        if isinstance(policy, SpotPolicy):  # read from its file node by node it takes no memory
            policy = TabularPolicy.load(path, trainer.game)
        entry = Entry(id, job.solve.title, "solve", path.resolve(), policy)
        entry.by_solve = solved_measure(entry, job.solve, time.time())
        self._library.add(entry)
        return id


def solved_measure(entry: Entry, solve: SolveRecord, when: float) -> Measured | None:
    """The last measurement of a solve, if it is of the policy that was kept."""
    last = solve.curve[-1] if solve.curve else None
    if last is None or last[0] != entry.policy.metadata.get("iterations"):
        return None
    return measured_by_solve(entry.game, last[2], last[0], when, bool(solve.locks))


def first_fault(error: ValidationError) -> str:
    """The first thing that is wrong with a record, by its field; nothing of what is in the record."""
    first = error.errors(include_input=False, include_context=False, include_url=False)[0]
    field = str(first["loc"][0]) if first["loc"] else ""
    return f"{field}: {first['msg']}" if field in SolveRecord.__dataclass_fields__ else first["msg"]
