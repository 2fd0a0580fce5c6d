"""``pokerzoo push-fold``: push/fold at a table of two to nine players, in chips or prize money."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from pokerzoo.envs.support.errors import ParameterError
from pokerzoo.envs.support.formats import distance_text
from pokerzoo.envs.support.tables import Column, Table

from .declarations import argument, option
from .options import Json
from .output import check_picture, console, print_facts, print_json, print_table, print_text, say, write_picture

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


def push_fold(
    stacks: Annotated[
        list[float],
        argument("STACK", "Big blinds of each of 2 to 9 players before blinds: the first to act first, the big blind last."),
    ],
    ante: Annotated[float, option("BB", "The ante of each player.", GAME, min=0)] = 0.0,
    big_blind_ante: Annotated[float, option("BB", "The ante of the big blind for all.", GAME, min=0)] = 0.0,
    payouts: Annotated[
        str | None, option("PRIZES", "Prizes, as 50,30,20: payoffs are prize money. Without it: chips.", PRIZES)
    ] = None,
    others: Annotated[
        str | None, option("STACKS", "With --payouts: stacks of players at other tables, as 30,9.", PRIZES)
    ] = None,
    prize_model: Annotated[
        str,
        option(
            "icm|proportional|winner_takes_all",
            "The worth of stacks.",
            PRIZES,
            name="--model",
        ),
    ] = "icm",
    until: Annotated[
        float | None,
        option(
            "X", "Stop once no player gains more: a share of all prizes (2e-7), with chips big blinds (1e-5).", SOLVING, min=0
        ),
    ] = None,
    iterations: Annotated[int, option("N", "Stop after N iterations at the latest.", SOLVING, min=1)] = 1000,
    deals: Annotated[
        int, option("N", "Random deals from which outcomes of three hands are estimated.", SOLVING, min=1)
    ] = 1_000_000,
    seed: Annotated[int, option("N", "Seed of these deals.", SOLVING, min=0)] = 0,
    at: Annotated[
        list[str] | None,
        option("LINE", "Print the chart after these moves: f fold, j push, c call, as ffj. Repeat for more.", OUTPUT),
    ] = None,
    picture: Annotated[
        str | None, option("FILE", "Draw the charts of --at, else the main ones: png, svg or pdf.", OUTPUT)
    ] = None,
    as_json: Json = False,
) -> None:
    """Solve push/fold before the flop for two to nine players, in chips or prize money.

    The first player to go in pushes all-in, later ones call or fold; three are all-in at most. It prints each player's value
    and best-response gain, and how often each pushes and calls. CFR promises no equilibrium for more than two players, nor with
    prizes: the gains say how near the strategies are to one.
    """
    from pokerzoo.envs.support.parameters import parse_numbers
    from pokerzoo.push_fold import push_fold_table, solve_push_fold

    if picture is not None:
        check_picture(Path(picture))
    table = push_fold_table(
        stacks, ante=ante, big_blind_ante=big_blind_ante, payouts=() if payouts is None else parse_numbers("payouts", payouts),
        others=() if others is None else parse_numbers("others", others), prize_model=prize_model,
        deals=deals, seed=seed,
    )  # fmt: skip
    lines = {table.line(decision) for decision in table.decisions}
    for line in at or ():
        if line not in lines:
            raise ParameterError("at", line, "no player has a decision after these moves; f is a fold, j a push, c a call")

    def tell(found: PushFoldSolution) -> None:
        gain = distance_text(found.largest_gain_share)
        say(f"{found.iterations} iterations: largest gain {gain} of {'all prizes' if found.payouts else 'a big blind'}")

    solution = solve_push_fold(table, until=until, iterations=iterations, tell=None if as_json else tell)
    if picture is not None:
        from pokerzoo.evaluation.pictures import push_fold_picture

        write_picture(push_fold_picture(solution, at or None), picture)
    if as_json:
        print_json(solution)
    else:
        print_solution(solution, at or [""])


def value_digits(found: PushFoldSolution) -> int:
    """Decimals of a value in prize money: to a ten-thousandth of all prizes, which longer runs do not change."""
    from math import ceil, log10

    return max(0, 4 - ceil(log10(found.table.pool)))


def print_solution(found: PushFoldSolution, lines: list[str]) -> None:
    """The players, how often they push and call, and charts."""
    import numpy as np

    from pokerzoo.envs.drawing.colours import FOLD, ONE_SIZE
    from pokerzoo.envs.drawing.range_grid import grid_cells
    from pokerzoo.evaluation.spots.terminal_grid import cells_table

    out = console()
    unit = "prize money" if found.payouts else "big blinds"
    form = f".{value_digits(found)}f" if found.payouts else "+.3f"
    columns = ("player", Column("stack", "g"), Column(f"value, {unit}", form), Column("gain by a best response", distance_text))
    print_table(out, Table("", columns, [[seat.position, seat.stack, seat.value, seat.gain] for seat in found.players]))
    few = len(found.decisions) <= LONGEST
    shown = [one for one in found.decisions if few or "c" not in one.line]
    shown.sort(key=lambda one: (len(one.line), one.line))
    heads = (*(Column(name, words=True) for name in ("moves before", "player", "does")), Column("hands", ".0%"))
    out.print(Table("", heads, [[one.line or "-", one.position, one.action, one.frequency] for one in shown]))
    if not few:
        print_text(out, f"{len(found.decisions) - len(shown)} more decisions, after a push and a call, are in --json")
    out.print()
    largest = found.largest_gain_share
    gain = f"{100 * largest:.2g}% of all prizes" if found.payouts else f"{distance_text(largest)} big blinds"
    facts = {
        "largest gain": gain,
        "iterations": f"{found.iterations}, {found.seconds:.1f} s",
        "sum of values": f"{round(found.value_sum, 9) + 0.0:.6g}",  # 0, not what rounding left
    }
    if found.table.num_players > 2:
        facts["three hands"] = f"estimated from {found.deals:,} random deals, seed {found.seed}"
    print_facts(out, facts)
    for line in lines:
        decision = found.decision(line)
        out.print()
        does = "calls" if decision.action == "call" else "pushes"
        print_text(out, f"{decision.position} after {line or 'no move'}: {does} {100 * decision.frequency:.0f}% of hands")
        shares = np.stack([decision.hands, 1.0 - decision.hands], axis=-1).reshape(13, 13, 2)
        marks = ((decision.action[0].upper(), ONE_SIZE), ("F", FOLD))
        out.print(cells_table(grid_cells(shares, np.ones((13, 13)), marks)))
