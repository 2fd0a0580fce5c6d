"""The bets that are legal at one point of a betting round, which need not be reached from the start."""

from __future__ import annotations

import pokerzoo.envs.betting.row as col
from pokerzoo.envs.betting.bets import SizedBets
from pokerzoo.envs.betting.engine import find_legal
from pokerzoo.envs.betting.setup import Betting, Round


def bet_totals(
    options: SizedBets,
    *,
    player: int,
    pot: float,
    own: float,
    other: float,
    stack: float,
    num_bets: int,
    streets_left: int,
    donk: bool = False,
) -> tuple[float, ...]:
    """The totals to which one of two players may bet or raise, ascending.

    Args:
        options: the sizes.
        player: who acts, from 0.
        pot: chips in the pot at the start of the round.
        own: chips that the player has put in since.
        other: chips that the other one has put in since.
        stack: chips that each had at the start of the round.
        num_bets: bets and raises in the round.
        streets_left: betting rounds left with this one.
        donk: whether a first bet is a donk bet.
    """
    if other >= stack:
        return ()
    first = player if donk else 1 - player
    betting = Betting(
        antes=(0.0, 0.0),
        rounds=(Round(0, options, first=first),) * streets_left,
        stacks=(stack, stack),
        pot=pot,
        dead=(own, other),  # for the unit, in which all amounts are whole
    )
    row, units = betting.start_row.copy(), betting.units
    row[col.ACTOR], row[col.AGGRESSOR] = player, 1 - player if donk else -1
    row[col.HIGHEST], row[col.NUM_BETS], row[col.BEHIND] = units(other), num_bets, 0b11
    row[col.POT] = units(pot) + units(own) + units(other)
    for seat, put in ((player, own), (1 - player, other)):
        row[col.STACKS + seat] = units(stack) - units(put)
        row[col.IN_ROUND + seat] = row[col.IN_HAND + seat] = units(put)
    row[col.LAST_RAISE] = max(units(other) - units(own), units(max(options.min_bet, options.chip)))
    find_legal(betting.rules_row, row)
    legal = [action for action in range(col.BET, row[col.LEGAL].bit_length()) if row[col.LEGAL] >> action & 1]
    return tuple(sorted([betting.chips(row[col.TOTALS + action]) for action in legal]))
