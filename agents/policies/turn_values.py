"""Values at the start of each turn of a flop that was solved alone: EVs on the flop are worked out from them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from pokerzoo.envs import Game
from pokerzoo.envs.betting.line import Line
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.arrays import Floats, Floats32

from .policy import own_state
from .spot_rows import checked_form


@dataclass(frozen=True, eq=False)
class TurnValues:
    """Estimates of the turns that a policy of a flop alone does not hold.

    Attributes:
        form: the spot's compiled form.
        by_hand: float32 [numbers]: for the first player, then for the second [canonical turn boards, ``lines``, own hands].
            A number is what the hand wins from there on, as the solver's values say, in net chips; weighted by the reach of
            chance and of the other player.
    """

    form: StreetTree
    by_hand: Floats32

    @cached_property
    def lines(self) -> dict[Line, int]:
        """The number of each line at which a turn starts."""
        return {line: k for k, line in enumerate(turn_lines(self.form))}

    @cached_property
    def _by_player(self) -> list[Floats32]:
        """For each player float32 [boards, lines, own hands]."""
        boards, lines = len(self.form.boards[1]), len(self.lines)
        cut = boards * lines * len(self.form.hands[0])
        return [
            part.reshape(boards, lines, len(own))
            for part, own in zip((self.by_hand[:cut], self.by_hand[cut:]), self.form.hands, strict=True)
        ]

    def at(self, public: PublicState) -> Floats:
        """float64 [2, hands of the spot]: values of both where a turn starts; 0 where there is no such hand."""
        public = own_state(self.form.infosets, public)
        canonical, alike = self.form.canonical(public)
        boards, given = self.form.boards[1], len(self.form.game.rules.deck.board)
        board = int(boards.number[boards.all.number[canonical.board[given:]]])
        found = np.zeros((2, len(alike)))
        for player, (own, values) in enumerate(zip(self.form.hands, self._by_player, strict=True)):
            found[player, own] = values[board, self.lines[public.line]]
        return np.asarray(found[:, alike])

    def __eq__(self, other: object) -> bool:
        """True if all numbers are equal."""
        return isinstance(other, TurnValues) and np.array_equal(self.by_hand, other.by_hand)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return remake_values, (self.form.game, self.by_hand)


def remake_values(game: Game, by_hand: Floats32) -> TurnValues:
    """Values from their pickle: the form is compiled anew."""
    return TurnValues(checked_form(game), by_hand)


def turn_lines(form: StreetTree) -> tuple[Line, ...]:
    """The lines at which a turn starts that has decisions."""
    return tuple(line for line in form.entries[1] if line.moves)
