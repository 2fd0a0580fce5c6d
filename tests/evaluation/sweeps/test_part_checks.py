"""Files of rows that are not what was written: each is noticed, named, and made anew."""

from __future__ import annotations

import json
import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

pq = pytest.importorskip("pyarrow.parquet")
pytest.importorskip("duckdb")
pytest.importorskip("pebble")

from pokerzoo.cli import main  # noqa: E402
from pokerzoo.evaluation import Sweep, read_dataset  # noqa: E402
from pokerzoo.evaluation.sweeps import part_checks, run  # noqa: E402
from pokerzoo.evaluation.sweeps.dataset_work import DatasetWork  # noqa: E402
from pokerzoo.evaluation.sweeps.digests import LoggedDigests, LoggedFile  # noqa: E402
from pokerzoo.evaluation.sweeps.folder import Folder  # noqa: E402
from pokerzoo.evaluation.sweeps.limits import QuestionStopped  # noqa: E402
from pokerzoo.evaluation.sweeps.log import FolderLog  # noqa: E402
from pokerzoo.evaluation.sweeps.part_checks import PartChecks, check_parts  # noqa: E402
from pokerzoo.evaluation.sweeps.shard_tasks import make_rows, make_shard  # noqa: E402
from pokerzoo_testing.made_work import MadeWork, events, run_here  # noqa: E402

FLIPS = 400
ASK = "SELECT sum(index) FROM spots"
HOW_TO_MEND = "the command or call that made the folder makes these rows anew, and without the file they are left out"


