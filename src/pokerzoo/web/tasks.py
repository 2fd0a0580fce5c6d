"""What takes longer than a request: tasks, done one at a time in a thread of their own, so that the server keeps answering.

A task is queued, runs, and is stopped, done or failed; one that was stopped can be resumed. Its record is a file of the work
folder, so that tasks are there again after a restart: those that ran or waited then are stopped.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace

from pydantic import TypeAdapter, ValidationError

from pokerzoo.envs.support.errors import InputError, brief
from pokerzoo.envs.support.records import to_json

from .errors import BadRequest, NotFound
from .solves import SolveTask
from .work_folder import ID, WorkFolder

RECORDS = TypeAdapter(SolveTask)
log = logging.getLogger("pokerzoo.web")

ENDED = "the explorer ended while it ran"
"""The error of a task that was stopped so."""
ENDING_SECONDS = 5.0
"""Seconds that the end of the server waits for the task that runs."""
HEARTBEAT_SECONDS = 15.0
"""After so long without news an event stream has a comment, by which both sides see that the other is there."""
PAUSE_SECONDS = 0.05
"""Between two events of a stream, at least."""


@dataclass(eq=False)
class Job:
    """A task and what its thread and requests share of it.

    Attributes:
        task: its record.
        tasks: all tasks.
        stop: set when it is to stop.
        removed: whether it was removed meanwhile.
        version: grows with each change.
    """

    task: SolveTask
    tasks: Tasks = field(repr=False)
    stop: threading.Event = field(default_factory=threading.Event)
    removed: bool = False
    version: int = 0

    @property
    def must_stop(self) -> bool:
        """Whether to stop: it was asked to, or the server ends."""
        return self.stop.is_set() or self.tasks.closing.is_set()

    def note(self, **changes: object) -> None:
        """Change the record, and notify those who watch it."""
        with self.tasks.lock:
            for name, value in changes.items():
                setattr(self.task, name, value)
            self.version += 1
        self.tasks.tell()

    def save(self) -> None:
        """Write the record; OSError if that cannot be done."""
        with self.tasks.lock:
            if not self.removed:
                self.tasks.folder.save_record(self.task.id, to_json(self.task))

    def save_if_possible(self) -> None:
        """Write the record; a fault is logged."""
        try:
            self.save()
        except OSError as error:
            log.warning("the record of task %s cannot be written: %s", self.task.id, error)


class Tasks:
    """All tasks of a work folder. May be asked by many threads at once.

    Args:
        folder: the work folder.
        work: what does a task; it may raise, and stops where ``Job.must_stop`` says so.
    """

    def __init__(self, folder: WorkFolder, work: Callable[[Job], None]) -> None:
        self.folder, self._work = folder, work
        self.lock = threading.RLock()
        self.closing = threading.Event()
        self._jobs: dict[str, Job] = {}
        self._queue: list[Job] = []
        self._running: Job | None = None
        self._wake = threading.Condition(self.lock)
        self._thread: threading.Thread | None = None
        self._news = asyncio.Condition()
        self._loop: asyncio.AbstractEventLoop | None = None

    def recover(self) -> None:
        """Take up what the work folder has; what was cut off is stopped."""
        for name, text in self.folder.records().items():
            try:
                task = RECORDS.validate_json(text)
            except ValidationError as error:
                log.warning("tasks/%s is no record of a task: %s", name, first_fault(error))
                continue
            if not ID.fullmatch(task.id):  # it becomes a file's name
                log.warning("tasks/%s is no record of a task: id: cannot be a file's name", name)
                continue
            if task.state in ("queued", "running"):
                task.state, task.error, task.position, task.compiling = "stopped", ENDED, None, False
            self._jobs[task.id] = Job(task, self)

    def close(self) -> None:
        """Stop what runs, so that it can be resumed after the next start; waits for it, but not for long."""
        self.end_events()
        with self._wake:
            self._queue.clear()
            if self._running is not None:
                self._running.stop.set()
            self._wake.notify_all()
        if self._thread is not None:
            self._thread.join(ENDING_SECONDS)

    def end_events(self) -> None:
        """End all event streams, and what runs; a signal handler may call it."""
        self.closing.set()
        self.tell()

    def add(self, task: SolveTask) -> SolveTask:
        """Queue a new task."""
        with self.lock:
            job = Job(task, self)
            self._enqueue(job)
            self._jobs[task.id] = job
        return self.get(task.id)

    def resume(self, task: SolveTask) -> SolveTask:
        """Queue a task again, with the record as it is now to be."""
        job = self.job(task.id)
        with self.lock:
            before, job.task = job.task, task
            try:
                if before.state in ("queued", "running"):
                    raise BadRequest(f"task {brief(task.id)} is {before.state} already")
                self._enqueue(job)
            except (OSError, BadRequest):
                job.task = before
                raise
        return self.get(task.id)

    def stop(self, id: str) -> SolveTask:
        """Stop a task, or take it out of the queue; what it has computed is kept."""
        job = self.job(id)
        with self.lock:
            if job in self._queue:
                self._queue.remove(job)
                job.note(state="stopped")
                job.save()
                self._moved()
            job.stop.set()
        return self.get(id)

    def remove(self, id: str) -> None:
        """Forget a task; if it runs it is stopped first."""
        job = self.job(id)
        with self.lock:
            job.removed = True
            job.stop.set()
            self._jobs.pop(id, None)
            if job in self._queue:
                self._queue.remove(job)
            if job is not self._running:
                self.folder.remove_record(id)
            job.note()
            self._moved()

    def job(self, id: str) -> Job:
        """A task with what its thread shares; NotFound if there is none such."""
        with self.lock:
            job = self._jobs.get(id)
        if job is None:
            raise NotFound(f"no task {brief(id)}: it was deleted, or belongs to another work folder")
        return job

    def jobs(self) -> list[Job]:
        """All tasks, newest first."""
        with self.lock:
            return sorted(self._jobs.values(), key=lambda job: -job.task.created)

    def get(self, id: str) -> SolveTask:
        """A task as it is now."""
        return self._as_sent(self.job(id))

    def all(self) -> list[SolveTask]:
        """All tasks as they are now, newest first, without their curves."""
        return [replace(self._as_sent(job), curve=[]) for job in self.jobs()]

    @property
    def given_back(self) -> int:
        """Bytes that will be free when the task that runs has ended."""
        with self.lock:
            return 0 if self._running is None else self._running.task.needed_bytes

    # Event streams.

    def tell(self) -> None:
        """Wake the event streams."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(lambda: asyncio.ensure_future(self._notify()))

    async def _notify(self) -> None:
        async with self._news:
            self._news.notify_all()

    async def events(self, look: Callable[[], str | None]) -> AsyncIterator[str]:
        """An event stream: what ``look`` has to say now and after each change, until the server ends.

        Args:
            look: the next event; None: no news; "": the stream ends.
        """
        self._loop = asyncio.get_running_loop()
        while not self.closing.is_set():
            text = look()
            if text == "":
                return
            if text is not None:
                yield text
                await asyncio.sleep(PAUSE_SECONDS)
                continue
            async with self._news:
                try:
                    await asyncio.wait_for(self._news.wait(), HEARTBEAT_SECONDS)
                except TimeoutError:
                    text = ": still here\n\n"
            if text is not None:
                yield text

    # Inside.

    def _as_sent(self, job: Job) -> SolveTask:
        with self.lock:
            position = 0 if job is self._running else self._queue.index(job) + 1 if job in self._queue else None
            return replace(job.task, position=position)

    def _enqueue(self, job: Job) -> None:
        """Put a job last; OSError, and it is not in the queue, if the work folder cannot be written."""
        job.note(state="queued", error=None)
        job.stop.clear()
        job.save()
        self._queue.append(job)
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="pokerzoo-tasks", daemon=True)
            self._thread.start()
        self._wake.notify_all()

    def _moved(self) -> None:
        """The places of those that wait have changed."""
        for job in self._queue:
            job.version += 1
        self.tell()

    def _run(self) -> None:
        while True:
            with self._wake:
                while not self._queue and not self.closing.is_set():
                    self._wake.wait()
                if self.closing.is_set():
                    return
                job = self._running = self._queue.pop(0)
                job.note(state="running")
                self._moved()
            try:
                job.save()
                self._work(job)
            except Exception as error:  # in any case the next one gets its turn
                if not isinstance(error, InputError | MemoryError | OSError):
                    log.exception("task %s", job.task.id, exc_info=error)
                job.note(state="failed", error=str(error) or type(error).__name__)
            finally:
                with self.lock:
                    self._running = None
                    job.note(compiling=False)
                    self._moved()
                self._put_away(job)

    def _put_away(self, job: Job) -> None:
        if not job.removed:
            job.save_if_possible()
            return
        try:
            self.folder.remove_record(job.task.id)
        except OSError as error:
            log.warning("the record of task %s cannot be removed: %s", job.task.id, error)


def first_fault(error: ValidationError) -> str:
    """The first thing that is wrong with a record, by its field; nothing of what is in the record."""
    first = error.errors(include_input=False, include_context=False, include_url=False)[0]
    place = str(first["loc"][0]) if first["loc"] else ""
    return f"{place}: {first['msg']}" if place in SolveTask.__dataclass_fields__ else first["msg"]
