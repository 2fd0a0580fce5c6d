"""Expected prize money of stacks in a tournament: the independent chip model, and two simpler models.

The *independent chip model* (ICM) takes the places of the players for draws without replacement. A player is first with the
probability of their share of all chips, second with that of their share of the chips of those who are left, and so on.
Harville (Journal of the American Statistical Association 68, 1973) had it for horses, Malmuth for poker (Gambling Theory and
Other Topics, 1987); Plackett and Luce have the same model. Two ways to the same numbers:

- ``places_by_sets``: a recursion over sets of players who have the first places between them. Exact, up to 20 players;
- ``values_by_races``: one integral. Give each player an alarm that goes off after an exponential time, at the rate of their
  chips. The alarms go off in Harville's order, and they are independent, which sets are not. For any number of players.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.errors import ParameterError
from pokerzoo.envs.support.parameters import check_choice, check_floats

MODELS = ("icm", "proportional", "winner_takes_all")
"""Models of ``prize_equities``."""
MOST_PLAYERS = 1000
MOST_BY_SETS = 20
"""Players for whom the recursion over sets is used: it has a number for each of 2 ** 20 sets."""
QUICK_BY_SETS = 10
"""Players up to which it is the faster way."""
STEP = 0.05
"""Of the integral, in the logarithm of time: the trapezoidal rule is exact to rounding at twice this step already."""
TOGETHER = 1 << 21
"""Numbers of the integral that are kept at once."""
NEGLIGIBLE = 1e-18
"""Share of the integral that is left out at its lower end."""
ALWAYS = 750.0
"""Mean times after which an alarm has gone off: exp(-750) is zero."""


def prize_equities(
    stacks: Sequence[float] | Floats,
    payouts: Sequence[float] | Floats,
    model: str = "icm",
    before: Sequence[float] | Floats | None = None,
) -> Floats:
    """The expected prize money of each stack in a tournament.

    Args:
        stacks: the chips of all players who are left in the tournament, 2 to 1000 of them. Players without chips are out: they
            have the last of the places. At least one player has chips.
        payouts: the prizes, the first place's first. No prize is higher than the one before. Players after the last prize get
            nothing.
        model: ``"icm"`` is the independent chip model of Malmuth and Harville. ``"proportional"`` divides what is left of the
            prizes by chips. ``"winner_takes_all"`` gives all prizes to the winner, so that money is in proportion to chips.
        before: the chips before the hand in which players went out. Of them, those who had more have the better places; equal
            ones share their prizes. Without it all who are out share.

    Returns:
        float64 [players]: in the unit of ``payouts``. They add up to the prizes, as far as there are players for them.

    Raises:
        ValueError: stacks or prizes that are not allowed, another model, or more prizes than players.

    Example:
        >>> from pokerzoo.envs.cards import prize_equities
        >>> prize_equities((5000, 3000, 2000), (50, 30, 20)).round(4)
        array([38.3929, 32.75  , 28.8571])
        >>> prize_equities((5000, 0, 5000), (50, 30, 20)).round(4)
        array([40., 20., 40.])
    """
    chips, prizes = checked_stacks("stacks", stacks), checked_payouts(payouts)
    check_choice("model", model, MODELS)
    if len(prizes) > len(chips):
        raise ParameterError(
            "payouts", problem=f"{len(prizes)} prizes for {len(chips)} players: must be at most one prize a player"
        )
    held = None if before is None else checked_stacks("before", before)
    if held is not None and len(held) != len(chips):
        raise ParameterError("before", problem=f"{len(held)} stacks, but stacks has {len(chips)}: must be as many")
    return values_of(chips, prizes, model, held)


def checked_stacks(name: str, stacks: Sequence[float] | npt.NDArray[np.generic]) -> Floats:
    """Stacks as float64 [players]; ValueError for what is not allowed."""
    allowed = f"must be 2 to {MOST_PLAYERS} numbers of chips, none below 0 and one above"
    chips = check_floats(name, stacks, allowed)
    if chips.ndim != 1 or not 2 <= len(chips) <= MOST_PLAYERS or not np.isfinite(chips).all():
        raise ParameterError(name, stacks, allowed)
    if (chips < 0).any() or not chips.any():
        raise ParameterError(name, stacks, allowed)
    held = chips[chips > 0]
    if not 1e-100 < held.max() < 1e100:
        raise ParameterError(name, stacks, "the largest must be from 1e-100 to 1e100")
    if held.max() / held.min() > 1e9:
        raise ParameterError(name, stacks, "the largest may be a billion times the smallest above 0, not more")
    return chips


def checked_payouts(payouts: Sequence[float] | npt.NDArray[np.generic]) -> Floats:
    """Prizes as float64 [prizes]; ValueError for what is not allowed."""
    allowed = (
        "must be one prize or more, the first place's first, none below 0 or above the one before, "
        "and the first from 1e-100 to 1e100"
    )
    prizes = check_floats("payouts", payouts, allowed)
    fits = prizes.ndim == 1 and len(prizes) > 0 and bool(np.isfinite(prizes).all())
    if not fits or (prizes < 0).any() or (np.diff(prizes) > 0).any() or not 1e-100 < prizes[0] < 1e100:
        raise ParameterError("payouts", payouts, allowed)
    return prizes


def is_empty(prizes: object) -> bool:
    """True for a list without entries."""
    return isinstance(prizes, Sequence | np.ndarray) and not isinstance(prizes, str) and len(prizes) == 0


def quick_values(chips: Floats, prizes: Floats, model: str, before: Floats) -> Floats:
    """``values_of`` by the faster way, for where many stacks are valued."""
    return values_of(chips, prizes, model, before, QUICK_BY_SETS)


def values_after(
    net: Sequence[float] | Floats, stacks: Sequence[float], others: Sequence[float], payouts: Sequence[float], model: str
) -> Floats:
    """Prize money of the players at a table after a hand, float64 [players]; arguments are checked already.

    Args:
        net: net chips of each player in the hand.
        stacks: chips of each player before it.
        others: chips of the tournament's players at other tables.
        payouts: the prizes.
        model: how stacks are valued.
    """
    before = np.array((*stacks, *others))
    after = before.copy()
    after[: len(net)] += net
    after[after < 1e-9 * max(stacks)] = 0.0  # rounding
    return quick_values(after, np.array(payouts), model, before)[: len(net)]


def values_of(
    chips: Floats, prizes: Floats, model: str, before: Floats | None = None, most_by_sets: int = MOST_BY_SETS
) -> Floats:
    """Prize money of checked stacks, float64 [players]; players after the last prize get nothing."""
    prizes = np.concatenate([prizes, np.zeros(len(chips) - len(prizes))])
    if model == "winner_takes_all":
        return np.asarray(prizes.sum() * chips / chips.sum())
    held = np.flatnonzero(chips)
    result = values_when_out(chips, prizes, before)
    held_chips, money = chips[held], prizes[: len(held)]
    if model == "proportional":
        result[held] = money.sum() * held_chips / held_chips.sum()
    elif len(held) <= most_by_sets:
        paid = max(1, int(np.count_nonzero(money)))
        result[held] = places_by_sets(held_chips, paid) @ money[:paid]
    else:
        result[held] = values_by_races(held_chips, money)
    return result


def values_when_out(chips: Floats, prizes: Floats, before: Floats | None) -> Floats:
    """Prize money of the players without chips, float64 [players]; 0 of all others. ``prizes``: one a player."""
    result, out = np.zeros(len(chips)), np.flatnonzero(chips == 0.0)
    place = len(chips) - len(out)
    had = np.zeros(len(out)) if before is None else before[out]
    for amount in sorted(set(had.tolist()), reverse=True):
        alike = out[had == amount]
        result[alike] = prizes[place : place + len(alike)].mean()
        place += len(alike)
    return result


def places_by_sets(chips: Floats, places: int) -> Floats:
    """Probability of each player to have each of the first places, float64 [players, places]; chips above 0."""
    players = len(chips)
    shares = chips / chips.sum()
    sums, sizes = np.zeros(1), np.zeros(1, dtype=np.int8)
    for chip in shares:
        sums, sizes = np.concatenate([sums, sums + chip]), np.concatenate([sizes, sizes + 1])
    left = sums[::-1]  # of those who are not in a set: a sum as well, so that no difference loses digits
    reached = np.zeros(len(sums))  # probability that a set has the first places between them
    reached[0] = 1.0
    result = np.zeros((players, places))
    for place in range(places):
        layer = np.flatnonzero(sizes == place)
        for player in range(players):
            without = layer[layer >> player & 1 == 0]
            next_up = reached[without] * shares[player] / left[without]
            reached[without | 1 << player] += next_up
            result[player, place] = next_up.sum()
    return result


def values_by_races(chips: Floats, prizes: Floats) -> Floats:
    """Prize money of stacks, float64 [players], by an integral over exponential times; chips above 0."""
    players, paid = len(chips), max(1, int(np.count_nonzero(prizes)))
    money = prizes[:paid]
    rates = chips / chips.max()
    logs = np.arange(log(NEGLIGIBLE), log(ALWAYS / rates.min()), STEP)
    result = np.zeros(players)
    at_once = max(1, TOGETHER // (players * paid))
    for start in range(0, len(logs), at_once):
        times = np.exp(logs[start : start + at_once])[:, None]
        still = np.exp(-rates[:, None, None] * times)  # [players, times, 1]: the alarm has not gone off yet
        # Ahead: by the number of alarms that went off before, their probability. Behind: the prize for this number on average.
        ahead = np.zeros((players, len(times), paid))
        behind = np.tile(money, (len(times), 1))
        ahead[0, :, 0] = 1.0
        for player in range(players - 1):
            ahead[player + 1] = ahead[player] * still[player]
            ahead[player + 1, :, 1:] += ahead[player, :, :-1] * (1.0 - still[player])
        for player in range(players - 1, -1, -1):
            density = rates[player] * times[:, 0] * still[player, :, 0]
            result[player] += STEP * float(density @ (ahead[player] * behind).sum(axis=1))
            later = np.zeros_like(behind)
            later[:, :-1] = behind[:, 1:]
            behind = behind * still[player] + later * (1.0 - still[player])
    return result