@pytest.fixture(autouse=True)
def _made_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shards are made in this process: these tests are not about processes."""
    monkeypatch.setattr(run, "run_locally", run_here)


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """Five files of four rows, the third with an error, and their digests."""
    made = Folder.make(tmp_path / "out", MadeWork(20, fail=[9]))
    run.run_folder(made)
    return made


def files(folder: Folder) -> dict[str, bytes]:
    return {part.name: part.read_bytes() for part in (folder.path / "rows").iterdir()}


def refused(folder: Folder, shard: int, fault: str = "other bytes than were written") -> None:
    """A question names the file, what is wrong with it, and how that is mended."""
    with pytest.raises(ValueError, match=f"^{re.escape(f'{folder.part(shard)}: {fault}; {HOW_TO_MEND}')}$"):
        Sweep(folder.path).query(ASK)


def flip(part: Path, bit: int) -> None:
    changed = bytearray(part.read_bytes())
    changed[bit // 8] ^= 1 << bit % 8
    part.write_bytes(changed)


def rename_column(part: Path) -> None:
    table = pq.read_table(part)
    pq.write_table(table.rename_columns(["valuf" if name == "value" else name for name in table.column_names]), part)


DAMAGES: dict[str, Callable[[Folder], None]] = {
    "cut": lambda folder: folder.part(1).write_bytes(folder.part(1).read_bytes()[:-20]) and None,
    "empty": lambda folder: folder.part(1).write_bytes(b"") and None,
    "swapped": lambda folder: shutil.copy(folder.part(3), folder.part(1)) and None,
    "renamed column": lambda folder: rename_column(folder.part(1)),
    "one bit": lambda folder: flip(folder.part(1), 1234),
    "written again": lambda folder: pq.write_table(pq.read_table(folder.part(1)), folder.part(1), compression="gzip"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_file_that_is_not_what_was_written_is_refused_and_made_anew(folder: Folder, damage: str) -> None:
    written, answer = files(folder), Sweep(folder.path).query(ASK).rows
    DAMAGES[damage](folder)
    refused(folder, 1)
    for ask in (lambda sweep: sweep.table(["index"]), lambda sweep: list(sweep.rows()), lambda sweep: sweep.failed):
        with pytest.raises(ValueError, match="other bytes than were written"):
            ask(Sweep(folder.path))
    result = run.run_folder(folder)
    assert result.made == 4 and result.failed == 1
    assert result.notes == [f"{folder.part(1)}: made anew (other bytes than were written)"]
    assert files(folder) == written
    assert Sweep(folder.path).query(ASK).rows == answer
    assert events(folder)[-4:] == ["begin", "anew", "shard", "end"]
    assert run.run_folder(folder).made == 0


def test_every_flipped_bit_is_noticed(folder: Folder) -> None:
    chance, part = random.Random(5), folder.part(2)
    sound = part.read_bytes()
    for bit in chance.sample(range(8 * len(sound)), FLIPS):
        flip(part, bit)
        with pytest.raises(ValueError, match=r"part-000002\.parquet: other bytes than were written"):
            PartChecks(folder).check([2])
        part.write_bytes(sound)
    PartChecks(folder).check(folder.there())


@pytest.mark.long
def test_every_bit_of_a_file_is_noticed(folder: Folder) -> None:
    part = folder.part(2)
    sound = part.read_bytes()
    for bit in range(8 * len(sound)):
        flip(part, bit)
        with pytest.raises(ValueError, match="other bytes than were written"):
            PartChecks(folder).check([2])
        part.write_bytes(sound)


def test_a_check_can_be_stopped(folder: Folder) -> None:
    asked = []
    with pytest.raises(QuestionStopped):
        Sweep(folder.path).query(ASK, stop=lambda: asked.append(1) is None)
    assert len(asked) <= 5


def test_several_files_are_counted(folder: Folder) -> None:
    flip(folder.part(1), 80)
    flip(folder.part(4), 80)
    with pytest.raises(ValueError, match=r"part-000001\.parquet \(and 1 more file of rows\): other bytes"):
        Sweep(folder.path).query(ASK)
    flip(folder.part(0), 80)
    with pytest.raises(ValueError, match=r"part-000000\.parquet \(and 2 more files of rows\): other bytes"):
        Sweep(folder.path).query(ASK)


def test_a_file_is_checked_once_and_again_when_it_changes(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    digest, read = part_checks.file_digest, []
    monkeypatch.setattr(part_checks, "file_digest", lambda path: read.append(path.name) or digest(path))
    sweep = Sweep(folder.path)
    for _ in range(2):
        assert sweep.query(ASK).rows == [(190,)]
    assert sorted(read) == [folder.part(shard).name for shard in range(5)]
    flip(folder.part(3), 99)
    with pytest.raises(ValueError, match=r"part-000003\.parquet: other bytes"):
        sweep.query(ASK)
    assert len(read) == 6
    with pytest.raises(ValueError, match=r"part-000003\.parquet: other bytes"):  # and not only once
        sweep.query(ASK)
    folder.part(3).unlink()
    assert sweep.query(ASK).rows == [(190 - 12 - 13 - 14 - 15,)]
    assert Sweep(folder.path, check=False).query(ASK).rows and len(read) == 7
    with pytest.raises(ValueError, match="check=3"):
        Sweep(folder.path, check=3)  # type: ignore[arg-type]


def without_digests(folder: Folder) -> None:
    """As a folder that pokerzoo 0.2.0 made."""
    log = folder.path / "log.jsonl"
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    log.write_text("".join(json.dumps({key: line[key] for key in line if key != "digest"}) + "\n" for line in lines))


@pytest.mark.parametrize("log", ["as in 0.2.0", "gone", "damaged"])
def test_a_folder_without_digests_is_read_and_gone_on_with(folder: Folder, log: str) -> None:
    without_digests(folder)
    if log == "gone":
        (folder.path / "log.jsonl").unlink()
    if log == "damaged":
        (folder.path / "log.jsonl").write_bytes(
            b'[1]\n{"digest"\n"digest"\n\xff\x00"digest"\n{"event": "shard", "shard": true, "digest": "x"}\n'
        )
    before = LoggedDigests(folder.path / "log.jsonl").read()
    assert before == {}
    assert Sweep(folder.path).query(ASK).rows == [(190,)]
    assert run.run_folder(folder).made == 0
    assert events_of_digests(folder) == ["found"] * 5
    flip(folder.part(1), 1234)
    refused(folder, 1)


def events_of_digests(folder: Folder) -> list[str]:
    lines = (folder.path / "log.jsonl").read_bytes().splitlines()
    return [json.loads(line)["event"] for line in lines if b'"digest"' in line and line.startswith(b'{"time"')]


def test_without_digests_pages_are_checked_and_so_are_columns(folder: Folder) -> None:
    without_digests(folder)
    sound = folder.part(2).read_bytes()
    page = pq.ParquetFile(folder.part(2)).metadata.row_group(0).column(2)
    flip(folder.part(2), 8 * (page.data_page_offset + page.total_compressed_size) - 80)
    with pytest.raises(ValueError, match=r"part-000002\.parquet: damaged: [^\n]+; the command or call") as raised:
        Sweep(folder.path).query(ASK)
    assert "\n" not in str(raised.value)
    folder.part(2).write_bytes(sound)
    rename_column(folder.part(2))
    refused(folder, 2, "other columns")
    shutil.copy(folder.part(3), folder.part(2))
    refused(folder, 2, "rows of something else")
    pq.write_table(pq.read_table(folder.part(3)).slice(1), folder.part(2))
    refused(folder, 2, "3 rows in place of 4")
    folder.part(2).write_bytes(sound[:-9])
    with pytest.raises(ValueError, match=r"part-000002\.parquet: damaged: [^\n]+; the command or call"):
        Sweep(folder.path).query(ASK)
    assert run.run_folder(folder).made == 4
    assert folder.part(2).read_bytes() == sound


def test_a_run_that_is_killed_between_the_file_and_its_line_loses_and_doubles_nothing(folder: Folder) -> None:
    written = files(folder)
    log = folder.path / "log.jsonl"
    lines = log.read_text().splitlines(keepends=True)
    for keep in range(1, len(lines)):  # begin, some shards; the last of them half a line
        log.write_text("".join(lines[:keep]) + lines[keep][:40])
        assert Sweep(folder.path).query(ASK).rows == [(190,)]
        assert run.run_folder(folder).made == 0
        assert files(folder) == written
        known = LoggedDigests(log).read()
        assert sorted(known) == list(range(5)) and all(one.good for one in known.values())


def test_a_run_that_is_killed_while_it_makes_a_file_anew(folder: Folder) -> None:
    written = files(folder)
    flip(folder.part(1), 1234)
    (event,) = check_parts(folder).events
    log = FolderLog(folder.path / "log.jsonl")
    log.add(**event)
    log.close()
    refused(folder, 1)  # killed before it was made: the bad file is known as such
    make_shard(str(folder.path), 1)  # killed after it was made: a file without a digest
    assert Sweep(folder.path).query(ASK).rows == [(190,)]
    assert run.run_folder(folder).made == 0 and events(folder)[-3:] == ["begin", "found", "end"]
    assert files(folder) == written


def test_rows_that_differ_when_they_are_made_anew_are_no_damage(folder: Folder) -> None:
    """Of a benchmark, or by another version of pyarrow."""
    folder.part(1).unlink()
    (event,) = check_parts(folder).events
    assert event == {"event": "anew", "shard": 1, "digest": None, "fault": "gone"}
    run.run_folder(folder, limit=4)
    log = FolderLog(folder.path / "log.jsonl")
    log.add(**event)
    log.close()
    pq.write_table(pq.read_table(folder.part(1)), folder.part(1), compression="gzip", write_page_checksum=True)
    assert Sweep(folder.path).query(ASK).rows == [(190,)]
    assert run.run_folder(folder).made == 0


def test_a_growing_log_is_read_on(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    digests = LoggedDigests(path)
    assert digests.read() == {}
    path.write_text('{"event": "shard", "shard": 3, "digest": "aa"}\n{"event": "shard", "sha')
    assert digests.read() == {3: LoggedFile(good="aa")}
    with path.open("a") as file:
        file.write(
            'rd": 4, "digest": "bb"}\n{"event": "anew", "shard": 3, "digest": "cc"}\n{"event": "", "shard": 3, "digest": "x"}\n'
        )
    assert digests.read() == {3: LoggedFile(bad="cc"), 4: LoggedFile(good="bb")}
    path.write_text('{"event": "found", "shard": 0, "digest": "dd"}\n')
    assert digests.read() == {0: LoggedFile(good="dd")}
    path.unlink()
    assert digests.read() == {}


def test_a_file_that_is_no_file(folder: Folder) -> None:
    folder.part(1).unlink()
    folder.part(1).mkdir()
    refused(folder, 1, "cannot be read: Is a directory")


def test_data_sets_are_checked_file_by_file(tmp_path: Path) -> None:
    made = Folder.make(tmp_path / "set", DatasetWork(street="river", spots=4, rows_per_file=2))
    log = FolderLog(made.path / "log.jsonl")
    for shard in range(2):
        rows = [made.work.failed(index, "x") for index in made.rows_of(shard)]
        log.add("shard", shard=shard, digest=made.write(shard, rows))
    log.close()
    assert len(list(read_dataset(made.path))) == 2
    rename = pq.read_table(made.part(1))
    pq.write_table(rename, made.part(1), compression="gzip")
    batches = read_dataset(made.path)
    next(batches)
    with pytest.raises(ValueError, match=r"part-000001\.parquet: other bytes than were written"):
        next(batches)
    assert len(list(read_dataset(made.path, check=False))) == 2


def test_the_command_line_names_the_file_in_one_line(folder: Folder, capsys: pytest.CaptureFixture[str]) -> None:
    flip(folder.part(1), 1234)
    assert main(["query", str(folder.path), "--sql", ASK]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err == f"pokerzoo: error: {folder.part(1)}: other bytes than were written; {HOW_TO_MEND}\n"
    folder.part(1).write_bytes(b"PAR1")
    assert main(["query", str(folder.path), "--sql", ASK, "--no-check"]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and "part-000001.parquet" in err


def test_first_errors_of_a_damaged_file_name_it(folder: Folder) -> None:
    assert part_checks.first_errors(folder, [2], 5) == [part_checks.RowError(9, "no row 9")]
    folder.part(2).write_bytes(b"PAR1" + bytes(100) + b"PAR1")
    with pytest.raises(ValueError, match=r"part-000002\.parquet: damaged: [^\n]+$"):
        part_checks.first_errors(folder, [2], 5)


def test_rows_that_were_written_are_those_that_were_made(folder: Folder) -> None:
    rows = make_rows(folder, folder.rows_of(2))
    assert folder.write(2, rows) == LoggedDigests(folder.path / "log.jsonl").read()[2].good
