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
from functools import partial
from pathlib import Path

import pytest

pq = pytest.importorskip("pyarrow.parquet")
pytest.importorskip("pebble")

from pokerzoo.evaluation import Sweep  # noqa: E402
from pokerzoo.evaluation.sweeps import memory, run  # noqa: E402
from pokerzoo.evaluation.sweeps.folder import Folder  # noqa: E402
from pokerzoo.evaluation.sweeps.outcomes import run_task, unpack_outcome  # noqa: E402
from pokerzoo.evaluation.sweeps.run import RowError  # noqa: E402
from pokerzoo.evaluation.sweeps.shard_tasks import make_shard  # noqa: E402
from pokerzoo_testing import made_work  # noqa: E402
from pokerzoo_testing.made_work import MadeWork  # noqa: E402


@pytest.fixture(autouse=True)
def _made_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "make_shard", made_work.make_shard)
    monkeypatch.setattr(run, "make_row", made_work.make_row)


def undisturbed(path: Path, work: MadeWork) -> dict[str, bytes]:
    """All files of rows, made in this process one after the other."""
    folder = Folder.make(path, work)
    for shard in range(folder.shards):
        make_shard(str(path), shard)
    return parts(path)


def parts(path: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in (path / "rows").iterdir()}


def events(path: Path) -> list[str]:
    return [json.loads(line)["event"] for line in (path / "log.jsonl").read_text().splitlines()]


def test_rows_are_made_and_those_that_are_there_are_kept(tmp_path: Path) -> None:
    work = MadeWork(22, fail=[3, 17])
    wanted = undisturbed(tmp_path / "wanted", work)
    folder = Folder.make(tmp_path / "one", work)
    make_shard(str(folder.path), 1)
    left_over = folder.path / "rows" / ".part-000002.parquet.0123456789abcdef.part"
    left_over.touch()  # by a worker that was killed
    before = folder.part(1).stat().st_mtime_ns
    told = []
    result = run.run_folder(folder, 2, progress=lambda now: told.append((now.done, now.made, now.failed)))
    assert told[0] == (4, 0, 0) and told[-1] == (22, 18, 2) and len(told) == 6
    assert (result.rows, result.made, result.failed, result.processes) == (22, 18, 2, 2)
    assert result.errors == [RowError(3, "no row 3"), RowError(17, "no row 17")]
    assert parts(folder.path) == wanted
    assert folder.part(1).stat().st_mtime_ns == before
    assert events(folder.path) == ["begin", *["shard"] * 5, "end"]
    again = run.run_folder(folder)
    assert (again.made, again.failed, again.errors) == (0, 2, result.errors)


def test_a_row_that_kills_its_process_has_that_as_its_error(tmp_path: Path) -> None:
    folder = Folder.make(tmp_path, MadeWork(8, kill=[5]))
    result = run.run_folder(folder, 1)
    rows = [row for part in sorted(folder.path.glob("rows/*")) for row in pq.read_table(part).to_pylist()]
    assert [row["index"] for row in rows] == list(range(8))
    assert {row["index"]: row["error"] for row in rows if row["error"]} == {5: "its process died (signal 9), twice"}
    assert [row["value"] is None for row in rows] == [index == 5 for index in range(8)]
    assert result.failed == 1 and "row by row" in result.notes[0]


def test_compiling_does_not_count_in_the_time_left(tmp_path: Path) -> None:
    """Each process compiles in its first shard, and imports what rows need there."""
    told = []
    work = MadeWork(48, rows_per_file=4, seconds=0.005, compiling=0.5)
    result = run.run_folder(Folder.make(tmp_path, work), 2, progress=lambda now: told.append((now.rate, now.seconds_left)))
    assert told[0] == (None, None)
    assert told[1][0] == pytest.approx(44 / told[1][1])
    assert result.compiling == pytest.approx(0.5, abs=0.2)
    assert result.rate is not None and 20 < result.rate <= 410  # by the clock of the run it is 48 in a second or more
    assert result.speed.first[0] == 8 and result.speed.later[0] == 40


def test_what_a_task_compiles_is_told_apart() -> None:
    made_work.compile_once.cache_clear()
    outcome = unpack_outcome(run_task(partial(made_work.compile_once, 0), 0.2))
    assert outcome.seconds >= 0.2
    assert outcome.compiling == pytest.approx(outcome.seconds, abs=0.1)
    assert unpack_outcome(run_task(abs, -1)).compiling == 0.0


