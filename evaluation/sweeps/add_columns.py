"""Adding the columns that files of rows lack, while all others keep their numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .arrow_rows import as_table, read_parquet
from .columns import fill_columns, rows_of_file
from .folder import Folder, first_difference

COMMANDS = {"sweep": "pokerzoo sweep CONFIG", "dataset": "pokerzoo dataset STREET --spots N"}
"""Commands that add columns, by the kind of work."""


@dataclass(frozen=True, slots=True)
class LackingColumns:
    """Columns that files of a folder lack."""

    rows: dict[str, int]  # by column
    shards: dict[int, tuple[str, ...]]
    solved: tuple[str, ...]  # those columns for which spots are solved again
    command: str | None  # that makes them, if there is one

    def sentence(self) -> str:
        """Columns that are added, and those for which spots are solved again."""
        if not self.rows:
            return "no column is missing"
        solved = f"; spots are solved again for {', '.join(self.solved)}" if self.solved else "; no spot is solved again"
        return f"adds {self.columns()}{solved}"

    def columns(self) -> str:
        """Columns with the number of rows that lack them."""
        return ", ".join(f"{column} ({rows:,} rows)" for column, rows in self.rows.items())

    def notes(self, folder: Path) -> list[str]:
        """A sentence about columns that are null, if there are some."""
        if not self.rows:
            return []
        how = f"; '{self.command} --out {folder} --add-columns' makes them" if self.command else ""
        return [f"Rows of an earlier version of pokerzoo lack columns, which are null there: {self.columns()}{how}."]


def columns_to_add(folder: Folder, shards: Iterable[int]) -> LackingColumns:
    """Columns that these files of rows lack."""
    found = folder.lacking(shards)
    rows: dict[str, int] = {}
    for shard, columns in found.items():
        for column in columns:
            rows[column] = rows.get(column, 0) + len(folder.rows_of(shard))
    command = COMMANDS.get(folder.work.kind) if folder.network_fault is None else None
    return LackingColumns(rows, found, solved_columns(folder.work, rows), command)


def solved_columns(work: Any, columns: Iterable[str]) -> tuple[str, ...]:
    """Those columns that are known only when a spot is solved."""
    known = work.unsolved_columns(0) if can_be_added(work) else {}
    return tuple(column for column in columns if column not in known)


def can_be_added(work: Any) -> bool:
    """Test for a work to whose rows columns can be added."""
    return hasattr(work, "unsolved_columns")


def read_rows(folder: Folder, shard: int) -> list[dict[str, Any]]:
    """Rows of a file; columns that it lacks are None."""
    lacking = folder.lacking([shard]).get(shard, ())
    rows: list[dict[str, Any]] = rows_of_file(read_parquet(folder.part(shard)), folder.work.schema, lacking).to_pylist()
    return rows


def extended_rows(folder: Folder, indices: range, solve: bool = True) -> tuple[list[dict[str, Any]], list[str]]:
    """Rows of one file with the columns that they lack, and a sentence for each that is not solved again as it was."""
    work: Any = folder.work
    shard = indices[0] // folder.work.rows_per_file
    lacking = folder.lacking([shard]).get(shard, ())
    rows = read_rows(folder, shard)[indices[0] - folder.rows_of(shard)[0] :][: len(indices)]
    solve = solve and bool(solved_columns(work, lacking))
    solved: dict[int, dict[str, Any]] = {}
    notes = []
    for index, row in zip(indices, rows, strict=True):
        if solve and row["error"] is None:
            try:
                solved[index] = work.solved_columns(index)
            except (MemoryError, OSError):
                raise
            except Exception as error:
                notes.append(f"row {index} fails when it is solved again: {type(error).__name__}: {error}")
    made = as_table([solved.get(index) or work.unsolved_columns(index) for index in indices], work.schema).to_pylist()
    for index, row, new in zip(indices, rows, made, strict=True):
        if index in solved:
            notes += _changes(index, row, new, lacking)
        fill_columns(row, new, lacking)
    return rows, notes


def _changes(index: int, row: dict[str, Any], new: dict[str, Any], lacking: Collection[str]) -> list[str]:
    """A sentence if a row has other numbers when it is solved again, as on another processor."""
    tops = {path.partition(".")[0] for path in lacking}
    same = [name for name in row if name not in tops]
    fault = first_difference({name: row[name] for name in same}, {name: new[name] for name in same})
    return [] if fault is None else [f"row {index} has other numbers when it is solved again ({fault})"]


def notes_of_changes(notes: Sequence[str]) -> list[str]:
    """One sentence about all rows that were not made again as they were."""
    if not notes:
        return []
    more = f", and {len(notes) - 1:,} more" if len(notes) > 1 else ""
    return [f"{notes[0]}{more}: the old columns are kept, and the new ones are of the new solution"]
