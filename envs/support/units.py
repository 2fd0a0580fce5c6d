"""The units that amounts are told in: chips, percent of the starting pot, thousandths of the big blind (mbb)."""

from __future__ import annotations

import re
from math import inf
from typing import TYPE_CHECKING, Any

from .parameters import brief, check_choice, check_number, is_number, plain_parameter

if TYPE_CHECKING:
    from pokerzoo.envs.core import Game

UNITS = {"chips": "chips a hand", "mbb": "mbb a hand", "pot": "% of the starting pot"}
"""Units of an amount a hand, by their short names."""

LEAST_CHIPS, MOST_CHIPS = 1e-6, 1e12
"""Chips of a pot, a stack or a blind: single precision has no room for much smaller or larger amounts."""
WAYS = "chips (0.05), percent of the starting pot ('0.1%') or thousandths of the big blind ('5 mbb')"
PRIZE_WAYS = "prize money (0.05) or percent of all prizes ('0.01%')"
_PAYOFF = re.compile(r"(^|_)(?:net_)?chips(?=[_ ]|$)")
NO_PAYOFFS = ("pot_chips", "to_call_chips")
"""Names of what is in chips also where payoffs are prize money."""
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


def prize_percent(game: Game, amount: float) -> float | None:
    """Prize money in percent of all prizes; None where payoffs are chips."""
    return None if game.prize_pool is None else 100 * amount / game.prize_pool


def pot_share(game: Game, net_chips: float) -> float | None:
    """Pot share, as solvers print it: net chips plus the player's part of the starting pot; None without one."""
    return None if game.starting_pot is None else net_chips + game.starting_pot / game.num_players


def units_of(game: Game, chips: float) -> list[tuple[str, float]]:
    """An amount a hand in every unit that the game has, with the unit's name, chips first."""
    amounts = {"chips": chips, "mbb": mbb(game, chips), "pot": pot_percent(game, chips)}
    return [(unit_name(game, unit), amount) for unit, amount in amounts.items() if amount is not None]


def told_in_money(game: Game, told: Any) -> Any:
    """Plain JSON values of a game: where payoffs are prize money, keys of payoffs have ``prize`` in place of ``chips``.

    >>> from pokerzoo.envs import make_game
    >>> told_in_money(make_game("holdem", payouts=(5, 3)), {"ev_net_chips": [1.0], "pot_chips": [50.0]})
    {'ev_prize': [1.0], 'pot_chips': [50.0]}
    """
    if game.money == "chips":
        return told
    if isinstance(told, list):
        return [told_in_money(game, one) for one in told]
    if not isinstance(told, dict):
        return told
    names = {key: key if key in NO_PAYOFFS else _PAYOFF.sub(r"\1prize", key) for key in told}
    return {names[key]: told_in_money(game, one) for key, one in told.items()}


def unit_name(game: Game | None, unit: str) -> str:
    """The unit's name; of a game for prizes, ``chips`` are prize money."""
    return f"{game.money} a hand" if unit == "chips" and game is not None else UNITS[unit]


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
    """Chips of an amount that a run goes on to: a number or a string with a unit. Of a game for prizes: prize money.

    Args:
        game: says what its pot, its blind and its prizes are.
        amount: chips (``0.05``, ``"0.05"``, ``"0.05 chips"``), percent of the starting pot (``"0.1%"``), or thousandths of the
            big blind (``"5 mbb"``). Of a game for prizes: prize money, or percent of all prizes.
        label: the parameter with its value, as the user wrote it, for errors.

    Raises:
        ValueError: not such an amount, not above 0 and finite, or a unit that the game does not have.

    >>> from pokerzoo.envs import make_game
    >>> leduc, river = make_game("leduc"), make_game("holdem", pot=50)
    >>> limit_in_chips(leduc, "5 mbb", "until='5 mbb'"), limit_in_chips(river, "0.1%", "until='0.1%'")
    (0.005, 0.05)
    """
    number, unit = split_amount(amount)
    ways = WAYS if game.prize_pool is None else PRIZE_WAYS
    if number is None or (game.prize_pool is not None and unit not in (None, "%")):
        raise ValueError(f"{label}: must be {ways}")
    base, what = {"%": (game.starting_pot or game.prize_pool, "starting pot"), "mbb": (game.big_blind, "blind or ante")}.get(
        unit or "", (1.0, "")
    )
    if base is None:
        raise ValueError(f"{label}: {game.name} has no {what}; give {game.money}")
    if not 0 < number < inf:
        raise ValueError(f"{label}: must be a finite number above 0: {ways}")
    return number * base / {"%": 100, "mbb": 1000}.get(unit or "", 1)
