"""Self-play of policy-gradient learners on games whose infosets can be listed: the base of neural MMD and R-NaD.

An iteration:

1. the networks are asked about each infoset once: a strategy and a value;
2. ``hands`` hands are played from these tables by compiled code, and the advantages of all decisions are added up by (infoset,
   action). An advantage is the generalised one (Schulman, Moritz, Levine, Jordan, Abbeel: High-dimensional continuous control
   using generalized advantage estimation, 2016, equation 16) along the player's own decisions, undiscounted;
3. gradient steps. A loss needs only these sums of the decisions of a batch. Its gradient is the same as decision by
   decision, and costs as much as a pass over the infosets, however many decisions there are.

The strategies of all iterations are averaged in a table, weighted by own reach.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.policies.policy import TabularPolicy
from pokerzoo.envs.compiled.node_table import CHILD, KIDS, MOVER, ROW, NodeTable
from pokerzoo.envs.core import CHANCE, TERMINAL
from pokerzoo.envs.game_like import GameLike
from pokerzoo.envs.support.arrays import Floats, Int32s, Int64s
from pokerzoo.envs.support.kernels import kernel

from .average_table import AverageTable
from .networks import IMPOSSIBLE, ActionTables, ListedTrainer, draw_action, draw_outcome, one_thread
from .options import SelfPlayOptions


class DecisionSums(NamedTuple):
    """Sums over a batch of decisions, by infoset and action; chips in units of the trainer's scale."""

    visits: ActionTables  # [players, rows, actions]: times the action was taken
    advantages: ActionTables  # [players, rows, actions]: sum of its advantages
    returns: Floats  # [players, rows]: sum of advantage + value: the values to learn


class HandBuffer(NamedTuple):
    """Decisions of one hand."""

    row: Int64s  # [players, decisions]: infosets
    action: Int64s  # [players, decisions]: ids
    reward: Floats  # [players, decisions]: until the player's next decision, the chips of the end apart
    made: Int64s  # [players]: number of decisions


