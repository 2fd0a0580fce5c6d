"""Options of ``pokerzoo train``, which the modules of its methods and of many runs read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from . import completion
from .option_names import ADDRESS
from .options import PARAM_HELP, VARIANT_NAMES, Json

EPSILON = 0.6
"""Default of ``--epsilon``."""

TRAINING, STOP, SAMPLING = "Training", "When to stop", "Sampling (Monte Carlo CFR)"
MIRROR, FILES, RUNS = "Magnetic mirror descent", "Files", "Many runs"
"""Headings of the options in the help."""


@dataclass(frozen=True, slots=True)
class TrainOptions:
    """Options of ``train``, one field for each flag."""

    game: Annotated[
        list[str],
        typer.Argument(
            metavar="GAME",
            autocompletion=completion.games,
            help="The game; 'pokerzoo games' lists them. With --runs you can give several.",
        ),
    ]
    param: Annotated[
        list[str] | None,
        typer.Option(
            "--param", metavar="NAME=VALUE", autocompletion=completion.parameters, help=PARAM_HELP, rich_help_panel=TRAINING
        ),
    ] = None
    variant: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            autocompletion=completion.variants,
            help=f"The variant of CFR: {VARIANT_NAMES}. Without it dcfr, or cfr if chance is sampled. With --runs you can give "
            "several: cfr,lcfr.",
            rich_help_panel=TRAINING,
        ),
    ] = None
    iterations: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Stop after N iterations.", rich_help_panel=STOP)
    ] = None
    until: Annotated[
        str | None,
        typer.Option(
            metavar="X",
            help="Stop at this exploitability: 0.05 (chips a hand), 0.1% (of the starting pot) or '5 mbb'.",
            rich_help_panel=STOP,
        ),
    ] = None
    alternating: Annotated[
        bool | None,
        typer.Option(
            "--alternating/--simultaneous",
            help="Update the players in turn or at once. Without it, what the variant does.",
            rich_help_panel=TRAINING,
        ),
    ] = None
    chance: Annotated[
        str,
        typer.Option(
            metavar="all|sample",
            autocompletion=completion.one_of("all", "sample"),
            help="Go through every deal in each iteration, or draw one.",
            rich_help_panel=TRAINING,
        ),
    ] = "all"
    out: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Write the average strategy here; an old FILE is replaced. With --runs a folder.",
            rich_help_panel=FILES,
        ),
    ] = None
    checkpoint: Annotated[
        str | None,
        typer.Option(
            metavar="DIR",
            help="Keep checkpoints here. The same command goes on where an earlier one stopped.",
            rich_help_panel=FILES,
        ),
    ] = None
    log: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Write iteration, seconds, exploitability and gains as lines of JSON.", rich_help_panel=FILES
        ),
    ] = None
    every: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="Iterations between checkpoints, between lines of the log, and between points of --runs.",
            rich_help_panel=FILES,
        ),
    ] = None
    sampling: Annotated[
        str | None,
        typer.Option(
            metavar="external|outcome|chance",
            autocompletion=completion.some_of("external", "outcome", "chance"),
            help="What a traversal samples. Variants cfr, cfr+ and lcfr. With --runs you can give several.",
            rich_help_panel=SAMPLING,
        ),
    ] = None
    epsilon: Annotated[
        float,
        typer.Option(
            metavar="X", help="Outcome sampling: how often the player who updates plays at random.", rich_help_panel=SAMPLING
        ),
    ] = EPSILON
    baseline: Annotated[
        bool,
        typer.Option("--baseline", help="Reduce the variance with baselines (control variates).", rich_help_panel=SAMPLING),
    ] = False
    average: Annotated[
        str,
        typer.Option(
            metavar="stochastic|lazy",
            autocompletion=completion.one_of("stochastic", "lazy"),
            help="Estimate the average strategy, or keep it exactly.",
            rich_help_panel=SAMPLING,
        ),
    ] = "stochastic"
    method: Annotated[
        str,
        typer.Option(
            metavar="cfr|mmd",
            autocompletion=completion.one_of("cfr", "mmd"),
            help="mmd: train by magnetic mirror descent, not by CFR.",
            rich_help_panel=MIRROR,
        ),
    ] = "cfr"
    temperature: Annotated[
        str | None,
        typer.Option(metavar="X", help="Temperature in chips: 0.5, '5/sqrt(t)' or '2/t'.", rich_help_panel=MIRROR),
    ] = None
    step: Annotated[
        str | None, typer.Option(metavar="X", help="Step size in 1 / chips, in the same form.", rich_help_panel=MIRROR)
    ] = None
    magnet_rate: Annotated[
        str | None,
        typer.Option(metavar="X", help="How fast the magnet moves, from 0 (not at all) to 1.", rich_help_panel=MIRROR),
    ] = None
    seed: Annotated[
        int | None,
        typer.Option(min=0, metavar="N", help="Seed of all sampling; with --runs the first seed.", rich_help_panel=TRAINING),
    ] = None
    threads: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="Threads, for hold'em with cards to come. Without it all processors.", rich_help_panel=TRAINING
        ),
    ] = None
    solver_precision: Annotated[
        str,
        typer.Option(
            metavar="auto|single|half|double",
            autocompletion=completion.one_of("auto", "single", "half", "double"),
            help="Precision of regrets and averages, as in 'pokerzoo solve'.",
            rich_help_panel=TRAINING,
        ),
    ] = "auto"
    runs: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="Train N times, from the seeds 0, 1, ..., and tell the spread between the runs.",
            rich_help_panel=RUNS,
        ),
    ] = None
    seeds: Annotated[str | None, typer.Option(metavar="LIST", help="The seeds, as 0-9 or 1,5,20-29.", rich_help_panel=RUNS)] = (
        None
    )
    processes: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Runs at a time. Without it one for each processor.", rich_help_panel=RUNS),
    ] = None
    ray: Annotated[
        str | None,
        typer.Option(metavar=ADDRESS, help="Run on a Ray cluster; without ADDRESS start one here.", rich_help_panel=RUNS),
    ] = None
    picture: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Draw the curves and their spread (.png, .svg, .pdf).", rich_help_panel=RUNS),
    ] = None
    by: Annotated[
        str | None,
        typer.Option(
            metavar="iteration|nodes",
            autocompletion=completion.one_of("iteration", "nodes"),
            help="Horizontal axis of the picture.",
            rich_help_panel=RUNS,
        ),
    ] = None
    as_json: Json = False
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress and no summary.")] = False