def test_without_a_finished_task_of_a_process_the_rate_is_of_all_that_was_made() -> None:
    progress = run.RunProgress(rows=10, made=4, seconds=2.0)
    assert (progress.rate, progress.compiling) == (2.0, 0.0)
    assert run.RunProgress(rows=10).rate is None


def test_a_damaged_file_is_named_and_its_rows_are_made_again_without_it(tmp_path: Path) -> None:
    wanted = undisturbed(tmp_path, MadeWork(8))
    folder = Folder.open(tmp_path)
    part = folder.part(1)
    part.write_bytes(part.read_bytes()[:-20])
    with pytest.raises(ValueError, match=rf"^{part}: damaged: .+; without this file its rows are made again$"):
        run.run_folder(folder, 1)
    part.unlink()
    assert run.run_folder(folder, 1).made == 4
    assert parts(tmp_path) == wanted


def test_the_folder_of_another_version_is_refused(tmp_path: Path) -> None:
    head = Folder.make(tmp_path, MadeWork(8)).path / "sweep.json"
    for version in ("0.0.9", "99.1.0", None):
        head.write_text(json.dumps(json.loads(head.read_text()) | {"pokerzoo_version": version}))
        for opened in (Folder.open, Sweep, lambda path: Folder.make(path, MadeWork(8))):
            with pytest.raises(ValueError, match=rf"pokerzoo_version={version!r}: this is version .+; make them anew"):
                opened(tmp_path)


def test_a_full_disk_ends_the_run_which_goes_on_when_there_is_room(tmp_path: Path) -> None:
    work = MadeWork(8, full=[6])
    folder = Folder.make(tmp_path / "one", work)
    with pytest.raises(OSError, match="No space left"):  # not an error of the row: the row is not to blame
        run.run_folder(folder, 1)
    assert list(parts(folder.path)) == ["part-000000.parquet"] and events(folder.path)[-1] == "end"
    (folder.path / "room").touch()
    assert run.run_folder(folder, 1).made == 4
    assert parts(folder.path) == undisturbed(tmp_path / "wanted", MadeWork(8))


def test_one_run_at_a_time(tmp_path: Path) -> None:
    folder = Folder.make(tmp_path, MadeWork(4))
    with folder.locked(), pytest.raises(ValueError, match=f"process {os.getpid()} on .* makes rows here; wait for it"):
        run.run_folder(Folder.open(tmp_path))
    run.run_folder(folder, 1)


def test_no_more_processes_than_there_is_memory_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    work = MadeWork(4, bytes_needed=10**9)
    monkeypatch.setattr(memory, "free_memory", lambda: 3 * 10**9)
    fitting, note = memory.fitting_processes(work, 8)
    assert fitting == 2 and note == "2 processes in place of 8: each needs about 1.18 GB of memory, and 3 GB are free"
    assert memory.fitting_processes(work, 2) == (2, None)
    monkeypatch.setattr(memory, "free_memory", lambda: 10**9)
    with pytest.raises(ValueError, match=r"a row needs about 1\.18 GB of memory, and 1 GB are free"):
        run.run_folder(Folder.make(tmp_path, work))


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
        now = len(folder.missing())
        wait_until(lambda now=now: len(folder.missing()) < now)
        time.sleep(chance.uniform(0, 0.05))
        driver.kill()
        assert driver.wait() == -signal.SIGKILL  # it was killed before it was done
        left.append(len(folder.missing()))
    assert left[0] > left[1] > left[2] > 0
    run.run_folder(folder, 2)
    assert parts(folder.path) == wanted
    assert "died" not in events(folder.path)  # a shard is begun once more before its rows are made one by one


def wait_until(happened: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not happened():
        assert time.monotonic() < until
        time.sleep(0.05)


def workers(driver: int) -> list[int]:
    """Processes that make rows for a driver, where the system tells: the children of its server of processes."""

    def children(process: int) -> list[int]:
        file = Path(f"/proc/{process}/task/{process}/children")
        return [int(child) for child in file.read_text().split()] if file.exists() else []

    return [worker for server in children(driver) for worker in children(server)]
