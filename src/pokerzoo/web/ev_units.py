"""EVs of tables in the convention and unit that the page shows, named in the columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from fastapi import Depends, Query

from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.game_facts import big_blind_of, pot_before
from pokerzoo.envs.support.tables import Columns
from pokerzoo.envs.support.units import LEAST_CHIPS, MOST_CHIPS

from .errors import BadRequest

BlindChips = Query(
    ge=LEAST_CHIPS, le=MOST_CHIPS, allow_inf_nan=False, description="Chips of a big blind, where the game has none."
)
UNITS = {"chips": "chips", "bb": "big_blinds", "pot": "percent_of_pot"}


@dataclass(frozen=True)
class EvChoice:
    """Query of the EVs of a table."""

    ev: Annotated[Literal["net", "here"], Query(description="EVs: net chips, or from here on, where a fold is worth 0.")] = (
        "here"
    )
    unit: Annotated[
        Literal["chips", "bb", "pot"], Query(description="of EVs: chips, big blinds, or percent of the starting pot.")
    ] = "chips"
    blind: Annotated[float | None, BlindChips] = None

    def needed_blind(self, game: PokerGame | None = None) -> float:
        """Chips of a big blind; BadRequest if neither the game nor the request has them."""
        blind = (game and big_blind_of(game)) or self.blind
        if not blind:
            raise BadRequest("unit=bb: give blind, the chips of a big blind", "blind")
        return blind

    def convert(self, columns: Columns, game: PokerGame) -> Columns:
        """A table with ``ev_chips`` and ``net_chips``, perhaps with a name after it: those asked for, in the unit."""
        per_unit = self.needed_blind(game) if self.unit == "bb" else (pot_before(game) or 1) / 100 if self.unit == "pot" else 1
        kept, dropped = ("net", "ev") if self.ev == "net" else ("ev", "net")
        result: Columns = {}
        for title, values in columns.items():
            if title.startswith(f"{kept}_chips"):
                result[title.replace("chips", UNITS[self.unit], 1)] = values / per_unit
            elif not title.startswith(f"{dropped}_chips"):
                result[title] = values
        return result


Evs = Annotated[EvChoice, Depends()]
"""An argument of this type has the query's ``ev``, ``unit`` and ``blind``."""
