"""SQL on rows: views, and that nothing can be done but read them."""

from __future__ import annotations

import os
import signal
import threading
import time
from concurrent.futures import Future
from pathlib import Path

import pytest

pa = pytest.importorskip("pyarrow")
duckdb = pytest.importorskip("duckdb")

import pyarrow.parquet as pq  # noqa: E402

from pokerzoo.evaluation.sweeps import limits  # noqa: E402
from pokerzoo.evaluation.sweeps.by_field import stored_table  # noqa: E402
from pokerzoo.evaluation.sweeps.limits import QuestionLimits, QuestionStopped  # noqa: E402
from pokerzoo.evaluation.sweeps.sql import Answer, RowTables  # noqa: E402

ACTION = pa.struct([("token", pa.string()), ("frequency", pa.float64())])
NODE = pa.struct([("line", pa.string()), ("pot", pa.float64()), ("actions", pa.list_(ACTION))])
CARD = pa.struct([("card", pa.string()), ("actions", pa.list_(ACTION))])
SCHEMA = pa.schema([
    ("index", pa.int64()), ("board", pa.string()), ("pot", pa.float64()),
    ("nodes", pa.list_(NODE)), ("next_cards", pa.list_(CARD)),
])  # fmt: skip


def row(index: int) -> dict[str, object]:
    root = {"line": "", "pot": 50.0, "actions": [{"token": "x", "frequency": 0.25}, {"token": "b25", "frequency": 0.75}]}
    bet = {"line": "b25", "pot": 75.0, "actions": [{"token": "f", "frequency": 1.0}]}
    cards = [{"card": card, "actions": []} for card in ("2c", "2d")]
    return {"index": index, "board": "AsKsQs", "pot": 50.0, "nodes": [root, bet], "next_cards": cards}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "it's a part.parquet"
    pq.write_table(stored_table(pa.Table.from_pylist([row(0), row(1)], schema=SCHEMA)), path)
    return path


def test_lists_are_views_with_the_columns_above_them(file: Path) -> None:
    tables = RowTables([file], SCHEMA)
    assert tables.columns == {
        "spots": ["index", "board", "pot", "nodes", "next_cards"],
        "nodes": ["index", "board", "line", "pot", "actions"],
        "next_cards": ["index", "board", "pot", "card", "actions"],
        "actions": ["index", "board", "line", "pot", "token", "frequency"],
        "next_cards_actions": ["index", "board", "pot", "card", "token", "frequency"],
    }
    assert tables.ask("SELECT count(*) FROM spots").rows == [(2,)]
    assert tables.ask("SELECT line, pot FROM nodes WHERE index = 1 ORDER BY pot").rows == [("", 50.0), ("b25", 75.0)]
    answer = tables.ask("SELECT token, sum(frequency) AS total FROM actions GROUP BY token ORDER BY token; -- of both")
    assert answer.names == ("token", "total")
    assert answer.rows == [("b25", 1.5), ("f", 2.0), ("x", 0.5)]
    assert tables.ask("SELECT card FROM next_cards WHERE pot = 50 AND index = 0 ORDER BY card").rows == [("2c",), ("2d",)]
    assert tables.ask("SELECT * FROM next_cards_actions").rows == []


def test_without_files_the_tables_are_empty() -> None:
    tables = RowTables([], SCHEMA)
    assert tables.ask("SELECT * FROM actions").rows == []
    assert tables.ask("SELECT count(*) FROM spots").rows == [(0,)]


