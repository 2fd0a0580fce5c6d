"""The rows of a hand in play: those of its betting with columns for cards and moves, of which no hand has more."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import floor, inf, log
from typing import TypeAlias

import numpy as np

import pokerzoo.envs.whole_hands.row as play_col
from pokerzoo.envs.betting.bets import FixedBets, SizedBets
from pokerzoo.envs.betting.row import BETTING_WIDTH, LEAST_BET, STREETS
from pokerzoo.envs.betting.setup import Betting
from pokerzoo.envs.betting.sizes import Size
from pokerzoo.envs.support.arrays import Int64s
from pokerzoo.envs.support.errors import ParameterError

DECKS = {52: play_col.FULL_DECK, 36: play_col.SHORT_DECK, 20: play_col.ROYAL_DECK}
MOST_MOVES = 1_000_000
"""A hand is a row that has a column for each move."""


def play_rules_row(betting: Betting, deck: Sequence[int]) -> Int64s:
    """int64 [columns]: see ``row``."""
    moves = most_moves(betting)
    if moves > MOST_MOVES:
        least = betting.chips(betting.rules_row[STREETS + LEAST_BET])
        raise ParameterError(
            "stack",
            betting.stacks,
            f"a hand may have {moves:,} moves, with raises by {least:g} each; "
            f"at most {MOST_MOVES:,} are allowed: give smaller stacks, larger blinds, a raise_cap, or shares of the pot",
        )
    row = np.array(betting.rules_row, dtype=np.int64)
    put_deck(row, deck)
    row[play_col.BIG_BLIND] = betting.units(betting.big_blind)
    row[play_col.HAND_WIDTH] = play_col.MOVES + moves
    stacks = [betting.units(stack) for stack in betting.stacks]
    row[play_col.STACK_SCALE], row[play_col.POT_SCALE] = max(stacks), sum(stacks)
    if betting.chips_in_play:
        row[play_col.STACK_SCALE] = row[play_col.POT_SCALE] = betting.units(betting.chips_in_play)
    return row


def put_deck(row: Int64s, deck: Sequence[int]) -> None:
    """Write a deck's cards, as numbers of the 52, into a row of rules."""
    row[play_col.DECK], row[play_col.NUM_DECK] = DECKS[len(deck)], len(deck)
    row[play_col.DECK_CARDS : play_col.DECK_CARDS + len(deck)] = deck


def play_start_row(betting: Betting, row: Int64s) -> Int64s:
    """int64 [columns]: a hand before the deal: antes and blinds are posted, no cards are dealt."""
    hand = np.zeros(row[play_col.HAND_WIDTH], dtype=np.int64)
    hand[:BETTING_WIDTH] = betting.start_row
    hand[play_col.HOLES : play_col.PAYOFFS] = -1
    hand[play_col.NUM_DEALT] = next(seat for seat, chips in enumerate(betting.stacks) if chips > 0)
    return hand


Bets: TypeAlias = FixedBets | SizedBets


def most_moves(betting: Betting) -> int:
    """An upper bound on the moves of a hand."""
    streets = [round_.bets for round_ in betting.rounds if round_.bets is not None]
    players = len(betting.stacks) if betting.chips_in_play else sum(stack > 0 for stack in betting.stacks)
    caps = [bets.caps(players)[0] for bets in streets]
    capped = sum(inf if cap is None else cap for cap in caps) - 1  # the blinds count as one
    full, all_in = full_bets(streets, betting) * (players - 1), players * (players - 1) // 2
    if streets[0].limit == "fixed-limit":
        return len(streets) * players + int(min(capped * (players - 1), full)) + all_in
    return len(streets) * players + int(min(capped * (players - 1), full + all_in))


def full_bets(streets: list[Bets], betting: Betting) -> int:
    """An upper bound on the bets and raises of a hand that are not all-in, over all streets."""
    second = betting.chips_in_play / 2 if betting.chips_in_play else sorted(betting.stacks)[-2]
    full = second / min(bets.least for bets in streets)
    return floor(min(full, grown_pot(streets, betting, second)) + 1e-9) + 1


def grown_pot(streets: list[Bets], betting: Betting, second: float) -> float:
    """The same, where each bet multiplies something by some factor; infinite where that is unknown."""
    sizes_by_street = [bets.sizes for bets in streets if bets.sizes is not None]
    if len(sizes_by_street) < len(streets):
        return inf
    limit = streets[0].limit
    units = [betting.units(bets.least) for bets in streets]
    if all(size.unit in ("%", "a") for sizes in sizes_by_street for size in sizes):
        growth = least_growth((size for sizes in sizes_by_street for size in sizes), limit, min(units))
        return 1 + growth_steps(second / min(bets.least for bets in streets), growth)
    total = 0.0
    for bets, sizes, unit in zip(streets, sizes_by_street, units, strict=True):
        geometric = max((size.streets or len(streets) for size in sizes if size.unit == "e"), default=0)
        total += 1 + geometric + growth_steps(second / bets.least, least_growth(sizes, limit, unit))
    return total


def growth_steps(ratio: float, growth: float) -> float:
    """Count of multiplications by ``growth`` until something is ``ratio`` times as large."""
    return log(max(ratio, 1.0)) / log(growth) if growth > 1 else inf


def least_growth(sizes: Iterable[Size], limit: str, least: int) -> float:
    """The least factor by which a bet of these sizes that is not all-in grows the pot; 1 where that is unknown."""
    result = inf
    for size in sizes:
        amount = size.amount or 0.0
        if size.unit in ("%", "e") and size.amount:
            # Of two bets at least; half a unit may be lost in rounding, and no raise is below ``least``.
            growth = 1 + 2 * amount / 100 * least / (least + 0.5)
        elif size.unit == "x":
            growth = max(amount - 0.5 / least, 1.0)
        else:
            growth = inf if size.unit in ("a", "e") else 1.0
        result = min(result, growth)
    return min(result, 2.0) if limit == "pot-limit" else result
