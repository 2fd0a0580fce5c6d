"""``pokerzoo train``: CFR on a game, with progress, and what it found."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .options import VARIANT_NAMES, Json, Params, game_with
from .output import (
    MEASURED,
    console,
    distance,
    file_text,
    game_text,
    is_terminal_error,
    iterations_text,
    print_facts,
    print_json,
    print_strategy,
    with_mbb,
    with_pot_share,
)
from .progress import Watched, run_watched, say_interrupted

if TYPE_CHECKING:
    from pokerzoo.agents import CFR

EPSILON = 0.6
DEFAULT_UNTIL = 0.001
DEFAULT_ITERATIONS = 1_000_000
"""Where neither limit is given: until that exploitability (chips), at most so many iterations."""

EXAMPLES = (
    "pokerzoo train kuhn",
    "pokerzoo train leduc --variant cfr+ --until 0.0001 --out leduc.npz",
    "pokerzoo train kuhn --param num_cards=4 --chance sample --seed 1 --iterations 100000",
    "pokerzoo train leduc --sampling external --seed 1 --iterations 1000000",
    "pokerzoo train leduc --variant lcfr --iterations 10000000 --checkpoint run1 --log run1.jsonl --every 10000",
    "pokerzoo train rps --param 'payoffs=[[0,-1,2],[1,0,-1],[-2,1,0]]'",
    "pokerzoo train bet_fold --param num_players=5 --param odds=3 --out bet_fold.npz",
)


def train(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game; 'pokerzoo games' lists them.")],
    param: Params = None,
    variant: Annotated[
        str | None,
        typer.Option(metavar="NAME", help=f"{VARIANT_NAMES}; else dcfr, and cfr where chance is sampled."),
    ] = None,
    iterations: Annotated[int | None, typer.Option(min=1, metavar="N", help="Stop after so many iterations.")] = None,
    until: Annotated[
        str | None,
        typer.Option(
            metavar="X", help="Stop at this exploitability: 0.05 (chips a hand), 0.1% (of the starting pot), '5 mbb'."
        ),
    ] = None,
    alternating: Annotated[
        bool | None,
        typer.Option("--alternating/--simultaneous", help="Players update in turn, or at once; else as the variant has it."),
    ] = None,
    chance: Annotated[
        str, typer.Option(metavar="all|sample", help="Every deal each iteration, or one deal drawn at random.")
    ] = "all",
    sampling: Annotated[
        str | None,
        typer.Option(metavar="external|outcome|chance", help="Monte Carlo CFR: what a traversal samples (cfr, cfr+ or lcfr)."),
    ] = None,
    epsilon: Annotated[
        float, typer.Option(metavar="X", help="Share of uniform play of the traverser in outcome sampling.")
    ] = EPSILON,
    baseline: Annotated[bool, typer.Option("--baseline", help="With --sampling: control variates, for less variance.")] = False,
    average: Annotated[
        str, typer.Option(metavar="stochastic|lazy", help="With --sampling: an estimated or an exact average strategy.")
    ] = "stochastic",
    seed: Annotated[int | None, typer.Option(min=0, metavar="N", help="Of all that is sampled.")] = None,
    every: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Iterations between checkpoints and between lines of the log.")
    ] = None,
    checkpoint: Annotated[
        str | None,
        typer.Option(metavar="DIR", help="Keep checkpoints here. The same command goes on where an earlier one stopped."),
    ] = None,
    log: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write iteration, seconds, exploitability, gains as lines of JSON.")
    ] = None,
    out: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the average strategy here (an old FILE is replaced).")
    ] = None,
    as_json: Json = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress and no summary.")] = False,
) -> None:
    """Train by counterfactual regret minimization.

    Without --iterations and --until: until 0.001 chips, at most 1,000,000 iterations. Ctrl-C stops and keeps what was
    trained. Prints the average strategy, what player 0 expects of it and how exploitable it is, in chips. With more than
    two players nothing promises that this goes to zero.

    With --checkpoint a run may be killed at any moment: the same command goes on from the last checkpoint and ends where the
    uninterrupted run ends, bit for bit.

    In bet_fold all players share one strategy, whose deviation gain stands for exploitability: with --chance all the values
    of all cards are exact, until 1e-9 bb; with --chance sample an iteration is a game, until 0.001 bb.
    """
    from pokerzoo.envs.support.parameters import check_choice
    from pokerzoo.envs.support.units import limit_in_chips

    target = None if out is None else check_target(Path(out))
    if target is not None and log is not None and same_file(target, Path(log)):
        raise ValueError(f"--log {log}: is the same file as --out {out}")
    rules = game_with(game, param)
    limit = None if until is None else limit_in_chips(rules, until, f"--until {until}")
    common = rules.name == "bet_fold"  # one strategy for all players, without a tree
    callbacks = []
    if log is not None:
        from pokerzoo.agents import JsonLinesLog

        callbacks.append(JsonLinesLog(log))
    if sampling is None and (baseline or epsilon != EPSILON or average != "stochastic"):
        raise ValueError("--epsilon, --baseline, --average: need --sampling")
    if iterations is None and limit is None:
        iterations, limit = DEFAULT_ITERATIONS, DEFAULT_UNTIL
        if common:
            from .bet_fold import default_until

            limit = default_until(rules, chance)

    def make() -> Any:
        if common:
            from .bet_fold import common_strategy

            return common_strategy(rules, variant, alternating, chance, seed)
        if sampling is not None:
            from pokerzoo.agents import MCCFR

            if alternating is False:
                raise ValueError("--simultaneous: Monte Carlo CFR updates the players in turn")
            check_choice("chance", chance, ("all", "sample"))
            return MCCFR(
                rules, sampling, variant=variant, epsilon=epsilon, baseline=baseline, average=average, seed=seed
            )  # fmt: skip
        from pokerzoo.agents import CFR

        return CFR(rules, variant, alternating=alternating, chance=chance, seed=seed)

    def keep(solver: Any, failed: bool) -> None:
        if target is not None:
            solver.average_policy().save(unfinished(target) if failed else target)

    if common and sampling is not None:
        raise ValueError("--sampling: not in bet_fold, where --chance sample deals and plays games")
    run = run_watched(
        make, iterations, limit, show=is_terminal_error() and not quiet, keep=keep, callbacks=callbacks, every=every,
        checkpoint=checkpoint,
    )  # fmt: skip
    result = as_object(run, limit, out) | {"checkpoint": checkpoint, "log": log}
    if common:
        from . import bet_fold

        solver: Any = run.solver
        result |= bet_fold.as_object(solver, result)
    if run.interrupted:
        say_interrupted(run.solver, out)
    if as_json:
        print_json(result)
    elif common and not quiet:
        bet_fold.print_summary(solver, result)
    elif not quiet:
        print_summary(run.solver, result)


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


def as_object(run: Watched, until: float | None, out: str | None) -> dict[str, Any]:
    """The result as the documented object."""
    from pokerzoo.envs.support.units import pot_share

    solver, interrupted = run.solver, run.interrupted
    game, measured = solver.game, solver.measure().to_dict()
    expected = measured["values_chips"][0]
    reached = until is not None and measured["exploitability_chips"] <= until
    return {
        "game": game.name,
        "parameters": game.params,
        "variant": solver.variant.name,
        "alternating": solver.alternating,
        "chance": solver.chance,
        "sampling": getattr(solver, "sampling", None),
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


def print_summary(solver: CFR, result: dict[str, Any]) -> None:
    """The average strategy, and what it is worth."""
    out, file = console(), result["file"]
    policy = solver.average_policy()
    left_out = print_strategy(out, policy, solver.game.infosets, whole=False)
    turns = "alternating updates" if solver.alternating else "simultaneous updates"
    deals = "every deal each iteration" if solver.chance == "all" else f"one deal an iteration, seed {solver.seed}"
    if result["sampling"] is not None:
        deals = f"{result['sampling']} sampling, seed {solver.seed}"
    facts = {
        "game": game_text(solver.game),
        "method": f"{solver.variant.name}, {turns}, {deals}",
        "iterations": iterations_text(result),
        "player 0 expects": f"{with_pot_share(solver.game, result['expected_chips'])} (average strategy)",
        "exploitability": f"{with_mbb(solver.game, result['exploitability_chips'])} (average strategy)",
    }
    if solver.game.num_players > 2:
        facts["NashConv"] = (
            f"{distance(result['nash_conv_chips'])} chips, the sum of what {solver.game.num_players} best responses gain; with "
            "more than two players CFR promises no convergence to an equilibrium"
        )
    facts["file"] = file_text(file)
    print_facts(out, facts)
    if left_out:
        where = file if file is not None else "FILE"
        hint = "Every row" if file is not None else "Every row, once it is in a file"
        out.print(f"{hint}: pokerzoo show {where} --all", soft_wrap=True)
