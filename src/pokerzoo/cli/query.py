"""``pokerzoo query``: questions to a sweep."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pokerzoo.envs.support.atomic_files import write_atomically
from pokerzoo.envs.support.errors import InputError, cut_text
from pokerzoo.envs.support.formats import number_text
from pokerzoo.envs.support.tables import Column, Table, csv_of_rows

from .declarations import argument, flag, option
from .options import Json
from .output import console, print_facts, print_json, print_text

if TYPE_CHECKING:
    from pokerzoo.evaluation import Sweep
    from pokerzoo.evaluation.sweeps.aggregate import Aggregate

EXAMPLES = (
    "pokerzoo query flops",
    "pokerzoo query flops --by suits --by stack",
    "pokerzoo query flops --by board --of frequencies --sort 'bet 33%' --top 20 --picture flops.png",
    "pokerzoo query flops --line b33% --by high_card --where \"stack = 100 AND suits = 'rainbow'\"",
    "pokerzoo query flops --by paired --of equity,eqr --spread --csv paired.csv",
    "pokerzoo query flops --by suits --only high_card=A,K --only paired",
    'pokerzoo query flops --sql "SELECT line, action, avg(frequency) FROM actions GROUP BY ALL"',
)
TEXTURES = ("suits", "paired", "connectedness")
"""Groupings of an overview, each on its own: those in which the sweep's boards differ."""
QUESTION = ("by", "of", "line", "only", "where", "sort", "spread", "merge_sizes", "per_board", "weight")
"""Options that --sql excludes."""
ROWS = 40
"""Rows of a table unless --top says how many."""


def query(
    folder: Annotated[str, argument("DIR", "The folder that 'pokerzoo sweep' wrote.")],
    by: Annotated[
        list[str] | None,
        option("COLUMN", "Group by suits, paired, high_card, stack, board, any other column, or SQL. Repeat for more."),
    ] = None,
    of: Annotated[
        list[str] | None,
        option(
            "MEASURES",
            "What to measure, with commas between: ev, ev_percent, net, net_percent, pot_share, pot_percent, equity, "
            "eqr, reach, frequencies, or "
            "columns (ev,equity,eqr,frequencies).",
        ),
    ] = None,
    line: Annotated[str, option("LINE", "A line that the sweep kept, as b33%. Without it the start.")] = "",
    only: Annotated[
        list[str] | None,
        option(
            "FILTER", "Ask only these spots: NAME=VALUE,... (such as high_card, suits), paired, connected. Repeat for more."
        ),
    ] = None,
    where: Annotated[str | None, option("SQL", "Ask only these spots, as 'stack > 100'.")] = None,
    sort: Annotated[
        str | None,
        option("NAME", "Sort by a measure, as equity or 'bet 33%', the largest first, or by a group. -NAME: reversed."),
    ] = None,
    top: Annotated[int | None, option("N", f"Show the first N rows ({ROWS}).", min=1)] = None,
    spread: Annotated[bool, flag("--spread", "Show the smallest and largest value and the standard deviation too.")] = False,
    merge_sizes: Annotated[bool, flag("--merge-sizes", "Make one action of bets of all sizes, and one of raises.")] = False,
    per_board: Annotated[
        bool, flag("--per-board", "At a line: count boards by their weight alone, not by how often play gets there.")
    ] = False,
    big_blind: Annotated[float | None, option("CHIPS", "Tell EVs and pot shares in big blinds; the chips of one.")] = None,
    weight: Annotated[str | None, option("SQL", "How much each spot counts (weight). 'weight * deals' counts deals.")] = None,
    sql: Annotated[str | None, option("SQL", "Ask any SELECT; docs/sweep_tables.md has the tables.")] = None,
    csv: Annotated[str | None, option("FILE", "Write the whole table here too.")] = None,
    picture: Annotated[str | None, option("FILE", "Draw the table (.png, .svg, .pdf).")] = None,
    memory: Annotated[
        str | None, option("SIZE", "Most memory for the question, as 4GB. Without it half of what is free.")
    ] = None,
    seconds: Annotated[float | None, option("S", "Most time for the question. Without it as long as it takes.")] = None,
    as_json: Json = False,
) -> None:
    """Ask a sweep for means, over all spots or by groups, or for anything in SQL.

    The means are of EV, equity, equity realisation and frequencies. They are weighted by how often a board comes, and at a
    line by how often it is reached. docs/sweeps.md defines every number. Without options it describes the sweep, and
    prints means by texture. A sweep that is still being made answers with the rows that are there.
    """
    from pokerzoo.envs.support.atomic_files import check_writable
    from pokerzoo.envs.support.units import check_big_blind
    from pokerzoo.evaluation.sweeps.filters import parse_filters

    for target in (csv, picture):
        if target is not None:
            check_writable(Path(target))
    if picture is not None:
        picture_kind(picture)
    sweep = open_rows(folder)
    given: dict[str, Any] = {"by": by, "of": of, "line": line, "only": only, "where": where, "sort": sort, "spread": spread}
    given |= {"big_blind": big_blind, "merge_sizes": merge_sizes, "per_board": per_board, "weight": weight}
    try:
        if sql is not None:
            clash = [name for name in QUESTION if given[name]] + (["picture"] if picture is not None else [])
            if clash:
                raise InputError(f"--{clash[0].replace('_', '-')}: does not go with --sql, which says all itself")
            names, rows = sweep.fetch(sql, memory=memory, seconds=seconds)
            if csv is not None:
                write_atomically(csv, csv_of_rows(names, rows).encode())
            show_rows(sweep, names, rows, ROWS if top is None else top, csv, as_json)
            return
        check_sweep(sweep)
        if big_blind is not None:  # before the question, which may take long
            check_big_blind(big_blind)
        measures = [one for part in of or () for one in divided_measures(part)]
        rest: dict[str, Any] = {"line": line, "where": where, "by_reach": not per_board, "sizes": not merge_sizes}
        rest |= ({"weight": weight} if weight else {}) | parse_filters(only or ())
        rest |= {"sort": sort, "spread": spread, "memory": memory, "seconds": seconds} | ({"of": measures} if measures else {})
        asked = bool(by) or csv is not None or picture is not None or sort is not None
        groups = [[]] if asked else differing_textures(sweep) or [[]]
        answers = [sweep.aggregate(by or own, **rest) for own in groups]
        if big_blind is not None:
            answers = [one.in_big_blinds(big_blind) for one in answers]
    except ImportError as error:
        raise InputError(str(error)) from None
    if csv is not None:
        answers[0].to_csv(csv)
    if picture is not None:
        draw_answer(answers[0], picture)
    print_answer(sweep, answers, top, {"csv": csv, "picture": picture}, not asked, as_json)


