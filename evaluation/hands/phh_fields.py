"""The fields of PHH that say what is played: written for a game of whole hands, and read as its parameters.

PHH is the format that pokerkit reads and writes (Kim: Recording and Describing Poker Hands, arXiv:2312.11753): TOML, whose
numbers are decimals here, so that amounts stay whole numbers of the smallest unit. ``p1`` is the first player left of the
button, and so on round the table; seats that are out are left out. The first two posts are the small and the big blind: of
``p1`` and ``p2``, but heads-up, where ``p2`` has the button, of ``p2`` and ``p1``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from pokerzoo.envs.betting.line import chips_text
from pokerzoo.envs.betting.setup import seats_after
from pokerzoo.envs.core import Game, short_name
from pokerzoo.envs.games.holdem_rules import FIXED_LIMIT_CAP
from pokerzoo.envs.registry import make_game_from_params
from pokerzoo.envs.support.errors import InputError, ParameterError, brief
from pokerzoo.envs.support.parameters import as_tuples, python_number
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.state import TexasHoldemState

GAME_FIELD = "_pokerzoo_game"
VARIANTS = {"NT": ("no-limit", "standard"), "NS": ("no-limit", "short"), "FT": ("fixed-limit", "standard")}
MOST_PLAYERS = 10
BIG_BLIND = 1
"""The big blind's place among posts."""


class PhhError(InputError):
    """A string is not PHH, or its hand does not fit the game."""


def players_of(game: TexasHoldemGame) -> list[int]:
    """The seats of ``p1``, ``p2`` and so on: those that are in, from the left of the button on."""
    return seats_after(game.button, game.stacks)


def setup_fields(game: TexasHoldemGame) -> dict[str, Any]:
    """The fields before the actions; ValueError for a game that PHH does not have."""
    check_river(game)
    params, seats, chip = game.params, players_of(game), game.chip
    played = "no-limit" if params["limit"] == "pot-limit" else params["limit"], params["deck"]
    variant = next((name for name, known in VARIANTS.items() if known == played), None)
    if variant is None:
        raise ParameterError("game", game, f"PHH has no {params['limit']} hold'em with a {params['deck']} deck")
    small, big, straddle = (decimal_of(chips, chip) for chips in (*params["blinds"], params["straddle"]))
    antes = [decimal_of(params["ante"], chip)] * len(seats)
    fields: dict[str, Any] = {"variant": variant}
    if params["ante"] and not params["big_blind_ante"]:
        fields["ante_trimming_status"] = True
    antes[BIG_BLIND] += decimal_of(params["big_blind_ante"], chip)
    fields |= {"antes": antes, "blinds_or_straddles": [small, big, straddle, *[Decimal(0)] * len(seats)][: len(seats)]}
    if variant == "FT":
        fields["small_bet"], fields["big_bet"] = (decimal_of(bet, chip) for bet in params["bet"])
    else:
        fields["min_bet"] = big
    return fields | {"starting_stacks": [decimal_of(game.stacks[seat], chip) for seat in seats]}


def params_of(fields: dict[str, Any], posted: Iterable[Decimal] = ()) -> dict[str, Any]:
    """Parameters of ``texas_holdem`` from the fields; ``posted`` are amounts of posts that the fields do not have."""
    variant = fields.get("variant")
    if not isinstance(variant, str) or variant not in VARIANTS:
        raise PhhError(f"variant={brief(variant)}: must be 'NT', 'NS' or 'FT', hold'em")
    limit, deck = VARIANTS[variant]
    stacks = amounts_in(fields, "starting_stacks", above=True)
    players = len(stacks)
    antes, blinds = amounts_in(fields, "antes", players), amounts_in(fields, "blinds_or_straddles", players)
    small, big, straddle, *rest = (*blinds, Decimal(0))
    if any(rest):
        raise PhhError("blinds_or_straddles: must be a small and a big blind, and one straddle at most, of p3")
    trims = fields.get("ante_trimming_status", False)
    if not isinstance(trims, bool):
        raise PhhError(f"ante_trimming_status={brief(trims)}: must be true or false")
    ante = antes[0]
    dead = antes[BIG_BLIND] - ante  # the big blind's for all
    if antes != [ante, ante + dead, *[ante] * (players - 2)] or dead < 0 or (dead and trims):
        raise PhhError("antes: must be the same for all players, or that of the big blind more (without ante_trimming_status)")
    chips: dict[str, Any] = {"ante": ante, "big_blind_ante": dead, "straddle": straddle}
    chips |= {"blinds": (small, big), "stack": tuple(stacks)}
    result: dict[str, Any] = {"num_players": players, "limit": limit, "deck": deck, "short_stacks": True}
    bets, most = bets_in(actions_in(fields))
    if limit == "fixed-limit":
        chips["bet"] = tuple(number_of(name, fields.get(name), above=True) for name in ("small_bet", "big_bet"))
        result["raise_cap"] = max(FIXED_LIMIT_CAP, most)  # PHH has no field for it, and programs do not agree
    else:
        least = number_of("min_bet", fields.get("min_bet"), above=True)
        if least != big:
            raise PhhError(f"min_bet={decimal_text(least)}: must be the big blind, {decimal_text(big)}")
    chips["chip"] = unit_of([*stacks, *antes, *blinds, *chips.get("bet", ()), *posted, *bets])
    for name, amount in chips.items():
        result[name] = tuple(map(python_number, amount)) if isinstance(amount, tuple) else python_number(amount)
    return result


