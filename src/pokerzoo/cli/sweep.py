"""``pokerzoo sweep``: many spots of hold'em solved, one row each."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated

import typer

from pokerzoo.kernels import warm_up_once

from . import completion
from .declarations import argument
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
    """Options of ``sweep``, one field for each flag."""

    config: Annotated[
        str, argument("CONFIG", "The sweep as a TOML file; docs/sweeps.md explains its keys.", completion.config_files)
    ]
    out: Out = None
    processes: Processes = None
    ray: Ray = None
    dry_run: DryRun = False
    limit: Limit = None
    as_json: Json = False
    quiet: Quiet = False


@with_options(SweepOptions)
def sweep(options: SweepOptions) -> None:
    """Solve many spots of hold'em, and write one row each into Parquet files.

    Boards, ranges, stacks and bet sizes can vary. You can end it at any moment, by Ctrl-C or by a kill: the same command
    goes on, and makes no row twice. A spot that fails has its error in its row, and the exit code is then 2. The results are
    the same bit for bit on any machine.
    """
    from pokerzoo.evaluation.sweeps.spot_work import SpotWork

    work = SpotWork.from_config(options.config)
    if options.ray is None:
        with suppress(ValueError):  # a spot that cannot be has its error in its row
            warm_up_once(work.game(work.spot(0)), work.config.solve.precision)
    raise typer.Exit(run_work(work, options, Names("sweep", "spots")))
