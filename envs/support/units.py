"""Stakes of games, and units of amounts: chips, percent of the starting pot, thousandths of the big blind (mbb)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from math import inf

from pokerzoo.envs.support.errors import InputError

from .errors import brief
from .formats import distance_text
from .parameters import check_choice, check_number, is_number, plain_parameter


@lru_cache
def unit_ratio(unit: float) -> tuple[int, int]:
    """A unit as a fraction of whole numbers, as it is written: 0.1 is 1/10.

    >>> unit_ratio(0.25), unit_ratio(0.1), unit_ratio(5)
    ((1, 4), (1, 10), (5, 1))
    """
    return Decimal(repr(float(unit))).as_integer_ratio()


def chips_of(units: int, unit: float) -> float:
    """A number of units in chips.

    >>> chips_of(3, 0.1), 3 * 0.1
    (0.3, 0.30000000000000004)
    """
    top, bottom = unit_ratio(unit)
    return units * top / bottom


UNITS = {"chips": "chips a hand", "mbb": "mbb a hand", "pot": "% of the starting pot"}
"""Units of an amount a hand, by their short names."""

LEAST_CHIPS, MOST_CHIPS = 1e-6, 1e12
"""Chips of a pot, a stack or a blind: single precision has no room for much smaller or larger amounts."""
WAYS = "chips (0.05), percent of the starting pot ('0.1%') or thousandths of the big blind ('5 mbb')"
_AMOUNT = re.compile(r"(.*?)\s*(%|mbb|chips)?", re.DOTALL)


def check_big_blind(big_blind: object) -> None:
    """ValueError unless these are chips that a big blind may have: the divisor of amounts in big blinds."""
    check_number("big_blind", plain_parameter("big_blind", big_blind), LEAST_CHIPS, MOST_CHIPS)


def split_amount(amount: object) -> tuple[float | None, str | None]:
    """The number of an amount (None if it has none) and its unit (None if it names none)."""
    number, unit = amount, None
    if isinstance(amount, str):
        match = _AMOUNT.fullmatch(amount.strip())
        assert match is not None  # any string fits
        number, unit = match[1], match[2]
    elif not is_number(amount):
        return None, None
    try:
        return float(number), unit  # type: ignore[arg-type]
    except OverflowError:
        return inf, unit
    except ValueError:
        return None, unit


@dataclass(frozen=True)
class Stakes:
    """The money of a game: what amounts in chips are compared with, and the share of the house.

    Args:
        starting_pot: chips in the pot at the start of the play, above 0; None where there are none.
        big_blind: chips that mbb a hand count by, above 0: the big blind, or the ante of a game without blinds; None where
            there is neither.
        rake_rate: the share of the pot that the house takes, 0 to 1.

    Raises:
        ValueError: a number is not in its range.

    Example:
        >>> from pokerzoo.envs import make_game
        >>> make_game("leduc").stakes
        Stakes(starting_pot=None, big_blind=1.0, rake_rate=0.0)
        >>> river = make_game("holdem", pot=50).stakes
        >>> river.pot_percent(0.1), river.mbb(0.1), river.pot_share(-1, num_players=2)
        (0.2, None, 24.0)
    """

    starting_pot: float | None = None
    big_blind: float | None = None
    rake_rate: float = 0.0

    def __post_init__(self) -> None:
        for name in ("starting_pot", "big_blind"):
            if (chips := getattr(self, name)) is not None:
                check_number(name, chips, 0, inf, above=True)
        check_number("rake_rate", self.rake_rate, 0, 1)

    def mbb(self, chips: float) -> float | None:
        """Chips in thousandths of the big blind (of the ante where there is no blind); None where there is neither.

        Args:
            chips: an amount.
        """
        return None if self.big_blind is None else 1000 * chips / self.big_blind

    def pot_percent(self, chips: float) -> float | None:
        """Chips in percent of the starting pot; None where there is none.

        Args:
            chips: an amount.
        """
        return None if self.starting_pot is None else 100 * chips / self.starting_pot

    def pot_share(self, net_chips: float, num_players: int) -> float | None:
        """Pot share, as solvers print it: net chips plus the player's part of the starting pot; None without one.

        Args:
            net_chips: what a player wins.
            num_players: players who have paid for the starting pot, in equal parts.
        """
        return None if self.starting_pot is None else net_chips + self.starting_pot / num_players

    def in_units(self, chips: float) -> list[tuple[str, float]]:
        """An amount a hand in every unit that the game has, with the unit's name, chips first.

        Args:
            chips: chips a hand.
        """
        amounts = {"chips": chips, "mbb": self.mbb(chips), "pot": self.pot_percent(chips)}
        return [(UNITS[unit], amount) for unit, amount in amounts.items() if amount is not None]

    def amount_text(self, chips: float) -> str:
        """An amount a hand for display, in chips and, where the game has them, in mbb or in percent of the starting pot.

        Args:
            chips: chips a hand.

        Example:
            >>> Stakes(big_blind=1.0).amount_text(0.00231), Stakes(starting_pot=50.0).amount_text(0.05)
            ('0.00231 chips a hand (2.31 mbb)', '0.05 chips a hand (0.1% of the pot)')
        """
        others = {" mbb": self.mbb(chips), "% of the pot": self.pot_percent(chips)}
        texts = [f" ({distance_text(amount)}{unit})" for unit, amount in others.items() if amount is not None]
        return f"{distance_text(chips)} chips a hand{''.join(texts)}"

    def unit_factor(self, unit: str, game_name: str) -> float:
        """The number of a unit that is one chip.

        Args:
            unit: ``chips``, ``mbb`` or ``pot``.
            game_name: the game, for errors.

        Raises:
            ValueError: there is no such unit, or the game does not have it.
        """
        check_choice("unit", unit, tuple(UNITS))
        base, parts = self._base(unit, f"unit={brief(unit)}", game_name)
        return parts / base

    def limit_in_chips(self, amount: float | str, label: str, game_name: str) -> float:
        """Chips of an amount that a run stops at: a number or a string with a unit.

        Args:
            amount: chips (``0.05``, ``"0.05"``, ``"0.05 chips"``), percent of the starting pot (``"0.1%"``), or thousandths
                of the big blind (``"5 mbb"``).
            label: the parameter with its value, as the user wrote it, for errors.
            game_name: the game, for errors.

        Raises:
            ValueError: not such an amount, not above 0 and finite, or a unit that the game does not have.

        >>> Stakes(big_blind=1.0).limit_in_chips("5 mbb", "until='5 mbb'", "leduc")
        0.005
        """
        number, unit = split_amount(amount)
        if number is None:
            raise InputError(f"{label}: must be {WAYS}")
        base, parts = self._base({"%": "pot"}.get(unit or "", unit), label, game_name)
        if not 0 < number < inf:
            raise InputError(f"{label}: must be a finite number above 0: {WAYS}")
        return number * base / parts

    def _base(self, unit: str | None, label: str, game_name: str) -> tuple[float, float]:
        """(chips, the number of a unit that they are)."""
        units = {"mbb": (self.big_blind, 1000.0, "blind or ante"), "pot": (self.starting_pot, 100.0, "starting pot")}
        base, parts, what = units.get(unit or "", (1.0, 1.0, ""))
        if base is None:
            raise InputError(f"{label}: {game_name} has no {what}; give chips")
        return base, parts
