"""``pokerzoo equity``: the share of the pot that hands or ranges get if all are all-in."""

from __future__ import annotations

from typing import Literal

import click

from .command import command, option
from .output import Result

EXAMPLES = (
    "pokerzoo equity AsKs QQ+",
    "pokerzoo equity AsKs QQ+ --board Qs7s2d",
    "pokerzoo equity AKs 'QQ-99, AQs:0.5' random --seed 1",
    "pokerzoo equity AA KK --dead Ac2d --json",
)


@command(EXAMPLES)
@click.argument(
    "hands", metavar="HAND...", nargs=-1, required=True,
    help="The hand or range of each of two to ten players: AsKs, AKs, 'QQ+, AJo:0.5', random.",
)  # fmt: skip
@option("--board", metavar="CARDS", default="", show_default=False, help="Public cards: none, three, four or five.")
@option("--dead", metavar="CARDS", default="", show_default=False, help="Dead cards: no player has them, and they cannot come.")
@option(
    "--method", type=click.Choice(("auto", "exact", "sample")), default="auto",
    help="exact: count all deals. sample: draw some. auto: count if that takes at most a second.",
)  # fmt: skip
@option("--samples", metavar="N", type=click.IntRange(min=2), default=1_000_000, help="Number of deals to draw.")
@option("--seed", help="Seed of these deals; drawn and reported if not given.")
def equity(
    hands: tuple[str, ...], board: str, dead: str, method: Literal["auto", "exact", "sample"], samples: int, seed: int | None
) -> Result:
    """Compute what share of the pot each player gets on average if all are all-in now.

    Hands of a range count by their weights, no card is dealt twice, and all cards that can still come are equally likely.
    For two players the result is exact, unless there are dead cards before the flop. A larger question is answered by a
    million random deals, with 95% intervals.
    """
    from pokerzoo.evaluation import equity as equity_of

    answer = equity_of(hands, board, dead, method=method, samples=samples, seed=seed)
    return Result(answer, [answer])
