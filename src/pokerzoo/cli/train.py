"""``pokerzoo train``: CFR on a game, with progress, and what it found."""

from __future__ import annotations

import math
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .options import Json, Params, parse_params
from .output import chips, console, is_terminal_error, mbb, print_facts, print_json, print_strategy, with_mbb
from .progress import Monitor, interrupts

if TYPE_CHECKING:
    from pokerzoo.agents import CFR

DEFAULT_UNTIL = 0.001
DEFAULT_ITERATIONS = 1_000_000
"""Where neither limit is given: until that exploitability (chips), at most so many iterations."""

EXAMPLES = (
    "pokerzoo train kuhn",
    "pokerzoo train leduc --variant cfr+ --until 0.0001 --out leduc.npz",
    "pokerzoo train kuhn --param num_cards=4 --chance sample --seed 1 --iterations 100000",
    "pokerzoo train rps --param 'payoffs=[[0,-1,2],[1,0,-1],[-2,1,0]]'",
)


def train(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game; 'pokerzoo games' lists them.")],
    param: Params = None,
    variant: Annotated[str, typer.Option(metavar="NAME", help="cfr, cfr+, lcfr or dcfr.")] = "cfr",
    iterations: Annotated[int | None, typer.Option(min=1, metavar="N", help="Stop after so many iterations.")] = None,
    until: Annotated[
        float | None,
        typer.Option(metavar="X", help="Stop when the average strategy's exploitability is at most X chips a hand."),
    ] = None,
    alternating: Annotated[
        bool | None,
        typer.Option("--alternating/--simultaneous", help="Players update in turn, or at once; else as the variant has it."),
    ] = None,
    chance: Annotated[
        str, typer.Option(metavar="all|sample", help="Every deal each iteration, or one deal drawn at random.")
    ] = "all",
    seed: Annotated[int | None, typer.Option(min=0, metavar="N", help="Of the deals, with --chance sample.")] = None,
    out: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the average strategy here (an old FILE is replaced).")
    ] = None,
    as_json: Json = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress and no summary.")] = False,
) -> None:
    """Train by counterfactual regret minimization.

    Without --iterations and --until: until 0.001 chips, at most 1,000,000 iterations. Ctrl-C stops and keeps what was
    trained. Prints the average strategy, what player 0 expects of it and how exploitable it is, in chips.
    """
    from pokerzoo.envs import make_game

    if until is not None and not (math.isfinite(until) and until > 0):
        raise ValueError(f"--until {until}: must be a finite number of chips above 0")
    if iterations is None and until is None:
        iterations, until = DEFAULT_ITERATIONS, DEFAULT_UNTIL
    target = None if out is None else check_target(Path(out))
    rules = make_game(game, **parse_params(param))
    monitor = Monitor(iterations, until, show=is_terminal_error() and not quiet)
    with monitor:
        from pokerzoo.agents import CFR

        solver = CFR(rules, variant, alternating=alternating, chance=chance, seed=seed)
        with interrupts() as interrupt:
            began = time.perf_counter()
            solver.run(iterations, until=until, callbacks=[monitor, lambda _: interrupt.seen])
            seconds, rate = time.perf_counter() - began, monitor.rate(solver)
            if target is not None:
                solver.average_policy().save(target)
    result = as_object(solver, until, interrupt.seen, seconds, rate, out)
    if interrupt.seen:
        kept = f"kept in {out}" if out is not None else "not kept: no --out"
        console(error=True).print(f"pokerzoo: interrupted after {solver.iteration:,} iterations ({kept})", soft_wrap=True)
    if as_json:
        print_json(result)
    elif not quiet:
        print_summary(solver, result)


def check_target(path: Path) -> Path:
    """Where ``path`` leads, if a file can be written there; OSError or ValueError if not, before any work is done."""
    if path.exists() and not path.is_file():
        raise ValueError(f"--out {path}: exists and is not a file")
    path = path.resolve()  # a link stays a link
    if not path.parent.is_dir():
        raise ValueError(f"--out {path}: no such directory: {path.parent}")
    try:
        # The file is written beside its place first, under such a name.
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", suffix=".part"):
            return path
    except OSError as error:
        raise ValueError(f"--out {path}: cannot write there: {error.strerror}") from None


def as_object(
    solver: CFR, until: float | None, interrupted: bool, seconds: float, rate: float | None, out: str | None
) -> dict[str, Any]:
    """The result as the documented object."""
    game, exploitability = solver.game, solver.exploitability
    reached = until is not None and exploitability <= until
    return {
        "game": game.name,
        "parameters": game.params,
        "variant": solver.variant.name,
        "alternating": solver.alternating,
        "chance": solver.chance,
        "seed": solver.seed,
        "iterations": solver.iteration,
        "stopped_by": "interrupt" if interrupted else "until" if reached else "iterations",
        "interrupted": interrupted,
        "seconds": seconds,
        "iterations_per_second": rate,
        "expected_chips": solver.expected_value,
        "exploitability_chips": exploitability,
        "exploitability_mbb": mbb(game, exploitability),
        "file": out,
    }


def print_summary(solver: CFR, result: dict[str, Any]) -> None:
    """The average strategy, and what it is worth."""
    out, file = console(), result["file"]
    policy = solver.average_policy()
    left_out = print_strategy(out, policy, solver.game.infosets, whole=False)
    turns = "alternating updates" if solver.alternating else "simultaneous updates"
    deals = "every deal each iteration" if solver.chance == "all" else f"one deal an iteration, seed {solver.seed}"
    rate = result["iterations_per_second"]
    speed = "" if rate is None else f", {rate:,.0f} a second"
    facts = {
        "game": str(solver.game),
        "method": f"{solver.variant.name}, {turns}, {deals}",
        "iterations": f"{solver.iteration:,} in {result['seconds']:.1f} s{speed}",
        "player 0 expects": f"{chips(result['expected_chips'])} chips a hand (average strategy)",
        "exploitability": f"{with_mbb(solver.game, result['exploitability_chips'])} (average strategy)",
        "file": file if file is not None else "not written; --out FILE keeps the strategy",
    }
    print_facts(out, facts)
    if left_out:
        where = file if file is not None else "FILE"
        hint = "Every row" if file is not None else "Every row, once it is in a file"
        out.print(f"{hint}: pokerzoo show {where} --all", soft_wrap=True)
