"""Translation of a bet that is not among a strategy's sizes to those that are.

Ganzfried and Sandholm, "Action translation in extensive-form games with large action spaces: axioms, paradoxes, and the
pseudo-harmonic mapping" (IJCAI 2013).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import inf

from pokerzoo.envs.betting.line import Line
from pokerzoo.envs.betting.row import BET, CALL, LEAST_TO, MOST_TO
from pokerzoo.envs.support.errors import InputError, brief
from pokerzoo.envs.support.parameters import check_number
from pokerzoo.envs.whole_hands.state import TexasHoldemState


def pseudo_harmonic(x: float, low: float, high: float) -> float:
    """The probability that a bet is mapped to the lower of the two sizes around it, else to the higher one.

    It is (high - x)(1 + low) / ((high - low)(1 + x)). So it is 1 at ``low``, 0 at ``high``, and independent of the unit of
    chips. If the opponent calls each size so often that a bluff with it wins nothing, the bet is called that often, too.

    Args:
        x: the bet as a share of the pot. Below ``low`` the answer is 1, above ``high`` it is 0.
        low: the lower size, a share of the pot; 0 is a check.
        high: the higher size, a share of the pot.

    Raises:
        ValueError: a number that is negative or not finite, or ``low`` is not below ``high``.

    >>> pseudo_harmonic(1 / 2, 0, 1) == 1 / 3
    True
    """
    for name, value in (("x", x), ("low", low), ("high", high)):
        check_number(name, value, 0, inf)
    if not low < high:
        raise InputError(f"low={brief(low)}, high={brief(high)}: the lower size must be below the higher one")
    if x <= low or x >= high:
        return 1.0 if x <= low else 0.0
    return (high - x) / (high - low) * (1 + low) / (1 + x)


def translated_sizes(x: float, sizes: Sequence[float]) -> list[float]:
    """The probability that the bet ``x`` is mapped to each of some ascending sizes; all are shares of the pot."""
    result = [0.0] * len(sizes)
    if x <= sizes[0] or x >= sizes[-1]:
        result[0 if x <= sizes[0] else -1] = 1.0
        return result
    for k, (low, high) in enumerate(pairwise(sizes)):
        if low <= x < high:
            result[k] = pseudo_harmonic(x, low, high)
            result[k + 1] = 1.0 - result[k]
    return result


def pot_after_call(state: TexasHoldemState) -> float:
    """Chips in the middle once the player to act has called."""
    return state.pot + state.to_call


def bet_share(state: TexasHoldemState, total: float) -> float:
    """A bet or raise as a share of the pot after the call; 0 is no raise."""
    return max(total - max(state.round_contributions), 0.0) / pot_after_call(state)


def line_share(line: Line, total: float) -> float:
    """``bet_share`` of a bet or raise in a line."""
    return (total - max(line.round_contributions)) / (line.pot + line.to_call)


def total_of_share(state: TexasHoldemState, share: float) -> float:
    """The inverse of ``bet_share``."""
    return max(state.round_contributions) + share * pot_after_call(state)


def nearest_bet(state: TexasHoldemState, total: float) -> int:
    """The legal bet or raise that is nearest to a total of the round; a check or call where there is none."""
    if state.game.any_amount:
        least, most = state.row.item(LEAST_TO), state.row.item(MOST_TO)
        return BET - 1 + min(max(round(total / state.game.chip), least), most) if most else CALL
    bets = [action for action in state.legal_actions() if action >= BET]
    return min(bets, key=lambda action: abs(state.total_of(action) - total)) if bets else CALL
