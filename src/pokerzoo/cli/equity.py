"""``pokerzoo equity``: the share of the pot that hands or ranges get if all are all-in."""

from __future__ import annotations

import re
from typing import Annotated

from pokerzoo.envs.support.errors import InputError

from . import completion
from .declarations import argument, option
from .options import Json
from .output import console, print_json

EXAMPLES = (
    "pokerzoo equity AsKs QQ+",
    "pokerzoo equity AsKs QQ+ --board Qs7s2d",
    "pokerzoo equity AKs 'QQ-99, AQs:0.5' random --seed 1",
    "pokerzoo equity AA KK --dead Ac2d --json",
)


def equity(
    hands: Annotated[
        list[str], argument("HAND", "The hand or range of each of two to ten players: AsKs, AKs, 'QQ+, AJo:0.5', random.")
    ],
    board: Annotated[str, option("CARDS", "Public cards: none, three, four or five.")] = "",
    dead: Annotated[str, option("CARDS", "Dead cards: no player has them, and they cannot come.")] = "",
    method: Annotated[
        str,
        option(
            "NAME",
            "exact: count all deals. sample: draw some. auto: count if that takes at most a second.",
            complete=completion.one_of("auto", "exact", "sample"),
        ),
    ] = "auto",
    samples: Annotated[int, option("N", "Number of deals to draw.", min=2)] = 1_000_000,
    seed: Annotated[int | None, option("N", "Seed of these deals; drawn and told if not given.", min=0)] = None,
    as_json: Json = False,
) -> None:
    """Tell what share of the pot each player gets on average if all are all-in now.

    Hands of a range count by their weights, no card is dealt twice, and all cards that can still come are equally likely.
    For two players the result is exact, unless there are dead cards before the flop. A larger question is answered by a
    million random deals, with 95% intervals.
    """
    from pokerzoo.evaluation import equity as equity_of

    try:
        found = equity_of(hands, board, dead, method=method, samples=samples, seed=seed)  # type: ignore[arg-type]
    except ValueError as error:
        told = re.sub(r"^hands\[(\d+)\]=", lambda start: f"HAND {int(start[1]) + 1} ", str(error))
        raise InputError(re.sub(r"; method='(\w+)'", r"; --method \1", told)) from error
    if as_json:
        print_json(found)
    else:
        console().print(found)
