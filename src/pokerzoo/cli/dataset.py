"""``pokerzoo dataset``: random situations solved, with both players' counterfactual values of all hands."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from .options import VARIANT_NAMES, Json, with_options
from .work_runs import DryRun, Limit, Names, Out, Processes, Quiet, Ray, run_work

MOST_ITERATIONS = 100_000
"""Where only --until is given."""

NEXT = "read_dataset({folder!r}) in Python, or pokerzoo query {folder} --sql 'SELECT board, exploitability FROM spots'"

EXAMPLES = (
    "pokerzoo dataset river --spots 10000 --out rivers",
    "pokerzoo dataset river --spots 10000 --first 10000 --out more-rivers",
    "pokerzoo dataset turn --spots 1000000 --seed 7 --part 3/64 --out part-3",
    "pokerzoo dataset turn --spots 1000 --iterations 1000 --variant cfr+ --dry-run",
    "pokerzoo dataset river --spots 5000 --ranges mixed --pots 100:250 --bet '33%,75%,a' --out shallow",
)


@dataclass(frozen=True, slots=True)
class DatasetOptions:
    """What ``dataset`` is asked for, one field for each flag."""

    street: Annotated[str, typer.Argument(metavar="river|turn", help="Which cards are there before the first bet.")]
    spots: Annotated[int, typer.Option(metavar="N", help="How many situations, all parts together.")]
    seed: Annotated[int, typer.Option(metavar="S", help="Which situations: a seed and a number decide one.")] = 0
    first: Annotated[int, typer.Option(metavar="K", help="The number of the first situation.")] = 0
    part: Annotated[
        str | None, typer.Option(metavar="I/N", help="Only the I-th of N parts, which together are the whole set.")
    ] = None
    ranges: Annotated[
        str, typer.Option(metavar="NAME", help="How ranges are drawn: deepstack, simplex, top, classes, even or mixed.")
    ] = "deepstack"
    pots: Annotated[
        str, typer.Option(metavar="NAME", help="How pots and stacks are drawn: deepstack, cash or ratio; or POT:STACK.")
    ] = "deepstack"
    bet_sizes: Annotated[str, typer.Option("--bet", metavar="SIZES", help="What may be bet: '33%,75%,a'.")] = "100%,a"
    raise_sizes: Annotated[str, typer.Option("--raise", metavar="SIZES", help="What may be raised.")] = "100%,a"
    until: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="Exploitability to reach: '0.5%' of the pot, or chips.")
    ] = None
    iterations: Annotated[int | None, typer.Option(metavar="N", help="The most iterations.")] = None
    variant: Annotated[str, typer.Option(metavar="NAME", help=f"{VARIANT_NAMES}.")] = "dcfr"
    rows_per_file: Annotated[int | None, typer.Option(min=1, metavar="N", help="Else 256 rivers or 32 turns.")] = None
    out: Out = None
    processes: Processes = None
    ray: Ray = None
    dry_run: DryRun = False
    limit: Limit = None
    as_json: Json = False
    quiet: Quiet = False


@with_options(DatasetOptions)
def dataset(options: DatasetOptions) -> None:
    """Solve random public situations, one row each in Parquet files: board, pot, ranges, values of all hands.

    Without --until and --iterations: until 0.5% of the pot, at most 1,000 iterations. docs/datasets.md says how
    situations are drawn, what the values are, and what stands in each column. The same command goes on where it was ended;
    a row is the same bit for bit, in whatever part of whatever set, and whichever machine makes it.
    """
    from pokerzoo.evaluation.sweeps.dataset_work import DatasetWork

    until, iterations = options.until, options.iterations
    limits: dict[str, Any] = {}
    if until is not None or iterations is not None:
        limits = {"until": until, "iterations": MOST_ITERATIONS if iterations is None else iterations}
    work = DatasetWork(
        street=options.street, spots=options.spots, seed=options.seed, first=options.first, part=part_of(options.part),
        ranges=options.ranges, pots=options.pots, bet_sizes=options.bet_sizes, raise_sizes=options.raise_sizes,
        variant=options.variant, rows_per_file=options.rows_per_file or 0, **limits,
    )  # fmt: skip
    raise typer.Exit(run_work(work, options, Names("dataset", "spots", NEXT)))


def part_of(text: str | None) -> tuple[int, int]:
    """The part that ``--part`` names.

    >>> part_of("3/64"), part_of(None)
    ((3, 64), (1, 1))

    Raises:
        ValueError: not I/N with 1 <= I <= N.
    """
    found = re.fullmatch(r"(\d{1,9})/(\d{1,9})", text or "1/1", re.ASCII)
    part = (int(found[1]), int(found[2])) if found else (0, 0)
    if not 1 <= part[0] <= part[1]:
        raise ValueError(f"part={text!r}: must be I/N, from 1/N to N/N; 3/64 is the third of 64 parts")
    return part
