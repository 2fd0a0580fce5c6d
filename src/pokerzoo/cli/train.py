"""``pokerzoo train``: CFR on a game, with progress, and what it found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .option_names import ADDRESS
from .options import VARIANT_NAMES, Json, Params, game_with, with_options
from .output import MEASURED, console, is_terminal_error, print_json
from .progress import Watched, run_watched, say_interrupted
from .train_runs import many, train_runs
from .trainers import EPSILON, trainer_for

if TYPE_CHECKING:
    from pokerzoo.agents import Trainer

DEFAULT_ITERATIONS = 1_000_000
"""Where neither limit is given: at most so many, until the exploitability that the trainer's table has."""

EXAMPLES = (
    "pokerzoo train kuhn",
    "pokerzoo train leduc --variant cfr+ --until 0.0001 --out leduc.npz",
    "pokerzoo train kuhn --param num_cards=4 --chance sample --seed 1 --iterations 100000",
    "pokerzoo train leduc --sampling external --seed 1 --iterations 1000000",
    "pokerzoo train leduc --method mmd --until 0.01",
    "pokerzoo train kuhn --method mmd --temperature 0.5 --iterations 500",
    "pokerzoo train leduc --variant lcfr --iterations 10000000 --checkpoint run1 --log run1.jsonl --every 10000",
    "pokerzoo train rps --param 'payoffs=[[0,-1,2],[1,0,-1],[-2,1,0]]'",
    "pokerzoo train leduc --sampling external,outcome --iterations 100000 --runs 10 --out runs --picture runs.png",
    "pokerzoo train bet_fold --param num_players=5 --param odds=3 --out bet_fold.npz",
)


@dataclass(frozen=True, slots=True)
class TrainOptions:
    """What ``train`` is asked for, one field for each flag."""

    game: Annotated[
        list[str], typer.Argument(metavar="GAME", help="The game; 'pokerzoo games' lists them. With --runs it may be several.")
    ]
    param: Params = None
    variant: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help=f"{VARIANT_NAMES}; else dcfr, and cfr where chance is sampled. With --runs also several: cfr,lcfr.",
        ),
    ] = None
    method: Annotated[str, typer.Option(metavar="cfr|mmd", help="CFR, with all its variants, or magnetic mirror descent.")] = (
        "cfr"
    )
    temperature: Annotated[
        str | None, typer.Option(metavar="X", help="With --method mmd: in chips, as 0.5, '5/sqrt(t)' or '2/t'.")
    ] = None
    step: Annotated[str | None, typer.Option(metavar="X", help="With --method mmd: in 1 / chips, likewise.")] = None
    magnet_rate: Annotated[
        str | None, typer.Option(metavar="X", help="With --method mmd: how fast the magnet moves, 0 (not) to 1.")
    ] = None
    iterations: Annotated[int | None, typer.Option(min=1, metavar="N", help="Stop after so many iterations.")] = None
    until: Annotated[
        str | None,
        typer.Option(
            metavar="X", help="Stop at this exploitability: 0.05 (chips a hand), 0.1% (of the starting pot), '5 mbb'."
        ),
    ] = None
    alternating: Annotated[
        bool | None,
        typer.Option("--alternating/--simultaneous", help="Players update in turn, or at once; else as the variant has it."),
    ] = None
    chance: Annotated[
        str, typer.Option(metavar="all|sample", help="Every deal each iteration, or one deal drawn at random.")
    ] = "all"
    sampling: Annotated[
        str | None,
        typer.Option(
            metavar="external|outcome|chance",
            help="Monte Carlo CFR: what a traversal samples (cfr, cfr+ or lcfr). With --runs also several.",
        ),
    ] = None
    epsilon: Annotated[float, typer.Option(metavar="X", help="Share of uniform play of the traverser in outcome sampling.")] = (
        EPSILON
    )
    baseline: Annotated[bool, typer.Option("--baseline", help="With --sampling: control variates, for less variance.")] = False
    average: Annotated[
        str, typer.Option(metavar="stochastic|lazy", help="With --sampling: an estimated or an exact average strategy.")
    ] = "stochastic"
    seed: Annotated[int | None, typer.Option(min=0, metavar="N", help="Of all that is sampled; with --runs the first.")] = None
    threads: Annotated[
        int | None,
        typer.Option(metavar="N", help="Hold'em with cards to come: over so many threads; else over all processors."),
    ] = None
    sums: Annotated[
        str, typer.Option(metavar="auto|single|half|double", help="Precision of regrets and averages, as in 'pokerzoo solve'.")
    ] = "auto"
    every: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Iterations between checkpoints, lines of the log, points of --runs.")
    ] = None
    checkpoint: Annotated[
        str | None,
        typer.Option(metavar="DIR", help="Keep checkpoints here. The same command goes on where an earlier one stopped."),
    ] = None
    log: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write iteration, seconds, exploitability, gains as lines of JSON.")
    ] = None
    out: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write the average strategy here (an old FILE is replaced); with --runs a folder."),
    ] = None
    runs: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="So many independent runs, seeds 0, 1, ..., and the spread between them."),
    ] = None
    seeds: Annotated[str | None, typer.Option(metavar="LIST", help="Many runs: their seeds, as 0-9 or 1,5,20-29.")] = None
    processes: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Many runs: so many at a time; else one for each processor.")
    ] = None
    ray: Annotated[
        str | None,
        typer.Option(metavar=ADDRESS, help="Many runs: on a Ray cluster; without ADDRESS one that is started here."),
    ] = None
    picture: Annotated[
        str | None, typer.Option(metavar="FILE", help="Many runs: draw their curves and their spread (.png, .svg, .pdf).")
    ] = None
    by: Annotated[str | None, typer.Option(metavar="iteration|nodes", help="The picture's horizontal axis.")] = None
    as_json: Json = False
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress and no summary.")] = False


