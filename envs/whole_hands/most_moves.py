"""Largest number of moves of a whole hand: it sets the columns of a hand and the blocks of an observation."""

from __future__ import annotations

from collections.abc import Iterable
from math import floor, inf, log
from typing import TypeAlias

from pokerzoo.envs.betting.bets import FixedBets, SizedBets
from pokerzoo.envs.betting.setup import Betting
from pokerzoo.envs.betting.sizes import Size

Bets: TypeAlias = FixedBets | SizedBets


def most_moves(betting: Betting) -> int:
    """A number of moves that no hand exceeds."""
    streets = [one.bets for one in betting.rounds if one.bets is not None]
    players = len(betting.stacks) if betting.chips_in_play else sum(stack > 0 for stack in betting.stacks)
    caps = [bets.caps(players)[0] for bets in streets]
    capped = sum(inf if cap is None else cap for cap in caps) - 1  # the blinds count as one
    full, all_in = full_bets(streets, betting) * (players - 1), players * (players - 1) // 2
    if streets[0].limit == "fixed-limit":
        return len(streets) * players + int(min(capped * (players - 1), full)) + all_in
    return len(streets) * players + int(min(capped * (players - 1), full + all_in))


def full_bets(streets: list[Bets], betting: Betting) -> int:
    """A number of bets and raises that are not all-in, of all streets, that no hand exceeds."""
    second = betting.chips_in_play / 2 if betting.chips_in_play else sorted(betting.stacks)[-2]
    full = second / min(bets.least for bets in streets)
    return floor(min(full, grown_pot(streets, betting, second)) + 1e-9) + 1


def grown_pot(streets: list[Bets], betting: Betting, second: float) -> float:
    """The same, where each bet multiplies something by some factor; infinite where that cannot be told."""
    sizes_by_street = [bets.sizes for bets in streets if bets.sizes is not None]
    if len(sizes_by_street) < len(streets):
        return inf
    limit = streets[0].limit
    units = [betting.units(bets.least) for bets in streets]
    if all(size.unit in ("%", "a") for sizes in sizes_by_street for size in sizes):
        growth = least_growth((size for sizes in sizes_by_street for size in sizes), limit, min(units))
        return 1 + growth_steps(second / min(bets.least for bets in streets), growth)
    by_street = [
        1 + most_geometric_bets(sizes, len(streets)) + growth_steps(second / bets.least, least_growth(sizes, limit, unit))
        for bets, sizes, unit in zip(streets, sizes_by_street, units, strict=True)
    ]
    return sum(by_street)


def most_geometric_bets(sizes: Iterable[Size], streets: int) -> int:
    """The most bets of geometric sizes in a round that are less than all-in, or than their limit."""
    return max((size.streets or streets for size in sizes if size.unit == "e"), default=0)


def growth_steps(ratio: float, growth: float) -> float:
    """Count of multiplications by ``growth`` until something is ``ratio`` times as large."""
    return log(max(ratio, 1.0)) / log(growth) if growth > 1 else inf


def least_growth(sizes: Iterable[Size], limit: str, least: int) -> float:
    """By what a bet of these sizes that is not all-in multiplies at least; 1 where that cannot be told."""
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
