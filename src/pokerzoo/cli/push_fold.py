"""``pokerzoo push-fold``: push/fold at a table of two to nine players, in chips or prize money."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from pokerzoo.envs.support.errors import ParameterError
from pokerzoo.envs.support.formats import distance_text
from pokerzoo.envs.support.tables import Column, Table

from .command import argument, command, is_asked, option
from .output import check_picture, say, write_picture
from .results import Result

if TYPE_CHECKING:
    from pokerzoo.push_fold import PushFoldSolution

EXAMPLES = (
    "pokerzoo push-fold 10 10 10",
    "pokerzoo push-fold 10 10 10 10 10 10 --payouts 50,30,20 --at ffff --at ffffj",
    "pokerzoo push-fold 12 8 5 20 --payouts 50,30,20 --others 30,9 --big-blind-ante 1 --picture charts.png",
)
GAME, PRIZES, SOLVING, OUTPUT = "The table", "Prizes", "Solving", "Output"
LONGEST = 60
"""Decisions up to which the table of frequencies has all."""


@command(EXAMPLES)
@argument(
    "stacks", metavar="STACK...", nargs=-1, required=True, type=float,
    help="Big blinds of each of 2 to 9 players before blinds: the first to act first, the big blind last.",
)  # fmt: skip
@option("--ante", metavar="BB", type=click.FloatRange(min=0), default=0.0, heading=GAME, help="The ante of each player.")
@option(
    "--big-blind-ante", metavar="BB", type=click.FloatRange(min=0), default=0.0, heading=GAME,
    help="The ante of the big blind for all.",
)  # fmt: skip
@option("--payouts", heading=PRIZES)
@option("--others", metavar="STACKS", heading=PRIZES, help="With --payouts: stacks of players at other tables, as 30,9.")
@option(
    "--model", "prize_model", type=click.Choice(("icm", "proportional", "winner_takes_all")), default="icm", heading=PRIZES,
    help="The value of stacks in prize money.",
)  # fmt: skip
@option(
    "--until", type=click.FloatRange(min=0), heading=SOLVING,
    help="Stop once no player gains more: a share of all prizes (2e-7), with chips big blinds (1e-5).",
)  # fmt: skip
@option("--iterations", default=1000, heading=SOLVING, help="Stop after N iterations at the latest.")
@option(
    "--deals", metavar="N", type=click.IntRange(min=1), default=1_000_000, heading=SOLVING,
    help="Random deals from which outcomes of three hands are estimated.",
)  # fmt: skip
@option("--seed", default=0, heading=SOLVING, help="Seed of these deals.")
@option(
    "--at", multiple=True, heading=OUTPUT,
    help="Print the chart after these moves: f fold, j push, c call, as ffj. Repeat for more.",
)  # fmt: skip
@option("--picture", heading=OUTPUT, help="Draw the charts of --at, else the main ones: png, svg or pdf.")
def push_fold(
    stacks: tuple[float, ...], ante: float, big_blind_ante: float, payouts: str | None, others: str | None, prize_model: Any,
    until: float | None, iterations: int, deals: int, seed: int, at: tuple[str, ...], picture: str | None,
) -> Result:  # fmt: skip
    """Solve push/fold before the flop for two to nine players, in chips or prize money.

    The first player to go in pushes all-in, later ones call or fold; three are all-in at most. It prints each player's value
    and best-response gain, and how often each pushes and calls. CFR promises no equilibrium for more than two players, nor with
    prizes: the gains say how near the strategies are to one.
    """
    from pokerzoo.envs.support.parameters import parse_numbers
    from pokerzoo.push_fold import push_fold_table, solve_push_fold

    check_picture(picture)
    table = push_fold_table(
        stacks, ante=ante, big_blind_ante=big_blind_ante, payouts=() if payouts is None else parse_numbers("payouts", payouts),
        others=() if others is None else parse_numbers("others", others), prize_model=prize_model,
        deals=deals, seed=seed,
    )  # fmt: skip
    lines = {table.line(decision) for decision in table.decisions}
    for line in at:
        if line not in lines:
            raise ParameterError("at", line, "no player has a decision after these moves; f is a fold, j a push, c a call")

    def report(now: PushFoldSolution) -> None:
        gain = distance_text(now.largest_gain_share)
        say(f"{now.iterations} iterations: largest gain {gain} of {'all prizes' if now.payouts else 'a big blind'}")

    solution = solve_push_fold(table, until=until, iterations=iterations, tell=None if is_asked("json") else report)
    if picture is not None:
        from pokerzoo.evaluation.pictures import push_fold_picture

        write_picture(push_fold_picture(solution, at or None), picture)
    return Result(solution, parts_of(solution, [*at] or [""]))


def value_digits(solution: PushFoldSolution) -> int:
    """Decimals of a value in prize money: to a ten-thousandth of all prizes, which longer runs do not change."""
    from math import ceil, log10

    return max(0, 4 - ceil(log10(solution.table.pool)))


def parts_of(solution: PushFoldSolution, lines: list[str]) -> Iterator[Any]:
    """The players, how often they push and call, and charts."""
    import numpy as np

    from pokerzoo.envs.drawing.colours import FOLD, ONE_SIZE
    from pokerzoo.envs.drawing.range_grid import grid_cells
    from pokerzoo.evaluation.spots.terminal_grid import cells_table

    unit = "prize money" if solution.payouts else "big blinds"
    form = f".{value_digits(solution)}f" if solution.payouts else "+.3f"
    columns = ("player", Column("stack", "g"), Column(f"value, {unit}", form), Column("gain by a best response", distance_text))
    yield Table("", columns, [[seat.position, seat.stack, seat.value, seat.gain] for seat in solution.players])
    yield ""
    few = len(solution.decisions) <= LONGEST
    shown = [one for one in solution.decisions if few or "c" not in one.line]
    shown.sort(key=lambda one: (len(one.line), one.line))
    heads = (*(Column(name, words=True) for name in ("moves before", "player", "does")), Column("hands", ".0%"))
    yield Table("", heads, [[one.line or "-", one.position, one.action, one.frequency] for one in shown])
    if not few:
        yield f"{len(solution.decisions) - len(shown)} more decisions, after a push and a call, are in --json"
    yield ""
    largest = solution.largest_gain_share
    gain = f"{100 * largest:.2g}% of all prizes" if solution.payouts else f"{distance_text(largest)} big blinds"
    facts = {
        "largest gain": gain,
        "iterations": f"{solution.iterations}, {solution.seconds:.1f} s",
        "sum of values": f"{round(solution.value_sum, 9) + 0.0:.6g}",  # 0, not what rounding left
    }
    if solution.table.num_players > 2:
        facts["three hands"] = f"estimated from {solution.deals:,} random deals, seed {solution.seed}"
    yield facts
    for line in lines:
        decision = solution.decision(line)
        does = "calls" if decision.action == "call" else "pushes"
        yield from ("", f"{decision.position} after {line or 'no move'}: {does} {100 * decision.frequency:.0f}% of hands")
        shares = np.stack([decision.hands, 1.0 - decision.hands], axis=-1).reshape(13, 13, 2)
        marks = ((decision.action[0].upper(), ONE_SIZE), ("F", FOLD))
        yield cells_table(grid_cells(shares, np.ones((13, 13)), marks))
