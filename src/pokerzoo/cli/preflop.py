"""``pokerzoo preflop``: opens, calls and re-raises before the flop for two to nine players, solved by sampling deals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from pokerzoo.envs.support.tables import Column, Table

from .command import command, option, refuse
from .options import check_names, drawn_seed, parse_params, until_in_chips
from .output import Result, check_picture, check_target, file_text, say, write_picture
from .progress import run_watched

if TYPE_CHECKING:
    from pokerzoo.agents.cfr.preflop_result import PreflopResult
    from pokerzoo.agents.training.run_result import FinishedRun
    from pokerzoo.envs.measurement import Measurement
    from pokerzoo.preflop import PreflopDecision, PreflopGame, PreflopPolicy

EXAMPLES = (
    "pokerzoo preflop 6 --stack 100 --open 2.5x --three-bet 3x --four-bet 2.5x,a",
    "pokerzoo preflop 3 --stack 20,25,15 --open 2x,a --three-bet a --payouts 50,30,20 --at f --picture charts.png",
    "pokerzoo preflop 9 --param max_callers=1 --until '20 mbb' --out nine.npz --checkpoint nine",
    "pokerzoo preflop 6 --seed 1 --seed 2 --iterations 500",
    "pokerzoo preflop 4 --push-fold --stack 12,8,5,20 --payouts 50,30,20 --param others=[30,9] --at fff",
)
GAME, SOLVING, OUTPUT = "The game", "Solving", "Output"
SIZES = {"opens": "2.5x", "three_bet": "3x", "four_bet": "2.5x,a", "later": "a"}
"""Sizes by the number of raises where none are given."""
LIMITS = {False: ("10 mbb", 5e-4, 20_000), True: ("0.01 mbb", 2e-7, 1000)}
"""Default limits, without and with push/fold: of the largest gain in chips, or as a share of all prizes, and of iterations."""
MOST_SPREADS = 20


@command(EXAMPLES)
@click.argument("players", metavar="PLAYERS", type=click.IntRange(2, 9), help="How many players, 2 to 9.")
@option(
    "--stack", metavar="BB", default="100", heading=GAME,
    help="Big blinds of all, or as 20,25,15 of each: the first to act first, the big blind last.",
)  # fmt: skip
@option(
    "--open", "opens", metavar="SIZES", heading=GAME,
    help="Sizes of the first raise: 2.5x, 3bb, 60%, a (all-in). Without it: 2.5x.",
)  # fmt: skip
@option("--three-bet", metavar="SIZES", heading=GAME, help="Sizes of the second raise (3x).")
@option("--four-bet", metavar="SIZES", heading=GAME, help="Sizes of the third raise (2.5x,a). All later ones are all-in.")
@option(
    "--push-fold", is_flag=True, heading=GAME,
    help="Instead of these sizes players fold or go all-in, three at most: solved by tables of equities, in seconds.",
)  # fmt: skip
@option(
    "--param", heading=GAME,
    help="Another parameter of the game: limps, ante, straddle, deck, chip, max_callers (beside the last raiser), ... or of "
    "the solver: deals (of an iteration; with --push-fold those that outcomes of three hands are from). Repeat for more.",
)  # fmt: skip
@option("--payouts", heading=GAME)
@option(
    "--until", heading=SOLVING,
    help="Stop once no player gains more than this by a response: '10 mbb' or 0.01 chips (10 mbb, 0.05% of all prizes; "
    "with --push-fold 0.01 mbb, 0.00002%); or '1 point': once frequencies of hands above 5% move by less than a percentage "
    "point on average while iterations double.",
)  # fmt: skip
@option(
    "--iterations", heading=SOLVING,
    help="Stop after N iterations at the latest (20,000; with --push-fold 1,000; alone: do so many).",
)  # fmt: skip
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
    players: int, stack: str, opens: str | None, three_bet: str | None, four_bet: str | None, push_fold: bool,
    param: tuple[str, ...], payouts: str | None, until: str | None, iterations: int | None, seed: tuple[int, ...],
    checkpoint: str | None, at: tuple[str, ...], picture: str | None, out: str | None,
) -> Result:  # fmt: skip
    """Solve opens, calls and re-raises before the flop for two to nine players, in chips or prize money.

    Chips are big blinds. After the betting all who are left see the board without further betting, which is not what happens
    at a table. Deals are real: card removal is exact. It prints what each player expects, and gains by a response: for
    three and more players, and for prizes, no theorem says that small gains make an equilibrium. Ctrl-C stops it and keeps
    what was solved.
    """
    from pokerzoo.agents.cfr.preflop_result import ChartWatch, points_of, preflop_result
    from pokerzoo.envs.compiled.preflop_tree import preflop_tree
    from pokerzoo.preflop import PreflopSolver, PushFoldSolver, compare_preflop

    check_picture(picture)
    if len(seed) > 1:
        refuse(["--checkpoint"], "must be left out with several seeds")
    check_target(out)
    sizes = {"opens": opens, "three_bet": three_bet, "four_bet": four_bet}
    more = parse_params(param)
    options = {"deals": more.pop("deals")} if "deals" in more else {}
    game = game_of_options(players, stack, sizes, push_fold, payouts, more)
    tree = preflop_tree(game)
    for line in at:
        tree.decision(line)
    if until is None and iterations is None:
        chips, share, iterations = LIMITS[push_fold]
        until = str(share * sum(game.payouts)) if game.payouts else chips
    points = None if until is None else points_of(until)
    limit = until_in_chips(game, until) if points is None else None
    seeds = seed or ((0,) if push_fold else (drawn_seed(None),))
    solver_kind: Any = PushFoldSolver if push_fold else PreflopSolver
    runs: list[FinishedRun[Any]] = []
    watches: list[ChartWatch] = []
    for number in seeds:
        watches.append(ChartWatch(points))
        runs.append(
            run_watched(
                lambda seed=number: solver_kind(game, seed=seed, **options),  # type: ignore[misc]
                iterations, limit, measures=limit is not None, out=None if runs else out, callbacks=watches[-1:],
                checkpoint=checkpoint,
            )
        )  # fmt: skip
        if runs[-1].interrupted:
            break
    policies = [run.solver.average_policy() for run in runs]
    policy = policies[0]
    if picture is not None:
        from pokerzoo.evaluation.pictures import preflop_picture

        write_picture(preflop_picture(policy, at or None), picture)
    spreads = compare_preflop(policies) if len(policies) > 1 else []
    result = preflop_result(runs[0], policy, watches[0], at, spreads, out)
    if len(runs) < len(seeds):
        say(f"{len(runs)} of {len(seeds)} runs were done")
    return Result(result, parts_of(result, policy, runs[0].measured, [*at] or [""], len(policies)))


def game_of_options(
    players: int, stack: str, sizes: dict[str, str | None], push_fold: bool, payouts: str | None, more: dict[str, Any]
) -> PreflopGame:  # fmt: skip
    """The game that options describe; ParameterError where they do not go together."""
    from inspect import signature

    from pokerzoo.envs.support.errors import ParameterError
    from pokerzoo.envs.support.parameters import parse_numbers
    from pokerzoo.preflop import preflop_game, push_fold_table

    stacks = parse_numbers("stack", stack)
    parameters: dict[str, Any] = {
        "num_players": players, "stack": stacks[0] if len(stacks) == 1 else stacks,
        "raise_sizes": " | ".join(sizes_here or SIZES[name] for name, sizes_here in [*sizes.items(), ("later", None)]),
        "payouts": () if payouts is None else parse_numbers("payouts", payouts),
    }  # fmt: skip
    preset = ["limps", "raise_cap", "short_stacks", "max_callers"] if push_fold else []
    allowed = [name for name in signature(preflop_game).parameters if name not in [*parameters, *preset]]
    check_names("--param", more, allowed, "no such parameter")
    if not push_fold:
        return preflop_game(**parameters, **more)
    refuse(("--open", "--three-bet", "--four-bet"), "must be left out with --push-fold")
    if len(stacks) not in (1, players):
        raise ParameterError("stack", stack, f"must be one number, or {players}")
    return push_fold_table(stacks * players if len(stacks) == 1 else stacks, payouts=parameters["payouts"], **more)


def parts_of(result: PreflopResult, policy: PreflopPolicy, measured: Measurement, lines: list[str], runs: int) -> Iterator[Any]:
    """The players, the decisions, the hands that runs play differently, and charts."""
    from pokerzoo.agents.cfr.preflop_result import OFTEN
    from pokerzoo.envs.drawing.range_grid import grid_cells
    from pokerzoo.evaluation.spots.spot_tables import action_marks, cells_table

    yield measured.to_table()
    yield ""
    heads = [Column(name, words=True) for name in ("moves before", "player", "does")]
    often = {decision.line for decision in policy.decisions(OFTEN)}
    shown = [decision for decision in result.decisions if decision.line in often.union(lines)]
    yield Table("", heads, [[decision.line or "-", decision.position, does(decision)] for decision in shown])
    if len(shown) < len(result.decisions):
        yield f"{len(result.decisions) - len(shown)} more decisions, which come in less than 2% of hands, are in --json"
    yield ""
    if runs > 1:
        heads = [Column(name, words=True) for name in ("moves before", "player", "hand", "action", f"how often, {runs} runs")]
        rows = [
            [
                spread.line or "-",
                spread.position,
                spread.hand,
                spread.action,
                "  ".join(f"{share:.0%}" for share in spread.frequencies),
            ]
            for spread in result.spreads
        ]
        table = Table("Hands that the runs play differently, by 5 points or more", heads, rows)
        yield from (table.first(MOST_SPREADS, "{:,} more hands are in --json"), "")
    samples = "" if policy.game.is_push_fold else f" of {result.deals:,} deals"
    yield {
        "game": ", ".join(policy.game.facts()),
        "decisions": f"{result.decisions_in_game:,}",
        "iterations": f"{result.iterations:,}{samples} in {result.seconds:.1f} s, seed {result.seed}",
        "charts": moves_text(result),
        "file": file_text(result.file),
    }
    for line in lines:
        decision = policy.decision(line)
        where = f"{decision.position} after {line}" if line else f"{decision.position}, first to act"
        yield from ("", f"{where}: {does(decision)}")
        cells = grid_cells(
            decision.probabilities.reshape(13, 13, -1), decision.reach.reshape(13, 13), action_marks(decision.tokens)
        )
        yield cells_table(cells)


def moves_text(result: PreflopResult) -> str:
    """How far charts have moved, in words."""
    if result.moves is None or result.moves_between is None:
        return "not compared: too few iterations"
    start, end = result.moves_between
    return f"from iteration {start:,} to {end:,} {result.moves}"


def does(decision: PreflopDecision) -> str:
    """How often each action is taken, in words."""
    return ", ".join(f"{name} {share:.0%}" for name, share in zip(decision.actions, decision.frequencies, strict=True))
