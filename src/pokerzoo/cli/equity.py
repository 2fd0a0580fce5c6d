"""``pokerzoo equity``: the share of the pot that hands or ranges get if all are all-in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

from . import completion
from .declarations import argument, option
from .options import Json
from .output import console, new_table, print_json, print_text, printable_text

if TYPE_CHECKING:
    from pokerzoo.evaluation import Equity

EXAMPLES = (
    "pokerzoo equity AsKs QQ+",
    "pokerzoo equity AsKs QQ+ --board Qs7s2d",
    "pokerzoo equity AKs 'QQ-99, AQs:0.5' random --seed 1",
    "pokerzoo equity AA KK --dead Ac2d --json",
)
LONGEST_HAND = 40
"""Characters of a range that the table shows."""


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
        raise ValueError(re.sub(r"; method='(\w+)'", r"; --method \1", told)) from error
    if as_json:
        print_json(found)
    else:
        print_equity(found)


def print_equity(found: Equity) -> None:
    """A row a player, and how the numbers were found."""
    table = new_table(["hand", "equity", *([] if found.exact else ["95% interval"]), "wins", "ties"])
    for player in found.players:
        hand = printable_text(player.hand)
        row = [hand if len(hand) <= LONGEST_HAND else hand[: LONGEST_HAND - 3] + "...", share_percent(player.equity)]
        if not found.exact:
            row.append(" to ".join(map(share_percent, player.interval)))
        table.add_row(*row, share_percent(player.win), share_percent(player.tie))
    out = console()
    out.print(table)
    out.print()
    how = f"exact, {found.deals:,} deals" if found.exact else f"{found.deals:,} random deals, seed {found.seed}"
    print_text(out, how)


def share_percent(share: float) -> str:
    """``36.60%``."""
    return f"{100 * share:.2f}%"