@with_options(TrainOptions)
def train(options: TrainOptions) -> None:
    """Train by counterfactual regret minimization, or with --method mmd by magnetic mirror descent.

    Without --iterations and --until: until 0.001 chips, at most 1,000,000 iterations. Ctrl-C stops and keeps what was
    trained. Prints the average strategy, what player 0 expects of it and how exploitable it is, in chips. With more than
    two players nothing promises that this goes to zero.

    With --checkpoint a run may be killed at any moment: the same command goes on from the last checkpoint and ends where the
    uninterrupted run ends, bit for bit.

    In bet_fold all players share one strategy, whose deviation gain stands for exploitability: with --chance all the values
    of all cards are exact, until 1e-9 bb; with --chance sample an iteration is a game, until 0.001 bb.

    With --runs every game, variant and way of sampling is trained from every seed, each run by itself in a process or on a
    cluster. --out keeps a file for each run: killed and started again, the same command goes on, with the same results.
    """
    if many(options):
        raise typer.Exit(train_runs(options))
    train_once(options)


def train_once(options: TrainOptions) -> None:
    """One run."""
    from pokerzoo.envs.support.units import limit_in_chips

    target = None if options.out is None else check_target(Path(options.out))
    if target is not None and options.log is not None and same_file(target, Path(options.log)):
        raise ValueError(f"--log {options.log}: is the same file as --out {options.out}")
    game = game_with(options.game[0], options.param)
    limit = None if options.until is None else limit_in_chips(game, options.until, f"--until {options.until}")
    trainer, iterations = trainer_for(game, options), options.iterations
    if iterations is None and limit is None:
        iterations, limit = DEFAULT_ITERATIONS, trainer.default_until(game, options)

    def keep(solver: Trainer, failed: bool) -> None:
        if target is not None:
            solver.average_policy().save(unfinished(target) if failed else target)

    run = run_watched(
        lambda: trainer.make(game, options), iterations, limit, show=is_terminal_error() and not options.quiet, keep=keep,
        callbacks=logs(options.log), every=options.every, checkpoint=options.checkpoint,
    )  # fmt: skip
    result = as_object(run, limit, options.out) | {"checkpoint": options.checkpoint, "log": options.log}
    result |= trainer.more(run.solver, result)
    if run.interrupted:
        say_interrupted(run.solver, options.out)
    if options.as_json:
        print_json(result)
    elif not options.quiet:
        trainer.print_summary(run.solver, result)


def logs(path: str | None) -> list[Callable[[Any], Any]]:
    """The callbacks that keep a log."""
    if path is None:
        return []
    from pokerzoo.agents import JsonLinesLog

    return [JsonLinesLog(path)]


def check_target(path: Path) -> Path:
    """Where ``path`` leads, if a file can be written there; OSError or ValueError if not, before any work is done."""
    from pokerzoo.agents.policies.files import check_writable

    try:
        return check_writable(path)
    except FileNotFoundError as error:
        raise ValueError(f"--out {path}: {error.strerror}: {error.filename}") from None
    except (FileExistsError, IsADirectoryError):
        raise ValueError(f"--out {path}: exists and is not a file") from None
    except OSError as error:
        raise ValueError(f"--out {path}: cannot write there: {error.strerror}") from None


def same_file(one: Path, other: Path) -> bool:
    """Whether two names lead to one file, there or not."""
    try:
        return one.samefile(other)
    except OSError:
        return one.resolve() == other.resolve()


def unfinished(target: Path) -> Path:
    """Where a policy goes whose training failed: never over a file that is there."""
    if not target.exists():
        return target
    path = target.with_name(f"{target.stem}.unfinished{target.suffix}")
    console(error=True).print(
        f"pokerzoo: {target.name} is left as it was; what was trained is in {path}",
        soft_wrap=True,
        highlight=False,
        markup=False,
    )
    return path


def as_object(run: Watched[Trainer], until: float | None, out: str | None) -> dict[str, Any]:
    """The result as the documented object."""
    from pokerzoo.envs.support.units import pot_share

    solver, interrupted = run.solver, run.interrupted
    game, measured = solver.game, solver.measure().to_dict()
    expected = measured["values_chips"][0]
    reached = until is not None and measured["exploitability_chips"] <= until
    return {
        "game": game.name,
        "parameters": game.params,
        "variant": None if solver.variant is None else solver.variant.name,
        "alternating": solver.alternating,
        "chance": solver.chance,
        "sampling": solver.sampling,
        "seed": solver.seed,
        "iterations": solver.iteration,
        "resumed_at_iteration": run.resumed_at,
        "stopped_by": "interrupt" if interrupted else "until" if reached else "iterations",
        "interrupted": interrupted,
        "seconds": run.seconds,
        "iterations_per_second": run.rate,
        "expected_chips": expected,
        "expected_pot_share_chips": pot_share(game, expected),
        **{name: measured[name] for name in MEASURED},
        "gains_chips": measured["gains_chips"],
        "file": out,
    }
