"""The units that amounts are told in: chips, percent of the starting pot, thousandths of the big blind (mbb)."""

from __future__ import annotations

import re
from math import inf
from typing import TYPE_CHECKING

from .parameters import brief, check_choice, check_number, is_number, plain_parameter

if TYPE_CHECKING:
    from pokerzoo.envs.core import Game

UNITS = {"chips": "chips a hand", "mbb": "mbb a hand", "pot": "% of the starting pot"}
"""Units of an amount a hand, by their short names."""

LEAST_CHIPS, MOST_CHIPS = 1e-6, 1e12
"""Chips of a pot, a stack or a blind: single precision has no room for much smaller or larger amounts."""
WAYS = "chips (0.05), percent of the starting pot ('0.1%') or thousandths of the big blind ('5 mbb')"
_AMOUNT = re.compile(r"(.*?)\s*(%|mbb|chips)?", re.DOTALL)


def check_big_blind(big_blind: object) -> None:
    """ValueError unless these are chips that a big blind may have: what amounts are divided by to tell them in big blinds."""
    check_number("big_blind", plain_parameter("big_blind", big_blind), LEAST_CHIPS, MOST_CHIPS)


def mbb(game: Game, chips: float) -> float | None:
    """Chips in thousandths of the game's big blind (its ante where it has no blind); None where it has neither."""
    return None if game.big_blind is None else 1000 * chips / game.big_blind


def pot_percent(game: Game, chips: float) -> float | None:
    """Chips in percent of the pot that the game starts with; None where there is none."""
    return None if game.starting_pot is None else 100 * chips / game.starting_pot


def pot_share(game: Game, net_chips: float) -> float | None:
    """Pot share, as solvers print it: net chips plus the player's part of the starting pot; None without one."""
    return None if game.starting_pot is None else net_chips + game.starting_pot / game.num_players


def units_of(game: Game, chips: float) -> list[tuple[str, float]]:
    """An amount a hand in every unit that the game has, with the unit's name, chips first."""
    amounts = {"chips": chips, "mbb": mbb(game, chips), "pot": pot_percent(game, chips)}
    return [(UNITS[unit], amount) for unit, amount in amounts.items() if amount is not None]


def unit_factor(game: Game | None, unit: str) -> float:
    """Chips in terms of ``unit`` (a key of ``UNITS``); ValueError where the game has no such unit."""
    check_choice("unit", unit, tuple(UNITS))
    if unit == "chips":
        return 1.0
    if game is None:
        raise ValueError(f"unit={brief(unit)}: needs game=, which says what a chip is worth")
    base = game.big_blind if unit == "mbb" else game.starting_pot
    if base is None:
        what = "blind or ante" if unit == "mbb" else "starting pot"
        raise ValueError(f"unit={brief(unit)}: {game.name} has no {what}; give chips")
    return (1000.0 if unit == "mbb" else 100.0) / base


def split_amount(amount: object) -> tuple[float | None, str | None]:
    """The number of an amount, None if it is none, and its unit, None if it names none."""
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


def limit_in_chips(game: Game, amount: float | str, label: str) -> float:
    """Chips of an amount that a run goes on to: a number or a string with a unit.

    Args:
        game: says what its pot and its blind are.
        amount: chips (``0.05``, ``"0.05"``, ``"0.05 chips"``), percent of the starting pot (``"0.1%"``), or thousandths of the
            big blind (``"5 mbb"``).
        label: the parameter with its value, as the user wrote it, for errors.

    Raises:
        ValueError: not such an amount, not above 0 and finite, or a unit that the game does not have.

    >>> from pokerzoo.envs import make_game
    >>> leduc, river = make_game("leduc"), make_game("holdem", pot=50)
    >>> limit_in_chips(leduc, "5 mbb", "until='5 mbb'"), limit_in_chips(river, "0.1%", "until='0.1%'")
    (0.005, 0.05)
    """
    number, unit = split_amount(amount)
    if number is None:
        raise ValueError(f"{label}: must be {WAYS}")
    bases = {"%": (game.starting_pot, "starting pot"), "mbb": (game.big_blind, "blind or ante")}
    base, what = bases.get(unit or "", (1.0, ""))
    if base is None:
        raise ValueError(f"{label}: {game.name} has no {what}; give chips")
    if not 0 < number < inf:
        raise ValueError(f"{label}: must be a finite number above 0: {WAYS}")
    return number * base / {"%": 100, "mbb": 1000}.get(unit or "", 1)
