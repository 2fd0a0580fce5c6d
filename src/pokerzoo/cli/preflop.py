"""``pokerzoo preflop``: opens, calls and re-raises before the flop for two to nine players, solved by sampling deals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from pokerzoo.envs.support.tables import Column, Table

from .command import argument, command, option
from .options import drawn_seed, parse_params
from .output import check_picture, check_target, file_text, say, write_picture
from .progress import run_watched, say_interrupted
from .results import Result

if TYPE_CHECKING:
    from pokerzoo.agents.cfr.preflop_result import PreflopResult
    from pokerzoo.agents.training.run_result import FinishedRun
    from pokerzoo.envs.measurement import Measurement
    from pokerzoo.preflop import PreflopDecision, PreflopPolicy, PreflopSolver

EXAMPLES = (
    "pokerzoo preflop 6 --stack 100 --open 2.5x --three-bet 3x --four-bet 2.5x,a",
    "pokerzoo preflop 3 --stack 20,25,15 --open 2x,a --three-bet a --payouts 50,30,20 --at f --picture charts.png",
    "pokerzoo preflop 9 --max-callers 1 --until '20 mbb' --out nine.npz --checkpoint nine",
    "pokerzoo preflop 6 --seed 1 --seed 2 --iterations 500",
)
GAME, SOLVING, OUTPUT = "The game", "Solving", "Output"
LATER = "a"
"""Sizes of the raises after the 4-bet."""
UNTIL, UNTIL_PRIZES, ITERATIONS = "10 mbb", 5e-4, 20_000
"""Default limits: of the largest gain in chips, or as a share of all prizes, and of the iterations."""
MOST_SPREADS = 20


@command(EXAMPLES)
@argument("players", metavar="PLAYERS", type=click.IntRange(2, 9), help="How many players, 2 to 9.")
@option(
    "--stack", metavar="BB", default="100", heading=GAME,
    help="Big blinds of all, or as 20,25,15 of each: the first to act first, the big blind last.",
)  # fmt: skip
@option(
    "--open", "opens", metavar="SIZES", default="2.5x", heading=GAME,
    help="Sizes of the first raise: 2.5x, 3bb, 60%, a (all-in).",
)  # fmt: skip
@option("--three-bet", metavar="SIZES", default="3x", heading=GAME, help="Sizes of the second raise.")
@option(
    "--four-bet", metavar="SIZES", default="2.5x,a", heading=GAME,
    help="Sizes of the third raise. All later ones are all-in.",
)  # fmt: skip
@option(
    "--max-callers", metavar="N", type=click.IntRange(min=0), heading=GAME,
    help="The most who may be in beside the last raiser: it keeps trees small.",
)  # fmt: skip
@option("--param", heading=GAME, help="Another parameter of the game: limps, ante, straddle, deck, chip, ... Repeat for more.")
@option("--payouts", heading=GAME)
@option(
    "--until", heading=SOLVING,
    help="Stop once no player gains more than this by a response: '10 mbb' or 0.01 chips (10 mbb; 0.05% of all prizes).",
)  # fmt: skip
@option("--iterations", heading=SOLVING, help=f"Stop after N iterations at the latest ({ITERATIONS:,}; alone: do so many).")
@option(
    "--seed", multiple=True, heading=SOLVING,
    help="Seed of the deals. Repeat it for several runs: the hands that they play differently are listed.",
)  # fmt: skip
@option("--checkpoint", heading=SOLVING)
@option(
    "--at", multiple=True, heading=OUTPUT,
    help="Print the chart after these moves, folds included: fffr2.5. Repeat for more.",
)  # fmt: skip
@option("--picture", heading=OUTPUT, help="Draw the charts of --at, else of the opens: png, svg or pdf.")
@option("--out", heading=OUTPUT)
def preflop(
    players: int, stack: str, opens: str, three_bet: str, four_bet: str, max_callers: int | None,
    param: tuple[str, ...], payouts: str | None, until: str | None, iterations: int | None, seed: tuple[int, ...],
    checkpoint: str | None, at: tuple[str, ...], picture: str | None, out: str | None,
) -> Result:  # fmt: skip
    """Solve opens, calls and re-raises before the flop for two to nine players, in chips or prize money.

    Chips are big blinds. After the betting all who are left see the board without further betting, which is not what happens
    at a table. Deals are real, and nothing is approximated. It prints what each player expects, and gains by a response: for
    three and more players, and for prizes, no theorem says that small gains make an equilibrium. Ctrl-C stops it and keeps
    what was solved.
    """
    from inspect import signature

    from pokerzoo.agents.cfr.preflop_result import preflop_result
    from pokerzoo.envs.compiled.preflop_tree import preflop_tree
    from pokerzoo.envs.support.errors import ParameterError, cut_text, did_you_mean
    from pokerzoo.envs.support.parameters import parse_numbers
    from pokerzoo.preflop import PreflopSolver, compare_preflop, preflop_game

    check_picture(picture)
    if len(seed) > 1 and checkpoint is not None:
        raise ParameterError("checkpoint", checkpoint, "must be left out with several seeds")
    target, stacks = check_target(out), parse_numbers("stack", stack)
    given: dict[str, Any] = {
        "num_players": players, "stack": stacks[0] if len(stacks) == 1 else stacks, "max_callers": max_callers,
        "raise_sizes": " | ".join((opens, three_bet, four_bet, LATER)),
        "payouts": () if payouts is None else parse_numbers("payouts", payouts),
    }  # fmt: skip
    more = parse_params(param)
    allowed = [name for name in signature(preflop_game).parameters if name not in given]
    for name in more:
        if name not in allowed:
            problem = f"no such parameter; allowed: {', '.join(allowed)}{did_you_mean(name, allowed)}"
            raise ParameterError("param", name, problem)
    game = preflop_game(**given, **more)
    tree = preflop_tree(game)
    for line in at:
        tree.decision(line)
    if until is None and iterations is None:
        iterations = ITERATIONS
        until = str(UNTIL_PRIZES * sum(game.payouts)) if game.payouts else UNTIL
    limit = None if until is None else game.stakes.limit_in_chips(until, f"--until {cut_text(until, 60)}", game.name)
    seeds = seed or (drawn_seed(None),)
    written: list[int] = []

    def keep(solver: PreflopSolver, failed: bool) -> None:
        if target is not None and not written:
            written.append(solver.average_policy().save(target))

    runs: list[FinishedRun[PreflopSolver]] = []
    for one in seeds:
        runs.append(
            run_watched(
                lambda seed=one: PreflopSolver(game, seed=seed),  # type: ignore[misc]
                iterations, limit, measures=limit is not None, keep=keep, checkpoint=checkpoint,
            )
        )  # fmt: skip
        if runs[-1].interrupted:
            say_interrupted(runs[-1].solver, out)
            break
    policies = [run.solver.average_policy() for run in runs]
    policy = policies[0]
    if picture is not None:
        from pokerzoo.evaluation.pictures import preflop_picture

        write_picture(preflop_picture(policy, at or None), picture)
    spreads = compare_preflop(policies) if len(policies) > 1 else []
    result = preflop_result(runs[0], policy, at, spreads, out)
    if len(runs) < len(seeds):
        say(f"{len(runs)} of {len(seeds)} runs were done")
    return Result(result, parts_of(result, policy, runs[0].measured, [*at] or [""], len(policies)))


def parts_of(result: PreflopResult, policy: PreflopPolicy, measured: Measurement, lines: list[str], runs: int) -> Iterator[Any]:
    """The players, the decisions, the hands that runs play differently, and charts."""
    from pokerzoo.envs.drawing.range_grid import grid_cells
    from pokerzoo.evaluation.spots.terminal_grid import action_marks, cells_table

    yield measured.to_table()
    yield ""
    heads = [Column(name, words=True) for name in ("moves before", "player", "does")]
    yield Table("", heads, [[one.line or "-", one.position, does(one)] for one in result.decisions])
    yield ""
    if runs > 1:
        heads = [Column(name, words=True) for name in ("moves before", "player", "hand", "action", f"how often, {runs} runs")]
        rows = [
            [one.line or "-", one.position, one.hand, one.action, "  ".join(f"{share:.0%}" for share in one.frequencies)]
            for one in result.spreads[:MOST_SPREADS]
        ]
        if rows:
            yield Table("Hands that the runs play differently, by 5 points or more", heads, rows)
        more = len(result.spreads) - len(rows)
        yield f"{more} more hands are in --json" if more > 0 else "no more hands differ by 5 points"
        yield ""
    yield {
        "game": ", ".join(policy.game.facts()),
        "decisions": f"{result.decisions_in_game:,}",
        "iterations": f"{result.iterations:,} of {result.deals:,} deals in {result.seconds:.1f} s, seed {result.seed}",
        "file": file_text(result.file),
    }
    for line in lines:
        decision = policy.decision(line)
        yield from ("", f"{decision.position} after {line or 'no move'}: {does(decision)}")
        cells = grid_cells(
            decision.probabilities.reshape(13, 13, -1), decision.reach.reshape(13, 13), action_marks(decision.tokens)
        )
        yield cells_table(cells)


def does(decision: PreflopDecision) -> str:
    """How often each action is taken, in words."""
    return ", ".join(f"{name} {share:.0%}" for name, share in zip(decision.actions, decision.frequencies, strict=True))
