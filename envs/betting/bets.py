"""Legal bets of a round: of one fixed size, or of the sizes of a list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, ClassVar, Literal, TypeAlias

from pokerzoo.envs.support.errors import ParameterError
from pokerzoo.envs.support.parameters import check_int, check_number
from pokerzoo.envs.support.units import LEAST_CHIPS, MOST_CHIPS

from .sizes import BET_FORMS, Kind, SizeLists, Sizes, check_amount, parse_size_lists

Limit: TypeAlias = Literal["no-limit", "pot-limit", "fixed-limit"]
"""Betting limit."""
Texts: TypeAlias = str | Sequence[str]
"""Sizes as they are written: one string for all players, or one each."""


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
    sizes: ClassVar[None] = None

    def __post_init__(self) -> None:
        check_number("bet", self.bet, 0, inf, above=True)
        most: Any = self.max_bets
        if not isinstance(most, tuple) or len(most) < 2 or not all(type(count) is int and count >= 0 for count in most):
            allowed = "must be a tuple of whole numbers, one for each player: (1, 1) is one bet in the round for both"
            raise ParameterError("max_bets", most, allowed)

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

    def lists(self, player: int) -> SizeLists:
        """The sizes of a player: none has a name.

        Args:
            player: the seat, from 0.
        """
        return ((), (), ())

    def amounts(self) -> list[float]:
        """All amounts of chips in the parameters."""
        return [self.bet]


@dataclass(frozen=True, slots=True)
class SizedBets:
    """Bets of listed sizes, and the rules that add, force, merge and cap them; `sized_bets` makes them of strings.

    The thresholds are postflop-solver's; 0 for all three leaves the sizes as given. *Pot* is the pot after a call.
    """

    bet: SizeLists  # sizes of a first bet, for each of two or more players
    raises: tuple[SizeLists, ...]  # for each player those of the first raise, of the second, ..., the last for all that follow
    donk: SizeLists | None = None  # leads into the last aggressor; None: as ``bet``
    add_allin_threshold: float = 1.5  # all-in is added up to this multiple of the pot, if there is another size (PioSOLVER)
    force_allin_threshold: float = 0.15  # a size is all-in if the stack left after a call is at most this multiple of the pot
    merging_threshold: float = 0.1  # Y pots is dropped if the next larger size, X, has (1 + X) / (1 + Y) < 1 + threshold
    raise_cap: int | None = None  # the most bets and raises of all players in a round, all-in ones included
    min_bet: float = 1.0  # chips of the smallest bet and of the smallest raise beyond the call, all-in excepted
    chip: float = 1.0  # totals other than all-in are rounded to multiples of this, half up
    big_blind: float | None = None  # chips of ``bb``; None: a game without blinds
    limit: Limit = "no-limit"
    any_amount: bool = False  # every whole amount may be bet, not the sizes alone

    def __post_init__(self) -> None:
        for name, lists in (
            ("bet", self.bet),
            ("donk", self.donk or self.bet),
            *(("raises", sizes) for sizes in self.raises),
        ):
            wrong = [size for sizes in lists for size in sizes if name != "raises" and size.unit == "x"]
            if wrong:
                raise ParameterError(name, problem=f"{wrong[0]} is for raises only; allowed: {BET_FORMS}")
        for name in ("add_allin_threshold", "force_allin_threshold", "merging_threshold", "min_bet"):
            check_amount(name, getattr(self, name))
        check_number("chip", self.chip, LEAST_CHIPS, MOST_CHIPS)
        if self.raise_cap is not None:
            check_int("raise_cap", self.raise_cap, 0, 10**9)

    @property
    def least(self) -> float:
        """Chips of the least bet."""
        return max(self.min_bet, self.chip)

    @property
    def sizes(self) -> Sizes | None:
        """All sizes that occur; None: every amount may be bet."""
        if self.any_amount:
            return None
        lists = [*self.bet, *(self.donk or ()), *(sizes for by_player in self.raises for sizes in by_player)]
        return tuple(dict.fromkeys([size for sizes in lists for size in sizes]))

    @property
    def may_be_all_in(self) -> bool:
        """True if all-in is a size, or a threshold makes one of it."""
        sizes = self.sizes or ()
        made = self.add_allin_threshold or self.force_allin_threshold
        return bool(sizes and made) or any(size.unit == "a" for size in sizes)

    def caps(self, players: int) -> tuple[int | None, ...]:
        """For each player the most bets and raises in the round.

        Args:
            players: number of players.
        """
        return (self.raise_cap,) * players

    def lists(self, player: int) -> SizeLists:
        """The sizes of a player: of a first bet, of a donk bet, of the first raise, of the second, ..."""
        return (self.bet[player], (self.donk or self.bet)[player], *self.raises[player])

    def amounts(self) -> list[float]:
        """All amounts of chips in the parameters."""
        factors = {"c": 1.0, "bb": self.big_blind or 0.0}
        said = [size.amount * factors[size.unit] for size in self.sizes or () if size.unit in factors and size.amount]
        return [self.chip, self.min_bet, *said]


def sized_bets(
    bet_sizes: Texts,
    raise_sizes: Texts,
    donk_sizes: Texts | None = None,
    *,
    names: Mapping[str, str] | None = None,
    players: int = 2,
    big_blind: float | None = None,
    **rest: Any,
) -> SizedBets:
    """`SizedBets` from strings: each is one for all players or one for each; other options by name. Errors as there.

    Sizes in big blinds need ``big_blind``. Errors call a parameter what ``names`` has for it (``{"bet_sizes":
    "bet_sizes['turn']"}``), else by its own name.

    >>> bets = sized_bets("50%", ("60%,a", "2.5x | a"), chip=0.5)
    >>> [[str(size) for size in sizes] for sizes in bets.raises[1]]
    [['2.5x'], ['a']]
    """
    texts_by_kind: dict[Kind, Any] = {"bet": bet_sizes, "raise": raise_sizes}
    if donk_sizes is not None:
        texts_by_kind["donk"] = donk_sizes
    lists = {}
    for kind, texts in texts_by_kind.items():
        name = (names or {}).get(f"{kind}_sizes", f"{kind}_sizes")
        each = (texts,) * players if isinstance(texts, str) else tuple(texts) if isinstance(texts, tuple | list) else ()
        if [type(text) for text in each] != [str] * players:
            more = ", or a mapping from streets to these" if name.endswith("_sizes") else ""
            several = {2: "a pair of", 3: "three"}.get(players, str(players))
            raise ParameterError(name, texts, f"must be a string or {several} strings, one for each player{more}")
        labels = [name if isinstance(texts, str) else f"{name}[{player}]" for player in range(players)]
        lists[kind] = [parse_size_lists(*pair, kind, blinds=big_blind is not None) for pair in zip(each, labels, strict=True)]
    first = {kind: tuple(sizes for (sizes,) in of_kind) for kind, of_kind in lists.items() if kind != "raise"}
    return SizedBets(first["bet"], tuple(lists["raise"]), first.get("donk"), big_blind=big_blind, **rest)
