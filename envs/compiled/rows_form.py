"""Compiled games whose sequences are rows: with one lane, history by history, or with a lane for each private hand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from pokerzoo.envs.core import Game
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.infosets import decision_lines
from pokerzoo.envs.support.arrays import Floats

from .showdown_rows import ShowdownPasses
from .simd import DTYPES, WIDTHS, Lanes, OneLane, pack_rows, unpack_rows, zero_rows
from .terminal_evaluation import TerminalValues, values_of_terminals
from .treeplex import Treeplex, equal_shares, normalise, num_sequences

if TYPE_CHECKING:
    from pokerzoo.envs.infosets import InfosetTable
    from pokerzoo.envs.poker.public_state import PublicState
    from pokerzoo.envs.support.arrays import Bools, Int64s

    from .arrays import AllRows


@dataclass(frozen=True)
class RowsForm:
    """A compiled game whose sequences are rows, with its terminal evaluation. A ``StreetTree`` has the same methods."""

    game: Game
    treeplexes: tuple[Treeplex, ...]  # each player's decision problem
    terminals: Any  # tables of its terminal evaluation
    lanes: Lanes  # the lanes as kernels take them
    # for each player float64 [lanes]: own reach of the empty sequence. With hands side by side, the weight of each hand in the
    # player's range where the terminals leave it out, else 1
    root_reach: tuple[Floats, ...]
    # for each player bool [lanes]: whether there are infosets with this hand; None where that depends on the public cards
    held: tuple[Bools, ...] | None

    @property
    def num_lanes(self) -> int:
        """Hands of each player; 1 without hands side by side."""
        return len(self.root_reach[0])

    @property
    def has_hand_values(self) -> bool:
        """True if its evaluator has ``hand_values``."""
        return isinstance(self.terminals, ShowdownPasses)

    @property
    def floats(self) -> str:
        """Type of the numbers: ``float64`` or ``float32``."""
        return str(np.dtype(DTYPES[type(self.lanes)]))

    @property
    def lanes_name(self) -> str:
        """Name of the lanes, for checkpoints."""
        return type(self.lanes).__name__

    # Infosets, points and entries are needed where there are policies and keys: a spot of a sweep is solved without.

    @property
    def infosets(self) -> InfosetTable:
        """The game's infosets."""
        return self.game.infosets

    @cached_property
    def points(self) -> tuple[tuple[PublicState, ...], ...]:
        """For each player the public state of each decision point, where hands are side by side."""
        assert isinstance(self.game, PokerGame)
        points: tuple[list[PublicState], ...] = tuple([] for _ in self.treeplexes)
        for public in decision_lines(self.game.rules):
            points[public.actor].append(public)
        return tuple(map(tuple, points))

    @cached_property
    def entries(self) -> tuple[Int64s, ...]:
        """For each player int64 [sequences, lanes]: where the probability is in a policy; -1 for none."""
        nothing = np.full((1, self.num_lanes), -1, dtype=np.int64)
        if isinstance(self.game, PokerGame) and not isinstance(self.lanes, OneLane):
            return tuple(np.concatenate([nothing, *map(self.game.infosets.entries, points)]) for points in self.points)
        entries, start, lanes = [], 0, np.arange(self.num_lanes)
        for plex in self.treeplexes:
            first, actions = np.repeat([plex.first, plex.actions], plex.actions, axis=1)
            place = np.arange(1, len(first) + 1) - first + start + self.num_lanes * (first - 1)
            entries.append(np.concatenate([nothing, place[:, None] + actions[:, None] * lanes]))
            start += self.num_lanes * len(first)
        return tuple(entries)

    def terminal_values(self, terminals: Any = None, threads: int | None = None) -> TerminalValues:
        """The evaluation of the form's terminals, or of others for it, for one solver or measure."""
        return values_of_terminals(self.terminals if terminals is None else terminals, self.lanes, threads)

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
        result = []
        for player, plex in enumerate(self.treeplexes):
            shares = equal_shares(plex)
            exist = self.entries[player] >= 0 if self.held is None else self.held[player]
            rows = pack_rows(self.lanes, np.broadcast_to(exist, (len(shares), self.num_lanes)))
            blocks = rows.reshape(-1, len(shares), WIDTHS[type(self.lanes)])
            blocks *= shares.astype(rows.dtype)[:, None]
            result.append(rows)
        return tuple(result)

    def rows_from_policy(self, probabilities: Floats) -> AllRows:
        """A behavioural strategy as rows; zero where there is no such infoset."""
        padding = np.concatenate([probabilities, [0.0]])  # entry -1 reads the last zero
        return tuple(pack_rows(self.lanes, padding.take(entries)) for entries in self.entries)

    def policy_from_rows(self, rows: AllRows) -> Floats:
        """The behavioural strategy, or other numbers for each entry, that these rows hold."""
        probabilities = np.empty(self.infosets.size)
        for entries, row in zip(self.entries, rows, strict=True):
            real = entries >= 0
            probabilities[entries[real]] = unpack_rows(self.lanes, row, self.num_lanes)[real]
        return probabilities

    def times_root_reach(self, values: Floats) -> Floats:
        """Numbers by entry, each times its hand's root reach."""
        result = values.copy()
        for entries, root in zip(self.entries, self.root_reach, strict=True):
            real = entries >= 0
            result[entries[real]] *= np.broadcast_to(root, entries.shape)[real]
        return result

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
