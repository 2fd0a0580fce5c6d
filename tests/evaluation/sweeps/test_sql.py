"""SQL on rows: views, and that nothing can be done but read them."""

from __future__ import annotations

import os
import re
import signal
import threading
import time
from pathlib import Path

import pytest

pa = pytest.importorskip("pyarrow")
duckdb = pytest.importorskip("duckdb")

import pyarrow.parquet as pq  # noqa: E402

from pokerzoo.evaluation.sweeps import limits  # noqa: E402
from pokerzoo.evaluation.sweeps.by_field import stored_table  # noqa: E402
from pokerzoo.evaluation.sweeps.limits import QuestionLimits, QuestionStopped  # noqa: E402
from pokerzoo.evaluation.sweeps.sql import Answer, RowTables  # noqa: E402
from pokerzoo.evaluation.sweeps.sql_functions import ALLOWED, GROUPS  # noqa: E402
from pokerzoo_testing import ROOT  # noqa: E402

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


ELSEWHERE = r"does not exist; there are spots|(read_text|read_parquet|glob)\(\) is not among the functions that may be used"
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
    "sql",
    [
        "FROM duckdb_settings()", "FROM duckdb_tables()", "FROM duckdb_tables", "FROM pragma_version()", "FROM sqlite_master",
        "FROM information_schema.tables", "FROM pg_catalog.pg_tables", "FROM read_csv('/etc/passwd')", "FROM query('SELECT 1')",
        "FROM query_table('spots')", "SELECT current_setting('threads')", "SELECT version()", "SELECT getenv('HOME')",
        "SELECT current_database()", "SELECT (SELECT count(*) FROM duckdb_settings()) FROM spots", "FROM main.spots",
        "WITH one AS (FROM duckdb_settings()) FROM one", "SELECT 1 WHERE EXISTS (SELECT 1 FROM duckdb_logs())",
        "SELECT pg_sleep(9)", "SELECT sleep_ms(9000)", "SELECT repeat('a', 2000000000)", "SELECT repeat(board, pot) FROM spots",
        "SELECT list_resize([1], 1000000000)", "SELECT range(10)", "SELECT generate_series(1, 10)", "SELECT lpad('', 9, 'a')",
        "SELECT rpad('', 9, '')", "SELECT format('{:1000000000}', 1)", "SELECT printf('%*d', 1000000000, 1)",
        "SELECT list_reduce([1], lambda x, y: x)", "SELECT replace(board, 'A', 'AA') FROM spots", "SELECT levenshtein('', '')",
        "SELECT regexp_replace(board, '.', board, 'g') FROM spots", "SELECT list_transform([1, 2], lambda x: [1, 2])",
        "SELECT array_to_string(split(board, ''), board) FROM spots", "SELECT list_aggregate([1], 'string_agg', 'a')",
        "SELECT sql FROM (WITH duckdb_views AS (SELECT 1) SELECT 1 AS a), duckdb_views",
        """SELECT 1 FROM (WITH "/etc/passwd" AS (SELECT 1) SELECT 1 AS a), '/etc/passwd'""",
        "SELECT list_filter([1], lambda x: len(list_filter([1], lambda y: y = x)) > 0)",
    ],
)  # fmt: skip
def test_nothing_is_told_of_the_machine_and_nothing_large_is_made_of_a_number(file: Path, sql: str) -> None:
    with pytest.raises(
        ValueError, match=r"^sql: .*(is not among the functions|does not exist; there are|a name must be|a lambda inside)"
    ):
        RowTables([file], SCHEMA).ask(sql)
    with pytest.raises(ValueError, match=r"^where=1: "):
        RowTables([file], SCHEMA).run(f"SELECT ({sql.removeprefix('SELECT')})" if sql[0] == "S" else sql, "where=1")


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


