"""``pokerzoo dataset``: random situations solved, with both players' counterfactual values of all hands."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from pokerzoo.envs.support.parameters import brief

from . import completion
from .declarations import argument, option
from .options import VARIANT_NAMES, Json, with_options
from .work_runs import DryRun, Limit, Names, Out, Processes, Quiet, Ray, run_work

MOST_ITERATIONS = 100_000
"""Iterations at most if only --until is given."""

NEXT = "read_dataset({folder!r}) in Python, or pokerzoo query {folder} --sql 'SELECT board, exploitability FROM spots'"

EXAMPLES = (
    "pokerzoo dataset river --spots 10000 --out rivers",
    "pokerzoo dataset river --spots 10000 --first 10000 --out more-rivers",
    "pokerzoo dataset turn --spots 1000000 --seed 7 --part 3/64 --out part-3",
    "pokerzoo dataset turn --spots 1000 --iterations 1000 --variant cfr+ --dry-run",
    "pokerzoo dataset river --spots 5000 --ranges deepstack:3,blueprint:1 --out both",
    "pokerzoo dataset river --spots 100000 --ranges classes --hands held --out narrow",
    "pokerzoo dataset river --spots 5000 --ranges mixed --pots 100:250 --bet '33%,75%,a' --out shallow",
)


@dataclass(frozen=True, slots=True)
class DatasetOptions:
    """Options of ``dataset``, one field for each flag."""

    street: Annotated[str, argument("river|turn", "The street that is played.", completion.one_of("river", "turn"))]
    spots: Annotated[int, option("N", "Number of situations, all parts together.")]
    seed: Annotated[int, option("S", "Seed of the situations.")] = 0
    first: Annotated[int, option("K", "Number of the first situation.")] = 0
    part: Annotated[str | None, option("I/N", "Make only the I-th of N parts.")] = None
    ranges: Annotated[
        str,
        option(
            "NAME",
            "How ranges are drawn: deepstack, simplex, top, classes, narrow, even, mixed or blueprint; "
            "or shares of several, as deepstack:3,blueprint:1.",
            complete=completion.one_of("deepstack", "simplex", "top", "classes", "narrow", "even", "mixed", "blueprint"),
        ),
    ] = "deepstack"
    pots: Annotated[
        str,
        option(
            "NAME",
            "How pots and stacks are drawn: deepstack, cash or ratio; or POT:STACK.",
            complete=completion.one_of("deepstack", "cash", "ratio"),
        ),
    ] = "deepstack"
    bet_sizes: Annotated[str, option("SIZES", "Bet sizes, as '33%,75%,a'.", name="--bet")] = "100%,a"
    raise_sizes: Annotated[str, option("SIZES", "Raise sizes, in the same form.", name="--raise")] = "100%,a"
    until: Annotated[str | None, option("AMOUNT", "Stop at this exploitability: '0.5%' of the pot, or chips.")] = None
    iterations: Annotated[int | None, option("N", "Stop after N iterations.")] = None
    variant: Annotated[str, option("NAME", f"The variant of CFR: {VARIANT_NAMES}.")] = "dcfr"
    hands: Annotated[
        str,
        option(
            "all|held",
            "Hands that are solved: all, or those of the ranges.",
        ),
    ] = "all"
    values: Annotated[
        str,
        option(
            "solve|network",
            "What rivers are worth in turns: solved, or by the network of the package.",
        ),
    ] = "solve"
    rows_per_file: Annotated[int | None, option("N", "Rows in a file. Without it 256 rivers or 32 turns.", min=1)] = None
    out: Out = None
    processes: Processes = None
    ray: Ray = None
    dry_run: DryRun = False
    limit: Limit = None
    as_json: Json = False
    quiet: Quiet = False


@with_options(DatasetOptions)
def dataset(options: DatasetOptions) -> None:
    """Solve random situations, and write one row each into Parquet files.

    A row has the board, the pot, the ranges, and the counterfactual values of all hands. docs/datasets.md explains how
    situations are drawn, and every column. Without --until and --iterations it stops at 0.5% of the pot, or after 1,000
    iterations. The same command goes on where it was ended. A row is the same bit for bit on any machine.
    """
    from pokerzoo.evaluation.sweeps.dataset_work import DatasetWork

    until, iterations = options.until, options.iterations
    limits: dict[str, Any] = {}
    if until is not None or iterations is not None:
        limits = {"until": until, "iterations": MOST_ITERATIONS if iterations is None else iterations}
    work = DatasetWork(
        street=options.street, spots=options.spots, seed=options.seed, first=options.first, part=part_of(options.part),
        ranges=options.ranges, pots=options.pots, bet_sizes=options.bet_sizes, raise_sizes=options.raise_sizes,
        variant=options.variant, hands=options.hands, values=options.values,
        rows_per_file=options.rows_per_file or 0, **limits,
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
        raise ValueError(f"part={brief(text)}: must be I/N, from 1/N to N/N; 3/64 is the third of 64 parts")
    return part