def open_rows(folder: str) -> Sweep:
    """The rows of a sweep, or of an experiment, which can be asked in SQL alone."""
    from pokerzoo.evaluation import Sweep
    from pokerzoo.evaluation.experiments.work import ExperimentWork
    from pokerzoo.evaluation.jobs.work import Work

    class Rows(Sweep):
        @classmethod
        def _kinds(cls) -> tuple[type[Work], ...]:
            return (*super()._kinds(), ExperimentWork)

    try:
        return Rows(folder)
    except FileNotFoundError as error:
        raise InputError(str(error)) from None


def check_sweep(sweep: Sweep) -> None:
    """ValueError if these are rows of another kind."""
    if sweep.work.kind != "sweep":
        name = sweep.work.main
        columns = ", ".join(sweep.work.tables[name].names)
        what = f"holds an {sweep.work.kind}, not a sweep; ask it with --sql 'SELECT ... FROM {name}'"
        raise InputError(f"{sweep.folder}: {what}; columns: {columns}")


def divided_measures(text: str) -> list[str]:
    """Measures divided by commas; commas in brackets are SQL's.

    >>> divided_measures("ev, equity"), divided_measures("round(pot, 1),ev")
    (['ev', 'equity'], ['round(pot, 1)', 'ev'])
    """
    found, depth = [""], 0
    for character in text:
        depth += (character in "([") - (character in ")]")
        if character == "," and depth == 0:
            found.append("")
        else:
            found[-1] += character
    return [one.strip() for one in found]


