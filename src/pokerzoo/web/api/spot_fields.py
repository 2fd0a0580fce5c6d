"""The fields of a spot as people type them: each is read by itself, so that every fault is found, with its place."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Annotated, Any, TypeAlias

from pydantic import Field

from pokerzoo.envs import make_game
from pokerzoo.envs.betting.sizes import parse_sizes
from pokerzoo.envs.betting.street_sizes import HAND_STREETS, KINDS
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.poker.cards import parse_board
from pokerzoo.envs.poker.ranges import Range, parse_range
from pokerzoo.envs.support.parameters import as_tuples, brief
from pokerzoo.envs.support.text_errors import TextError
from pokerzoo.web.bodies import LineText, RangeText, RequestBody, Short
from pokerzoo.web.errors import RequestProblem, fault_of
from pokerzoo.web.made_games import check_effort

SizeText: TypeAlias = Annotated[str, Field(max_length=2_000)]
Sizes: TypeAlias = SizeText | Annotated[list[SizeText], Field(max_length=2)]
"""Of both players, or one for each: [OOP's, IP's]."""
SizesByStreet: TypeAlias = Sizes | Annotated[dict[str, Sizes | None], Field(max_length=10)]
Number: TypeAlias = float | Short

MOST_REMOVED = 10_000
"""Lines that are not played."""

REQUIRED = ("pot", "stack")
NUMBERS = (
    *REQUIRED, "add_allin_threshold", "force_allin_threshold", "merging_threshold", "raise_cap", "big_blind", "min_bet", "chip",
    "rake_rate", "rake_cap",
)  # fmt: skip
NUMBER = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]{1,3})?")


class SpotFields(RequestBody):
    """A hold'em spot: the parameters of ``make_game("holdem", ...)``; numbers may be strings, as they stand in a field.

    What is left out, or is an empty string where the game has a default, is as ``make_game`` has it.

    Attributes:
        board: three to five cards.
        ranges: OOP's and IP's.
        pot: chips in the pot.
        stack: chips that each player has behind.
        bet_sizes: for both players, or a list with one for each, or by street.
        raise_sizes: likewise.
        donk_sizes: likewise, of donk bets, which IP never makes; null: as ``bet_sizes``.
        add_allin_threshold: all-in is added where it is at most this many times the pot.
        force_allin_threshold: a size is all-in where it would leave at most this many times the pot.
        merging_threshold: of two sizes this close the smaller is dropped.
        raise_cap: the most bets and raises in a round, all-in ones included.
        limit: ``no-limit``, ``pot-limit`` or ``fixed-limit``.
        bet: under fixed limit the bet before the turn and from it on.
        big_blind: chips of the hand's big blind.
        min_bet: chips of the smallest bet.
        chip: bets are rounded to multiples of this.
        rake_rate: share of the pot that the house takes; ``"5%"`` is 0.05.
        rake_cap: the most it takes, in chips.
        removed: lines that are not played.
        sizes_at: sizes of single points, added or taken out: ``{"x": "+25%,-75%"}``; null: none.
        max_nodes: a larger betting tree is refused.
    """

    board: Short
    ranges: Annotated[list[RangeText], Field(min_length=2, max_length=2)]
    pot: Number = 50
    stack: Number = 100
    bet_sizes: SizesByStreet = "50%"
    raise_sizes: SizesByStreet = "50%"
    donk_sizes: SizesByStreet | None = None
    add_allin_threshold: Number | None = None
    force_allin_threshold: Number | None = None
    merging_threshold: Number | None = None
    raise_cap: Number | None = None
    limit: Short | None = None
    bet: tuple[float, float] | None = None
    big_blind: Number | None = None
    min_bet: Number | None = None
    chip: Number | None = None
    rake_rate: Number | None = None
    rake_cap: Number | None = None
    removed: Annotated[list[LineText], Field(max_length=MOST_REMOVED)] = Field(default=[])
    sizes_at: Annotated[dict[LineText, SizeText], Field(max_length=MOST_REMOVED)] | None = None
    max_nodes: int | None = None


def read_fields(fields: SpotFields) -> tuple[dict[str, Any], list[Range | None], list[RequestProblem]]:
    """Read each field by itself."""
    params: dict[str, Any] = {"board": fields.board, "ranges": tuple(fields.ranges), "removed": tuple(fields.removed)}
    if fields.sizes_at:
        params["sizes_at"] = dict(fields.sizes_at)
    params |= {name: given for name in ("limit", "bet", "max_nodes") if (given := getattr(fields, name)) is not None}
    faults: list[RequestProblem] = []

    def read(parse: Any, *arguments: Any, **named: Any) -> Any:
        try:
            return parse(*arguments, **named)
        except ValueError as error:
            faults.append(fault_of(error))
            return None

    read(parse_board, fields.board, (3, 4, 5))
    ranges = [read(parse_range, text, f"ranges[{player}]") for player, text in enumerate(fields.ranges)]
    for name in NUMBERS:
        number = read(read_number, name, getattr(fields, name))
        if number is not None:
            params[name] = number
    for name in KINDS:
        params[name] = tupled_sizes(getattr(fields, name))
        faults += size_faults(name, params[name])
    return params, ranges, faults


def size_faults(name: str, sizes: Any, *, blinds: bool = False) -> list[RequestProblem]:
    """Faults of sizes for all streets, or by street, of both players or of each; ``blinds``: big blinds are a unit."""
    faults = []
    for street, texts in sizes.items() if isinstance(sizes, dict) else [(None, sizes)]:
        where = name if street is None or street not in HAND_STREETS else f"{name}[{brief(street)}]"
        for player, text in enumerate(texts) if isinstance(texts, tuple) else [(None, texts)]:
            try:
                if text is not None:
                    parse_sizes(text, KINDS[name], where if player is None else f"{where}[{player}]", blinds=blinds)
            except ValueError as error:
                faults.append(fault_of(error))
    return faults


def tupled_sizes(sizes: Any) -> Any:
    """Sizes with tuples in place of lists."""
    if isinstance(sizes, dict):
        return {street: tupled_sizes(texts) for street, texts in sizes.items()}
    return tuple(sizes) if isinstance(sizes, list) else sizes


def read_number(name: str, given: float | str | None) -> float | int | None:
    """A number as it was typed; None where a field that has a default is empty."""
    if given is None:
        return None
    text = str(given).strip()
    if not text and name not in REQUIRED:
        return None
    percent = name == "rake_rate" and text.endswith("%")
    bare = text[:-1].strip() if percent else text
    if not NUMBER.fullmatch(bare):
        problem = "must be a number" + (" or a percentage, as 5%" if name == "rake_rate" else "")
        raise TextError(f"{name}={brief(given)}: {problem}", field=name, problem=problem, length=len(str(given)))
    number = float(f"{bare}e-2" if percent and "e" not in bare.lower() else bare)
    number = number / 100 if percent and "e" in bare.lower() else number
    return int(number) if number.is_integer() else number


def spot_of(params: dict[str, Any]) -> HoldemGame:
    """The game; the last few are kept, because its size and its tree are asked for one after the other."""
    return _made(json.dumps(params))


@lru_cache(maxsize=3)
def _made(text: str) -> HoldemGame:
    params = as_tuples(json.loads(text))
    check_effort(params)
    game: Any = make_game("holdem", **params)
    spot: HoldemGame = game
    return spot
