"""``pokerzoo thresholds``: the exact symmetric equilibria of the bet/fold game, beside the article's table."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated

from pokerzoo.envs.support.parameters import brief

from .declarations import option
from .fitting import print_text
from .options import Json
from .output import console, distance_text, new_table, print_json, print_table
from .progress import CountBar

if TYPE_CHECKING:
    from pokerzoo.evaluation.measures.bet_fold_measures import ThresholdCell

CARDS = 101
"""Cards in the deck unless said."""

EXAMPLES = (
    "pokerzoo thresholds",
    "pokerzoo thresholds --players 5 --odds 1.5,2.5",
    "pokerzoo thresholds --players 2:20 --odds 3 --cards 52 --json",
)


def thresholds(
    players: Annotated[str, option("A:B", "Numbers of players: 2:10 (both ends included), 5, or 2,5,9.")] = "2:10",
    odds: Annotated[str, option("X,...", "What a lost bet costs, in blinds: numbers above 1, as 2,2.5.")] = "2,3,4",
    cards: Annotated[int, option("N", "Cards in the deck.", min=3, max=10_000)] = CARDS,
    as_json: Json = False,
) -> None:
    """Solve the bet/fold game exactly, and compare with the article's table.

    Prints the threshold of each symmetric equilibrium: the lowest card that bets. Prints the best-response gain too: what a
    player gains by the best reply if all others keep to the threshold, in bb a game. Two thresholds in a cell are both
    equilibria: the card between them does as well either way.
    """
    from pokerzoo.envs import make_game
    from pokerzoo.evaluation import bet_fold_thresholds
    from pokerzoo.evaluation.measures.bet_fold_measures import threshold_cell

    numbers, prices = parse_players(players), parse_odds(odds)
    if cards <= max(numbers):
        raise ValueError(f"--cards {cards}: must be more than there are players, here {max(numbers)}")
    make_game("bet_fold", num_players=max(numbers), odds=max(prices), num_cards=cards)  # ValueError if this is too much
    with CountBar("solving", "thresholds") as bar:
        table = bet_fold_thresholds(numbers, prices, cards, bar.update)
    cells = [threshold_cell(number, price, cards, found) for (number, price), found in table.items()]
    if as_json:
        print_json({"cards": cards, "cells": cells})
    else:
        print_cells(cells, cards)


def parse_players(text: str) -> list[int]:
    """Numbers of players from ``2:10``, ``5`` or ``2,5,9``.

    Raises:
        ValueError: not of this form, or not from 2 to 100.

    >>> parse_players("2:4"), parse_players("5"), parse_players("9,2:3")
    ([2, 3, 4], [5], [9, 2, 3])
    """
    found: list[int] = []
    for part in text.split(","):
        first, colon, last = part.strip().partition(":")
        ends = [first, last if colon else first]
        if not all(end.isascii() and end.isdecimal() and len(end) <= 3 and 2 <= int(end) <= 100 for end in ends):
            raise ValueError(f"--players {brief(text)}: must be numbers from 2 to 100, as 2:10, 5 or 2,5,9")
        if int(ends[0]) > int(ends[1]):
            raise ValueError(f"--players {brief(text)}: {part.strip()} has nothing in it; the smaller number comes first")
        found += range(int(ends[0]), int(ends[1]) + 1)
    return list(dict.fromkeys(found))


def parse_odds(text: str) -> list[float]:
    """Odds from ``2,2.5``.

    Raises:
        ValueError: not numbers above 1.

    >>> parse_odds("2, 2.5")
    [2.0, 2.5]
    """
    try:
        found = [float(part) for part in text.split(",")]
    except ValueError:
        found = [math.nan]
    if not all(1 < number < math.inf for number in found):
        raise ValueError(f"--odds {brief(text)}: must be numbers above 1, as 2,3,4 or 2.5")
    return list(dict.fromkeys(found))


def print_cells(cells: list[ThresholdCell], cards: int) -> None:
    """The table, and what is to be said of the article's."""
    compared = any(one.article_threshold is not None for one in cells)
    table = new_table(["players", "odds", "exact", "gain, bb", *(["article", "gain, bb", "off by"] if compared else [])])
    for one in cells:
        row = [str(one.players), f"{one.odds:g}", " or ".join(map(str, one.thresholds)) or "none"]
        row.append(gain_text(one.best_response_gain_bb))
        if compared:
            article, off = one.article_threshold, one.article_cards_off
            row += ["-" if article is None else str(article), gain_text(one.article_best_response_gain_bb), off_text(off)]
        table.add_row(*row)
    out = console()
    print_table(out, f"The lowest card that bets, of the cards 0 to {cards - 1}", table)
    if any(not one.thresholds for one in cells):
        print_text(out, "none: no threshold is a symmetric equilibrium; cards are mixed there (pokerzoo train bet_fold).")
    if compared:
        offs = [one.article_cards_off for one in cells if one.article_cards_off is not None]
        print_text(out, f"The article's cells: {offs.count(0)} of {len(offs)} exact{how_far(offs)}.")
        print_text(out, "They came from the last strategy of a noisy run, not from its average.")


def gain_text(gain: float | None) -> str:
    """A best-response gain, ``-`` where there is none."""
    return "-" if gain is None else distance_text(gain)


def how_far(offs: list[int]) -> str:
    """Note on the article's cells that are not exact.

    >>> how_far([0, -1, -3]), how_far([-1]), how_far([0])
    ('; the others are 1 to 3 cards low', '; the others are 1 card low', '')
    """
    wrong = [abs(off) for off in offs if off]
    if not wrong:
        return ""
    low, high = min(wrong), max(wrong)
    return f"; the others are {f'{low} to ' if low < high else ''}{high} card{'s' if high > 1 else ''} low"


def off_text(off: int | None) -> str:
    """By how many cards the article's cell is off; nothing where it is right.

    >>> off_text(-2), off_text(1), off_text(0), off_text(None)
    ('2 low', '1 high', '', '-')
    """
    if off is None:
        return "-"
    return f"{abs(off)} {'low' if off < 0 else 'high'}" if off else ""
