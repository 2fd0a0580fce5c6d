"""Engines for the hands of a batch: the tables of a game, or the compiled rules of whole hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.core import Game, State
from pokerzoo.envs.support.arrays import Bools, Int64s, Uint64s

if TYPE_CHECKING:
    from .tables import CompiledGame

NO_ACTIONS, NOWHERE = np.empty(0, np.int64), np.empty(0, np.bool_)
"""For kernels: nothing is played, or dealt."""


class Batch(NamedTuple):
    """Observation, mask and rewards of every hand, each from its mover's seat. pgx has the same names.

    Every array takes part in DLPack, so that other libraries work in its memory: ``torch.from_dlpack(now.observation)``.

    Attributes:
        current_player: int8 [batch]: player to move, ``TERMINAL`` where the hand is over.
        observation: float32 [batch, entries]: what the mover sees, as ``State.observation``; zeros where the hand is over;
            [batch, 0] under ``observe=False``.
        legal_action_mask: bool [batch, actions]; all True where the hand is over.
        rewards: float64 [batch, players]: net chips of the hands that this step has ended, else zeros.
        terminated: bool [batch]: whether the hand is over; under ``autoreset`` whether this step has ended one.
        infoset: int32 [batch]: the mover's infoset, an index into ``game.infosets``; -1 where the hand is over, in whole
            hands of hold'em, whose infosets have no numbers, and in games with 2**31 infosets or more.

    >>> from pokerzoo.envs import BatchedGame, make_game
    >>> now = BatchedGame(make_game("kuhn"), 2, seed=0).reset()
    >>> now.current_player, now.legal_action_mask.shape, now.rewards.shape
    (array([0, 0], dtype=int8), (2, 3), (2, 2))
    """

    current_player: npt.NDArray[np.int8]
    observation: npt.NDArray[np.float32]
    legal_action_mask: npt.NDArray[np.bool_]
    rewards: npt.NDArray[np.float64]
    terminated: npt.NDArray[np.bool_]
    infoset: npt.NDArray[np.int32]


class BatchEngine(Protocol):
    """Plays hands that are rows of an array of its own kind. ``rng`` has one generator for each hand."""

    def rows(self, hands: int) -> npt.NDArray[Any]:
        """Rows for ``batch`` hands; nothing is dealt."""
        ...

    def play(self, rows: Any, rng: Uint64s, actions: Int64s, dealt: Bools, autoreset: bool, out: Batch) -> None:
        """Play legal actions (or ``NO_ACTIONS``), deal where ``dealt`` says (or ``NOWHERE``), write what there is to see."""
        ...

    def first_illegal(self, rows: Any, actions: Int64s) -> int:
        """The first hand whose action is not legal, or -1. Actions of hands that are over may be written to."""
        ...

    def random_actions(self, rows: Any, rng: Uint64s, out: Int64s) -> None:
        """Write a legal action of each hand, all equally likely; 0 where it is over."""
        ...

    def state(self, row: Any) -> State:
        """The state in the game tree that a row is."""
        ...


def batch_arrays(out: Batch) -> tuple[Any, ...]:
    """The arrays of a batch, in the order in which kernels take them."""
    return (
        out.current_player, out.observation, out.legal_action_mask.view(np.uint8), out.rewards, out.terminated, out.infoset,
    )  # fmt: skip


class NodeEngine:
    """Base of engines that have legal actions in the tables of a row's node."""

    tables: Any  # with nodes, masks, legal_count and legal, as ``GameTables``

    def first_illegal(self, rows: Any, actions: Int64s) -> int:
        from .kernels import first_illegal

        bad: int = first_illegal(self.tables.nodes, self.tables.masks, rows, actions)
        return bad

    def random_actions(self, rows: Any, rng: Uint64s, out: Int64s) -> None:
        from .kernels import random_actions

        random_actions(self.tables.nodes, self.tables.legal_count, self.tables.legal, rows, rng, out)


class TableEngine(NodeEngine):
    """Look-ups in the tables of a game."""

    def __init__(self, game: Game) -> None:
        self.compiled = compiled_game(game)
        self.tables = self.compiled.tables
        self.entries = len(game.observation_names)
        self.state = self.compiled.state

    def rows(self, hands: int) -> npt.NDArray[np.int32]:
        return np.zeros((hands, self.compiled.words), dtype=np.int32)

    def play(self, rows: Any, rng: Uint64s, actions: Int64s, dealt: Bools, autoreset: bool, out: Batch) -> None:
        from .kernels import play_hands

        play_hands(self.tables, rows, rng, actions, dealt, autoreset, *batch_arrays(self._shown(out)))

    def _shown(self, out: Batch) -> Batch:
        """With somewhere to write observations: kernels of tables always do, which costs little."""
        if out.observation.shape[1] == self.entries:
            return out
        return out._replace(observation=np.empty((len(out.observation), self.entries), np.float32))


def compiled_game(game: Game) -> CompiledGame:
    """The tables of a game, made once; they stay with it. ValueError where the game is too large."""
    kept = vars(game)
    if "_compiled_for_batches" not in kept:
        from .tables import compile_game

        kept["_compiled_for_batches"] = compile_game(game)
    found: CompiledGame = kept["_compiled_for_batches"]
    return found
