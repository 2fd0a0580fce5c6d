"""Base of the compiled games whose sequences are rows: flat, or with hands side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.lazy import load_object

from .simd import DTYPES, Lanes, pack_rows, unpack_rows, zero_rows
from .terminal_evaluation import TerminalValues, evaluation_of
from .treeplex import Treeplex, normalise, num_sequences

if TYPE_CHECKING:
    from pokerzoo.envs.core import Game
    from pokerzoo.envs.infosets import InfosetTable
    from pokerzoo.envs.support.arrays import Int64s

    from .arrays import AllRows
    from .evaluator import Evaluator
    from .infoset_reach import ReachEvaluations


class RowsForm:
    """A compiled game whose sequences are rows, with its terminal evaluation. A ``StreetTree`` has the same methods."""

    layout: ClassVar[str]  # ``flat``, ``public`` (poker) or, of a ``StreetTree``, ``boards``
    game: Game
    treeplexes: tuple[Treeplex, ...]  # each player's decision problem
    terminals: Any  # its terminal evaluation
    lanes: Lanes  # the lanes as kernels take them
    num_lanes: int  # hands a player

    if TYPE_CHECKING:

        @property
        def infosets(self) -> InfosetTable:
            """The game's infosets."""

        @property
        def root_reach(self) -> tuple[Floats, ...]:
            """Own reach of the empty sequence, float64 [hands] for each player."""

        @property
        def entries(self) -> tuple[Int64s, ...]:
            """For each player int64 [sequences, hands]: where the probability stands in a policy; -1 for none."""

    @property
    def has_hand_values(self) -> bool:
        """True if its evaluator has ``hand_values``."""
        return False

    @property
    def floats(self) -> str:
        """Type of the numbers: ``float64`` or ``float32``."""
        return str(np.dtype(DTYPES[type(self.lanes)]))

    @property
    def lanes_name(self) -> str:
        """Name of the lanes, for checkpoints."""
        return type(self.lanes).__name__

    def in_single(self) -> RowsForm:
        """The form in float32 where the game has one, else this form."""
        return self

    def uniform(self) -> tuple[Floats, ...]:
        """For each player float64 [sequences, hands]: equal shares for all actions; 0 where ``entries`` has -1."""
        raise NotImplementedError

    def others_reach(self) -> ReachEvaluations:
        """For each player the evaluation of the others' reach of each decision point."""
        raise NotImplementedError

    def terminal_values(self, terminals: Any = None, threads: int | None = None) -> TerminalValues:
        """The evaluation of the form's terminals, or of others for it, for one solver or measure."""
        return TerminalValues(self.lanes, evaluation_of(self.terminals if terminals is None else terminals))

    def evaluator(self, locked: AllRows | None = None, threads: int | None = None) -> Evaluator:
        """Values and best responses, which keep to the strategy where ``locked`` is above zero."""
        found: Evaluator = load_object("pokerzoo.envs.compiled.evaluator:Evaluator")(self, locked, threads)
        return found

    def new_rows(self) -> AllRows:
        """Make zeros for each player, one row a sequence, as kernels take them."""
        return tuple(zero_rows(self.lanes, num_sequences(plex)) for plex in self.treeplexes)

    def no_rows(self) -> AllRows:
        """Rows without sequences, which lock nothing."""
        return tuple(zero_rows(self.lanes, 0) for _ in self.treeplexes)

    def new_reaches(self) -> AllRows:
        """``new_rows`` with the root reach in the row of the empty sequence."""
        reaches = self.new_rows()
        for rows, root in zip(reaches, self.root_reach, strict=True):
            first = root if self.lanes.blocks == 1 else pack_rows(self.lanes, root[None])
            rows[..., : first.shape[-1]] = first
        return reaches

    def uniform_rows(self) -> AllRows:
        """The strategy that takes every action with equal probability, as rows; zero where there is no such infoset."""
        return tuple(pack_rows(self.lanes, own) for own in self.uniform())

    def rows_from_policy(self, probabilities: Floats) -> AllRows:
        """A behavioural strategy as rows; zero where there is no such infoset."""
        padding = np.concatenate([probabilities, [0.0]])  # entry -1 reads the last zero
        return tuple(pack_rows(self.lanes, padding.take(entries)) for entries in self.entries)

    def policy_from_rows(self, rows: AllRows) -> Floats:
        """The behavioural strategy, or whatever else has a number for each entry, that these rows hold."""
        probabilities = np.empty(self.infosets.size)
        for entries, row in zip(self.entries, rows, strict=True):
            real = entries >= 0
            probabilities[entries[real]] = unpack_rows(self.lanes, row, self.num_lanes)[real]
        return probabilities

    def times_root_reach(self, values: Floats) -> Floats:
        """Numbers by entry, each times its hand's root reach."""
        found = values.copy()
        for entries, root in zip(self.entries, self.root_reach, strict=True):
            real = entries >= 0
            found[entries[real]] *= np.broadcast_to(root, entries.shape)[real]
        return found

    def shares(self, cumulative: AllRows) -> AllRows:
        """Normalise non-negative cumulative numbers to strategies; equal shares where all are zero."""
        rows = self.new_rows()
        self.write_shares(cumulative, rows)
        return rows

    def write_shares(self, cumulative: AllRows, rows: AllRows) -> None:
        """``shares`` into rows that are there."""
        for plex, total, row in zip(self.treeplexes, cumulative, rows, strict=True):
            normalise(self.lanes, plex, total, row)

    def own_reach(self, probabilities: Floats) -> Floats:
        """float64 [entries]: how likely the player's own actions lead to the infoset of each entry under this strategy."""
        padding = np.append(probabilities, 0.0)
        reach = np.empty(self.infosets.size)
        for plex, entries in zip(self.treeplexes, self.entries, strict=True):
            here, done = np.ones(entries.shape), np.ones(entries.shape)  # before and after the action of each sequence
            for first, count, parent in zip(plex.first.tolist(), plex.actions.tolist(), plex.parent.tolist(), strict=True):
                here[first : first + count] = done[parent]
                done[first : first + count] = done[parent] * padding[entries[first : first + count]]
            reach[entries[entries >= 0]] = here[entries >= 0]
        return reach
