"""``pokerzoo sweep``: many spots of hold'em solved, one row each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from .options import Json, with_options
from .work_runs import DryRun, Limit, Names, Out, Processes, Quiet, Ray, run_work

EXAMPLES = (
    "pokerzoo sweep flops.toml --dry-run",
    "pokerzoo sweep flops.toml --out flops",
    "pokerzoo sweep flops.toml --out flops --processes 8 --limit 100",
    "pokerzoo sweep flops.toml --out /shared/flops --ray node1:6379",
)


@dataclass(frozen=True, slots=True)
class SweepOptions:
    """What ``sweep`` is asked for, one field for each flag."""

    config: Annotated[str, typer.Argument(metavar="CONFIG", help="The sweep as a TOML file: docs/sweeps.md.")]
    out: Out = None
    processes: Processes = None
    ray: Ray = None
    dry_run: DryRun = False
    limit: Limit = None
    as_json: Json = False
    quiet: Quiet = False


@with_options(SweepOptions)
def sweep(options: SweepOptions) -> None:
    """Solve many spots: boards, ranges, stacks, sizes that vary; one row each in Parquet files.

    It may be ended at any moment, by Ctrl-C or by a kill: the same command goes on, and makes no row twice. A spot that
    fails has its error in its row; the exit code is then 2. Results are the same bit for bit, whatever makes them.
    """
    from pokerzoo.evaluation.sweeps.spot_work import SpotWork

    raise typer.Exit(run_work(SpotWork.from_config(options.config), options, Names("sweep", "spots")))
