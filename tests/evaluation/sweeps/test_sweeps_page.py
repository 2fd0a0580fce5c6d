"""docs/sweeps.md says what is so: its files are read, and its tables have every key and every column."""

from __future__ import annotations

import re
import tomllib

import pytest

pytest.importorskip("pyarrow")

from pokerzoo.envs.poker.textures import TEXTURE_COLUMNS
from pokerzoo.evaluation.sweeps.spot_work import SpotWork
from pokerzoo.evaluation.sweeps.sweep_config import TABLES
from pokerzoo_testing import ROOT

PAGE = (ROOT / "docs" / "sweeps.md").read_text(encoding="utf-8")


def first_cells(heading: str) -> list[str]:
    """Names in the first column of the table with this heading."""
    table = re.search(rf"^\| {re.escape(heading)} \|[^\n]*\n\|---.*?\n\n", PAGE + "\n", re.DOTALL | re.MULTILINE)
    assert table is not None
    rows = table[0].splitlines()[2:]
    return [name for row in rows if row for name in re.findall(r"`([^`]+)`", row.split(" | ")[0])]


def test_its_files_are_sweeps() -> None:
    flops, rivers, alone = (
        SpotWork.from_config(tomllib.loads(block)) for block in re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    )
    assert (flops.count, rivers.count, alone.count) == (3 * 1755, 1_000_000, 25)
    assert "10,000 rivers are 40 files, ten million 2,442, all flops 878" in PAGE.replace("\n", " ")


@pytest.mark.parametrize("table", TABLES)
def test_every_key_is_there(table: str) -> None:
    assert sorted(first_cells(f"`[{table}]`")) == sorted(TABLES[table].model_fields)


def test_every_column_is_there() -> None:
    work = SpotWork.from_config({})
    ranks, change = [name for name in first_cells("column") if name in TEXTURE_COLUMNS]
    names = list(TEXTURE_COLUMNS)
    assert (ranks, change) == (names[0], names[-1])
    found = [*first_cells("column")]
    at = found.index(ranks)
    assert [*found[:at], *names, *found[at + 2 :]] == work.schema.names
    for column in ("nodes", "next_cards", "hands"):
        own = [field.name for field in work.schema.field(column).type.value_type]
        written = first_cells(f"`{column}`")
        if column == "nodes":
            first = written.index("ev_oop")
            assert written[first : first + 2] == ["ev_oop", "combos_ip"]
            between = own[own.index("ev_oop") : own.index("combos_ip") + 1]
            written = [*written[:first], *between, *written[first + 2 :]]
        assert written == own
