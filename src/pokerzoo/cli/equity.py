"""``pokerzoo equity``: the share of the pot that hands or ranges get if all are all-in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .options import Json
from .output import console, new_table, print_json, printable

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
        list[str],
        typer.Argument(metavar="HAND", help="Two to ten players' hands or ranges: AsKs, AKs, 'QQ+, AJo:0.5', random."),
    ],
    board: Annotated[str, typer.Option(metavar="CARDS", help="Public cards: none, three, four or five.")] = "",
    dead: Annotated[str, typer.Option(metavar="CARDS", help="Further cards that nobody has and that cannot come.")] = "",
    method: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="exact: count all deals; sample: draw some; auto: count where it takes a second at most."
        ),
    ] = "auto",
    samples: Annotated[int, typer.Option(min=2, metavar="N", help="Deals to draw, where they are drawn.")] = 1_000_000,
    seed: Annotated[int | None, typer.Option(min=0, metavar="N", help="Of these; drawn and told if not given.")] = None,
    as_json: Json = False,
) -> None:
    """The share of the pot that each player gets on average if all are all-in now.

    All ways to give each player a hand of the range, no card twice, count by their weights, and all cards that may still
    come are as likely as each other. Exact where it is small: for two players always, unless there are dead cards before
    the flop. Else a million random deals, with 95% intervals.
    """
    from pokerzoo.evaluation import equity as equity_of

    try:
        found = equity_of(hands, board, dead, method=method, samples=samples, seed=seed)  # type: ignore[arg-type]
    except ValueError as error:
        told = re.sub(r"^hands\[(\d+)\]=", lambda start: f"HAND {int(start[1]) + 1} ", str(error))
        raise ValueError(re.sub(r"; method='(\w+)'", r"; --method \1", told)) from error
    if as_json:
        print_json(as_object(found))
    else:
        print_equity(found)


def as_object(found: Equity) -> dict[str, Any]:
    """The documented object."""
    return {
        "players": [
            {
                "hand": player.hand,
                "equity": player.equity,
                "win": player.win,
                "tie": player.tie,
                "standard_error": player.standard_error,
                "interval_95": list(player.interval),
            }
            for player in found.players
        ],
        "board": found.board,
        "dead": found.dead,
        "exact": found.exact,
        "deals": found.deals,
        "seed": found.seed,
    }


def print_equity(found: Equity) -> None:
    """A row a player, and how the numbers were found."""
    table = new_table(["hand", "equity", *([] if found.exact else ["95% interval"]), "wins", "ties"])
    for player in found.players:
        hand = printable(player.hand)
        row = [hand if len(hand) <= LONGEST_HAND else hand[: LONGEST_HAND - 3] + "...", percent(player.equity)]
        if not found.exact:
            row.append(" to ".join(map(percent, player.interval)))
        table.add_row(*row, percent(player.win), percent(player.tie))
    out = console()
    out.print(table)
    out.print()
    how = f"exact, {found.deals:,} deals" if found.exact else f"{found.deals:,} random deals, seed {found.seed}"
    out.print(how, soft_wrap=True)


def percent(share: float) -> str:
    """``36.60%``."""
    return f"{100 * share:.2f}%"
