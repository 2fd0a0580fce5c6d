"""``pokerzoo icm``: prize money that stacks of a tournament are worth, and what all-ins cost."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated

from .declarations import argument, option
from .options import Json
from .output import console, new_table, print_json, print_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.table import Table

    from pokerzoo.envs.support.arrays import Floats
    from pokerzoo.evaluation import IcmReport

EXAMPLES = (
    "pokerzoo icm 5000 3000 2000 --payouts 50,30,20",
    "pokerzoo icm 4000 4000 4000 4000 --payouts 1,1,1",
    "pokerzoo icm 5000 3000 2000 --payouts 50,30,20 --model proportional --json",
)
MOST_COLUMNS = 10
"""Players whose all-ins the tables show."""


def icm(
    stacks: Annotated[list[float], argument("STACK", "The chips of each player who is left, two or more; 0 for who is out.")],
    payouts: Annotated[str, option("PRIZES", "The prizes with commas between them, the first place's first: 50,30,20.")],
    model: Annotated[
        str,
        option(
            "icm|proportional|winner_takes_all",
            "icm: independent chip model. proportional: prizes by chips. winner_takes_all: one prize.",
        ),
    ] = "icm",
    as_json: Json = False,
) -> None:
    """Tell what prize money the stacks of a tournament are worth.

    The independent chip model (Malmuth-Harville) is computed exactly. Bubble factors say how much more prize money a player
    loses with an all-in against each other than they win with it. Risk premiums say how much more than half of the pot they
    need.
    """
    from pokerzoo.envs.support.parameters import parse_numbers
    from pokerzoo.evaluation import icm as icm_of

    found = icm_of(stacks, parse_numbers("payouts", payouts), model)
    if as_json:
        print_json(found)
    else:
        print_icm(found)


def print_icm(found: IcmReport) -> None:
    """A row a player, and below it what an all-in against each other player costs."""
    out = console()
    table = new_table(["player", "stack", "of chips", "prize", "of prizes"])
    for number, player in enumerate(found.players, start=1):
        shares = (f"{100 * player.chip_share:.2f}%", f"{100 * player.prize_share:.2f}%")
        table.add_row(str(number), f"{player.stack:,.10g}", shares[0], f"{player.prize:,.4f}", shares[1])
    out.print(table)
    factors, premiums = found.bubble_factors, found.risk_premiums
    out.print()
    if factors is None or premiums is None or len(found.players) > MOST_COLUMNS:
        told = "--json has them" if factors is not None else "they are worked out for 20 players at most"
        print_text(out, f"Bubble factors and risk premiums are not shown: more than {MOST_COLUMNS} players; {told}")
        return
    print_text(
        out, "Bubble factors, the row's player all-in against the column's: prize money lost, divided by prize money won"
    )
    out.print(pairs_table(factors, factor_text))
    out.print()
    print_text(out, "Risk premiums: share of the pot that the row's player needs, above 50%")
    out.print(pairs_table(premiums, premium_text))


def pairs_table(numbers: Floats, text: Callable[[float], str]) -> Table:
    """A row and a column a player."""
    table = new_table(["player", *(str(number + 1) for number in range(len(numbers)))])
    for number, row in enumerate(numbers.tolist(), start=1):
        table.add_row(str(number), *map(text, row))
    return table


def factor_text(factor: float) -> str:
    """A bubble factor: ``1.38``; ``-`` where there is none.

    >>> factor_text(1.3793), factor_text(float("nan"))
    ('1.38', '-')
    """
    return "-" if math.isnan(factor) else f"{factor:.2f}"


def premium_text(premium: float) -> str:
    """A risk premium in percent: ``+7.97%``; ``-`` where there is none.

    >>> premium_text(0.0797), premium_text(float("nan"))
    ('+7.97%', '-')
    """
    return "-" if math.isnan(premium) else f"{100 * premium:+.2f}%"
