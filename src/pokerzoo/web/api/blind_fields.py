"""The fields of a game from the blinds on as people type them, each read by itself."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import Field

from pokerzoo.envs import make_game
from pokerzoo.envs.betting.street_sizes import KINDS
from pokerzoo.envs.games.spot_settings import blinds_of
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.support.parameters import as_tuples
from pokerzoo.web.bodies import LineText, RequestBody, Short
from pokerzoo.web.errors import RequestProblem, fault_of
from pokerzoo.web.made_games import check_effort

from .spot_fields import MOST_REMOVED, Number, SizesByStreet, read_number, size_faults, tupled_sizes

NUMBERS = (
    "stack", "ante", "bet", "add_allin_threshold", "force_allin_threshold", "merging_threshold", "raise_cap", "chip",
    "rake_rate", "rake_cap",
)  # fmt: skip


class BlindFields(RequestBody):
    """A game that begins at the blinds: the parameters of ``make_game``; numbers may be strings, as they stand in a field.

    What is left out, or is an empty string where the game has a default, is as ``make_game`` has it.

    Attributes:
        game: the game's name.
        blinds: the small and the big blind, ``0.5/1``.
        stack: chips of each player before blinds and antes; fhp has no stacks.
        ante: chips that each player antes.
        bet: chips of a bet in fhp.
        last_street: the last street with betting.
        showdown: ``run_out`` or ``at_once``.
        flops: ``all``, or ``flops:25``, some that stand for all.
        bet_sizes: for both players, or a list of two, or by street.
        raise_sizes: likewise.
        donk_sizes: likewise, of bets of the big blind into who bet last; null: as ``bet_sizes``.
        add_allin_threshold: all-in is added where it is at most this many times the pot.
        force_allin_threshold: a size is all-in where it would leave at most this many times the pot.
        merging_threshold: of two sizes this close the smaller is dropped.
        raise_cap: the most bets and raises in a round; before the flop the big blind is one.
        chip: bets are rounded to multiples of this.
        rake_rate: share of the pot that the house takes; ``"5%"`` is 0.05.
        rake_cap: the most it takes, in chips.
        deck: of fhp: ``standard`` or ``royal``.
        removed: lines that are not played.
    """

    game: Literal["preflop_holdem", "fhp"] = "preflop_holdem"
    blinds: Short | None = None
    stack: Number | None = None
    ante: Number | None = None
    bet: Number | None = None
    last_street: Short | None = None
    showdown: Short | None = None
    flops: Short | None = None
    bet_sizes: SizesByStreet | None = None
    raise_sizes: SizesByStreet | None = None
    donk_sizes: SizesByStreet | None = None
    add_allin_threshold: Number | None = None
    force_allin_threshold: Number | None = None
    merging_threshold: Number | None = None
    raise_cap: Number | None = None
    chip: Number | None = None
    rake_rate: Number | None = None
    rake_cap: Number | None = None
    deck: Short | None = None
    removed: Annotated[list[LineText], Field(max_length=MOST_REMOVED)] = Field(default=[])


def read_blind_fields(fields: BlindFields) -> tuple[dict[str, Any], list[RequestProblem]]:
    """Read each field by itself: the parameters that are given, and what is wrong."""
    params: dict[str, Any] = {
        name: text for name in ("last_street", "showdown", "flops", "deck") if (text := getattr(fields, name))
    }
    faults: list[RequestProblem] = []
    if fields.removed:
        params["removed"] = tuple(fields.removed)
    try:
        if fields.blinds:
            params["blinds"] = blinds_of(fields.blinds)
    except ValueError as error:
        faults.append(fault_of(error))
    for name in NUMBERS:
        try:
            number = read_number(name, getattr(fields, name))
        except ValueError as error:
            faults.append(fault_of(error))
            continue
        if number is not None:
            params[name] = number
    for name in KINDS:
        sizes = tupled_sizes(getattr(fields, name))
        if sizes is not None:
            params[name] = sizes
            faults += size_faults(name, sizes, blinds=True)
    return params, faults


def blind_game_of(name: str, params: dict[str, Any]) -> PokerGame:
    """The game; the last few are kept, because its size is asked for again and again."""
    return _made(name, json.dumps(params))


@lru_cache(maxsize=3)
def _made(name: str, text: str) -> PokerGame:
    params = as_tuples(json.loads(text))
    check_effort(params)
    try:
        game: Any = make_game(name, **params)
    except TypeError as error:  # a parameter of the other game
        raise ValueError(str(error)) from None
    found: PokerGame = game
    return found
