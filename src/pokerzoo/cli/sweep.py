"""``pokerzoo sweep``: many spots of hold'em solved, into tables of Parquet files."""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from pokerzoo.envs.support.errors import InputError
from pokerzoo.kernels import warm_up_once

from . import completion
from .declarations import argument, flag, option
from .options import Json, with_options
from .output import console, print_facts, print_json, print_text, say
from .work_runs import FAILED, Display, Names, Out, Processes, Quiet, Ray, duration_text, per_second

if TYPE_CHECKING:
    from pokerzoo.evaluation.jobs.engine import RunProgress
    from pokerzoo.evaluation.jobs.folder import Folder
    from pokerzoo.evaluation.jobs.work import Work
    from pokerzoo.evaluation.sweeps.estimate import WorkEstimate

EXAMPLES = (
    "pokerzoo sweep --example > flops.toml",
    "pokerzoo sweep flops.toml --dry-run",
    "pokerzoo sweep flops.toml --out flops",
    "pokerzoo sweep flops.toml --out flops --processes 8 --limit 100",
    "pokerzoo sweep flops.toml --out /shared/flops --ray node1:6379",
)
NAMES = Names("sweep", "spots")
WORTH_TRYING = 20
"""The fewest spots that are to be solved for a few of them to be tried before."""


@dataclass(frozen=True, slots=True)
class SweepOptions:
    """Options of ``sweep``, one field for each flag."""

    config: Annotated[
        str | None, argument("CONFIG", "The sweep as a TOML file; --example prints one.", completion.config_files)
    ] = None
    out: Out = None
    processes: Processes = None
    ray: Ray = None
    example: Annotated[bool, flag("--example", "Print a file to start from.")] = False
    dry_run: Annotated[bool, flag("--dry-run", "Solve a few spots, write nothing, and print what all take.")] = False
    limit: Annotated[int | None, option("N", "Stop after N more spots, rounded up to whole files.", min=1)] = None
    as_json: Json = False
    quiet: Quiet = False


@with_options(SweepOptions)
def sweep(options: SweepOptions) -> None:
    """Solve many spots of hold'em into tables of Parquet files.

    Boards, ranges, stacks and bet sizes can vary. A few spots are tried first, to say how long all of them will take. You can
    end it at any moment, by Ctrl-C or by a kill: the same command resumes it, and makes no row twice. A spot that fails has
    its error in its row, and the exit code is then 2.
    """
    from pokerzoo.evaluation.jobs.folder import Folder
    from pokerzoo.evaluation.sweeps.spot_work import SpotWork

    if options.example:
        from pokerzoo.evaluation.sweeps.sweep_config import EXAMPLE

        sys.stdout.write(EXAMPLE)
        return
    if options.config is None:
        raise InputError("CONFIG: is needed; --example prints one")
    work = SpotWork.from_config(options.config)
    if options.out is None and not options.dry_run:
        raise InputError("--out DIR: is needed, for the tables (or --dry-run)")
    if options.ray is None:
        with suppress(ValueError):  # a spot that cannot be has its error in its row
            warm_up_once(work.game(work.spot(0)), work.config.solve.precision)
    if options.dry_run:
        dry_run(work, options)
    else:
        raise typer.Exit(run_sweep(Folder.make(str(options.out), work), options))


def run_sweep(folder: Folder, options: SweepOptions) -> int:
    """Solve what is missing, print what came of it, and return the exit code."""
    from pokerzoo.evaluation.jobs.engine import run_folder

    if not options.quiet and options.ray is None:
        say_time(folder, options)
    with Display(NAMES, options.quiet) as display:
        try:
            result = run_folder(folder, options.processes, options.ray or False, display.update, options.limit)
        except BaseException as error:
            display.end()
            if isinstance(error, KeyboardInterrupt | OSError) and display.told:
                done = folder.count(folder.there())
                say(f"{done:,} of {folder.work.count:,} {NAMES.rows} are in {options.out}; the same command resumes")
            raise
    if options.as_json:
        print_json({"folder": options.out, "ray": options.ray} | result.to_dict())
    elif not options.quiet:
        print_result(result, options)
    return FAILED if result.failed else 0