ELSEWHERE = "file system operations are disabled by configuration"
ONE = "must be one SELECT"


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("FROM read_text('/etc/passwd')", ELSEWHERE),
        ("FROM '{other}'", ELSEWHERE),
        ("FROM read_parquet('{other}')", ELSEWHERE),
        ("FROM read_parquet('https://example.org/a.parquet')", ELSEWHERE),
        ("FROM glob('/*')", ELSEWHERE),
        ("COPY (SELECT 1) TO '{file}'", ONE),
        (
            "WITH a AS (COPY (SELECT 1) TO '{file}' (USE_TMP_FILE false)) SELECT 1",
            "must be at the top level|A CTE needs a SELECT",
        ),  # DuckDB 2.0, 1.4
        ("SELECT 1) WITH a AS (COPY (SELECT 1) TO '{file}' (USE_TMP_FILE false)) FROM (SELECT 1", "syntax error"),
        ("EXPLAIN ANALYZE COPY (SELECT 1) TO '{file}'", ONE),
        ("DROP VIEW spots", ONE),
        ("CREATE TABLE x (a INT)", ONE),
        ("ATTACH 'x.db'", ONE),
        ("INSTALL httpfs", ONE),
        ("SET enable_external_access = true", ONE),
        ("PRAGMA show_tables", f"{ONE}|Expected a single SELECT statement"),
        ("SELECT 1; SELECT 2", "2 statements; must be one SELECT"),
        ("", "0 statements; must be one SELECT"),
        ("SELEC 1", "syntax error"),
    ],
)
def test_nothing_but_reading_is_possible(file: Path, tmp_path: Path, sql: str, message: str) -> None:
    other = tmp_path / "other.parquet"
    other.write_bytes(file.read_bytes())
    before = file.read_bytes()
    with pytest.raises(ValueError, match=message) as found:
        RowTables([file], SCHEMA).ask(sql.format(file=str(file).replace("'", "''"), other=other))
    assert str(found.value).startswith("sql: ")
    assert "\n" not in str(found.value)
    assert file.read_bytes() == before
    assert sorted(tmp_path.iterdir()) == sorted([file, other])


def test_settings_cannot_be_changed_from_sql(file: Path) -> None:
    tables = RowTables([file], SCHEMA, memory="300MB", threads=1)
    settings = "SELECT current_setting('threads'), current_setting('lock_configuration')"
    assert tables._connection.execute(settings).fetchall() == [(1, True)]
    with pytest.raises(duckdb.InvalidInputException, match="locked"):
        tables._connection.execute("SET memory_limit = '10GB'")


def test_an_unknown_name_is_told_with_those_that_there_are(file: Path) -> None:
    tables = RowTables([file], SCHEMA)
    message = r"sql: Referenced column \"bord\" not found; spots has index, board, pot, .*; did you mean 'board'\?"
    with pytest.raises(ValueError, match=message):
        tables.ask("SELECT bord FROM spots")
    with pytest.raises(ValueError, match="does not exist; there are spots, nodes, next_cards, actions, next_cards_actions"):
        tables.ask("SELECT * FROM spot")


