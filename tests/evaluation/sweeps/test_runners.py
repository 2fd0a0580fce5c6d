"""Tasks run by processes of this machine and by Ray: values, errors, deaths, and ends that leave nothing behind."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pebble")

from pebble import ProcessPool

from pokerzoo.cli import main
from pokerzoo.envs import make_game
from pokerzoo.evaluation import Sweep, Training, training_runs
from pokerzoo.evaluation.runs.runs_work import RunsWork
from pokerzoo.evaluation.runs.training import look_iterations
from pokerzoo.evaluation.sweeps import local, run
from pokerzoo.evaluation.sweeps.cluster import LOCAL, ray_connection, run_on_ray
from pokerzoo.evaluation.sweeps.folder import Folder
from pokerzoo.evaluation.sweeps.local import WorkersDied, run_locally
from pokerzoo.evaluation.sweeps.outcomes import TaskOutcome
from pokerzoo.evaluation.sweeps.run import RowError
from pokerzoo.evaluation.sweeps.shard_tasks import make_rows
from pokerzoo_testing import made_work, tasks

DRIVER = """
import sys
from pokerzoo.evaluation.sweeps.folder import Folder
from pokerzoo.evaluation.sweeps.local import run_locally
from pokerzoo_testing.tasks import note_and_sleep
if __name__ == "__main__":
    list(run_locally(note_and_sleep, [sys.argv[1]] * 3, processes=2))
