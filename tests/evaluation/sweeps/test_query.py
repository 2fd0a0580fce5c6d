"""The tables of a sweep: read as Arrow tables, and asked in SQL, which can do nothing but read them."""

from __future__ import annotations

import os
import signal
import threading
import time
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

duckdb = pytest.importorskip("duckdb")
pytest.importorskip("pyarrow")

from pokerzoo.evaluation import Sweep, sweep  # noqa: E402
from pokerzoo.evaluation.sweeps import query  # noqa: E402
from pokerzoo.evaluation.sweeps.query import Limits, QueryStopped, Tables  # noqa: E402
from pokerzoo.jobs.folder import Folder  # noqa: E402
from pokerzoo_testing.made_work import MadeWork, make_shard_here  # noqa: E402

HEAVY = "SELECT count(*) FROM range(1000000) a(i), range(1000000) b(j) WHERE i * j % 7 = 3"


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder.make(tmp_path / "it's out", MadeWork(22, fail=[9, 19]))


@pytest.fixture
def made(folder: Folder) -> Sweep:
    for shard in (2, 0):
        make_shard_here(folder, shard)
    return Sweep(folder.path, MadeWork)


def test_a_sweep_is_made_and_resumed(tmp_path: Path) -> None:
    config: dict[str, Any] = {
        "ranges": ["QQ+", "JJ+"], "pot": 40, "stack": 60,
        "vary": {"boards": ("QsJh2h8d3c", "AsKh2h8d3c")}, "solve": {"until": "1%"},
    }  # fmt: skip
    heard: list[tuple[int, int]] = []
    first = sweep(config, tmp_path / "out", processes=1, progress=lambda *now: heard.append(now))
    assert (len(first), first.failed, heard[0], heard[-1]) == (2, 0, (0, 2), (2, 2))
    heard.clear()
    again = sweep(config, tmp_path / "out", progress=lambda *now: heard.append(now))
    assert again.table().equals(first.table()) and heard == [(2, 2)]
    with pytest.raises(ValueError, match=r"holds another sweep \(pot: 40 there, 41 here\); name another folder"):
        sweep(config | {"pot": 41}, tmp_path / "out")
    with pytest.raises(ValueError, match="config: unknown key 'pots'"):
        sweep(config | {"pots": [41]}, tmp_path / "other")


def test_tables_are_read_as_far_as_they_are_there(folder: Folder, made: Sweep) -> None:
    assert (len(made), made.count, made.failed, made.missing) == (8, 22, 1, 14)
    assert made.table(columns=["index"]).column("index").to_pylist() == [0, 1, 2, 3, 8, 9, 10, 11]
    assert made.table("halves").num_rows == 14
    for shard in (1, 3, 4, 5):
        make_shard_here(folder, shard)
    assert (len(made), made.failed, made.missing) == (22, 2, 0)
    assert [row["value"] is None for row in made.table().to_pylist()] == [k in (9, 19) for k in range(22)]
    assert repr(made) == f"<Sweep {str(folder.path)!r}: 22 of 22 rows, 2 of them failed>"
    with pytest.raises(ValueError, match=r"no column 'valu'; allowed: key, error, index, value; did you mean 'value'\?"):
        made.table(columns=["valu"])
    with pytest.raises(ValueError, match="no such table; there are made, halves; did you mean 'halves'"):
        made.table("halfs")
    with pytest.raises(ValueError, match="must be a list of names"):
        made.table(columns="key")
    with pytest.raises(FileNotFoundError, match="holds no sweep"):
        Sweep(folder.path.parent)


def test_any_program_reads_the_files(folder: Folder, made: Sweep) -> None:
    joined = f"SELECT count(*) FROM '{folder.path}/made/*.parquet' JOIN '{folder.path}/halves/*.parquet' USING (key)"
    assert duckdb.sql(joined.replace("it's", "it''s")).fetchall() == [(14,)]


def test_a_damaged_page_is_an_error_and_no_other_number(folder: Folder, made: Sweep) -> None:
    import pyarrow.parquet as pq

    part = folder.file("made", 2)
    value = pq.ParquetFile(part).metadata.row_group(0).column(3)
    written = bytearray(part.read_bytes())
    begin = value.dictionary_page_offset or value.data_page_offset
    written[begin + value.total_compressed_size - 1] ^= 1  # the last byte of its page
    part.write_bytes(written)
    with pytest.raises(ValueError, match=r"made: a file is damaged: .*(crc|CRC|checksum)[^\n]*$"):
        made.table(columns=["value"])
    part.write_bytes(b"PAR1" + bytes(100) + b"PAR1")
    with pytest.raises((OSError, ValueError), match=part.name):
        made.fetch("SELECT max(value) FROM made")


def test_a_query_is_a_relation(made: Sweep) -> None:
    relation = made.query("SELECT error IS NULL AS good, count(*) AS n FROM made GROUP BY ALL ORDER BY ALL;")
    assert relation.columns == ["good", "n"] and relation.fetchall() == [(False, 1), (True, 7)]
    assert made.query("SELECT half FROM halves JOIN made USING (key) WHERE index = 3").df().shape == (2, 1)
    assert made.query("SELECT column_name FROM (DESCRIBE halves) LIMIT 1").fetchall() == [("key",)]
    assert made.fetch("SELECT max(index) AS m FROM made") == (["m"], [(11,)])


