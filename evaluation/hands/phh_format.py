"""Shared by reading and writing PHH: chips as decimals, values as TOML.

PHH is the format that pokerkit reads and writes (Kim: Recording and Describing Poker Hands, arXiv:2312.11753). In its
heads-up hands ``blinds_or_straddles = [1, 2]`` means that ``p2`` has the button and the small blind; ``p1`` acts first after
the flop.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from pokerzoo.envs.core import Game
from pokerzoo.envs.registry import make_game_from_params
from pokerzoo.envs.support.parameters import as_tuples, brief
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.posting import seats_after
from pokerzoo.envs.whole_hands.rows_of_rules import table_of

GAME_FIELD = "_pokerzoo_game"
MOST_PLAYERS = 10


class PhhError(ValueError):
    """A string is not PHH, or its hand does not fit the game."""


def exact_decimal(amount: float) -> Decimal:
    """Decimal of a float as it is written."""
    return Decimal(repr(float(amount)))


def plain_decimal(amount: Decimal) -> str:
    """Format without exponent or needless zeros: ``25``, ``2.5``."""
    text = f"{amount:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def toml_value(value: Any) -> str:
    """Format a value as TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, list):
        if all(isinstance(item, str) for item in value) and sum(map(len, value)) > 80:
            return "[\n" + "".join(f"    {toml_value(item)},\n" for item in value) + "]"
        return "[" + ", ".join(map(toml_value, value)) + "]"
    return plain_decimal(value) if isinstance(value, Decimal) else str(value)


def number_of(key: str, value: object, above: bool = False) -> Decimal:
    """Parse an amount of chips; PhhError if it is none."""
    try:
        if isinstance(value, bool) or not isinstance(value, int | str | Decimal):
            raise ValueError
        amount = Decimal(value.replace(",", "") if isinstance(value, str) else value)
        if not amount.is_finite() or amount < 0 or (above and not amount) or abs(amount.adjusted()) > 300:
            raise ValueError
    except (ArithmeticError, ValueError):
        shown = str(value) if isinstance(value, Decimal) else repr(value)
        raise PhhError(f"{key}={shown}: must be a finite number, {'above 0' if above else '0 or more'}") from None
    return amount


def chips_of(fields: dict[str, Any], key: str, players: int | None = None, above: bool = False) -> list[Decimal]:
    """Chips of each player in a field; ``players`` None: any number that PHH allows."""
    values = fields.get(key)
    if not isinstance(values, list):
        raise PhhError(f"{key}={brief(values)}: must be an array of numbers")
    if players is None and not 2 <= len(values) <= MOST_PLAYERS:
        raise PhhError(f"{key} has {len(values)} players: must be 2 to {MOST_PLAYERS}")
    if players is not None and len(values) != players:
        raise PhhError(f"{key} has {len(values)} players, starting_stacks {players}")
    return [number_of(key, value, above) for value in values]


def trims_antes(fields: dict[str, Any]) -> bool:
    """True if antes are cut down to the smaller one."""
    value = fields.get("ante_trimming_status", False)
    if not isinstance(value, bool):
        raise PhhError(f"ante_trimming_status={brief(value)}: must be true or false")
    return value


def check_river(game: Game) -> None:
    """ValueError for whole hands that end before the river."""
    last = game.params.get("last_street", "river")
    if last != "river":
        raise ValueError(f"last_street={last!r}: PHH has no hold'em that ends on the {last}")


def exported_game(text: object) -> TexasHoldemGame:
    """Game that ``to_phh`` wrote down."""
    try:
        value = json.loads(text) if isinstance(text, str) else None
        if not isinstance(value, dict) or not isinstance(value.get("params"), dict):
            raise ValueError("no game")
        if value.get("name") != "texas_holdem":
            raise ValueError("no whole hands of hold'em")
        game = make_game_from_params(value["name"], as_tuples(value["params"]))
        assert isinstance(game, TexasHoldemGame)
        check_river(game)
        return game
    except (ValueError, TypeError, RecursionError) as error:
        raise PhhError(f"{GAME_FIELD}: damaged: {error}") from None


def players_of(game: TexasHoldemGame) -> list[int]:
    """The seats of ``p1``, ``p2`` and so on: those that are in, from the left of the button on."""
    return seats_after(game.button, table_of(game.rules).stacks)


def check_finish(fields: dict[str, Any], due: Sequence[Decimal]) -> None:
    """PhhError unless the finishing stacks are those by the rules."""
    told = chips_of(fields, "finishing_stacks", len(due))
    if told != due:
        should = ", ".join(f"{float(amount):.12g}" for amount in due)
        perhaps = "was there another rake, or did odd chips go elsewhere?"
        raise PhhError(f"finishing_stacks={toml_value(told)}: by the rules they are [{should}] ({perhaps})")
