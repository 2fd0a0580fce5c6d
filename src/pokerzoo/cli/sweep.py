"""``pokerzoo sweep``: many spots of hold'em solved, into tables of Parquet files."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pokerzoo.envs.support.errors import InputError
from pokerzoo.envs.support.formats import duration_text, per_second, size_text

from .command import PATH, command, is_asked, option
from .options import ROWS_FAILED, out_folder
from .output import Facts, Result, say
from .progress import run_rows

if TYPE_CHECKING:
    from pokerzoo.jobs.engine import RunProgress
    from pokerzoo.jobs.folder import Folder
    from pokerzoo.jobs.work import Work

EXAMPLES = (
    "pokerzoo sweep --example > flops.toml",
    "pokerzoo sweep flops.toml --dry-run",
    "pokerzoo sweep flops.toml --out flops",
    "pokerzoo sweep flops.toml --out flops --processes 8 --limit 100",
    "pokerzoo sweep flops.toml --out /shared/flops --ray node1:6379",
)
WORTH_TRYING = 20
"""The fewest spots that are to be solved for a few of them to be tried before."""


@command(EXAMPLES, quiet=True)
@click.argument("config", metavar="CONFIG", required=False, type=PATH, help="The sweep as a TOML file; --example prints one.")
@out_folder
@option("--processes")
@option("--ray")
@option("--example", is_flag=True, help="Print a file to start from.")
@option("--dry-run", is_flag=True, help="Solve a few spots, write nothing, and print what all take.")
@option("--limit", metavar="N", help="Stop after N more spots, rounded up to whole files.")
def sweep(
    config: str | None, out: str | None, processes: int | None, ray: str | None, example: bool, dry_run: bool, limit: int | None
) -> Result | None:
    """Solve many spots of hold'em into tables of Parquet files.

    Boards, ranges, stacks and bet sizes can vary. A few spots are tried first, to say how long all of them will take. You can
    end it at any moment, by Ctrl-C or by a kill: the same command resumes it, and makes no row twice. A spot that fails has
    its error in its row, and the exit code is then 2.
    """
    from pokerzoo.evaluation.sweeps.spot_work import SpotWork
    from pokerzoo.jobs.folder import Folder
    from pokerzoo.kernels import warm_up_once

    if example:
        from pokerzoo.evaluation.sweeps.sweep_config import EXAMPLE

        sys.stdout.write(EXAMPLE)
        return None
    if config is None:
        raise InputError("CONFIG: is needed; --example prints one")
    work = SpotWork.from_config(config)
    if out is None and not dry_run:
        raise InputError("--out DIR: is needed, for the tables (or --dry-run)")
    if ray is None:
        with suppress(ValueError):  # a spot that cannot be has its error in its row
            warm_up_once(work.game(work.spot(0)), work.config.solve.precision)
    if dry_run:
        return dry_result(work, out, processes, limit)
    return sweep_result(Folder.make(str(out), work), str(out), processes, ray, limit)


def sweep_result(folder: Folder, out: str, processes: int | None, ray: str | None, limit: int | None) -> Result:
    """Solve what is missing."""
    if not is_asked("quiet") and ray is None:
        say_time(folder, processes, limit)
    result = run_rows(folder, "sweep", "spots", processes, ray, limit)
    record = {"folder": out, "ray": ray} | result.to_dict()
    return Result(record, parts_of(result, out), ROWS_FAILED if result.failed else 0)


def rows_left(folder: Folder, limit: int | None) -> int:
    """Number of spots that are missing, up to a limit."""
    left = folder.count(folder.missing())
    return left if limit is None else min(left, limit)


def say_time(folder: Folder, processes: int | None, limit: int | None) -> None:
    """Try a few spots, and say how long all will take."""
    from pokerzoo.jobs.estimate import estimate_work

    left = rows_left(folder, limit)
    if left < WORTH_TRYING:
        return
    guess = estimate_work(folder.work, processes, left)
    each = duration_text(guess.seconds * guess.processes / left)
    tried = f"{each} each, {len(guess.sampled)} tried"
    say(f"{left:,} spots, {guess.processes} at a time: about {duration_text(guess.seconds)} ({tried})")


def parts_of(result: RunProgress, out: str) -> list[Facts | str]:
    """The rows, and what to do next."""
    done = f"{result.done:,} of {result.rows:,}" if result.done < result.rows else f"{result.rows:,}"
    before = result.done - result.made
    speed = "" if result.rows_per_second is None else f", {per_second(result.rows_per_second)} once started"
    facts: Facts = {
        "spots": done + (f" ({before:,} were there)" if before else ""),
        "errors": f"{result.failed:,}" if result.failed else "none",
        "time": f"{duration_text(result.seconds)}{speed}",
        "folder": out,
    }
    facts |= {f"  spot {failed.index}": failed.error for failed in result.errors}
    left = result.rows - result.done
    hint = f"The same command solves the other {left:,} spots." if left else f"What to do next: pokerzoo query {out}"
    return [facts, "", hint]


def dry_result(work: Work, out: str | None, processes: int | None, limit: int | None) -> Result:
    """What a sweep takes."""
    from pokerzoo.jobs.estimate import estimate_work
    from pokerzoo.jobs.folder import HEAD, Folder

    left = work.count
    if out is not None and (Path(out) / HEAD).exists():
        left = rows_left(Folder.make(out, work), limit)
    guess = estimate_work(work, processes, left)
    took, together = guess.sampled_seconds, guess.process_bytes * guess.processes
    error = f" (give or take {duration_text(guess.seconds_error)})" if guess.seconds_error else ""
    free = "" if guess.free_bytes is None else f", of {size_text(guess.free_bytes)} that are free"
    missing = f", {guess.rows_left:,} of them missing" if guess.rows_left < guess.rows else ""
    limits = f"{duration_text(min(took))} to {duration_text(max(took))}"
    facts: Facts = {
        "spots": f"{guess.rows:,}{missing}, in {guess.files:,} {'file' if guess.files == 1 else 'files'} a table",
        "time": f"{duration_text(guess.seconds)}{error}, {guess.processes} at a time",
        "a spot": f"{duration_text(sum(took) / len(took))} ({limits} in {len(took)} that were solved)",
        "disk": f"{size_text(guess.bytes)}, {size_text(guess.bytes_a_row)} a spot",
        "memory": f"{size_text(guess.process_bytes)} a process, {size_text(together)} in all{free}",
    }
    if guess.sampled_errors:
        facts["errors"] = f"in {guess.sampled_errors} of the {len(took)} that were solved"
    if guess.notes:
        facts["note"] = "; ".join(guess.notes)
    return Result(guess, [facts])
