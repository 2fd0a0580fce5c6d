"""Lists of structs as structs of lists, and back."""

from __future__ import annotations

from pathlib import Path

import pytest

pa = pytest.importorskip("pyarrow")

import pyarrow.parquet as pq  # noqa: E402

from pokerzoo.evaluation.sweeps.by_field import restored_table, stored_schema, stored_table  # noqa: E402

SCHEMA = pa.schema([
    ("index", pa.int64()),
    ("cards", pa.list_(pa.string())),
    ("nodes", pa.list_(pa.struct([
        ("line", pa.string()),
        ("often", pa.list_(pa.float32())),
        ("actions", pa.list_(pa.struct([("token", pa.string()), ("ev", pa.float64())]))),
    ]))),
])  # fmt: skip
ROWS = [
    {"index": 0, "cards": ["As"], "nodes": [
        {"line": "", "often": [0.5, None], "actions": [{"token": "x", "ev": 1.0}, {"token": "b2", "ev": None}]},
        {"line": None, "often": None, "actions": []},
        {"line": "b", "often": [], "actions": None},
    ]},
    {"index": 1, "cards": None, "nodes": None},
    {"index": 2, "cards": [], "nodes": []},
    {"index": 3, "cards": ["Kd", None], "nodes": [{"line": "x", "often": [1.0], "actions": [{"token": "c", "ev": 0.5}]}]},
]  # fmt: skip


def test_in_a_file_each_field_is_a_column(tmp_path: Path) -> None:
    table = pa.Table.from_pylist(ROWS, schema=SCHEMA)
    pq.write_table(stored_table(table), tmp_path / "rows.parquet")
    found = pq.read_table(tmp_path / "rows.parquet")
    assert found.schema.equals(stored_schema(SCHEMA))
    assert found["nodes"].to_pylist()[0] == {
        "line": ["", None, "b"],
        "often": [[0.5, None], None, []],
        "actions": {"token": [["x", "b2"], [], None], "ev": [[1.0, None], [], None]},
    }
    assert restored_table(found, SCHEMA).to_pylist() == ROWS


@pytest.mark.parametrize("part", [(0, 4), (1, 2), (3, 1), (2, 0)])
def test_what_was_stored_comes_back_part_by_part(part: tuple[int, int]) -> None:
    table = pa.Table.from_pylist(ROWS, schema=SCHEMA)
    several = pa.concat_tables([table, table.slice(*part)])
    there = stored_table(several)
    assert restored_table(there, SCHEMA).equals(several)
    assert restored_table(there.slice(*part), SCHEMA).to_pylist() == table.slice(*part).to_pylist()