def test_functions_that_may_be_used_are_there_and_in_the_documents() -> None:
    connection = duckdb.connect()
    known = {row[0] for row in connection.execute("SELECT function_name FROM duckdb_functions()").fetchall()}
    own = {"<", "<=", "=", "!=", ">", ">=", "if", "ifnull", "count_star", "rank", "dense_rank", "filter"}  # the parser's
    windows = {
        "cume_dist",
        "fill",
        "first_value",
        "lag",
        "last_value",
        "lead",
        "nth_value",
        "ntile",
        "percent_rank",
        "row_number",
    }
    if duckdb.__version__ >= "2":
        assert ALLOWED - known - own - windows - {"rank_dense"} == set()
    page = (ROOT / "docs" / "questions.md").read_text(encoding="utf-8")
    (listed,) = re.findall(r"```text\n(numbers: .*?)```", page, re.DOTALL)
    assert set(listed.split()) == {"numbers:", "text:", "lists:", "aggregates:"} | (ALLOWED - set(GROUPS["operators"].split()))


def test_an_unknown_function_is_told_with_the_likeliest(file: Path) -> None:
    with pytest.raises(
        ValueError, match=r"sql: avgg\(\) is not among .* \(docs/questions.md lists them\); did you mean 'avg'\?"
    ):
        RowTables([file], SCHEMA).ask("SELECT avgg(pot) FROM spots")


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("SELECT " + "+".join(["1"] * 600), "sql: is nested too deep"),
        ("SELECT " + "NOT " * 700 + "true", "sql: is nested too deep"),
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
    with pytest.raises(ValueError, match=r"^sql: takes longer than the 0\.3 seconds that it may$"):
        RowTables([file], SCHEMA, limits=QuestionLimits(0.3, None)).ask(HEAVY)
    stop = threading.Event()
    threading.Timer(0.2, stop.set).start()
    with pytest.raises(QuestionStopped, match=r"^the question was stopped$"):
        RowTables([file], SCHEMA, limits=QuestionLimits(None, stop.is_set)).ask(HEAVY)
    with pytest.raises(QuestionStopped, match=r"^the question was stopped$"):
        RowTables([file], SCHEMA, limits=QuestionLimits(None, stop.is_set))
    assert time.monotonic() - began < 10


@pytest.mark.parametrize("wrong", [0, -1.0, float("nan")])
def test_seconds_are_above_0(wrong: float) -> None:
    with pytest.raises(ValueError, match="seconds=.*must be above 0"):
        QuestionLimits(wrong, None)


def test_a_question_ends_while_rows_are_taken(file: Path) -> None:
    many = "SELECT i, j FROM range(1000000) a(i), range(1000000) b(j)"
    with pytest.raises(ValueError, match="sql: takes longer than the 0.2 seconds"):
        RowTables([file], SCHEMA, limits=QuestionLimits(0.2, None)).ask(many)
    with pytest.raises(ValueError, match=r"sql: the answer needs more memory than it may have, with [0-9,]+ rows so far"):
        RowTables([file], SCHEMA, memory="20MB").ask(many)


def test_a_question_ends_where_memory_runs_out(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = RowTables([file], SCHEMA)
    monkeypatch.setattr(limits, "free_memory", lambda: 10**6)
    with pytest.raises(ValueError, match="sql: needs more memory than there is"):
        tables.ask(HEAVY)


def test_how_much_memory_a_question_may_hold(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert RowTables([file], SCHEMA, memory="300MB")._most_bytes == pytest.approx(300 * 10**6, rel=0.01)
    for free, most in ((8 * 10**9, "4000MB"), (10**6, "100MB"), (None, "1GB")):
        monkeypatch.setattr(limits, "free_memory", lambda free=free: free)
        assert limits.default_memory() == most


@pytest.mark.parametrize("sql", [HEAVY, f"SELECT ({HEAVY}) > 0"])
def test_ctrl_c_ends_a_question(file: Path, sql: str) -> None:
    # DuckDB alone then waits for its threads' tasks, each of which may take hours.
    limits = QuestionLimits(20, None)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs in a shell's background ignores it
    try:
        threading.Timer(0.5, os.kill, [os.getpid(), signal.SIGINT]).start()
        with pytest.raises(KeyboardInterrupt):
            RowTables([file], SCHEMA, limits=limits).ask(sql)
        assert limits.over is None and signal.getsignal(signal.SIGINT) is signal.default_int_handler
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