def check_same(from_fields: dict[str, Any], game: TexasHoldemGame) -> None:
    """PhhError unless the parameters of a text are those of this game."""
    seats, names = players_of(game), ["deck", "blinds", "ante", "big_blind_ante", "straddle"]
    limit = "fixed-limit" if game.params["limit"] == "fixed-limit" else "no-limit"
    theirs = {"num_players": len(seats), "limit": limit, "stack": tuple(game.stacks[seat] for seat in seats)}
    theirs |= {name: game.params[name] for name in [*names, *(["bet"] if limit == "fixed-limit" else [])]}
    for name, value in theirs.items():
        stated = from_fields.get(name, 0)
        if stated != value:
            raise PhhError(f"{name} is {stated!r}, but {brief(value)} in {short_name(game)}")


def check_river(game: Game) -> None:
    """ValueError for whole hands that end before the river."""
    last = game.params.get("last_street", "river")
    if last != "river":
        raise ParameterError("last_street", last, f"PHH has no hold'em that ends on the {last}")


def check_words(names_key: str, names: Any, players: int, label_key: str, label: Any) -> None:
    """PhhError unless there are names for all players, or None, and a hand can be called by its label."""
    if names is not None and not (isinstance(names, list | tuple) and list(map(type, names)) == [str] * players):
        raise PhhError(f"{names_key}={brief(names)}: must be {'two' if players == 2 else players} strings, one for each player")
    if type(label) not in (str, int, type(None)):
        raise PhhError(f"{label_key}={brief(label)}: must be a string or an integer")


def exported_game(text: object) -> TexasHoldemGame:
    """Game that ``to_phh`` wrote down."""
    try:
        value = json.loads(text)  # type: ignore[arg-type]
        game = make_game_from_params(value["name"], as_tuples(value["params"]))
        if not isinstance(game, TexasHoldemGame):
            raise InputError("no whole hands of hold'em")
        check_river(game)
        return game
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
        raise PhhError(f"{GAME_FIELD}: damaged: {error}") from None


def finishing_stacks(state: TexasHoldemState) -> list[Decimal]:
    """The stacks of ``p1``, ``p2`` and so on at the end of a hand."""
    game, won = state.game, state.chips_won
    return [decimal_of(game.stacks[seat] + won[seat], game.chip) for seat in players_of(game)]


def actions_in(fields: dict[str, Any]) -> list[str]:
    """The entries of ``actions``."""
    texts = fields.get("actions")
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise PhhError(f"actions={brief(texts)}: must be an array of strings")
    return texts


def bets_in(actions: list[str]) -> tuple[list[Decimal], int]:
    """The amounts of bets and raises, and the most of them on a street; the big blind counts as one."""
    amounts, bets, most = [], 1, 1
    for text in actions:
        bet = re.match(r"p\d+ cbr ([\d.]{1,30})(\s|$)", text, re.ASCII)
        amounts += [number_of("amount", bet[1])] if bet else []
        bets = 0 if text.startswith("d db") else bets + (text.split()[1:2] == ["cbr"])
        most = max(most, bets)
    return amounts, most


def unit_of(amounts: list[Decimal]) -> Decimal:
    """The largest decimal unit, 1 at most, of which all amounts are multiples."""
    return Decimal(1).scaleb(min(0, *(int(amount.normalize().as_tuple().exponent) for amount in amounts)))


def decimal_of(chips: float, unit: float) -> Decimal:
    """An amount, which is a whole number of units, as a decimal."""
    return round(chips / unit) * Decimal(repr(float(unit)))


def decimal_text(amount: Decimal) -> str:
    """An amount as text: ``25``, ``2.5``."""
    return chips_text(float(amount))


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


def amounts_in(fields: dict[str, Any], key: str, players: int | None = None, above: bool = False) -> list[Decimal]:
    """Chips of each player in a field; ``players`` None: any number that PHH allows."""
    values = fields.get(key)
    if not isinstance(values, list):
        raise PhhError(f"{key}={brief(values)}: must be an array of numbers")
    if len(values) != players and (players is not None or not 2 <= len(values) <= MOST_PLAYERS):
        rest = f": must be 2 to {MOST_PLAYERS}" if players is None else f", starting_stacks {players}"
        raise PhhError(f"{key} has {len(values)} players{rest}")
    return [number_of(key, value, above) for value in values]


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
    return decimal_text(value) if isinstance(value, Decimal) else str(value)