def differing_textures(sweep: Sweep) -> list[list[str]]:
    """The textures in which the boards differ."""
    counts = ", ".join(f"count(DISTINCT {name})" for name in TEXTURES)
    row = sweep.query(f"SELECT {counts} FROM spots").fetchall()[0]
    return [[name] for name, count in zip(TEXTURES, row, strict=True) if count > 1]


def picture_kind(path: str) -> str:
    """Picture format of a name's ending; ValueError if there is none."""
    kind = Path(path).suffix.lower().removeprefix(".")
    if kind not in ("png", "svg", "pdf"):
        raise InputError(f"--picture {path!r}: must end in .png, .svg or .pdf")
    return kind


def draw_answer(found: Aggregate, path: str) -> None:
    """Write the picture to a file; its ending says of which kind."""
    import io

    from pokerzoo.envs.support.atomic_files import write_atomically
    from pokerzoo.evaluation.pictures import png_bytes

    kind, figure = picture_kind(path), found.picture()
    if kind == "png":
        data = png_bytes(figure)
    else:
        buffer = io.BytesIO()
        figure.savefig(buffer, format=kind, metadata={"Date": None} if kind == "svg" else {"CreationDate": None})
        data = buffer.getvalue()
    write_atomically(Path(path), data)


def sweep_dict(sweep: Sweep) -> dict[str, Any]:
    """The question as plain values."""
    return {"folder": str(sweep.folder), "kind": sweep.work.kind, "rows": sweep.count, "made": sweep.done}


def print_answer(
    sweep: Sweep, found: list[Aggregate], top: int | None, files: dict[str, str | None], overview: bool, as_json: bool
) -> None:
    """Print tables."""
    if as_json:
        print_json(sweep_dict(sweep) | {"tables": [one.to_dict() for one in found]} | files)
        return
    out = console()
    if overview:
        print_facts(out, sweep_summary(sweep))
        out.print()
    for number, one in enumerate(found):
        if number:
            out.print()
        out.print(one.to_table(ROWS if top is None else top))
    for what, file in files.items():
        if file is not None:
            print_text(out, f"{what}: {file}")


def sweep_summary(sweep: Sweep) -> dict[str, str | list[str]]:
    """Summary of the sweep, in a few lines."""
    row = sweep.query(
        "SELECT count(error), count(DISTINCT board), min(pot), max(pot), min(stack), max(stack), "
        "max(exploitability_percent) FROM spots"
    ).fetchall()[0]
    failed, boards, *ends, worst = row
    pot, stack = ((a, b) for a, b in (ends[:2], ends[2:]))
    found: dict[str, str | list[str]] = {
        "sweep": str(sweep.folder),
        "spots": f"{sweep.done:,} of {sweep.count:,}" + (f", {failed:,} failed" if failed else ""),
    }
    found["boards"] = f"{boards:,}"
    for name, (low, high) in (("pot", pot), ("stack", stack)):
        found[name] = "-" if low is None else f"{low:g}" if low == high else f"{low:g} to {high:g}"
    found["exploitability"] = "-" if worst is None else f"at most {worst:.3g}% of the pot"
    return found


def show_rows(sweep: Sweep, names: list[str], rows: list[tuple[Any, ...]], top: int, csv: str | None, as_json: bool) -> None:
    """Print what SQL found."""
    from pokerzoo.evaluation.sweeps.query import json_value

    if as_json:
        result = [dict(zip(names, map(json_value, row), strict=True)) for row in rows]
        print_json(sweep_dict(sweep) | {"columns": names, "result": result, "csv": csv})
        return
    numbers = [all(value is None or type(value) in (int, float) for value in column) for column in zip(*rows, strict=True)]
    columns = [Column(name, cut_value, not number) for name, number in zip(names, numbers or [False] * len(names), strict=True)]
    several = "1 row" if len(rows) == 1 else f"{len(rows):,} rows"
    notes = [several if len(rows) <= top else f"the first {top:,} of {several}"]
    if sweep.missing:
        notes.append(f"The sweep is not finished: {sweep.missing:,} rows are yet to be made.")
    out = console()
    out.print(Table("", columns, rows[:top], notes))
    if csv is not None:
        print_text(out, f"csv: {csv}")


def cut_value(value: Any) -> str:
    """A value that SQL found; of long text the beginning."""
    return cut_text(number_text(value))
