"""Output for people and programs: consoles, JSON, numbers with their unit, strategy tables."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pokerzoo.envs.support.errors import InputError
from pokerzoo.envs.support.formats import printable_text
from pokerzoo.envs.support.tables import Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.console import Console

    from pokerzoo.agents import TabularPolicy
    from pokerzoo.agents.training.run_result import TrainingResult
    from pokerzoo.envs.infosets import Infoset, InfosetTable
    from pokerzoo.envs.support.records import Record

WHOLE_TABLE = 40
"""A player's table is shown whole up to this many infosets, ..."""
PICTURES = (".png", ".svg", ".pdf")
"""Endings of pictures."""
FIRST_ROWS = 12
"""Rows of it that are shown otherwise."""
PIPE_WIDTH = 1_000_000
"""Columns where no terminal is written to: lines stay whole, since a program may read them."""


def console(error: bool = False) -> Console:
    """A rich console on stdout or stderr that prints text as it is; colours, and lines that fit, only on a terminal."""
    from rich.console import Console

    result = Console(stderr=error, markup=False, emoji=False, highlight=False)
    if not result.is_terminal:
        result.width = PIPE_WIDTH
    return result


def terminal_width() -> int:
    """Columns of stdout; very many where it is no terminal."""
    return console().width


def print_json(value: Mapping[str, Any] | Record) -> None:
    """One JSON object on stdout."""
    from pokerzoo.envs.support.records import to_json

    print(to_json(value, indent=2))


LONGEST_FACT = 2000


def print_text(out: Console, text: str, style: str | None = None) -> None:
    """A line of text, whole: a terminal breaks it where it is longer than it is wide."""
    out.print(text, style=style, soft_wrap=True)


def print_facts(out: Console, facts: Mapping[str, str | Sequence[str]]) -> None:
    """Two columns: what, and what it is, in one line or several; a terminal breaks lines that are longer than it is wide."""
    width = max(map(len, facts))
    for name, fact in facts.items():
        first = printable_text(name)
        for line in [fact] if isinstance(fact, str) else fact:
            text = printable_text(line if len(line) <= LONGEST_FACT else line[:LONGEST_FACT] + "...")
            out.print(f"{first:<{width}}  {text}", soft_wrap=True)
            first = ""


def strategy_parts(policy: TabularPolicy, rows: Iterable[Infoset] | InfosetTable, *, whole: bool) -> Iterator[Table | str]:
    """A table, and an empty line, for each player who has a row; of all infosets no more are made than are shown."""
    from pokerzoo.agents.policies.strategy_table import strategy_table
    from pokerzoo.envs.infosets import InfosetTable

    by_player: dict[int, Sequence[Infoset | int]] = {}
    if isinstance(rows, InfosetTable):
        by_player = {player: rows.of_player(player) for player, (count, _) in enumerate(rows.player_sizes()) if count}
    else:
        listed: dict[int, list[Infoset | int]] = {}
        for row in rows:
            listed.setdefault(row.player, []).append(row)
        by_player |= listed
    kind = str(policy.metadata.get("strategy", "")).strip()
    for player, own in by_player.items():
        title = f"{printable_text(kind)} strategy of player {player}".strip()
        shown = own if whole or len(own) <= WHOLE_TABLE else own[:FIRST_ROWS]
        if len(shown) < len(own):
            title += f": the first {len(shown)} of {len(own):,} infosets"
        yield strategy_table(policy, [policy.game.infosets[row] if isinstance(row, int) else row for row in shown], title)
        yield ""


def is_cut(policy: TabularPolicy) -> bool:
    """True if some player has more infosets than a table shows."""
    return any(count > WHOLE_TABLE for count, _ in policy.game.infosets.player_sizes())


def say(message: str) -> None:
    """A line on stderr."""
    console(error=True).print(f"pokerzoo: {printable_text(message)}", soft_wrap=True)


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


def is_terminal_error() -> bool:
    """True if stderr is a terminal, where a progress bar is welcome."""
    return sys.stderr is not None and sys.stderr.isatty()


def iterations_text(result: TrainingResult) -> str:
    """Number of iterations and their time."""
    rate, resumed = result.iterations_per_second, result.resumed_at_iteration
    speed = "" if rate is None else f", {rate:,.0f} a second"
    since = f" (from {resumed:,} on)" if resumed else ""
    return f"{result.iterations:,}{since} in {result.seconds:.1f} s{speed}"


def file_text(file: str | None) -> str:
    """The file written, or how to have one."""
    return file if file is not None else "not written; --out FILE keeps the strategy"
