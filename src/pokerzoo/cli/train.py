"""``pokerzoo train``: CFR on a game, with progress, and what it found."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pokerzoo.envs.support.errors import InputError
from pokerzoo.kernels import warm_up_once

from . import networks
from .options import game_with, with_options
from .output import is_terminal_error, print_json, say
from .progress import run_watched, say_interrupted
from .train_options import TrainOptions
from .trainers import trainer_for

if TYPE_CHECKING:
    from pokerzoo.agents.training import Trainer

DEFAULT_ITERATIONS = 1_000_000
"""Iterations at most if no limit is given; exploitability is then the trainer's own."""

EXAMPLES = (
    "pokerzoo train kuhn",
    "pokerzoo train leduc --variant cfr+ --until 0.0001 --out leduc.npz",
    "pokerzoo train kuhn --param num_cards=4 --sampling chance --seed 1 --iterations 100000",
    "pokerzoo train leduc --sampling external --seed 1 --iterations 1000000",
    "pokerzoo train leduc --method mmd --until 0.01",
    "pokerzoo train kuhn --method mmd --temperature 0.5 --iterations 500",
    "pokerzoo train leduc --method ppo --option hands=16384 --seed 1 --iterations 200 --out ppo.npz",
    "pokerzoo train leduc --variant lcfr --iterations 10000000 --checkpoint run1 --log run1.jsonl --every 10000",
    "pokerzoo train rps --param 'payoffs=[[0,-1,2],[1,0,-1],[-2,1,0]]'",
    "pokerzoo train texas_holdem --method blueprint --seconds 600 --out blueprint.npz",
    "pokerzoo train bet_fold --param num_players=5 --param odds=3 --out bet_fold.npz",
)


@with_options(TrainOptions)
def train(options: TrainOptions) -> None:
    """Find an equilibrium of a game by counterfactual regret minimization (CFR).

    Prints the average strategy, what player 0 expects of it, and its exploitability in chips. Without --iterations and
    --until it stops at 0.001 chips, or after 1,000,000 iterations. Ctrl-C stops it and keeps what was trained. With more
    than two players, exploitability need not go to zero.

    --method mmd trains by magnetic mirror descent. --method ppo, rnad, neural-mmd and deep-cfr train networks, on games of any
    size (deep-cfr: with a tree), and stop at 1% of the largest payoff. Whole hands need --iterations and --checkpoint.

    --method blueprint trains the agent for whole hands of texas_holdem: few bet sizes, hands in classes, a drawn board in each
    iteration. It stops after 600 seconds, or at --seconds or --iterations. 'pokerzoo play' and 'pokerzoo match' take its file.

    A run with --checkpoint can be killed at any moment. The same command goes on from the last checkpoint, and ends with
    the same strategy, bit for bit.

    In bet_fold all players play alike, unless --alternating tells them apart, and the best-response gain stands for
    exploitability. With --chance all the values of all cards are exact, and it stops at 1e-9 bb. With --chance sample an
    iteration is one game, and it stops at 0.001 bb.
    """
    if options.method == "blueprint":
        from .blueprint import check_options, train_blueprint

        check_options(options)
        train_blueprint(options, None if options.out is None else check_target(Path(options.out)))
        return
    check_no_blueprint(options)
    train_once(options)


def check_no_blueprint(options: TrainOptions) -> None:
    """ValueError for an option that is for blueprints alone."""
    for name in ("seconds", "bet_sizes", "raise_sizes", "raise_cap", "hand_classes", "textures"):
        if getattr(options, name) not in (None, False):
            raise InputError(f"--{name.replace('_', '-')}: needs --method blueprint")


def train_once(options: TrainOptions) -> None:
    """One run."""
    from pokerzoo.agents.training.run_result import training_result
    from pokerzoo.envs.support.errors import cut_text

    target = None if options.out is None else check_target(Path(options.out))
    if target is not None and options.log is not None and same_file(target, Path(options.log)):
        raise InputError(f"--log {options.log}: is the same file as --out {options.out}")
    game = game_with(options.game, options.param)
    unmeasured = options.method in networks.LEARNERS and networks.check_unmeasured(game, options)
    until = options.until
    limit = None if until is None else game.stakes.limit_in_chips(until, f"--until {cut_text(until, 60)}", game.name)
    trainer, iterations = trainer_for(game, options), options.iterations
    if iterations is None and limit is None:
        iterations, limit = DEFAULT_ITERATIONS, trainer.default_until(game, options)

    def keep(solver: Trainer, failed: bool) -> None:
        if target is not None:
            solver.average_policy().save(unfinished_path(target) if failed else target)

    if trainer.trainer == "CFR":
        warm_up_once(game, options.solver_precision, reports=False)
    run = run_watched(
        lambda: trainer.make(game, options), iterations, limit, show=is_terminal_error() and not options.quiet,
        measures=not unmeasured, keep=keep, callbacks=log_callbacks(options.log), every=options.every,
        checkpoint=options.checkpoint,
    )  # fmt: skip
    if unmeasured:
        if run.interrupted:
            say_interrupted(run.solver, options.checkpoint)
        networks.print_unmeasured(run, options)
        return
    result = training_result(run, options.out, options.checkpoint, options.log)
    own = trainer.own_result(run.solver, result)
    if run.interrupted:
        say_interrupted(run.solver, options.out)
    if options.as_json:
        print_json(result.to_dict() | ({} if own is None else own.to_dict()))
    elif not options.quiet:
        trainer.print_summary(run.solver, result, own)


def log_callbacks(path: str | None) -> list[Callable[[Any], Any]]:
    """The callbacks that keep a log."""
    if path is None:
        return []
    from pokerzoo.agents.training import JsonLinesLog

    return [JsonLinesLog(path)]


def check_target(path: Path) -> Path:
    """Target of ``path``, if a file can be written there; OSError or ValueError if not, before any work is done."""
    from pokerzoo.envs.support.atomic_files import check_writable

    try:
        return check_writable(path)
    except FileNotFoundError as error:
        raise InputError(f"--out {path}: {error.strerror}: {error.filename}") from None
    except (FileExistsError, IsADirectoryError):
        raise InputError(f"--out {path}: exists and is not a file") from None
    except OSError as error:
        raise InputError(f"--out {path}: cannot write there: {error.strerror}") from None


def same_file(one: Path, other: Path) -> bool:
    """True if two names lead to one file, there or not."""
    try:
        return one.samefile(other)
    except OSError:
        return one.resolve() == other.resolve()


def unfinished_path(target: Path) -> Path:
    """Path of a policy whose training failed: never over a file that is there."""
    if not target.exists():
        return target
    path = target.with_name(f"{target.stem}.unfinished{target.suffix}")
    say(f"{target.name} is left as it was; what was trained is in {path}")
    return path