def rows_left(folder: Folder, limit: int | None) -> int:
    """Number of spots that are missing, up to a limit."""
    left = folder.count(folder.missing())
    return left if limit is None else min(left, limit)


def say_time(folder: Folder, options: SweepOptions) -> None:
    """Try a few spots, and say how long all will take."""
    from pokerzoo.evaluation.sweeps.estimate import estimate_work

    left = rows_left(folder, options.limit)
    if left < WORTH_TRYING:
        return
    guess = estimate_work(folder.work, options.processes, left)
    each = duration_text(guess.seconds * guess.processes / left)
    tried = f"{each} each, {len(guess.sampled)} tried"
    say(f"{left:,} spots, {guess.processes} at a time: about {duration_text(guess.seconds)} ({tried})")


def print_result(result: RunProgress, options: SweepOptions) -> None:
    """The result for people."""
    done = f"{result.done:,} of {result.rows:,}" if result.done < result.rows else f"{result.rows:,}"
    before = result.done - result.made
    speed = "" if result.rows_per_second is None else f", {per_second(result.rows_per_second)} once started"
    facts = {
        NAMES.rows: done + (f" ({before:,} were there)" if before else ""),
        "errors": f"{result.failed:,}" if result.failed else "none",
        "time": f"{duration_text(result.seconds)}{speed}",
        "folder": str(options.out),
    }
    facts |= {f"  spot {one.index}": one.error for one in result.errors}
    out = console()
    print_facts(out, facts)
    out.print()
    if result.done < result.rows:
        print_text(out, f"The same command solves the other {result.rows - result.done:,} {NAMES.rows}.")
    else:
        print_text(out, f"What to do next: pokerzoo query {options.out}")


def dry_run(work: Work, options: SweepOptions) -> None:
    """Print what a sweep takes."""
    from pathlib import Path

    from pokerzoo.evaluation.jobs.folder import HEAD, Folder
    from pokerzoo.evaluation.sweeps.estimate import estimate_work

    left = work.count
    if options.out is not None and (Path(options.out) / HEAD).exists():
        left = rows_left(Folder.make(options.out, work), options.limit)
    guess = estimate_work(work, options.processes, left)
    if options.as_json:
        print_json(guess)
    elif not options.quiet:
        print_estimate(guess)


def print_estimate(guess: WorkEstimate) -> None:
    """An estimate for people."""
    took, together = guess.sampled_seconds, guess.process_bytes * guess.processes
    error = f" (give or take {duration_text(guess.seconds_error)})" if guess.seconds_error else ""
    free = "" if guess.free_bytes is None else f", of {size_text(guess.free_bytes)} that are free"
    missing = f", {guess.rows_left:,} of them missing" if guess.rows_left < guess.rows else ""
    limits = f"{duration_text(min(took))} to {duration_text(max(took))}"
    facts = {
        NAMES.rows: f"{guess.rows:,}{missing}, in {guess.files:,} {'file' if guess.files == 1 else 'files'} a table",
        "time": f"{duration_text(guess.seconds)}{error}, {guess.processes} at a time",
        "a spot": f"{duration_text(sum(took) / len(took))} ({limits} in {len(took)} that were solved)",
        "disk": f"{size_text(guess.bytes)}, {size_text(guess.bytes_a_row)} a spot",
        "memory": f"{size_text(guess.process_bytes)} a process, {size_text(together)} in all{free}",
    }
    if guess.sampled_errors:
        facts["errors"] = f"in {guess.sampled_errors} of the {len(took)} that were solved"
    if guess.notes:
        facts["note"] = "; ".join(guess.notes)
    print_facts(console(), facts)


def size_text(number: float) -> str:
    """Bytes for people.

    >>> size_text(812), size_text(45_300), size_text(1.6e9)
    ('812 B', '45.3 kB', '1.6 GB')
    """
    for unit in ("B", "kB", "MB", "GB"):
        if number < 1000:
            return f"{number:.3g} {unit}"
        number /= 1000
    return f"{number:,.3g} TB"
