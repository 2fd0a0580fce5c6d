"""Payoffs of a hand in prize money: what the chips that players win and lose change in the worth of their stacks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.parameters import brief, check_choice, check_floats

from .prizes import MODELS, MOST_PLAYERS, QUICK_BY_SETS, HandRaces, checked_payouts, checked_stacks, quick_worth, worth_of_out

CRUMB = 1e-9
"""A stack below this part of the largest is rounding: its player is out."""


@dataclass(frozen=True)
class Tournament:
    """Prizes that are left, the chips of all players who are left, and the model of what stacks are worth.

    Attributes:
        payouts: the prizes, the first place's first.
        held: chips of the players of the hand before it, what they have in the pot included.
        others: chips of the tournament's other players.
        model: see ``prize_equities``.
    """

    payouts: tuple[float, ...]
    held: tuple[float, ...]
    others: tuple[float, ...]
    model: str

    @property
    def is_zero_sum(self) -> bool:
        """True if the players of the hand have the same prize money together however it ends."""
        if not self.others or self.model == "winner_takes_all" or not any(self.payouts[1:]):
            return True
        first_out = len(self.others) + 1  # prizes from here on are of players who go out in this hand
        return self.model == "proportional" and not any(self.payouts[first_out:])

    def gains(self, net_chips: tuple[float, ...]) -> tuple[float, ...]:
        """Gains of the players of the hand in prize money with these net chips."""
        return prize_gains(self, net_chips)

    def gains_range(self, most: float) -> tuple[float, float]:
        """(least, most) that a player can gain where each plays for ``most`` chips: bounds, and exact for two in ICM."""
        if len(self.held) == 2 and self.model != "proportional":  # worth rises with chips
            ends = [self.gains(net) for net in ((-most, most), (most, -most))]
            return min(map(min, ends)), max(map(max, ends))
        before = stack_worth(self, (0.0,) * len(self.held))
        # In proportion to chips a stack can be worth more than the first prize.
        highest = self.payouts[0] if self.model == "icm" else sum(self.payouts)
        return -max(before), highest - min(before)


@lru_cache(maxsize=65_536)
def prize_gains(tournament: Tournament, net_chips: tuple[float, ...]) -> tuple[float, ...]:
    """``Tournament.gains``, kept: many ends of a hand pay the same chips."""
    before = stack_worth(tournament, (0.0,) * len(net_chips))
    after = stack_worth(tournament, net_chips)
    return tuple([now - then for now, then in zip(after, before, strict=True)])


@lru_cache(maxsize=65_536)
def stack_worth(tournament: Tournament, net_chips: tuple[float, ...]) -> tuple[float, ...]:
    """The prize money that the stack of each player of the hand is worth after these net chips."""
    held = tournament.held
    # Rounding must leave a player who lost all with no chips: with a crumb they would be in the tournament still.
    own = [chips if chips > CRUMB * max(held) else 0.0 for chips in (a + b for a, b in zip(held, net_chips, strict=True))]
    stacks = np.array([*own, *tournament.others])
    before = np.array([*held, *tournament.others])
    if tournament.model != "icm" or np.count_nonzero(stacks) <= QUICK_BY_SETS or not tournament.others:
        found = quick_worth(stacks, np.array(tournament.payouts), tournament.model, before)
        return tuple(found[: len(held)].tolist())
    prizes = np.zeros(len(stacks))
    prizes[: len(tournament.payouts)] = tournament.payouts
    found, inside = worth_of_out(stacks, prizes, before)[: len(held)], np.array(own) > 0.0
    found[inside] = hand_races(tournament).worth(np.array(own)[inside])
    return tuple(found.tolist())


@lru_cache(maxsize=8)
def hand_races(tournament: Tournament) -> HandRaces:
    """Find the part that all ends of a hand share, and keep it: with hundreds of other players it takes long."""
    held, others = tournament.held, np.array(tournament.others)
    return HandRaces(others, np.array(tournament.payouts), sum(held), CRUMB * max(held), len(held))


def make_tournament(
    payouts: Sequence[float] | Floats, held: tuple[float, ...], others: Sequence[float] | Floats, model: str
) -> Tournament:
    """Check what a tournament is made of.

    Args:
        payouts: the prizes, the first place's first.
        held: chips of the players of the hand, what they have in the pot included.
        others: chips of the tournament's other players.
        model: see ``prize_equities``.

    Raises:
        ValueError: a value that is not allowed.
    """
    check_choice("prize_model", model, MODELS)
    prizes = checked_payouts(payouts)
    allowed = (
        f"must be the chips of the tournament's other players, each above 0, of at most {MOST_PLAYERS - len(held)} players"
    )
    elsewhere = np.zeros(0) if is_empty(others) else check_floats("others", others, allowed)
    fits = elsewhere.ndim == 1 and bool((np.isfinite(elsewhere) & (elsewhere > 0)).all())
    if not fits or len(elsewhere) > MOST_PLAYERS - len(held):
        raise ValueError(f"others={brief(others)}: {allowed}")
    players = len(held) + len(elsewhere)
    if len(prizes) > players:
        raise ValueError(f"payouts: {len(prizes)} prizes for {players} players: must be at most one prize a player")
    checked_stacks("stack and others", (*held, *elsewhere.tolist()))
    return Tournament(tuple(prizes.tolist()), held, tuple(elsewhere.tolist()), model)


def is_empty(given: Any) -> bool:
    """True for a list without entries."""
    return isinstance(given, Sequence | np.ndarray) and not isinstance(given, str) and len(given) == 0
