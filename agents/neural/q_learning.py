"""Independent deep Q-learning in self-play, on torch: a baseline, which does not converge to an equilibrium.

Each player has a network of action values (Mnih and others: Human-level control through deep reinforcement learning, 2015).
It learns a best response to what the others play meanwhile, as if they were part of the world. Heinrich and Silver (Deep
reinforcement learning from self-play, 2016) compare NFSP with it. An iteration is

1. the networks are asked about all infosets, and ``hands`` hands are played from this table in compiled code. Players take
   the best action, and any legal one with probability epsilon; or, given a temperature, actions by the softmax of their
   values. Each move goes, with what came of it, to the circular memory of its player;
2. ``updates`` gradient steps, for all players side by side. The value that a move is to have is the chips won at the end of
   the hand or, before, the value of the player's next infoset by the target network. This is the value of the best *legal*
   action. Given a temperature, it is the soft value temperature x log(sum over legal actions of e^(value / temperature))
   (Haarnoja, Tang, Abbeel, Levine: Reinforcement learning with deep energy-based policies, 2017, theorem 1).
"""

from __future__ import annotations

from typing import Any, ClassVar, Unpack

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.cfr.solver import GameLike
from pokerzoo.agents.policies.policy import TabularPolicy
from pokerzoo.envs.compiled.node_table import CHILD, KIDS, MOVER, ROW, NodeTable
from pokerzoo.envs.core import CHANCE, TERMINAL
from pokerzoo.envs.support.arrays import Floats, Int32s
from pokerzoo.envs.support.kernels import kernel

from .average_table import AverageTable
from .networks import ActionTables, draw_action, draw_outcome, one_thread
from .options import QLearningKeywords, QLearningOptions, keyword_arguments
from .replay import ReplayBuffer, ReplayTrainer, store_move


class QLearning(ReplayTrainer):
    """Independent deep Q-learning in self-play: a baseline, which does not converge to an equilibrium.

    Each player learns a best response to what the others play meanwhile. Source: Mnih and others 2015.

    Neither the current nor the average policy comes to an equilibrium: the first turns from best response to best response,
    the second averages best responses to what was played last, not to the average. Measured in docs/neural.md.

    Two runs with the same arguments and seed agree to the bit on one machine, in whatever pieces they are run.

    It has the attributes of every ``Trainer``, ``options``, and ``form``, the flat tree of the game.

    .. code-block:: python

        from pokerzoo.agents import QLearning
        from pokerzoo.envs import make_game

        learner = QLearning(make_game("leduc"), seed=1).run(100)
        print(learner.exploitability)  # of the average policy, in chips a hand
    """

    name = "q-learning"
    smallest: ClassVar[dict[str, Any]] = {"hands": 1, "updates": 1, "hidden": 1, "batch_size": 1, "replay_size": 1}
    options: QLearningOptions

    @keyword_arguments(QLearningOptions)
    def __init__(
        self, game: GameLike, variant: None = None, *, seed: int | None = None, **options: Unpack[QLearningKeywords]
    ) -> None:
        """Set up a trainer whose networks say zero to everything."""
        super().__init__(game, variant, QLearningOptions(**options), seed)
        self._table = AverageTable(self._nodes, self._actions, self._mask.shape[2])

    def state(self) -> dict[str, npt.NDArray[Any]]:
        return super().state() | {"average": self._table.cumulative}

    def _iterate(self) -> None:
        now = self.iteration + 1
        fallen = now**-self.options.decay
        strategy = self._policy(fallen, self.options.epsilon * fallen)
        play_hands(self._nodes, self._actions, strategy, self.options.hands, self._rng, self._replay)
        self._table.add(strategy, 1.0)
        for _ in range(self.options.updates):
            if self._is_target_due():
                self._worth[...] = self._worths(fallen)
            self._fit_values()
        self._iteration[0] = now

    def _legal_values(self) -> Floats:
        """float64 [players, rows, actions]: the networks' values, in units of the scale; minus infinity where not legal."""
        return np.where(self._mask, self._values.table(self._inputs).astype(np.float64), -np.inf)

    def _policy(self, fallen: float, epsilon: float) -> Floats:
        """float64 [players, rows, actions]: the strategy where the temperature is ``fallen`` times that of the start."""
        values = self._legal_values()
        if self.options.temperature is not None:
            powers = np.exp((values - values.max(axis=2, keepdims=True)) * (self._scale / (self.options.temperature * fallen)))
            return np.asarray(powers / powers.sum(axis=2, keepdims=True))
        greedy = np.eye(values.shape[2])[values.argmax(axis=2)]
        return np.asarray((1.0 - epsilon) * greedy + epsilon * self._mask / self._mask.sum(axis=2, keepdims=True))

    def _worths(self, fallen: float) -> Floats:
        """float64 [players, rows]: the value of each infoset for its player, in units of the scale."""
        values = self._legal_values()
        best = values.max(axis=2)
        if self.options.temperature is None:
            return np.asarray(best)
        unit = self.options.temperature * fallen / self._scale
        return np.asarray(best + unit * np.log(np.exp((values - best[..., None]) / unit).sum(axis=2)))

    def _average(self) -> Floats:
        return self._table.strategy()

    @one_thread()
    def current_policy(self) -> TabularPolicy:
        """The best actions by the values now, or, given a temperature, the softmax that the next iteration plays."""
        table = self._policy((self.iteration + 1) ** -self.options.decay, 0.0)
        return TabularPolicy(self.game, self._entries(table), self._metadata("current"))

    def average_policy(self) -> TabularPolicy:
        """The average of what was played, exploration included, weighted by own reach. It does not come to an equilibrium."""
        return super().average_policy()


@kernel
def play_hands(
    table: NodeTable, legal: Int32s, strategy: ActionTables, hands: int, source: np.random.Generator, replay: ReplayBuffer
) -> None:
    """Play hands, all players by ``strategy``, and remember their moves."""
    players = strategy.shape[0]
    nodes = table.nodes
    row_before = np.zeros(players, dtype=np.int64)
    action_before = np.zeros(players, dtype=np.int64)
    for _ in range(hands):
        row_before[:] = -1
        node = 0
        while nodes[node, MOVER] != TERMINAL:
            mover, child, kids, row = nodes[node, MOVER], nodes[node, CHILD], nodes[node, KIDS], table.point[node]
            if mover == CHANCE:
                node = child + draw_outcome(source, table.chance, child, kids)
                continue
            if row_before[mover] >= 0:
                store_move(replay, mover, row_before[mover], action_before[mover], 0.0, row)
            k = draw_action(source, strategy[mover, row], legal[mover, row], kids)
            row_before[mover] = row
            action_before[mover] = legal[mover, row, k]
            node = child + k
        for player in range(players):
            if row_before[player] >= 0:
                won = table.utility[player, nodes[node, ROW]]
                store_move(replay, player, row_before[player], action_before[player], won, -1)
