"""``pokerzoo solve``: an equilibrium of a hold'em spot by CFR, with progress, and what each player expects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from pokerzoo.envs.support.errors import InputError

from .command import command, is_asked, option
from .options import make_trainer, parse_params, until_in_chips
from .output import Result, check_target, say
from .progress import run_watched
from .run_summary import solved_parts
from .spot import LockedInfosets, asked_game, collect_locks, say_warnings, spot_options

if TYPE_CHECKING:
    from pokerzoo.agents.training.run_result import FinishedRun
    from pokerzoo.envs.games.holdem import HoldemGame

FAR, FAR_FROM_TARGET = 2, 3
"""From this many times the target on a result is far from it, and the exit code is this."""
DEFAULT_ITERATIONS = 100_000
"""Iterations at most where no limit is given."""
BIG = 10**9
"""Bytes from which on the size of a spot is printed."""
SOLVING, LOCKS, FILE = "Solving", "Locks", "The file"
"""Headings of the options."""

EXAMPLES = (
    "pokerzoo solve --preset river",
    "pokerzoo solve --preset full --until 0.5%",
    "pokerzoo solve --preset 3-bet --until 0.5% --out flop.npz",
    "pokerzoo solve --board QsJh2h8d3c --oop 'QQ+,AKs,T9s-76s' --ip 'JJ+,AQ:0.5' --pot 100 --stack 300 "
    "--bet '33%,75%,a' --raise '60%,a' --until 0.1% --out spot.npz",
    "pokerzoo solve --preset river --lock-at b25 'QQ: fold 0.5, call 0.5; AA: call 1'",
    "pokerzoo solve --board QsJh2h8d3c --oop 'TT+,AKs' --middle 'JJ+,AQ' --ip '99+,KQs' --pot 50 --stack 100/60/60",
    "pokerzoo solve --preset preflop-100bb --param ante=0.1",
    "pokerzoo solve --config spot.toml --iterations 500",
)


@command(EXAMPLES, quiet=True)
@spot_options(hands=True)
@option("--until", heading=SOLVING, help="Stop at this exploitability: 0.1% (of the starting pot) or 0.05 (chips a hand).")
@option("--iterations", heading=SOLVING, rare=True)
@option(
    "--option", heading=SOLVING, rare=True,
    help="An option of CFR: --option variant=cfr+ (the fastest), --option threads=2 (all processors), --option precision=half "
    "(auto; with cards to come half takes half the memory). Repeat for more.",
)  # fmt: skip
@option(
    "--lock", metavar="FILE", heading=LOCKS, rare=True,
    help="Keep these strategies fixed and solve the rest. JSON or TOML: {infoset key: {action: probability}}.",
)  # fmt: skip
@option(
    "--lock-at", metavar="LINE TEXT", nargs=2, multiple=True, heading=LOCKS, rare=True,
    help="Fix hands at a line (as in 'show --at'): xb60c/2h/x 'AA,KQs: bet 0.75, check 0.25; QQ: check 1'. Without hands it "
    "fixes all of them. Repeat for more.",
)  # fmt: skip
@option("--out", heading=FILE)
@option(
    "--precision", type=click.Choice(("full", "single", "half")), metavar="NAME", default="full", heading=FILE, rare=True,
    help="Precision of the numbers in FILE: full, single or half, 64, 32 or 16 bits; with cards to come full is 32.",
)  # fmt: skip
@option(
    "--streets", metavar="0|1", type=click.IntRange(0, 1), default=0, heading=FILE, rare=True,
    help="How many of the last streets to leave out of FILE and to solve when asked: 1 leaves the rivers out.",
)  # fmt: skip
def solve(
    until: str | None, iterations: int | None, option: tuple[str, ...], lock: str | None, lock_at: tuple[tuple[str, str], ...],
    out: str | None, precision: Any, streets: int, **spot: Any,
) -> Result | None:  # fmt: skip
    """Solve a flop, a turn or a river of no-limit hold'em for two or three, or with some presets a game from the blinds on.

    Prints what each player expects, how exploitable the average strategy is, and how often the first player takes each
    action. Net chips count half of the starting pot as put in by each player; the pot share is net chips plus that half.
    With --middle three players are in, and each has put in a third. CFR promises them no equilibrium: what a best response
    of each gains is printed, exactly, and --until is a limit on the largest of these gains.
    Without --until and --iterations it stops at 0.1% of the pot, or after 100,000
    iterations. Of games from the blinds on (fhp, ms1f3, preflop-100bb, ...) it stops at 5 mbb, and prints what each of the
    169 hands does first. Ctrl-C stops it and keeps what was solved. --help-all shows all options. Defaults are in round
    brackets.
    """
    from pokerzoo.agents import ResolvingPolicy
    from pokerzoo.agents.cfr.solve_result import default_limit, solve_result
    from pokerzoo.envs.compiled.street_size import solving_size
    from pokerzoo.envs.support.memory import gigabytes

    options = parse_params(option, "--option")
    variant, threads = options.pop("variant", None), options.get("threads")
    solver_precision, quiet = options.get("precision", "auto"), is_asked("quiet")
    check_target(out)
    game: Any = asked_game(spot)
    blinds = game.name != "holdem"
    limit: str | float | None = until
    if until is None and iterations is None:
        limit, iterations = default_limit(game), DEFAULT_ITERATIONS
    if not quiet and not blinds:
        say_warnings(game)
    locked = collect_locks(game, lock, lock_at)
    if streets:
        check_rivers(game, locked)
    target_chips = until_in_chips(game, limit)
    size_of = solving_size(game, threads=threads).bytes
    needed = size_of.get(solver_precision, max(size_of.values()))
    if needed > BIG and not quiet:
        say(f"{game.size.entries:,} probabilities take about {gigabytes(needed)} of memory")

    run: FinishedRun[Any] = run_watched(
        lambda: make_trainer("cfr", game, variant, None, options, locks=locked.locks), iterations, target_chips, out=out,
        file_options={"precision": precision, "streets": streets},
    )  # fmt: skip
    # Only a run that used up its iterations can have missed its target.
    missed = None if run.interrupted or run.solver.iteration != iterations else target_chips
    if quiet and not is_asked("json") and (missed is None or game.num_players > 2):
        return None
    stored: Any = ResolvingPolicy.load(out) if out is not None and streets else None
    bound = None if stored is None else stored.river_bound()  # by how much the file is worse than what was solved, at most
    locks = (len(locked.locks), locked.nodes)
    result = solve_result(game, run, out, locks, bound)
    far = missed is not None and game.num_players == 2 and result.exploitability_chips > FAR * missed
    if far:
        distance = f"{result.exploitability_chips:.3g} chips instead of {missed:.3g}"
        say(f"the iterations ended far from --until: exploitability is {distance}; the strategy is no equilibrium yet")
    return Result(result, solved_parts(result, run), FAR_FROM_TARGET if far else 0)


def check_rivers(game: HoldemGame, locked: LockedInfosets) -> None:
    """InputError unless rivers can be left out of the file: before anything is solved."""
    from pokerzoo.agents.cfr.locks import treat_suits_alike
    from pokerzoo.envs.compiled.forms import boards_of
    from pokerzoo.envs.games.holdem import is_spot

    form = boards_of(game) if is_spot(game) else None
    if form is None:
        problem = "must be 0 but of a flop, or of a turn with more than 32 hands in the ranges, for two players"
    elif locked.rivers:
        problem = "cannot be combined with a lock on the river: re-solved rivers ignore it"
    elif not treat_suits_alike(form, locked.locks):
        problem = "cannot be combined with locks of one suit only, where the game has another that is alike"
    else:
        return
    raise InputError(f"--streets 1: {problem}")