class SelfPlayTrainer(ListedTrainer):
    """The frame of learners that play hands from tables and learn from sums; see the module's docstring."""

    options: SelfPlayOptions

    def __init__(self, game: GameLike, variant: None, options: SelfPlayOptions, seed: int | None) -> None:
        """Set up networks that say zero to everything: uniform play, whose values are zero."""
        super().__init__(game, variant, options, seed)
        players, rows, actions = self._mask.shape
        self._policies = self._networks(players)
        self._values = self._networks(players, 1)
        self._policies.start(self._rng)
        self._values.start(self._rng)
        visits, advantages = (np.zeros((players, rows, actions)) for _ in range(2))
        self._sums = DecisionSums(visits, advantages, np.zeros((players, rows)))
        self._costs = np.zeros((players, rows, actions))
        self._table = AverageTable(self._nodes, self._actions, actions)
        self._decisions = np.zeros(1, dtype=np.int64)
        longest = self._table.longest
        self._room = HandBuffer(
            row=np.zeros((players, longest), dtype=np.int64),
            action=np.zeros((players, longest), dtype=np.int64),
            reward=np.zeros((players, longest)),
            made=np.zeros(players, dtype=np.int64),
        )

    @property
    def decisions(self) -> int:
        """Decisions of all players so far."""
        return int(self._decisions[0])

    def _next_check(self, iteration: int) -> int:
        # Measuring takes about as long as an iteration.
        return iteration + max(10, iteration // 20)

    def state(self) -> dict[str, npt.NDArray[Any]]:
        state = super().state() | {"decisions": self._decisions, "average": self._table.cumulative}
        return state | self._policies.state("policy") | self._values.state("value")

    def _iterate(self) -> None:
        strategy = self._strategy()
        self._play(strategy)
        self._table.add(strategy, (self.iteration + 1.0) ** self.options.average_power)
        self._learn(strategy, self._sums)
        self._iteration[0] += 1

    def _learn(self, strategy: Floats, sums: DecisionSums) -> None:
        """The gradient steps of an iteration in which ``strategy`` was played."""
        raise NotImplementedError

    def _play(self, strategy: Floats) -> None:
        """Fill ``_sums``; what actions cost beside chips stands in ``_costs``."""
        values = self._values.table(self._inputs)[:, :, 0].astype(np.float64)
        for array in self._sums:
            array[...] = 0.0
        play_hands(
            self._nodes, self._actions, strategy, values, self._costs, self.options.trace, 1.0 / self._scale,
            self.options.hands, self._rng, self._room, self._sums, self._decisions,
        )  # fmt: skip

    def _strategy(self) -> Floats:
        """float64 [players, rows, actions]: the strategy of the policy networks."""
        return self._softmax(self._policies.table(self._inputs))

    def _average(self) -> Floats:
        return self._table.strategy()

    def _logarithms(self, scores: Any) -> Any:
        """Tensor of the logarithms of probabilities, 0 where not legal."""
        return self._torch.log_softmax(scores.masked_fill(~self._legal, IMPOSSIBLE), dim=2).masked_fill(~self._legal, 0.0)

    def _tensor(self, array: npt.NDArray[Any]) -> Any:
        return self._torch.from_numpy(array.astype(np.float32))

    def _fit_values(self, sums: DecisionSums, steps: int, rate: float) -> None:
        """Steps of the value networks towards the mean returns, weighted by visits."""
        shares, means = (self._tensor(array) for array in mean_returns(sums))
        for _ in range(steps):
            self._values.descend((shares * (self._values(self._inputs)[:, :, 0] - means) ** 2).sum(), rate)

    @one_thread()
    def current_policy(self) -> TabularPolicy:
        """The strategy that the next iteration plays."""
        return TabularPolicy(self.game, self._entries(self._strategy()), self._metadata("current"))


def mean_returns(sums: DecisionSums) -> tuple[Floats, Floats]:
    """float64 [players, rows] each: an infoset's share of its player's decisions, and the mean of its returns."""
    visits = sums.visits.sum(axis=2)
    shares = visits / np.maximum(visits.sum(axis=1, keepdims=True), 1.0)
    return shares, sums.returns / np.maximum(visits, 1.0)


def all_advantages(sums: DecisionSums, strategy: Floats, costs: ActionTables, cap: float) -> Floats:
    """float64 [players, rows, actions]: each action's advantage over the infoset's value; zero without visits."""
    # What an action costs is known. What follows it is the mean over the decisions for it, times the number of them over the
    # number that was to be expected, ``cap`` at most. Without a cap this is the mean of DeepNash's estimate.
    taken = sums.visits
    met = taken.sum(axis=2, keepdims=True)
    follows = sums.advantages / np.maximum(taken, 1.0) + np.where(taken > 0.0, costs, 0.0)
    expected = met * strategy
    weights = np.minimum(taken / np.where(expected > 0.0, expected, 1.0), cap)
    return np.where(met > 0.0, weights * follows - costs, 0.0)


@kernel
def play_hands(
    table: NodeTable,
    legal: Int32s,
    strategy: ActionTables,
    values: Floats,
    costs: ActionTables,
    trace: float,
    unit: float,
    hands: int,
    source: np.random.Generator,
    room: HandBuffer,
    sums: DecisionSums,
    decisions: Int64s,
) -> None:
    """Play hands, and add up visits, advantages and returns of all decisions."""
    nodes = table.nodes
    players = strategy.shape[0]
    share = 1.0 / (players - 1) if players > 1 else 0.0
    for _ in range(hands):
        room.made[:] = 0
        node = 0
        while nodes[node, MOVER] != TERMINAL:
            mover, child, kids, row = nodes[node, MOVER], nodes[node, CHILD], nodes[node, KIDS], table.point[node]
            if mover == CHANCE:
                node = child + draw_outcome(source, table.chance, child, kids)
                continue
            k = draw_action(source, strategy[mover, row], legal[mover, row], kids)
            action = legal[mover, row, k]
            at = room.made[mover]
            room.row[mover, at], room.action[mover, at] = row, action
            room.made[mover] += 1
            cost = costs[mover, row, action]
            room.reward[mover, at] = -cost
            for player in range(players):
                if player != mover and room.made[player] > 0:
                    room.reward[player, room.made[player] - 1] += cost * share
            node = child + k
        for player in range(players):
            decisions[0] += room.made[player]
            then = unit * table.utility[player, nodes[node, ROW]]
            advantage = 0.0
            for at in range(room.made[player] - 1, -1, -1):
                row, action = room.row[player, at], room.action[player, at]
                value = values[player, row]
                advantage = room.reward[player, at] + then - value + trace * advantage
                then = value
                sums.visits[player, row, action] += 1.0
                sums.advantages[player, row, action] += advantage
                sums.returns[player, row] += advantage + value