"""


def check_outcomes(outcomes: list[TaskOutcome[int, int]], died: str) -> None:
    found = {outcome.task: outcome for outcome in outcomes}
    assert sorted(found) == sorted(outcome.task for outcome in outcomes) == list(range(8))  # each once
    assert {task: outcome.value for task, outcome in found.items() if outcome.value is not None} == {
        task: task**2 for task in (0, 1, 2, 6, 7)
    }
    assert {task: outcome.died for task, outcome in found.items() if outcome.died} == {3: died}
    assert {task: repr(outcome.error) for task, outcome in found.items() if outcome.error} == {
        4: "RuntimeError('Unpicklable: no four')",
        5: "SystemExit('five')",
    }


def test_processes_tell_values_errors_and_deaths(tmp_path: Path) -> None:
    taken = []

    def give() -> Iterator[int]:
        for task in range(8):
            taken.append(task)
            yield task

    outcomes = run_locally(tasks.misbehave, give(), processes=2)
    first = next(outcomes)
    assert len(taken) <= 3  # a task is taken when there is a worker for it, so a million do not wait in memory
    check_outcomes([first, *outcomes], "signal 9")
    assert [outcome.value for outcome in run_locally(tasks.die_once, [str(tmp_path / "one")], 1)] == [str(tmp_path / "one")]
    assert os.environ.get("NUMBA_NUM_THREADS") is None


@pytest.mark.filterwarnings("ignore::DeprecationWarning:ray", "ignore::FutureWarning:ray", "ignore::ResourceWarning")
def test_ray_tells_values_errors_and_deaths_and_makes_the_same_rows_and_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    if find_spec("ray") is None:
        pytest.skip("needs Ray")
    imported = "ray" in sys.modules
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    work = made_work.MadeWork(6, rows_per_file=3, kill=[4])
    wanted = Folder.make(tmp_path / "wanted", work)
    wanted.write(0, make_rows(wanted, range(3)))
    killer = work.failed(4, "its process died (on a cluster), twice")
    wanted.write(1, [work.row(3, ""), killer, work.row(5, "")])
    folder = Folder.make(tmp_path / "one", work)
    trainings = [Training(make_game("kuhn"), options={"sampling": sampling}) for sampling in ("external", "outcome")]
    with ray_connection(LOCAL, 2):  # all below use it, and leave it: starting Ray takes longer than what it does here
        check_outcomes(list(run_on_ray(tasks.misbehave, range(8))), "on a cluster")
        with monkeypatch.context() as patch:
            patch.setattr(run, "make_shard", made_work.make_shard)
            patch.setattr(run, "make_row", made_work.make_row)
            result = run.run_folder(folder, ray=True)
        runs = training_runs(trainings, tmp_path / "runs", 2, iterations=50, ray=True)
    assert (result.made, result.failed, result.errors) == (6, 1, [RowError(4, killer["error"])])
    assert [folder.part(shard).read_bytes() == wanted.part(shard).read_bytes() for shard in range(2)] == [True, True]
    assert (len(runs), runs.failed, runs.missing) == (4, 0, 0)
    here = Folder.make(tmp_path / "here", RunsWork(trainings, [0, 1], look_iterations(50)))
    for index, path in enumerate(runs.files):
        here.write(index, [here.work.row(index, "")])
        assert here.part(index).read_bytes() == path.read_bytes()
    assert not sys.modules["ray"].is_initialized()
    out, err = capfd.readouterr()
    if imported:  # by another test, with other settings: then Ray tells of each worker that died
        out = "".join(line for line in out.splitlines() if "(raylet)" not in line)
    assert (out, err) == ("", "")


def test_workers_end_with_a_driver_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "driver.py"
    script.write_text(DRIVER)
    notes = tmp_path / "notes"
    notes.mkdir()
    driver = subprocess.Popen(
        [sys.executable, str(script), str(notes)], env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    )
    try:
        wait_until(lambda: len(list(notes.iterdir())) == 2)
    finally:
        driver.kill()
        driver.wait()
    wait_until(lambda: not any(alive(int(note.name)) for note in notes.iterdir()))


@pytest.mark.parametrize("broken", [2, 3])
def test_what_starts_processes_may_die_between_two_tries(broken: int, monkeypatch: pytest.MonkeyPatch) -> None:
    schedule, tried = ProcessPool.schedule, []

    def killed_at_first(pool: ProcessPool, *arguments: Any, **named: Any) -> Any:
        tried.append(pool)
        if len(tried) <= broken:
            raise BrokenProcessPool
        return schedule(pool, *arguments, **named)

    monkeypatch.setattr(ProcessPool, "schedule", killed_at_first)
    assert [outcome.value for outcome in run_locally(tasks.misbehave, [6, 7], 1)] == [36, 49]
    assert len(set(tried)) == broken + 1  # each time with another pool


def test_where_no_process_can_be_started_a_sentence_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: Any, **__: Any) -> Any:
        raise BrokenProcessPool

    monkeypatch.setattr(ProcessPool, "schedule", broken)
    monkeypatch.setattr(local, "START_SECONDS", (0.0, 0.0))
    with pytest.raises(WorkersDied, match="died as soon as they were started") as raised:
        list(run_locally(tasks.misbehave, [6], 1))
    assert isinstance(raised.value, RuntimeError)
    config = tmp_path / "river.toml"
    config.write_text('oop = "AA"\nip = "KK"\npot = 10\nstack = 10\n[vary]\nboards = ["QsJh2h8d3c"]\n', encoding="utf-8")
    assert main(["sweep", str(config), "--out", str(tmp_path / "out")]) == 2
    told = capsys.readouterr().err
    assert "pokerzoo: 0 of 1 spots are in" in told
    assert told.splitlines()[-1].startswith("pokerzoo: error: worker processes died as soon as they were started")


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="a server of processes")
@pytest.mark.parametrize("seed", range(12))
def test_a_server_of_processes_that_is_killed_costs_no_row(seed: int, tmp_path: Path) -> None:
    folder = Folder.make(tmp_path / "out", made_work.MadeWork(24, seconds=0.03))
    command = [sys.executable, made_work.__file__, str(folder.path), "2"]
    driver = subprocess.Popen(command, env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}, stderr=subprocess.PIPE)
    chance = random.Random(seed)
    wait_until(lambda: servers(driver.pid) or driver.poll() is not None)
    for _ in range(1 + seed % 2):
        time.sleep(chance.choice([0.0, 0.01, 0.05, 0.2, 0.5]))
        for server in servers(driver.pid):
            os.kill(server, signal.SIGKILL)
    told = driver.communicate(timeout=120)[1]
    assert driver.returncode == 0, told.decode()
    assert folder.missing() == [] and Sweep(folder.path).failed == 0


def servers(driver: int) -> list[int]:
    """The processes that start other processes for a driver."""
    try:
        children = Path(f"/proc/{driver}/task/{driver}/children").read_text().split()
        return [int(child) for child in children if b"forkserver" in Path(f"/proc/{child}/cmdline").read_bytes()]
    except FileNotFoundError:
        return []


def test_what_makes_no_sense_is_refused_at_once() -> None:
    for settings in ({"processes": 0}, {"tries": 0}):
        for start in (run_locally, run_on_ray):
            with pytest.raises(ValueError, match=f"{next(iter(settings))}=0: must be at least 1"):
                start(tasks.misbehave, [1], **settings)  # type: ignore[operator]


def wait_until(happened: object) -> None:
    assert callable(happened)
    until = time.monotonic() + 60
    while not happened():
        assert time.monotonic() < until
        time.sleep(0.05)


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
        return Path(f"/proc/{process}/stat").read_text().split()[2] != "Z" if Path("/proc/self").exists() else True
    except (ProcessLookupError, FileNotFoundError):
        return False