def test_without_files_the_tables_are_empty(folder: Folder) -> None:
    assert Sweep(folder.path, MadeWork).query("SELECT * FROM made, halves").fetchall() == []


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("FROM read_text('/etc/passwd')", "disabled by configuration"),
        ("FROM '{other}'", "disabled by configuration"),
        ("FROM read_parquet('https://example.org/a.parquet')", "disabled by configuration"),
        ("FROM glob('/*')", "disabled by configuration"),
        ("COPY (SELECT 1) TO '{file}'", "single SELECT"),
        ("WITH a AS (COPY (SELECT 1) TO '{file}' (USE_TMP_FILE false)) SELECT 1", "top level|A CTE needs a SELECT"),  # 2.0, 1.4
        ("SELECT 1) WITH a AS (COPY (SELECT 1) TO '{file}' (USE_TMP_FILE false)) FROM (SELECT 1", "syntax error"),
        ("DROP VIEW made", "single SELECT"),
        ("ATTACH 'x.db'", "single SELECT"),
        ("SET enable_external_access = true", "single SELECT"),
        ("SELECT 1; SELECT 2", "single SELECT"),
        ("", "single SELECT"),
        ("SELEC 1", "syntax error"),
        ("SELECT valu FROM made", 'sql: Referenced column "valu" not found in FROM clause! Candidate bindings: "value"'),
        ("SELECT * FROM maid", "does not exist; there are made, halves"),
    ],
)
def test_nothing_but_reading_the_folder_is_possible(
    folder: Folder, made: Sweep, tmp_path: Path, sql: str, message: str
) -> None:
    other = tmp_path / "other.parquet"
    file = folder.file("made", 0)
    other.write_bytes(file.read_bytes())
    before = file.read_bytes()
    with pytest.raises(ValueError, match=message) as result:
        made.query(sql.format(file=str(file).replace("'", "''"), other=other)).fetchall()
    assert str(result.value).startswith("sql: ") and "\n" not in str(result.value)
    assert file.read_bytes() == before
    assert sorted(tmp_path.iterdir()) == sorted([folder.path, other])


def test_settings_cannot_be_changed(folder: Folder) -> None:
    tables = Tables(folder, Limits(memory="300MB", threads=1))
    assert tables.rows("SELECT current_setting('threads')") == [(1,)]
    with pytest.raises(duckdb.InvalidInputException, match="locked"):
        tables.connection.execute("SET memory_limit = '10GB'")
    for limits, name in ((Limits(memory="much"), "memory='much'"), (Limits(threads=0), "threads=0")):
        with pytest.raises(ValueError, match=name):
            Tables(folder, limits)
    with pytest.raises(ValueError, match="seconds=0: must be above 0"):
        Limits(seconds=0)


@pytest.mark.check
def test_a_query_ends_after_its_time_or_when_it_is_stopped(made: Sweep) -> None:
    began = time.monotonic()
    with pytest.raises(ValueError, match=r"^sql: takes longer than the 2 seconds that it may$"):
        made.fetch(HEAVY, seconds=2.0)
    with pytest.raises(ValueError, match="takes longer than the 2 seconds"):  # while rows are taken
        made.fetch("SELECT i, j FROM range(1000000) a(i), range(1000000) b(j)", seconds=2.0)
    stop: Future[None] = Future()
    threading.Timer(0.2, stop.set_result, [None]).start()
    with pytest.raises(QueryStopped, match=r"^the question was stopped$"):
        made.fetch(HEAVY, stop=stop)
    with pytest.raises(QueryStopped):
        made.fetch(HEAVY, stop=stop)
    assert time.monotonic() - began < 20


@pytest.mark.parametrize("sql", [HEAVY, f"SELECT ({HEAVY}) > 0"])
def test_ctrl_c_ends_a_query(made: Sweep, sql: str) -> None:
    began = time.monotonic()
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs in a shell's background ignores it
    try:
        threading.Timer(0.5, os.kill, [os.getpid(), signal.SIGINT]).start()
        with pytest.raises(KeyboardInterrupt):
            made.fetch(sql, seconds=60)
        assert time.monotonic() - began < 20 and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)


def test_what_needs_too_much_memory_is_an_error(made: Sweep, folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="sql: needs more memory than it may have"):
        made.fetch("SELECT list(i) FROM range(10000000) r(i)", memory="20MB")
    monkeypatch.setattr(query, "free_memory", lambda: 8 * 10**9)
    assert Tables(folder).rows("SELECT current_setting('memory_limit')") == [("3.7 GiB",)]


def test_an_aggregate_is_of_spots(made: Sweep) -> None:
    with pytest.raises(ValueError, match="aggregate: is for sweeps, and this is a folder of made"):
        made.aggregate()
