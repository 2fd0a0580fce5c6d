"""EVs of tables in the convention and unit that the page shows, named in the columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.game_facts import big_blind_of, pot_before
from pokerzoo.envs.support.tables import Columns
from pokerzoo.envs.support.units import LEAST_CHIPS, MOST_CHIPS

from .errors import BadRequest

EvFrom = Literal["net", "here"]
EvUnit = Literal["chips", "bb", "pot"]
BlindChips = Annotated[float, Field(ge=LEAST_CHIPS, le=MOST_CHIPS, allow_inf_nan=False)]
"""Chips of a big blind, as ``check_big_blind`` takes them."""
EV, NET = "ev_chips", "net_chips"
UNITS = {"chips": "chips", "bb": "big_blinds", "pot": "percent_of_pot"}


def convert_evs(
    columns: Columns, game: PokerGame, paid: Sequence[float], ev: EvFrom, unit: EvUnit, blind: float | None
) -> Columns:
    """A table of a node, or of the cards after it, with its EVs in another convention or unit, and columns named so.

    Args:
        columns: the table; EVs are in ``ev_chips`` with or without a player's or an action's name after it.
        game: the spot.
        paid: [2] chips that each player has put in, half of the starting pot included.
        ev: ``here``: from this node on, a fold is worth 0; ``net``: less what was put in.
        unit: chips, big blinds, or percent of the pot before the first move.
        blind: chips of a big blind, where the game has none.

    Raises:
        BadRequest: big blinds of a game that has none, without ``blind``.
    """
    blind = big_blind_of(game) or blind
    if unit == "bb" and not blind:
        raise BadRequest("unit=bb: give blind, the chips of a big blind", "blind")
    factor = {"chips": 1.0, "bb": 1 / (blind or 1.0), "pot": 100 / (pot_before(game) or 1.0)}[unit]
    name = f"{'net' if ev == 'net' else 'ev'}_{UNITS[unit]}"
    result: Columns = {}
    for title, values in columns.items():
        if title.startswith(NET):  # of these there is one convention, the one that is asked for
            continue
        if not title.startswith(EV):
            result[title] = values
            continue
        players = columns["player"] if "player" in columns else [title.removeprefix(EV).strip()] * len(values)
        less = [paid[game.player_names.index(player)] if ev == "net" else 0.0 for player in players]
        result[title.replace(EV, name, 1)] = factor * (np.asarray(values) - np.asarray(less))
    return result
