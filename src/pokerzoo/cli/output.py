"""What commands return and print: results for readers and for programs, notices, strategy tables, files."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from pokerzoo.envs.support.errors import InputError, cut_text
from pokerzoo.envs.support.formats import printable_text
from pokerzoo.envs.support.tables import Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.console import Console, RenderableType

    from pokerzoo.agents import TabularPolicy
    from pokerzoo.envs.infosets import Infoset

Facts: TypeAlias = dict[str, str | Sequence[str]]
"""What is known, by name: a line, or several."""
WHOLE_TABLE = 40
"""A player's table is shown whole up to this many infosets, ..."""
FIRST_ROWS = 12
"""Rows of it that are shown otherwise."""
PICTURES = (".png", ".svg", ".pdf")
"""Endings of pictures."""
PIPE_WIDTH = 1_000_000
"""Columns where no terminal is written to: lines stay whole, since a program may read them."""
LONGEST_FACT = 2000


@dataclass(frozen=True)
class Result:
    """What a command returns.

    Attributes:
        record: what ``--json`` prints: a record, a mapping, or a function that makes one where it takes long.
        parts: what is printed, from top to bottom: facts, lines of text, tables. They are made where they are shown only.
        exit_code: of the command.
    """

    record: Any
    parts: Iterable[Mapping[str, str | Sequence[str]] | str | RenderableType] = ()
    exit_code: int = 0

    def print_json(self) -> None:
        """Print one JSON object."""
        from pokerzoo.envs.support.records import to_json

        print(to_json(self.record() if isinstance(self.record, Callable) else self.record, indent=2))  # type: ignore[arg-type]

    def print_parts(self) -> None:
        """Print the parts; a terminal breaks text that is longer than it is wide."""
        out = console()
        for part in self.parts:
            if isinstance(part, Mapping):
                width = max(map(len, part))
                for name, fact in part.items():
                    for number, line in enumerate([fact] if isinstance(fact, str) else fact):
                        head = "" if number else printable_text(name)
                        out.print(f"{head:<{width}}  {printable_text(cut_text(line, LONGEST_FACT))}", soft_wrap=True)
            else:
                out.print(part, soft_wrap=isinstance(part, str))


def console(error: bool = False) -> Console:
    """A rich console on stdout or stderr that prints text as it is; colours, and lines that fit, only on a terminal."""
    from rich.console import Console

    result = Console(stderr=error, markup=False, emoji=False, highlight=False)
    if not result.is_terminal:
        result.width = PIPE_WIDTH
    return result


def say(message: str) -> None:
    """A notice: one line on stderr for any message."""
    short = re.sub(r"\S{300,}", lambda word: cut_text(word[0], 60), " ".join(message.split()))
    print("pokerzoo: " + printable_text(cut_text(short, LONGEST_FACT)), file=sys.stderr)


def strategy_parts(
    policy: TabularPolicy, rows: Sequence[Infoset] | None = None, *, whole: bool = False
) -> Iterator[Table | str]:
    """A table, and an empty line, for each player with a row; of all infosets no more are made than are shown."""
    from pokerzoo.agents.policies.strategy_table import strategy_table

    infosets, kind = policy.game.infosets, printable_text(str(policy.metadata.get("strategy", "")).strip())
    for player in range(policy.game.num_players):
        rows_here: Sequence[Infoset | int] = infosets.of_player(player)
        if rows is not None:
            rows_here = [row for row in rows if row.player == player]
        shown = rows_here if whole or len(rows_here) <= WHOLE_TABLE else rows_here[:FIRST_ROWS]
        if shown:
            cut = f": the first {len(shown)} of {len(rows_here):,} infosets" if len(shown) < len(rows_here) else ""
            title = f"{kind} strategy of player {player}{cut}".strip()
            yield from (strategy_table(policy, [infosets[row] if isinstance(row, int) else row for row in shown], title), "")


def is_cut(policy: TabularPolicy) -> bool:
    """True if some player has more infosets than a table shows."""
    return any(count > WHOLE_TABLE for count, _ in policy.game.infosets.player_sizes())


def check_target(path: str | None, flag: str = "--out", endings: Sequence[str] = ()) -> Path | None:
    """The file of an option; InputError, before any work is done, if none can be written there, or not with this ending."""
    from pokerzoo.envs.support.atomic_files import check_writable

    if path is None:
        return None
    if endings and Path(path).suffix not in endings:
        raise InputError(f"{flag} {path}: must end in one of {', '.join(endings)}")
    try:
        return check_writable(path)
    except OSError as error:
        place = f": {error.filename}" if isinstance(error, FileNotFoundError) else ""
        raise InputError(f"{flag} {path}: cannot be written: {error.strerror}{place}") from None


def check_apart(files: Iterable[tuple[str, str | None]]) -> None:
    """InputError if two files, given as pairs of an option and a name, are one."""
    taken: dict[Path, str] = {}
    for flag, path in files:
        if path is not None and taken.setdefault(Path(path).resolve(), flag) != flag:
            raise InputError(f"{flag} {path}: is {taken[Path(path).resolve()]} already")


def check_picture(path: str | None) -> None:
    """InputError, before any work is done, if the picture of ``--picture`` could not be drawn there."""
    check_target(path, "--picture", PICTURES)


def write_picture(figure: Figure, picture: str) -> None:
    """Write a picture; the ending of its name says of which kind."""
    from pokerzoo.envs.support.atomic_files import write_atomically
    from pokerzoo.evaluation.pictures import png_bytes

    kind = Path(picture).suffix.removeprefix(".")
    if kind == "png":
        write_atomically(picture, png_bytes(figure))
        return
    buffer = io.BytesIO()  # without a date: the same picture is the same file
    figure.savefig(buffer, format=kind, metadata={"Date" if kind == "svg" else "CreationDate": None})
    write_atomically(picture, buffer.getvalue())


def file_text(file: str | None, size: int | None = None) -> str:
    """The file written and its size in bytes, or how to have one."""
    if file is None:
        return "not written; --out FILE keeps the strategy"
    return file if size is None else f"{file} ({size:,} bytes)"
