"""``pokerzoo solve``: an equilibrium of a hold'em spot by CFR, with progress, and what it is worth."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pokerzoo.envs.games.spot_presets import Settings
from pokerzoo.envs.support.errors import InputError
from pokerzoo.kernels import warm_up_once

from .declarations import flag
from .locks import LockedInfosets, collect_locks
from .option_names import as_solver_precision
from .options import Json
from .output import is_terminal_error, print_json, say
from .progress import run_watched, say_interrupted
from .solve_summary import print_summary
from .spot import HAND, PLAYED, SOLVER, SPOT, THREE, make_hand, make_spot, say_rounding, with_flags
from .train import check_target

if TYPE_CHECKING:
    from pokerzoo.agents import CFR, RiverBound
    from pokerzoo.envs.games.holdem import HoldemGame

FAR, FAR_FROM_TARGET = 2, 3
"""From this many times the target on a result is far from it, and the exit code is this."""
DEFAULT_UNTIL = "0.1%"
DEFAULT_ITERATIONS = 100_000
HAND_UNTIL = "5 mbb"
"""Default limits: this exploitability, and at most this many iterations; from the blinds on another."""
PRECISIONS = ("full", "single", "half")

BIG = 10**9
"""Bytes from which on the size of a spot is printed."""

EXAMPLES = (
    "pokerzoo solve",
    "pokerzoo solve --preset full --until 0.5%",
    "pokerzoo solve --preset 3-bet --until 0.5% --out flop.npz",
    "pokerzoo solve --board QsJh2h8d3c --oop 'QQ+,AKs,T9s-76s' --ip 'JJ+,AQ:0.5' --pot 100 --stack 300 "
    "--bet '33%,75%,a' --raise '60%,a' --until 0.1% --out spot.npz",
    "pokerzoo solve --lock-at b25 'QQ: fold 0.5, call 0.5; AA: call 1'",
    "pokerzoo solve --board QsJh2h8d3c --oop 'TT+,AKs' --middle 'JJ+,AQ' --ip '99+,KQs' --stacks 100/60/60",
    "pokerzoo solve --preset preflop-100bb --ante 0.1",
    "pokerzoo solve --config spot.toml --iterations 500",
)


@with_flags(SPOT, THREE, PLAYED, HAND, SOLVER)
def solve(
    settings: Settings,
    as_json: Json = False,
    quiet: Annotated[bool, flag("--quiet", "No progress and no summary.")] = False,
) -> None:
    """Solve a flop, a turn or a river of no-limit hold'em for two or three, or with some presets a game from the blinds on.

    Prints what each player expects, how exploitable the average strategy is, and how often the first player takes each
    action. Net chips count half of the starting pot as put in by each player; the pot share is net chips plus that half.
    With --middle three players are in, and each has put in a third. CFR promises them no equilibrium: what a best response
    of each gains is printed, exactly, and --until is a limit on the largest of these gains.
    Without --until and --iterations it stops at 0.1% of the pot, or after 100,000
    iterations. Of games from the blinds on (fhp, ms1f3, preflop-100bb, ...) it stops at 5 mbb, and prints what each of the
    169 hands does first. Ctrl-C stops it and keeps what was solved. Defaults are in round brackets.
    """
    from pokerzoo.envs.compiled.street_size import solving_size
    from pokerzoo.envs.support.errors import cut_text
    from pokerzoo.envs.support.parameters import check_choice, check_int
    from pokerzoo.evaluation.spots.solve_result import solve_result

    until, iterations = settings.get("until"), settings.get("iterations")
    if until is None and iterations is None:
        until, iterations = default_until(settings), DEFAULT_ITERATIONS
    if iterations is not None and iterations < 1:
        raise InputError(f"--iterations {iterations}: must be at least 1")
    out, precision = settings.get("out"), settings.get("precision", "full")
    check_choice("precision", precision, PRECISIONS)
    streets = settings.get("streets", 0)
    check_int("streets", streets, 0, 1)
    target = None if out is None else check_target(Path(out))
    game: Any = make_hand(settings) if "game" in settings else make_spot(settings)
    if not quiet and "game" not in settings:
        say_rounding(game)
    locked = collect_locks(game, settings)
    if streets:
        from pokerzoo.envs.games.holdem import is_spot

        if not is_spot(game):
            what = "a preset that begins at the blinds" if "game" in settings else "three players"
            raise InputError(f"--streets {streets}: must be 0 with {what}")
        check_rivers(game, locked)
    target_chips = None if until is None else game.stakes.limit_in_chips(until, f"--until {cut_text(until, 60)}", game.name)
    size_of = solving_size(game, threads=settings.get("threads")).bytes
    solver_precision = settings.get("solver-precision", "auto")
    needed = size_of.get(solver_precision, max(size_of.values()))
    if needed > BIG and not quiet:
        from pokerzoo.envs.support.memory import gigabytes

        say(f"{game.size.entries:,} probabilities take about {gigabytes(needed)} of memory")
    variant, size = settings.get("variant", "dcfr"), []

    def make() -> CFR:
        from pokerzoo.agents import CFR

        try:
            return CFR(game, variant, locks=locked.locks, precision=solver_precision, threads=settings.get("threads"))
        except ValueError as error:
            raise InputError(as_solver_precision(str(error))) from error

    def keep(solver: CFR, failed: bool) -> None:
        if target is not None:
            size.append(solver.average_policy().save(target, precision, streets=streets))

    warm_up_once(game, solver_precision, reports=False)
    run = run_watched(make, iterations, target_chips, show=is_terminal_error() and not quiet, keep=keep)
    if run.interrupted:
        say_interrupted(run.solver, out)
    # Only a run that used up its iterations can have missed its target.
    missed = None if run.interrupted or run.solver.iteration != iterations else target_chips
    if quiet and not as_json and (missed is None or game.num_players > 2):
        return
    bound = None if target is None or not streets else bound_of(target)
    result = solve_result(game, run, out, size[0] if size else None, (len(locked.locks), locked.nodes), bound)
    if as_json:
        print_json(result)
    elif not quiet:
        print_summary(game, result, target_chips)
    if game.num_players == 2:
        check_reached(result.exploitability_chips, missed)


def check_reached(exploitability: float, target: float | None) -> None:
    """Say that a run has ended far from its target, if it has one, and exit with a code of its own."""
    if target is not None and exploitability > FAR * target:
        far = f"{exploitability:.3g} chips instead of {target:.3g}"
        say(f"the iterations ended far from --until: exploitability is {far}; the strategy is no equilibrium yet")
        raise typer.Exit(FAR_FROM_TARGET)


def default_until(settings: Settings) -> str:
    """The limit where none is given."""
    return HAND_UNTIL if "game" in settings else DEFAULT_UNTIL


def bound_of(path: Path) -> RiverBound:
    """By how much a file without rivers, just written, is worse than what was solved, at most."""
    from pokerzoo.agents import ResolvingPolicy

    policy = ResolvingPolicy.load(path)
    assert isinstance(policy, ResolvingPolicy)
    bound = policy.river_bound()
    assert bound is not None
    return bound


def check_rivers(game: HoldemGame, locked: LockedInfosets) -> None:
    """ValueError unless rivers can be left out of the file: before anything is solved."""
    from pokerzoo.agents.cfr.locks import treat_suits_alike
    from pokerzoo.envs.compiled.forms import boards_of

    form = boards_of(game)
    if form is None:
        raise InputError("--streets 1: must be a flop, or a turn with more than 32 hands in the ranges")
    if locked.rivers:
        raise InputError("--streets 1: goes not with a lock on the river: rivers solved anew know nothing of it")
    if not treat_suits_alike(form, locked.locks):
        raise InputError("--streets 1: goes not with locks of one suit only, where the game has another that is alike")
