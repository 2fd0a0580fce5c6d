"""Moves that learners of action values learn from: kept in a ring, drawn in batches by infoset."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.cfr.solver import GameLike
from pokerzoo.envs.support.arrays import Floats, Floats32, Int32s, Int64s
from pokerzoo.envs.support.kernels import kernel

from .networks import ActionTables, ListedTrainer
from .options import ReplayOptions

InfosetWorths: TypeAlias = Floats
"""float64 [players, rows]: the value of each infoset to its player, in units of the trainer's scale."""


class ReplayBuffer(NamedTuple):
    """Each player's last moves, in a ring."""

    row: Int32s  # [players, size]: infoset of the move
    action: Int32s  # [players, size]: id
    reward: Floats32  # [players, size]: chips won at the end of the hand
    then: Int32s  # [players, size]: the player's next infoset in this hand, -1: none
    seen: Int64s  # [players]: moves so far


def new_replay(players: int, size: int) -> ReplayBuffer:
    """An empty ring for ``size`` moves of each player."""
    return ReplayBuffer(
        row=np.zeros((players, size), dtype=np.int32),
        action=np.zeros((players, size), dtype=np.int32),
        reward=np.zeros((players, size), dtype=np.float32),
        then=np.zeros((players, size), dtype=np.int32),
        seen=np.zeros(players, dtype=np.int64),
    )


@kernel
def store_move(replay: ReplayBuffer, player: int, row: int, action: int, reward: float, then: int) -> None:
    """Put a move into the ring."""
    at = replay.seen[player] % replay.row.shape[1]
    replay.row[player, at] = row
    replay.action[player, at] = action
    replay.reward[player, at] = reward
    replay.then[player, at] = then
    replay.seen[player] += 1


@kernel
def sample_batch(
    replay: ReplayBuffer,
    batch: int,
    scale: float,
    worth: InfosetWorths,
    source: np.random.Generator,
    weights: ActionTables,
    targets: ActionTables,
) -> None:
    """A batch of moves by infoset and action: the share of each, and the mean of what it brought (in units of ``scale``)."""
    sums = np.zeros(targets.shape)
    weights[...] = 0.0
    for player in range(targets.shape[0]):
        held = min(replay.seen[player], replay.row.shape[1])
        for _ in range(batch if held else 0):
            at = int(source.random() * held)
            row, action, then = replay.row[player, at], replay.action[player, at], replay.then[player, at]
            weights[player, row, action] += 1.0
            sums[player, row, action] += replay.reward[player, at] / scale if then < 0 else worth[player, then]
        for row in range(targets.shape[1]):
            for action in range(targets.shape[2]):
                count = weights[player, row, action]
                targets[player, row, action] = sums[player, row, action] / count if count > 0.0 else 0.0
                weights[player, row, action] = count / batch


class ReplayTrainer(ListedTrainer):
    """The frame of learners of action values: a network of values for each player, fitted to batches of past moves."""

    options: ReplayOptions

    def __init__(self, game: GameLike, variant: None, options: ReplayOptions, seed: int | None) -> None:
        """Set up networks that say zero to everything, and empty memories."""
        super().__init__(game, variant, options, seed)
        players, rows, actions = self._mask.shape
        self._values = self._networks(players)
        self._values.start(self._rng)
        # Of the target network no more is kept than the infosets' values.
        self._worth = np.zeros((players, rows))
        self._replay = new_replay(players, options.replay_size)
        self._weights, self._targets = (np.zeros((players, rows, actions), dtype=np.float32) for _ in range(2))
        self._tensors = [self._torch.from_numpy(array) for array in (self._weights, self._targets)]

    @property
    def decisions(self) -> int:
        """Moves of all players so far."""
        return int(self._replay.seen.sum())

    def next_check(self, iteration: int) -> int:
        # Measuring takes about as long as an iteration.
        return iteration + max(50, iteration // 20)

    def state(self) -> dict[str, npt.NDArray[Any]]:
        state = super().state() | {"worth": self._worth} | self._values.state("value")
        return state | {f"replay {part}": array for part, array in self._replay._asdict().items()}

    def _is_target_due(self) -> bool:
        return bool(self._values.steps[0] % self.options.target_every == 0)

    def _fit_values(self) -> None:
        """A gradient step of the value networks on a batch of moves."""
        sample_batch(
            self._replay, self.options.batch_size, self._scale, self._worth, self._rng, self._weights, self._targets
        )  # fmt: skip
        weights, targets = self._tensors
        self._values.descend((weights * (self._values(self._inputs) - targets) ** 2).sum(), self.options.value_rate)
