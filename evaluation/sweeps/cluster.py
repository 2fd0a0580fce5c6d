"""Tasks run on a Ray cluster, or on one that is started here for the time being: Ray Data says what runs where."""

from __future__ import annotations

import logging
import os
import pickle
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

from pokerzoo.envs.support.extras import import_extra
from pokerzoo.envs.support.parameters import brief

from .local import available_processors
from .outcomes import Task, TaskOutcome, Value, check_tries, run_task, unpack_outcome

LOCAL = "local"
"""In place of an address: a Ray that is started on this machine, and ended with its tasks."""
WINDOW = 20_000
"""The most tasks that Ray has at a time."""


def run_on_ray(
    function: Callable[[Task], Value],
    tasks: Iterable[Task],
    address: str | None = None,
    processes: int | None = None,
    tries: int = 2,
) -> Generator[TaskOutcome[Task, Value], None, None]:
    """Run tasks on Ray, one processor each; outcomes come in the order in which tasks end."""
    # Ray gives a task whose process or machine died to another. None or "local" as the address: the cluster that this process
    # is connected to, else one is started on this machine and ended with the tasks.
    if processes is not None and processes < 1:
        raise ValueError(f"processes={processes}: must be at least 1")
    return _run_on_ray(function, iter(tasks), address, processes or available_processors(), check_tries(tries))


def _run_on_ray(
    function: Callable[[Task], Value], tasks: Iterator[Task], address: str | None, processes: int, tries: int
) -> Generator[TaskOutcome[Task, Value], None, None]:
    with ray_connection(address, processes) as ray, _quiet(ray):
        begun = ray.remote(num_cpus=0, max_restarts=-1)(TaskStarts).remote()
        first = 0
        while window := list(islice(tasks, WINDOW)):
            items = [{"number": first + place, "task": pickle.dumps(task)} for place, task in enumerate(window)]
            first += len(window)
            dataset = ray.data.from_items(items, override_num_blocks=len(items)).map_batches(
                run_batch, fn_args=(function, begun, tries), batch_size=1, num_cpus=1
            )
            del items, window
            rows = dataset.iter_rows()
            try:
                for row in rows:
                    yield unpack_outcome(row["outcome"])
            finally:
                close = getattr(rows, "close", None)
                if close is not None:
                    close()
            del dataset, rows


class TaskStarts:
    """Count the starts of each task, as an actor: what a task counts itself is lost with its process."""

    def __init__(self) -> None:
        self._begun: dict[int, int] = {}

    def begin(self, number: int) -> int:
        """Begin a task; returns how often it was begun before."""
        before = self._begun.get(number, 0)
        self._begun[number] = before + 1
        return before

    def end(self, number: int) -> None:
        """Forget a task that is done."""
        self._begun.pop(number, None)


def run_batch(rows: dict[str, Any], function: Callable[[Any], Any], begun: Any, tries: int) -> dict[str, Any]:
    """In a worker: tasks with what becomes of each."""
    import ray

    outcomes = []
    for number, packed in zip(rows["number"].tolist(), rows["task"].tolist(), strict=True):
        task = pickle.loads(packed)
        if ray.get(begun.begin.remote(number)) < tries:
            outcomes.append(run_task(function, task))
        else:
            outcomes.append(pickle.dumps(TaskOutcome(task, died="on a cluster")))
        begun.end.remote(number)
    return {"outcome": outcomes}


@contextmanager
def ray_connection(address: str | None, processes: int) -> Iterator[Any]:
    """Ray, connected; what was started or connected for this is ended."""
    if "ray" not in sys.modules:  # it prints what is logged elsewhere to stdout, but for what this names
        os.environ.setdefault("RAY_DEDUP_LOGS_SKIP_REGEX", ".")
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # else it warns of what it will do one day
    address = None if address == LOCAL else address
    ray, _ = (import_extra(name, "tasks on a cluster need Ray", "cluster") for name in ("ray", "ray.data"))
    if ray.is_initialized():
        if address is not None:
            raise ValueError(f"address={brief(address)}: this process is connected to a cluster already; leave the address out")
        yield ray
        return
    settings: dict[str, Any] = {"address": address or LOCAL, "log_to_driver": False, "logging_level": logging.ERROR}
    if address is None:
        settings |= {"num_cpus": max(2, processes), "include_dashboard": False}
    try:
        ray.init(**settings)
    except (ConnectionError, ValueError) as error:
        raise ConnectionError(f"address={brief(address)}: no Ray cluster: {error}") from None
    try:
        yield ray
    finally:
        ray.shutdown()


@contextmanager
def _quiet(ray: Any) -> Iterator[None]:
    """Ray Data without bars and notes, and as it was afterwards."""
    context, log = ray.data.DataContext.get_current(), logging.getLogger("ray.data")
    wanted = {"enable_progress_bars": False, "print_on_execution_start": False}
    before = {name: getattr(context, name) for name in wanted if hasattr(context, name)}
    level = log.level
    for name in before:
        setattr(context, name, wanted[name])
    log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        log.setLevel(level)
        for name, value in before.items():
            setattr(context, name, value)
