"""``pokerzoo icm``: prize money that stacks of a tournament are worth, and what all-ins cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pokerzoo.envs.support.tables import Column, Table

from .declarations import argument, option
from .options import Json
from .output import console, print_json, print_table, print_text

if TYPE_CHECKING:
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
    players = found.players
    forms = {"player": "", "stack": ",.10g", "of chips": ".2%", "prize": ",.4f", "of prizes": ".2%"}
    columns = [Column(name, form) for name, form in forms.items()]
    rows = [[str(k), seat.stack, seat.chip_share, seat.prize, seat.prize_share] for k, seat in enumerate(players, start=1)]
    print_table(out, Table("", columns, rows))
    factors, premiums = found.bubble_factors, found.risk_premiums
    if factors is None or premiums is None or len(players) > MOST_COLUMNS:
        told = "--json has them" if factors is not None else "they are worked out for 20 players at most"
        print_text(out, f"Bubble factors and risk premiums are not shown: more than {MOST_COLUMNS} players; {told}")
        return
    factor = "Bubble factors, the row's player all-in against the column's: prize money lost, divided by prize money won"
    print_table(out, pairs_table(factor, factors, ".2f"))
    premium = "Risk premiums: share of the pot that the row's player needs, above 50%"
    out.print(pairs_table(premium, premiums, "+.2%"))


def pairs_table(caption: str, numbers: Floats, form: str) -> Table:
    """A row and a column a player."""
    columns = (Column("player"), *(Column(str(number + 1), form) for number in range(len(numbers))))
    return Table(caption, columns, [[str(number), *row] for number, row in enumerate(numbers.tolist(), start=1)])
