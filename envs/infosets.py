"""The list of a game's infosets, which fixes where policies store their numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from .core import Game, State


class Infoset(NamedTuple):
    """One infoset: its key, whose it is, its legal actions (ascending) and their names there."""

    key: str
    player: int
    actions: tuple[int, ...]
    action_names: tuple[str, ...]


@dataclass(frozen=True)
class InfosetTable:
    """Every infoset of a game in a fixed order: by player, then by public history, then by hand.

    A behavioural strategy is one float64 array of ``size`` entries: the probabilities of infoset ``i`` stand at
    ``first[i]`` to ``first[i + 1]``, in the order of its ``actions``.

    Attributes:
        rows: the infosets.
    """

    rows: tuple[Infoset, ...]

    @cached_property
    def first(self) -> npt.NDArray[np.int64]:
        """int64 [len + 1]: where the entries of each infoset start; the last is ``size``."""
        return np.concatenate([[0], np.cumsum([len(row.actions) for row in self.rows])]).astype(np.int64)

    @property
    def size(self) -> int:
        """Number of (infoset, action) pairs."""
        return int(self.first[-1])

    @cached_property
    def players(self) -> npt.NDArray[np.int64]:
        """int64 [len]: the player of each infoset."""
        return np.array([row.player for row in self.rows], dtype=np.int64)

    @cached_property
    def _index(self) -> dict[str, int]:
        return {row.key: i for i, row in enumerate(self.rows)}

    def index(self, key: str) -> int:
        """Position of the infoset with this key; KeyError, with an example, if there is none."""
        try:
            return self._index[key]
        except KeyError:
            raise KeyError(f"no infoset {key!r}; keys look like {self.rows[-1].key!r}") from None

    def __contains__(self, key: object) -> bool:
        return key in self._index

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Infoset]:
        return iter(self.rows)

    def slice(self, index: int) -> slice:
        """Where the probabilities of infoset ``index`` stand."""
        return slice(int(self.first[index]), int(self.first[index + 1]))

    def uniform(self) -> npt.NDArray[np.float64]:
        """The strategy that takes every legal action with equal probability, float64 [size]."""
        counts = np.diff(self.first)
        return np.asarray(np.repeat(1.0 / counts, counts), dtype=np.float64)


def in_order(rows: Iterable[Infoset]) -> InfosetTable:
    """The table of these infosets, players first; the order within a player is kept. ValueError if a key comes twice."""
    ordered = tuple(sorted(rows, key=lambda row: row.player))
    table = InfosetTable(ordered)
    if len(table._index) != len(ordered):
        raise ValueError("two infosets have the same key")
    return table


def collect_infosets(game: Game) -> InfosetTable:
    """The infosets of any game, by walking all its histories, in the order in which they are met.

    Raises:
        ValueError: too many histories for a tree, or histories that do not fit in one infoset.
    """
    from .tree import MAX_NODES, fits, too_large

    if not fits(game):
        raise too_large(game)
    found: dict[str, Infoset] = {}
    stack: list[State] = [game.initial_state()]
    visited = 0
    while stack:
        state = stack.pop()
        visited += 1
        if visited > MAX_NODES:
            raise too_large(game)
        if state.is_terminal:
            continue
        actions = state.legal_actions()
        if not state.is_chance:
            key = state.infoset_key(state.current_player)
            row = Infoset(key, state.current_player, actions, tuple(state.action_name(a) for a in actions))
            if found.setdefault(key, row) != row:
                raise ValueError(f"infoset {key!r} has different players or actions in different histories")
        stack += [state.child(action) for action in reversed(actions)]
    return in_order(found.values())
