"""SQL on rows: views, and that nothing can be done but read them."""

from __future__ import annotations

from pathlib import Path

import pytest

pa = pytest.importorskip("pyarrow")
duckdb = pytest.importorskip("duckdb")

import pyarrow.parquet as pq  # noqa: E402

from pokerzoo.evaluation.sweeps.by_field import stored  # noqa: E402
from pokerzoo.evaluation.sweeps.sql import Answer, Tables  # noqa: E402

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
    pq.write_table(stored(pa.Table.from_pylist([row(0), row(1)], schema=SCHEMA)), path)
    return path


def test_lists_are_views_with_the_columns_above_them(file: Path) -> None:
    tables = Tables([file], SCHEMA)
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
    tables = Tables([], SCHEMA)
    assert tables.ask("SELECT * FROM actions").rows == []
    assert tables.ask("SELECT count(*) FROM spots").rows == [(0,)]


ELSEWHERE = "file system operations are disabled"
ONE = "must be one SELECT"


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("FROM read_text('/etc/passwd')", ELSEWHERE),
        ("FROM '{other}'", ELSEWHERE),
        ("FROM read_parquet('{other}')", ELSEWHERE),
        ("FROM read_parquet('https://example.org/a.parquet')", "disabled"),
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
        Tables([file], SCHEMA).ask(sql.format(file=str(file).replace("'", "''"), other=other))
    assert str(found.value).startswith("sql: ")
    assert "\n" not in str(found.value)
    assert file.read_bytes() == before
    assert sorted(tmp_path.iterdir()) == sorted([file, other])


def test_settings_cannot_be_changed_from_sql(file: Path) -> None:
    tables = Tables([file], SCHEMA, memory="300MB", threads=1)
    assert tables.ask("SELECT current_setting('threads'), current_setting('lock_configuration')").rows == [(1, True)]
    with pytest.raises(duckdb.InvalidInputException, match="locked"):
        tables._connection.execute("SET memory_limit = '10GB'")


def test_an_unknown_name_is_told_with_those_that_there_are(file: Path) -> None:
    tables = Tables([file], SCHEMA)
    message = r"sql: Referenced column \"bord\" not found; spots has index, board, pot, .*; did you mean 'board'\?"
    with pytest.raises(ValueError, match=message):
        tables.ask("SELECT bord FROM spots")
    with pytest.raises(ValueError, match="does not exist; there are spots, nodes, next_cards, actions, next_cards_actions"):
        tables.ask("SELECT * FROM spot")


def test_what_needs_too_much_memory_is_an_error(file: Path) -> None:
    tables = Tables([file], SCHEMA, memory="20MB", threads=1)
    with pytest.raises(ValueError, match="sql: needs more memory than it may have"):
        tables.ask("SELECT list(i) FROM range(10000000) r(i)")


@pytest.mark.parametrize(("setting", "name"), [({"memory": "much"}, "memory='much'"), ({"threads": 0}, "threads=0")])
def test_wrong_limits(file: Path, setting: dict[str, object], name: str) -> None:
    with pytest.raises(ValueError, match=name):
        Tables([file], SCHEMA, **setting)  # type: ignore[arg-type]


def test_a_damaged_file_is_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / "part.parquet").write_bytes(b"PAR1" + bytes(100) + b"PAR1")
    with pytest.raises((OSError, ValueError), match="part.parquet"):
        Tables([tmp_path / "part.parquet"], SCHEMA)


def test_an_answer_is_a_table_a_file_and_html(tmp_path: Path) -> None:
    answer = Answer(("board", "n", "list"), [("<b>", 1234, [1, 2]), ("x", None, [])])
    assert answer.csv_text() == 'board,n,list\n<b>,1234,"[1, 2]"\nx,,[]\n'
    assert answer.to_dataframe().shape == (2, 3)
    html = answer._repr_html_()
    assert "&lt;b&gt;" in html and "1,234" in html and "2 rows" in html
