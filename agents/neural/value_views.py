"""Situations as value networks see them, alike for rivers and turns, and a network's answers as values of hands.

Each hand is part of a few *places*: of two on the line of strengths of a river, of four on a turn. A network is asked about
places.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np

from pokerzoo.envs.support.arrays import Floats, Floats32, Int32s, Int64s

from . import turn_features, value_features
from .turn_features import TurnTables, fill_turn_values, turn_inputs
from .value_features import CLASSES, RiverTables, fill_values, network_inputs

BELOW: Floats32 = (np.tri(CLASSES, k=-1) + np.eye(CLASSES) / 2).astype(np.float32)
"""float32 [CLASSES, CLASSES]: on a river 1 for a weaker class, 1/2 for the same."""


class Placed(NamedTuple):
    """Hands of situations, and their places: what training needs, and asking does not.

    Attributes:
        order: int64 [n, hands]: numbers of the hands.
        places: int32 [n, hands, parts]: the places that a hand is part of.
        parts: float32 [n, hands, parts]: how much.
        met: float32 [n, 2, hands]: part of the opponent's range that shares no card with the hand.
        unbet: float32 [n, 2, hands]: values if no player bets, in fractions of the pot.
    """

    order: Int64s
    places: Int32s
    parts: Floats32
    met: Floats32
    unbet: Floats32


@dataclass(frozen=True, eq=False)
class View:
    """Situations as a network sees them.

    Attributes:
        inputs: float32 [n, 2, places, inputs].
        likely: float32 [n, 2, places]: probabilities of a player's hands by place.
        below: float32 [n, 1, places, places]: how often a place beats another.
        placed: finds the places of hands.
        fill: writes values of hands from answers, as ``fill_values`` does: ``fill(answers, values)``.
    """

    inputs: Floats32
    likely: Floats32
    below: Floats32
    placed: Callable[[], Placed]
    fill: Callable[[Floats32, Floats32], None]


class Views(Protocol):
    """Tables of boards that make views of situations on them."""

    def see(self, ranges: Floats32, boards: Int64s, pots: Floats, stacks: Floats) -> View:
        """See n situations."""
        ...


class RiverViews:
    """Views of rivers."""

    def __init__(self, hands: Int64s | None = None) -> None:
        """Begin without boards. All hands of a river are seen, whichever are asked for."""
        self._tables = RiverTables()

    def see(self, ranges: Floats32, boards: Int64s, pots: Floats, stacks: Floats) -> View:
        """See ``Views``."""
        seen = self._tables.features(ranges, boards)

        def fill(answers: Floats32, values: Floats32) -> None:
            fill_values(ranges, seen.order, seen.low, seen.above, seen.met, seen.unbet, answers, values)

        def placed() -> Placed:
            places, parts = np.stack([seen.low, seen.low + 1], axis=2), np.stack([1.0 - seen.above, seen.above], axis=2)
            return Placed(seen.order.astype(np.int64), places, parts, seen.met, seen.unbet)

        below = np.broadcast_to(BELOW, (len(ranges), 1, CLASSES, CLASSES))
        return View(network_inputs(seen.likely, seen.hands, pots, stacks), seen.likely, below, placed, fill)


class TurnViews:
    """Views of turns."""

    def __init__(self, hands: Int64s | None = None) -> None:
        """Take the numbers of the hands that have to be valued; None: all."""
        self._tables = TurnTables(hands)

    def see(self, ranges: Floats32, boards: Int64s, pots: Floats, stacks: Floats) -> View:
        """See ``Views``."""
        seen = self._tables.features(ranges, boards)

        def fill(answers: Floats32, values: Floats32) -> None:
            fill_turn_values(ranges, seen.hands, seen.places, seen.parts, seen.met, seen.unbet, answers, values)

        def placed() -> Placed:
            order = np.broadcast_to(seen.hands, (len(ranges), len(seen.hands)))
            return Placed(order, seen.places, seen.parts, seen.met, seen.unbet)

        inputs = turn_inputs(seen.likely, seen.share, seen.beats, pots, stacks)
        return View(inputs, seen.likely, seen.beats[:, None], placed, fill)


class Kind(NamedTuple):
    """A street that networks value at its start.

    Attributes:
        street: its name.
        places: that a network is asked about, for each player.
        inputs: numbers that it is shown of each.
        views: makes tables of boards, for some hands or all.
    """

    street: str
    places: int
    inputs: int
    views: Callable[[Int64s | None], Views]


KINDS = {
    4: Kind("turn", turn_features.PLACES, turn_features.INPUTS, TurnViews),
    5: Kind("river", value_features.CLASSES, value_features.INPUTS, RiverViews),
}
"""By number of public cards."""
