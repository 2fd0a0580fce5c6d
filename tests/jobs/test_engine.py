"""A folder's rows are made once each, whatever happens meanwhile."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("joblib")
pytest.importorskip("pyarrow")

from pokerzoo.evaluation import bench
from pokerzoo.jobs import engine
from pokerzoo.jobs.engine import LOCAL, RowError, ray_connection, run_folder
from pokerzoo.jobs.folder import Folder, arrow_column
from pokerzoo_testing import made_work
from pokerzoo_testing.made_work import MadeWork, all_files, make_shard_here


def undisturbed(path: Path, work: MadeWork) -> dict[str, bytes]:
    """All files, made in this process one after the other."""
    folder = Folder.make(path, work)
    for shard in range(folder.shards):
        make_shard_here(folder, shard)
    return all_files(path)


def test_rows_are_made_and_those_that_are_there_are_kept(tmp_path: Path) -> None:
    work = MadeWork(22, fail=[3, 17])
    wanted = undisturbed(tmp_path / "wanted", work)
    folder = Folder.make(tmp_path / "one", work)
    make_shard_here(folder, 1)
    (folder.path / "made" / ".000002.parquet.0123456789abcdef.part").touch()  # by a worker that was killed
    folder.file("halves", 3).touch()  # by one that was killed before it wrote the first table
    before = folder.file("made", 1).stat().st_mtime_ns
    heard: list[tuple[int, int, int]] = []
    result = run_folder(folder, 2, progress=lambda now: heard.append((now.done, now.made, now.failed)))
    assert heard[0] == (4, 0, 0) and heard[-1] == (22, 18, 2) and len(heard) == 6
    assert (result.rows, result.made, result.failed, result.processes) == (22, 18, 2, 2)
    assert result.errors == [RowError(3, "no row 3"), RowError(17, "no row 17")]
    assert all_files(folder.path) == wanted and not list(folder.path.rglob("*.part"))
    assert folder.file("made", 1).stat().st_mtime_ns == before
    again = run_folder(folder)
    assert (again.made, again.failed, again.errors) == (0, 2, result.errors)


def test_columns_are_those_of_pyarrow() -> None:
    import pyarrow as pa

    columns: dict[str, list[Any]] = {
        "string": ["", "\u00e9", None, "AsKs"], "double": [0.1, None, -2.5, 3], "float": [0.1, None, 0, 1e-30],
        "int64": [None, 2**62, -1, 0], "int32": [1, None, 2, 3], "bool": [None, True, False, True],
    }  # fmt: skip
    for kind, values in columns.items():
        for some in (values, values[:1], [None], []):
            column = arrow_column(some, pa.type_for_alias(kind))
            column.validate(full=True)
            assert column.equals(pa.array(some, pa.type_for_alias(kind)))
    points = pa.list_(pa.struct([("x", pa.int64())]))
    assert arrow_column([[{"x": 1}], [], None], points).to_pylist() == [[{"x": 1}], [], None]


@pytest.mark.check
@pytest.mark.parametrize("processes", [1, 2])
def test_a_row_that_kills_its_process_has_that_as_its_error(processes: int, tmp_path: Path) -> None:
    folder = Folder.make(tmp_path, MadeWork(16, kill=[5]))
    result = run_folder(folder, processes)
    rows = folder.read("made").to_pylist()
    assert [row["index"] for row in rows] == list(range(16))
    assert {row["index"]: row["error"] for row in rows if row["error"]} == {5: "its process died, twice"}
    assert [row["value"] is None for row in rows] == [index == 5 for index in range(16)]
    assert folder.read("halves").num_rows == 30
    assert (result.made, result.failed) == (16, 1)
    assert "rows 4 to 7: their process died twice; made one by one" in result.notes


def test_where_workers_die_at_once_no_row_is_to_blame(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Folder.make(tmp_path, MadeWork(4))
    monkeypatch.setattr(engine, "make_shard", die)
    monkeypatch.setattr(engine, "make_item", die)
    monkeypatch.setattr(engine, "open_there", die)
    with pytest.raises(ChildProcessError, match="worker processes die as soon as they are started"):
        run_folder(folder, 1)
    assert folder.missing() == [0]


def die(place: object, number: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_full_disk_ends_the_run_which_resumes_when_there_is_room(tmp_path: Path) -> None:
    folder = Folder.make(tmp_path / "one", MadeWork(8, full=[6]))
    with pytest.raises(OSError, match="No space left"):  # not an error of the row: the row is not to blame
        run_folder(folder, 1)
    assert folder.there() == [0]
    (folder.path / "room").touch()
    assert run_folder(folder, 1).made == 4
    assert all_files(folder.path) == undisturbed(tmp_path / "wanted", MadeWork(8))


def test_compiling_does_not_count_in_the_time_left(tmp_path: Path) -> None:
    rates: list[float | None] = []
    work = MadeWork(24, rows_per_file=4, seconds=0.005, compiling=0.5)
    run_folder(Folder.make(tmp_path, work), 2, progress=lambda now: rates.append(now.rows_per_second))
    assert rates[0] is None and rates[-1] is not None and rates[-1] <= 410  # by the clock of the run it is some 20 a second
    progress = engine.RunProgress(rows=10, done=4, rows_per_second=2.0)
    assert progress.seconds_left == 3.0


def test_one_run_at_a_time(tmp_path: Path) -> None:
    folder = Folder.make(tmp_path, MadeWork(4))
    with folder.locked(), pytest.raises(ValueError, match=f"process {os.getpid()} on .* makes rows here; wait for it"):
        run_folder(Folder.open(tmp_path, MadeWork))
    run_folder(folder, 1)
    for name in ("processes", "limit"):
        wrong: Any = {name: 0}
        with pytest.raises(ValueError, match=f"{name}=0: must be at least 1"):
            run_folder(folder, **wrong)


def test_no_more_processes_than_there_is_memory_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    work = MadeWork(4, bytes_needed=10**9)
    monkeypatch.setattr(engine, "free_memory", lambda: 3 * 10**9)
    fitting, note = engine.fitting_processes(work, 8)
    assert fitting == 2 and note == "2 processes in place of 8: each needs about 1.18 GB of memory, and 3 GB are free"
    assert engine.fitting_processes(work, 2) == (2, None)
    monkeypatch.setattr(engine, "free_memory", lambda: 10**9)
    with pytest.raises(ValueError, match=r"a row needs about 1\.18 GB of memory, and 1 GB are free"):
        run_folder(Folder.make(tmp_path, work))


def test_a_folder_of_another_version_kind_or_work_is_refused(tmp_path: Path) -> None:
    head = Folder.make(tmp_path / "one", MadeWork(8)).path / "job.json"
    with pytest.raises(ValueError, match=r"holds another made \(count: 8 there, 9 here\); name another folder"):
        Folder.make(tmp_path / "one", MadeWork(9))

    class Other(MadeWork):
        kind = "other"

    with pytest.raises(ValueError, match="is a folder of kind 'made', not 'other'"):
        Folder.open(tmp_path / "one", Other)
    for version in ("0.0.9", "99.1.0", None):
        head.write_text(json.dumps(json.loads(head.read_text()) | {"pokerzoo_version": version}))
        with pytest.raises(ValueError, match=rf"job.json: made by pokerzoo {version}, and this is .+: make it again"):
            Folder.open(tmp_path / "one", MadeWork)
    head.write_text("{")
    with pytest.raises(ValueError, match=r"job.json: damaged: not the object that begins a job"):
        Folder.open(tmp_path / "one", MadeWork)
    with pytest.raises(FileNotFoundError, match="holds no made"):
        Folder.open(tmp_path, MadeWork)


@pytest.mark.check
@pytest.mark.filterwarnings("ignore::DeprecationWarning:ray", "ignore::FutureWarning:ray", "ignore::ResourceWarning")
def test_ray_makes_the_same_rows_and_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    if find_spec("ray") is None:
        pytest.skip("needs Ray")
    imported = "ray" in sys.modules
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    monkeypatch.setattr(engine, "available_processors", lambda: 2)
    folder = Folder.make(tmp_path / "one", MadeWork(6, rows_per_file=3, kill=[4]))
    learners = ["mccfr_external", "mccfr_outcome"]
    with ray_connection(LOCAL):  # all below use it, and leave it: starting Ray takes longer than what it does here
        result = run_folder(folder, ray=True)
        runs = bench(["kuhn"], learners, tmp_path / "runs", 2, iterations=50, ray=True)
    assert (result.made, result.failed, result.errors) == (6, 1, [RowError(4, "its process died, twice")])
    assert [row["index"] for row in folder.read("made").to_pylist()] == list(range(6))
    assert len(runs) == 4 and not any(row["error"] for row in runs.rows)
    here = bench(["kuhn"], learners, tmp_path / "here", 2, iterations=50, processes=2)
    results = ("key", "iterations", "decisions", "exploitability_current", "exploitability_average")
    assert [[row[name] for name in results] for row in here.rows] == [[row[name] for name in results] for row in runs.rows]
    assert not sys.modules["ray"].is_initialized()
    out, err = capfd.readouterr()
    if imported:  # by another test, with other settings: then Ray tells of each worker that died
        out = "".join(line for line in out.splitlines() if "(raylet)" not in line)
    assert (out, err) == ("", "")


@pytest.mark.long
def test_kills_lose_nothing_and_double_nothing(tmp_path: Path) -> None:
    work = MadeWork(200, seconds=0.03)
    wanted = undisturbed(tmp_path / "wanted", MadeWork(200))
    folder = Folder.make(tmp_path / "one", work)
    command = [sys.executable, made_work.__file__, str(folder.path), "2"]
    left = [len(folder.missing())]
    for seed in (1, 2):
        chance = random.Random(seed)
        driver = subprocess.Popen(command, env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)})
        wait_until(lambda: len(folder.missing()) < left[-1])
        for child in workers(driver.pid):
            os.kill(child, signal.SIGKILL)
        left.append(len(folder.missing()))
        wait_until(lambda: len(folder.missing()) < left[-1])
        time.sleep(chance.uniform(0, 0.05))
        driver.kill()
        assert driver.wait() == -signal.SIGKILL  # it was killed before it was done
        left.append(len(folder.missing()))
    assert left == sorted(set(left), reverse=True) and left[-1] > 0
    assert run_folder(folder, 2).notes == []
    assert all_files(folder.path) == wanted


def wait_until(happened: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not happened():
        assert time.monotonic() < until
        time.sleep(0.05)


def workers(driver: int) -> list[int]:
    """Processes that make rows for a driver, where the system tells."""
    file = Path(f"/proc/{driver}/task/{driver}/children")
    children = [int(child) for child in file.read_text().split()] if file.exists() else []
    return [child for child in children if b"popen_loky" in Path(f"/proc/{child}/cmdline").read_bytes()]