@pytest.mark.parametrize(
    ("sql", "found"),
    [
        ("SELECT upper(board), count(*) OVER () FROM spots LIMIT 1", ("ASKSQS", 2)),
        ("WITH Other AS (FROM spots) SELECT sum(pot) FROM other", (100,)),
        ("SELECT list_filter([1, 2], lambda x: x > 1), list_filter([1], lambda x: x > 1)", ([2], [])),
        ("SELECT upper(board), pot::INT, pot IN (50), CASE WHEN pot > 1 THEN 'a' END FROM spots", ("ASKSQS", 50, True, "a")),
        ("SELECT unnest([4])", (4,)),
        ("SELECT sum(range) FROM range(5000)", (12_497_500,)),
        ("SELECT column_name FROM (DESCRIBE nodes) LIMIT 1", ("index",)),
        ("SELECT count(*) FROM SPOTS s JOIN nodes USING (index)", (4,)),
    ],
)
def test_functions_on_rows_are_there(file: Path, sql: str, found: tuple[object, ...]) -> None:
    assert RowTables([file], SCHEMA).ask(sql).rows[0] == found


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("SELECT " + "+".join(["1"] * 6000), "sql: Max expression depth limit"),
        ("SELECT " + "NOT " * 4000 + "true", "sql: Max expression depth limit"),
        ("SELECT 1 UNION ALL " * 5000 + "SELECT 1", r"sql: 95,008 characters; must be 20,000 at most"),
    ],
    ids=["sum", "not", "union"],
)
def test_long_and_deep_questions_are_errors(file: Path, sql: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        RowTables([file], SCHEMA).ask(sql)


HEAVY = "SELECT count(*) FROM range(1000000) a(i), range(1000000) b(j) WHERE i * j % 7 = 3"


def test_a_question_ends_after_its_time_or_when_it_is_stopped(file: Path) -> None:
    began = time.monotonic()
    with pytest.raises(ValueError, match=r"^sql: takes longer than the 2 seconds that it may$"):
        RowTables([file], SCHEMA, limits=QuestionLimits(2.0)).ask(HEAVY)
    stop: Future[None] = Future()
    threading.Timer(0.2, stop.set_result, [None]).start()
    with pytest.raises(QuestionStopped, match=r"^the question was stopped$"):
        RowTables([file], SCHEMA, limits=QuestionLimits(stop=stop)).ask(HEAVY)
    with pytest.raises(QuestionStopped, match=r"^the question was stopped$"):
        RowTables([file], SCHEMA, limits=QuestionLimits(stop=stop))
    assert time.monotonic() - began < 10


@pytest.mark.parametrize("wrong", [0, -1.0, float("nan")])
def test_seconds_are_above_0(wrong: float) -> None:
    with pytest.raises(ValueError, match="seconds=.*must be above 0"):
        QuestionLimits(wrong)


def test_a_question_ends_while_rows_are_taken(file: Path) -> None:
    many = "SELECT i, j FROM range(1000000) a(i), range(1000000) b(j)"
    with pytest.raises(ValueError, match="sql: takes longer than the 2 seconds"):
        RowTables([file], SCHEMA, limits=QuestionLimits(2.0)).ask(many)
    with pytest.raises(ValueError, match=r"sql: the answer needs more memory than it may have, with [0-9,]+ rows so far"):
        RowTables([file], SCHEMA, memory="20MB").ask(many)


def test_how_much_memory_a_question_may_hold(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert RowTables([file], SCHEMA, memory="300MB")._most_bytes == pytest.approx(300 * 10**6, rel=0.01)
    for free, most in ((8 * 10**9, "4000MB"), (10**6, "100MB"), (None, "1GB")):
        monkeypatch.setattr(limits, "free_memory", lambda free=free: free)
        assert limits.default_memory() == most


@pytest.mark.parametrize("sql", [HEAVY, f"SELECT ({HEAVY}) > 0"])
def test_ctrl_c_ends_a_question(file: Path, sql: str) -> None:
    # DuckDB alone then waits for its threads' tasks, each of which may take hours.
    began = time.monotonic()
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs in a shell's background ignores it
    try:
        threading.Timer(0.5, os.kill, [os.getpid(), signal.SIGINT]).start()
        with pytest.raises(KeyboardInterrupt):
            RowTables([file], SCHEMA, limits=QuestionLimits(60)).ask(sql)
        assert time.monotonic() - began < 20 and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)


def test_what_needs_too_much_memory_is_an_error(file: Path) -> None:
    tables = RowTables([file], SCHEMA, memory="20MB", threads=1)
    with pytest.raises(ValueError, match="sql: needs more memory than it may have"):
        tables.ask("SELECT list(i) FROM range(10000000) r(i)")


@pytest.mark.parametrize(("setting", "name"), [({"memory": "much"}, "memory='much'"), ({"threads": 0}, "threads=0")])
def test_wrong_limits(file: Path, setting: dict[str, object], name: str) -> None:
    with pytest.raises(ValueError, match=name):
        RowTables([file], SCHEMA, **setting)  # type: ignore[arg-type]


def test_a_damaged_file_is_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / "part.parquet").write_bytes(b"PAR1" + bytes(100) + b"PAR1")
    with pytest.raises((OSError, ValueError), match="part.parquet"):
        RowTables([tmp_path / "part.parquet"], SCHEMA)


def test_an_answer_is_a_table_a_file_and_html(tmp_path: Path) -> None:
    answer = Answer(("board", "n", "list"), [("<b>", 1234, [1, 2]), ("x", None, [])])
    assert answer.csv_text() == 'board,n,list\n<b>,1234,"[1, 2]"\nx,,[]\n'
    assert answer.to_dataframe().shape == (2, 3)
    html = answer._repr_html_()
    assert "&lt;b&gt;" in html and "1,234" in html and "2 rows" in html
