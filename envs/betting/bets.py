"""Legal bets: fixed, no-limit from a list of sizes (``Line`` asks at each decision), and of whole hands."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

from pokerzoo.envs.support.parameters import brief, check_number

from .sizes import BetOptions, Size

if TYPE_CHECKING:
    from collections.abc import Iterable


Limit: TypeAlias = Literal["no-limit", "pot-limit", "fixed-limit"]
"""Betting limit."""


@dataclass(frozen=True, slots=True)
class FixedBets:
    """Bets of one size; a player whose stack is shorter bets or raises all-in for less.

    Attributes:
        bet: chips of a bet, and of a raise beyond the call, up to the stack (``PokerRules.stack``).
        max_bets: for each player, the number of bets and raises of all players in this round from which on the player may only
            call or fold.

    Raises:
        ValueError: ``bet`` is not a number above 0, or ``max_bets`` is no tuple of a whole number for each player.

    >>> FixedBets(bet=2.0, max_bets=(2, 2))  # Leduc's first round: bets of 2, a bet and a raise at most
    FixedBets(bet=2.0, max_bets=(2, 2))
    """

    bet: float
    max_bets: tuple[int, ...]

    limit: ClassVar[Limit] = "fixed-limit"
    may_be_all_in: ClassVar[bool] = False

    def __post_init__(self) -> None:
        check_number("bet", self.bet, 0, inf, above=True)
        check_max_bets(self.max_bets)

    @property
    def least(self) -> float:
        """Chips of the least bet."""
        return self.bet

    def caps(self, players: int) -> tuple[int | None, ...]:
        """For each player the most bets and raises in the round.

        Args:
            players: number of players.
        """
        return self.max_bets

    def amounts(self) -> list[float]:
        """All amounts of chips that are said."""
        return [self.bet]


def check_max_bets(given: Any) -> None:
    """ValueError unless it is a tuple with a whole number for each player."""
    if not isinstance(given, tuple) or len(given) < 2 or not all(type(count) is int and count >= 0 for count in given):
        allowed = "must be a tuple of whole numbers, one for each player: (1, 1) is one bet in the round for both"
        raise ValueError(f"max_bets={brief(given)}: {allowed}")


@dataclass(frozen=True, slots=True)
class SizedBets:
    """No-limit bets of the sizes that the options give."""

    options: BetOptions

    limit: ClassVar[Limit] = "no-limit"

    @property
    def least(self) -> float:
        """Chips of the least bet."""
        return max(self.options.min_bet, self.options.chip)

    @property
    def may_be_all_in(self) -> bool:
        """True if all-in is a size, or a threshold makes one of it."""
        options = self.options
        sizes = [size for lists in (options.bet, options.raises, options.donk or ()) for own in lists for size in own]
        made = options.add_allin_threshold or options.force_allin_threshold
        return bool(sizes and made) or any(size.unit == "a" for size in sizes)

    def caps(self, players: int) -> tuple[int | None, ...]:
        """For each player the most bets and raises in the round.

        Args:
            players: number of players.
        """
        return (self.options.raise_cap,) * players

    def lists(self, player: int) -> list[tuple[Size, ...]]:
        """The sizes of a player: of a first bet, of a donk bet, of the first raise, of the second, ..."""
        options = self.options
        raises = options.raises[player]
        most = max((size.raise_cap or 0 for size in raises), default=0)
        by_number = [tuple(s for s in raises if s.raise_cap is None or number < s.raise_cap) for number in range(most + 1)]
        return [options.bet[player], options.sizes(player, "donk"), *by_number]

    def amounts(self) -> list[float]:
        """All amounts of chips that are said."""
        options = self.options
        sizes = [size for lists in (options.bet, options.raises, options.donk or ()) for own in lists for size in own]
        return [options.chip, options.min_bet, *chips_said(sizes, options.big_blind or 0.0)]


@dataclass(frozen=True, slots=True)
class TableBets:
    """Bets on one street of a whole hand, for any number of players and any stacks."""

    limit: Limit
    least: float  # chips of the least bet; under fixed limit of every bet, and of a raise beyond the call
    sizes: tuple[tuple[Size, ...], ...] | None  # by bets in the round, the blinds counting as one; None: every whole amount
    raise_cap: int | None = None  # bets and raises in the round; under fixed limit all-ins below half a bet do not count

    @property
    def is_any(self) -> bool:
        """True if every whole amount may be bet."""
        return self.sizes is None and self.limit != "fixed-limit"

    @property
    def may_be_all_in(self) -> bool:
        """True if all-in is a size."""
        return any(size.unit == "a" for sizes in self.sizes or () for size in sizes)

    def caps(self, players: int) -> tuple[int | None, ...]:
        """For each player the most bets and raises in the round.

        Args:
            players: number of players.
        """
        return (self.raise_cap,) * players

    def lists(self, player: int) -> list[tuple[Size, ...]]:
        """The sizes of a player: of a first bet, of a donk bet, of the first raise, of the second, ..."""
        sizes = self.sizes or ((),)
        return [sizes[0], sizes[0], *(sizes[1:] or sizes)]

    def amounts(self) -> list[float]:
        """All amounts of chips that are said."""
        return [self.least]


def chips_said(sizes: Iterable[Size], big_blind: float) -> list[float]:
    """The amounts of sizes in chips and in big blinds."""
    factors = {"c": 1.0, "bb": big_blind}
    return [size.amount * factors[size.unit] for size in sizes if size.unit in factors and size.amount is not None]
