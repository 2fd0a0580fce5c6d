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
from pokerzoo.evaluation.jobs.folder import Folder, pyarrow_parquet
from pokerzoo.evaluation.jobs.work import record_digest
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
    config = {"ranges": ["QQ+", "JJ+"], "vary": {"boards": f"random-rivers:{rows // 2}", "stacks": [50, 100]}}
    work = SpotWork.from_config(config | {"keep": {"lines": list(LINES[:lines])}})
    made = Folder.make(folder, work)
    boards = [board.board for board in board_set(f"random-rivers:{min(rows, BOARDS)}", seed=1)]
    textures = pa.Table.from_pylist([{"board": board, **texture_columns(board)} for board in boards])
    generator = np.random.default_rng(1)
    parquet = pyarrow_parquet()
    for shard in range(made.shards):
        indices = made.indices(shard)
        keys = np.array([record_digest(k) for k in indices])
        spots = {name: textures.take([k % len(boards) for k in indices]).column(name) for name in textures.column_names}
        spots |= {"key": keys, "index": np.array(indices), "weight": np.ones(len(indices), np.int64)}
        spots |= {"pot": np.full(len(indices), 50.0), "stack": 50.0 + 50.0 * (np.arange(len(indices)) % 2)}
        spots |= {"iterations": generator.integers(20, 200, len(indices))}
        there = np.array(["", *LINES[:lines]])
        nodes = {"key": np.repeat(keys, len(there)), "line": np.tile(there, len(indices))}
        nodes["player"] = np.where(nodes["line"] == "", "OOP", "IP")
        names = np.array([ROOT, *[ANSWERS] * lines]).ravel()
        actions = {"key": np.repeat(nodes["key"], 3), "line": np.repeat(nodes["line"], 3)}
        actions |= {"action": np.tile(names, len(indices)), "token": np.tile([TOKENS[name] for name in names], len(indices))}
        actions["frequency"] = generator.dirichlet([1, 1, 1], len(nodes["key"])).ravel()
        for name, columns in (("actions", actions), ("nodes", nodes), ("spots", spots)):
            made.file(name, shard).parent.mkdir(exist_ok=True)
            table = made_up(columns, work.tables[name], generator)
            parquet.write_table(table, made.file(name, shard), compression="zstd")
    return Sweep(folder)


def made_up(columns: dict[str, Any], schema: pa.Schema, generator: np.random.Generator) -> pa.Table:
    """One file's rows: what is not given is random numbers, or null."""
    count = len(columns["key"])
    arrays = []
    for field in schema:
        column = columns.get(field.name)
        if column is None:
            column = generator.random(count) if pa.types.is_floating(field.type) else pa.nulls(count, field.type)
        array = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else pa.array(column)
        arrays.append(array.cast(field.type))
    return pa.Table.from_arrays(arrays, schema=schema)


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
        files = list(sweep.folder.glob("*/*.parquet"))
        size = sum(path.stat().st_size for path in files)
        title = f"{len(sweep):,} rows with the root and {options.lines} lines in {len(files):,} files, {size / 1e6:.0f} MB"
        table = Table(title=f"{title}; {options.threads} threads")
        for heading in ("question", "seconds", "fastest", "MB read"):
            table.add_column(heading, justify="left" if heading == "question" else "right")
        asked = {
            name: (lambda given=given: sweep.aggregate(**given, threads=options.threads)) for name, given in QUESTIONS.items()
        }
        sql = "SELECT suits, avg(exploitability) FROM spots GROUP BY suits"
        asked["SQL: mean of a column by suits"] = lambda: sweep.query(sql, threads=options.threads).fetchall()
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
