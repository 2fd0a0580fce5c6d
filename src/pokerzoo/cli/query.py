"""``pokerzoo query``: questions to a sweep."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from pokerzoo.envs.support.errors import InputError, cut_text
from pokerzoo.envs.support.formats import number_text
from pokerzoo.envs.support.tables import Column, Table, csv_of_rows

from .command import command, option, refuse
from .output import Facts, Result, check_picture, check_target, write_picture

if TYPE_CHECKING:
    from pokerzoo.evaluation import Sweep

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
ROWS = 40
"""Rows of a table unless --top says how many."""
QUESTION, SHOWN = "The question", "What is shown"


@command(EXAMPLES)
@click.argument("folder", metavar="DIR", help="The folder that 'pokerzoo sweep' wrote.")
@option(
    "--by", metavar="COLUMN", multiple=True, heading=QUESTION,
    help="Group by suits, paired, high_card, stack, board, any other column, or SQL. Repeat for more.",
)  # fmt: skip
@option(
    "--of", metavar="MEASURES", multiple=True, heading=QUESTION,
    help="What to measure, with commas between: ev, ev_percent, net, net_percent, pot_share, pot_percent, equity, eqr, reach, "
    "frequencies, or columns (ev,equity,eqr,frequencies).",
)  # fmt: skip
@option(
    "--line", metavar="LINE", default="", show_default=False, heading=QUESTION,
    help="A line that the sweep kept, as b33%. Without it the start.",
)  # fmt: skip
@option(
    "--only", metavar="FILTER", multiple=True, heading=QUESTION,
    help="Ask only these spots: NAME=VALUE,... (such as high_card, suits), paired, connected. Repeat for more.",
)  # fmt: skip
@option("--where", metavar="SQL", heading=QUESTION, help="Ask only these spots, as 'stack > 100'.")
@option("--merge-sizes", is_flag=True, heading=QUESTION, help="Make one action of bets of all sizes, and one of raises.")
@option("--weight", metavar="SQL", heading=QUESTION, help="How much each spot counts (weight). 'weight * deals' counts deals.")
@option("--sql", metavar="SQL", heading=QUESTION, help="Ask any SELECT; docs/sweep_tables.md has the tables.")
@option(
    "--sort", metavar="NAME", heading=SHOWN,
    help="Sort by a measure, as equity or 'bet 33%', the largest first, or by a group. -NAME: reversed.",
)  # fmt: skip
@option("--top", metavar="N", heading=SHOWN, help=f"Show the first N rows ({ROWS}).")
@option("--spread", is_flag=True, heading=SHOWN, help="Show the smallest and largest value and the standard deviation too.")
@option("--big-blind", heading=SHOWN, help="Show EVs and pot shares in big blinds; the chips of one.")
@option("--csv", metavar="FILE", heading=SHOWN, help="Write the whole table here too.")
@option("--picture", heading=SHOWN, help="Draw the table (.png, .svg, .pdf).")
def query(
    folder: str, by: tuple[str, ...], of: tuple[str, ...], line: str, only: tuple[str, ...], where: str | None,
    merge_sizes: bool, weight: str | None, sql: str | None, sort: str | None, top: int | None, spread: bool,
    big_blind: float | None, csv: str | None, picture: str | None,
) -> Result:  # fmt: skip
    """Ask a sweep for means, over all spots or by groups, or for anything in SQL.

    The means are of EV, equity, equity realisation and frequencies. They are weighted by how often a board comes, and at a
    line by how often it is reached. docs/howto/many_spots.md defines every number. Without options it describes the sweep, and
    prints means by texture. A sweep that is still being made answers with the rows that are there.
    """
    from pokerzoo.evaluation.sweeps.filters import grouping_columns, parse_filters

    check_target(csv, "--csv")
    check_picture(picture)
    sweep = open_rows(folder)
    if sql is not None:
        refuse(
            ("--by", "--of", "--line", "--only", "--where", "--merge-sizes", "--weight", "--sort", "--spread", "--big-blind",
             "--picture"), "does not go with --sql, which says all itself",
        )  # fmt: skip
        return sql_result(sweep, sql, top or ROWS, csv)
    check_sweep(sweep)
    measures = [measure for part in of for measure in divided_measures(part)]
    rest: dict[str, Any] = {"line": line, "where": where, "sizes": not merge_sizes, "sort": sort, "spread": spread}
    rest |= {"big_blind": big_blind}
    rest |= ({"weight": weight} if weight else {}) | ({"of": measures} if measures else {}) | parse_filters([*only])
    overview = not (by or csv or picture or sort)
    differing = [[column.name] for column in grouping_columns(sweep) if column.name in TEXTURES] if overview else []
    groups = (differing or [[]]) if overview else [[*by]]
    answers = [sweep.aggregate(group, **rest) for group in groups]
    if csv is not None:
        answers[0].to_csv(csv)
    if picture is not None:
        write_picture(answers[0].picture(), picture)
    files = {"csv": csv, "picture": picture}

    def parts() -> Iterator[Any]:
        if overview:
            yield from (sweep_facts(sweep), "")
        for number, answer in enumerate(answers):
            yield from [""] * (number > 0)
            yield answer.to_table(top or ROWS)
        yield from (f"{what}: {file}" for what, file in files.items() if file is not None)

    return Result(lambda: sweep_dict(sweep) | {"tables": [answer.to_dict() for answer in answers]} | files, parts())


def open_rows(folder: str) -> Sweep:
    """The rows of a sweep, or of an experiment, which can be asked in SQL alone."""
    from pokerzoo.evaluation import Sweep
    from pokerzoo.evaluation.experiments.work import ExperimentWork
    from pokerzoo.evaluation.sweeps.spot_work import SpotWork

    return Sweep(folder, SpotWork, ExperimentWork)


def check_sweep(sweep: Sweep) -> None:
    """InputError if these are rows of another kind."""
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
    parts, depth = [""], 0
    for character in text:
        depth += (character in "([") - (character in ")]")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts]


def sweep_dict(sweep: Sweep) -> dict[str, Any]:
    """The question as plain values."""
    return {"folder": str(sweep.folder), "kind": sweep.work.kind, "rows": sweep.count, "made": sweep.done}


def sweep_facts(sweep: Sweep) -> Facts:
    """The sweep in a few lines."""
    ((failed, boards, *ends, worst),) = sweep.query(
        "SELECT count(error), count(DISTINCT board), min(pot), max(pot), min(stack), max(stack), "
        "max(exploitability_percent) FROM spots"
    ).fetchall()
    facts: Facts = {
        "sweep": str(sweep.folder),
        "spots": f"{sweep.done:,} of {sweep.count:,}" + (f", {failed:,} failed" if failed else ""),
    }
    facts["boards"] = f"{boards:,}"
    for name, (low, high) in (("pot", ends[:2]), ("stack", ends[2:])):
        facts[name] = "-" if low is None else f"{low:g}" if low == high else f"{low:g} to {high:g}"
    facts["exploitability"] = "-" if worst is None else f"at most {worst:.3g}% of the pot"
    return facts


def sql_result(sweep: Sweep, sql: str, top: int, csv: str | None) -> Result:
    """What SQL finds."""
    from pokerzoo.envs.support.atomic_files import write_atomically
    from pokerzoo.evaluation.sweeps.query import json_value

    names, rows = sweep.fetch(sql)
    if csv is not None:
        write_atomically(csv, csv_of_rows(names, rows).encode())
    numbers = [all(value is None or type(value) in (int, float) for value in column) for column in zip(*rows, strict=True)]
    columns = [Column(name, cut_value, not number) for name, number in zip(names, numbers or [False] * len(names), strict=True)]
    several = "1 row" if len(rows) == 1 else f"{len(rows):,} rows"
    notes = [several if len(rows) <= top else f"the first {top:,} of {several}"]
    if sweep.missing:
        notes.append(f"The sweep is not finished: {sweep.missing:,} rows are yet to be made.")

    def record() -> dict[str, Any]:
        result = [dict(zip(names, map(json_value, row), strict=True)) for row in rows]
        return sweep_dict(sweep) | {"columns": names, "result": result, "csv": csv}

    return Result(record, [Table("", columns, rows[:top], notes), *([] if csv is None else [f"csv: {csv}"])])


def cut_value(value: Any) -> str:
    """A value that SQL found; of long text the beginning."""
    return cut_text(number_text(value))
