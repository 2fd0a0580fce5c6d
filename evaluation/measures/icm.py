"""Prize money by stack, and the price of an all-in: bubble factors and risk premiums."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pokerzoo.envs.poker.prizes import MODELS, checked_payouts, checked_stacks, prize_equities, quick_values
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.parameters import check_choice
from pokerzoo.envs.support.records import Record, Share

MOST_PAIRS = 20
"""Players up to which all-ins are valued."""


@dataclass(frozen=True)
class PlayerPrize(Record):
    """A player's stack in prize money.

    Attributes:
        stack: the player's chips.
        chip_share: share of all chips, 0 to 1.
        prize: expected prize money of the stack, in the unit of the payouts.
        prize_share: share of all prizes, 0 to 1.

    Example:
        >>> from pokerzoo.evaluation import icm
        >>> leader = icm((5000, 3000, 2000), (50, 30, 20)).players[0]
        >>> leader.chip_share, round(leader.prize_share, 3)
        (0.5, 0.384)
    """

    stack: float
    chip_share: Share
    prize: float
    prize_share: Share


@dataclass(frozen=True)
class IcmReport(Record):
    """The stacks of a tournament in prize money, and what an all-in between two players costs each of them.

    Attributes:
        model: ``icm``, ``proportional`` or ``winner_takes_all``.
        payouts: the prizes, the first place's first.
        players: the expected prize of each player's stack.
        bubble_factors: float64 [players, players]: prize money that the row's player loses with an all-in against the column's,
            divided by what they win with it. Both stake the smaller of their stacks; blinds and what others pay do not count.
            NaN for a player against themselves or one without chips, and where nothing can be won. Below 0 where who loses has
            more prize money afterwards: with model ``proportional`` a short stack may be worth less than the last prize. None
            with more than 20 players.
        risk_premiums: float64 [players, players]: the least share of the pot with which such an all-in does not lose prize
            money, less one half: factor / (factor + 1) - 1/2. Where the factor is 0 or less it is -1/2.

    Example:
        >>> from pokerzoo.evaluation import icm
        >>> found = icm((1000, 1000, 1000, 1000), (1, 1, 1))  # three tickets for four players
        >>> found.bubble_factors[0, 1].round(6), found.risk_premiums[0, 1].round(6)
        (np.float64(3.0), np.float64(0.25))
    """

    model: str
    payouts: tuple[float, ...]
    players: tuple[PlayerPrize, ...]
    bubble_factors: Floats | None
    risk_premiums: Floats | None

    @property
    def prizes(self) -> Floats:
        """float64 [players]: the expected prize money of each stack."""
        return np.array([player.prize for player in self.players])


def icm(stacks: Sequence[float] | Floats, payouts: Sequence[float] | Floats, model: str = "icm") -> IcmReport:
    """The expected prize money of each stack of a tournament, with bubble factors and risk premiums.

    Args:
        stacks: the chips of all players who are left in the tournament, 2 to 1000 of them; 0 for a player who is out.
        payouts: the prizes, the first place's first; no more than players, and none above the one before.
        model: ``"icm"`` (independent chip model, Malmuth-Harville), ``"proportional"`` or ``"winner_takes_all"``: see
            ``prize_equities``.

    Returns:
        Prizes in the unit of ``payouts``; with 20 players or fewer also what all-ins between two of them cost.

    Raises:
        ValueError: stacks or prizes that are not allowed, another model, or more prizes than players.

    Example:
        >>> from pokerzoo.evaluation import icm
        >>> icm((5000, 3000, 2000), (50, 30, 20)).prizes.round(4)
        array([38.3929, 32.75  , 28.8571])
    """
    check_choice("model", model, MODELS)
    chips, prizes = checked_stacks("stacks", stacks), checked_payouts(payouts)
    result = prize_equities(chips, prizes, model)
    rows = zip(chips.tolist(), (chips / chips.sum()).tolist(), result.tolist(), (result / prizes.sum()).tolist(), strict=True)
    factors = all_in_factors(chips, prizes, model) if len(chips) <= MOST_PAIRS else None
    return IcmReport(
        model=model,
        payouts=tuple(prizes.tolist()),
        players=tuple(PlayerPrize(*row) for row in rows),
        bubble_factors=factors,
        risk_premiums=None if factors is None else 0.5 - 1.0 / (np.maximum(factors, 0.0) + 1.0),
    )


def all_in_factors(chips: Floats, prizes: Floats, model: str) -> Floats:
    """float64 [players, players]: prize money lost with an all-in divided by prize money won; see ``IcmReport``."""
    players = len(chips)
    now = quick_values(chips, prizes, model, chips)
    gains, losses = np.full((2, players, players), np.nan)
    nothing = 1e-12 * float(prizes.sum())  # what should be zero, but for rounding
    for winner in range(players):
        for loser in range(players):
            stake = min(chips[winner], chips[loser])
            if winner != loser and stake > 0.0:
                after = chips.copy()
                after[winner] += stake
                after[loser] -= stake
                change = quick_values(after, prizes, model, chips) - now
                change[np.abs(change) < nothing] = 0.0
                gains[winner, loser], losses[loser, winner] = change[winner], -change[loser]
    losses[~(gains > 0.0)] = np.nan
    return np.asarray(np.divide(losses, gains, out=losses, where=gains > 0.0) + 0.0)  # no -0.0
