"""Time of questions to a sweep of a million rows, and the bytes they read.

The rows are made up (real boards with their textures, random numbers), in files as the engine writes them, with the root and
two more lines. Bytes are those that the process reads, from the disk or from the system's cache.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import pyarrow as pa
from rich.console import Console
from rich.table import Table

from pokerzoo.envs.poker.board_sets import board_set
from pokerzoo.envs.poker.textures import texture_columns
from pokerzoo.evaluation import Sweep
from pokerzoo.evaluation.sweeps.arrow_rows import pyarrow_parquet
from pokerzoo.evaluation.sweeps.by_field import stored_table
from pokerzoo.evaluation.sweeps.folder import Folder
from pokerzoo.evaluation.sweeps.spot_work import SpotWork

BOARDS = 20_000
"""Different boards; the rows take them in turn."""
LINES = ("x", "b50%", "xb50%", "b50%r60%")
ROOT = ("check", "bet 50%", "bet all-in")
ANSWERS = ("fold", "call", "raise all-in")
TOKENS = {"check": "x", "bet 50%": "b25", "bet all-in": "b100", "fold": "f", "call": "c", "raise all-in": "r100"}
QUESTIONS: dict[str, dict[str, Any]] = {
    "EV, equity, EQR by suits": {"by": "suits", "of": ["ev", "equity", "eqr"]},
    "EV by suits and stack, where paired": {"by": ["suits", "stack"], "of": "ev", "where": "paired = 'paired'"},
    "frequencies at the root by suits": {"by": "suits", "of": "frequencies"},
    "EV at a line by high card": {"by": "high_card", "of": "ev", "line": "x"},
    "frequencies at a line by high card": {"by": "high_card", "of": "frequencies", "line": "x"},
    "all of it at the root by suits": {"by": "suits"},
}


def make(folder: Path, rows: int, lines: int) -> Sweep:
    """A sweep's folder with made-up rows."""
    config = {"oop": "QQ+", "ip": "JJ+", "vary": {"boards": f"random-rivers:{rows // 2}", "stacks": [50, 100]}}
    work = SpotWork.from_config(config | {"keep": {"lines": list(LINES[:lines])}})
    made = Folder.make(folder, work)
    boards = [board.board for board in board_set(f"random-rivers:{min(rows, BOARDS)}", seed=1)]
    textures = pa.Table.from_pylist([{"board": board, **texture_columns(board)} for board in boards])
    generator = np.random.default_rng(1)
    parquet = pyarrow_parquet()
    for shard in range(made.shards):
        own = made.rows_of(shard)
        table = made_up(own, textures.take(pa.array([k % len(boards) for k in own])), work.schema, lines, generator)
        parquet.write_table(stored_table(table), made.part(shard), compression="zstd")
    return Sweep(folder)


def made_up(rows: range, textures: pa.Table, schema: pa.Schema, lines: int, generator: np.random.Generator) -> pa.Table:
    """One file's rows."""
    count = len(rows)
    columns = {name: textures.column(name).combine_chunks() for name in textures.column_names}
    columns |= {
        "key": pa.array([f"{k:032x}" for k in rows]),
        "index": pa.array(rows),
        "weight": pa.array(np.ones(count, np.int64)),
    }
    columns |= {"pot": pa.array(np.full(count, 50.0)), "stack": pa.array(50.0 + 50.0 * (np.arange(count) % 2))}
    columns |= {
        name: pa.array(generator.random(count))
        for name in schema.names
        if pa.types.is_floating(schema.field(name).type) and name not in columns
    }
    columns["iterations"] = pa.array(generator.integers(20, 200, count))
    columns["nodes"] = nodes(count, schema.field("nodes").type, lines, generator)
    arrays = []
    for field in schema:
        column = columns.get(field.name)
        if column is None:
            empty = pa.types.is_list(field.type)
            column = pa.array([[]] * count, field.type) if empty else pa.nulls(count, field.type)
        arrays.append(column.cast(field.type))
    return pa.Table.from_arrays(arrays, schema=schema)


def nodes(count: int, kind: Any, lines: int, generator: np.random.Generator) -> pa.Array:
    """The root and the kept lines of each row, each with three actions."""
    each = 1 + lines
    names = np.tile(np.array([ROOT, *[ANSWERS] * lines]).ravel(), count)
    often = generator.dirichlet([1, 1, 1], count * each).ravel()
    struct = kind.value_type.field("actions").type.value_type
    parts = [
        pa.array(names),
        pa.array([TOKENS[name] for name in names]),
        pa.array(often),
        pa.array(generator.random(len(names))),
    ]
    actions = pa.ListArray.from_arrays(
        pa.array(np.arange(0, 3 * count * each + 1, 3), pa.int32()), pa.StructArray.from_arrays(parts, fields=list(struct))
    )
    fields = list(kind.value_type)
    arrays = []
    for field in fields:
        if field.name == "actions":
            arrays.append(actions)
        elif field.name in ("line", "at"):
            arrays.append(pa.array(np.tile(np.array(["", *LINES[:lines]]), count), field.type))
        elif field.name == "player":
            arrays.append(pa.array(np.tile(np.array(["OOP", *["IP"] * lines]), count), field.type))
        else:
            arrays.append(pa.array(generator.random(count * each), field.type))
    entries = pa.StructArray.from_arrays(arrays, fields=fields)
    return pa.ListArray.from_arrays(pa.array(np.arange(0, count * each + 1, each), pa.int32()), entries).cast(kind)


def bytes_read() -> int:
    """Bytes that this process has read so far, from the disk or from its cache."""
    return int(Path("/proc/self/io").read_text(encoding="ascii").split()[1])


def main() -> None:
    """Make rows, ask them, print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--lines", type=int, default=2, choices=range(1, len(LINES) + 1), help="kept besides the root")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        sweep = make(Path(place) / "sweep", options.rows, options.lines)
        size = sum(path.stat().st_size for path in sweep.files)
        title = (
            f"{len(sweep):,} rows with the root and {options.lines} lines in {len(sweep.files):,} files, {size / 1e6:.0f} MB"
        )
        table = Table(title=f"{title}; {options.threads} threads")
        for heading in ("question", "seconds", "fastest", "MB read"):
            table.add_column(heading, justify="left" if heading == "question" else "right")
        asked = {
            name: (lambda given=given: sweep.aggregate(**given, threads=options.threads)) for name, given in QUESTIONS.items()
        }
        sql = "SELECT suits, avg(exploitability) FROM spots GROUP BY suits"
        asked["SQL: mean of a column by suits"] = lambda: sweep.query(sql, threads=options.threads)
        for name, ask in asked.items():
            times, before = [], bytes_read()
            for _ in range(options.repeats):
                start = time.perf_counter()
                ask()
                times.append(time.perf_counter() - start)
            read = (bytes_read() - before) / options.repeats
            table.add_row(name, f"{median(times):.2f}", f"{min(times):.2f}", f"{read / 1e6:.0f}")
        Console().print(table)


if __name__ == "__main__":
    main()
