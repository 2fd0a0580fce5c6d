"""Deep CFR (Brown, Lerer, Gross, Sandholm: Deep counterfactual regret minimization, 2019), on torch.

Iteration t, for each player p in turn:

1. ask the advantage networks about all infosets; a strategy is proportional to the positive advantages, and takes the best
   action where none is positive;
2. walk down the tree ``traversals`` times as in external sampling: p's actions are all taken, the other's and chance's are
   sampled. At each of p's infosets the sampled advantages u(a) - sum over b of s(b) u(b) go to p's memory. At each of the
   other's infosets that player's strategy goes to the memory of strategies. All of them go there with t;
3. train p's advantage network from scratch on p's memory, samples weighted by t (linear CFR).

The average strategy is what a network learns from the memory of strategies, weighted by t. It is trained when it is asked for.
"""

from __future__ import annotations

from typing import Any, ClassVar, TypeAlias, Unpack

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.cfr.variants import VARIANTS, Variant, get_variant
from pokerzoo.agents.policies.policy import TabularPolicy
from pokerzoo.envs.compiled.arrays import Counter
from pokerzoo.envs.compiled.node_table import CHILD, KIDS, MOVER, ROW, NodeTable
from pokerzoo.envs.core import CHANCE, TERMINAL
from pokerzoo.envs.game_like import GameLike, game_of
from pokerzoo.envs.support.arrays import Floats, Floats32, Int32s, Int64s
from pokerzoo.envs.support.kernels import kernel

from .networks import (
    IMPOSSIBLE,
    ActionTables,
    ListedTrainer,
    Networks,
    Reservoir,
    draw_action,
    draw_outcome,
    new_reservoir,
    one_thread,
    reservoir_place,
)
from .options import DeepCFRKeywords, DeepCFROptions, keyword_arguments

InfosetWeights: TypeAlias = Floats32
"""float32 [rows, 1]: the share of each of a player's infosets in the weight of all samples."""
MeanTargets: TypeAlias = Floats32
"""float32 [rows, actions]: the weighted mean of the samples at each of a player's infosets, by action id."""
TraversalBuffer: TypeAlias = tuple[Int32s, Int32s, Floats, Floats]
"""Arrays of a traversal: int32 [nodes] the history visited, int32 [nodes] where its visited children start, float64 [nodes]
its value to the traverser, and float64 [actions] one infoset's regrets."""


class DeepCFR(ListedTrainer):
    """Deep CFR for two players: networks learn the regrets that CFR would have in a table.

    Advantage networks are trained on sampled regrets, and one more network on all strategies, which is the average.
    Source: Brown, Lerer, Gross and Sandholm 2019.

    Two runs with the same arguments and seed agree to the bit on one machine, in whatever pieces they are run.

    It has the attributes of every ``Trainer``, ``options``, and ``form``, the flat tree of the game.

    .. code-block:: python

        from pokerzoo.agents import DeepCFR
        from pokerzoo.envs import make_game

        learner = DeepCFR(make_game("leduc"), seed=1).run(100)
        print(learner.exploitability)  # of the average policy, in chips a hand
    """

    name = "deep cfr"
    alternating = True
    _sampling = "external"
    variant: Variant
    smallest: ClassVar[dict[str, Any]] = {"traversals": 100, "hidden": 1, "train_steps": 1, "memory_size": 100, "batch_size": 1}
    options: DeepCFROptions

    @keyword_arguments(
        DeepCFROptions,
        game="a game of two players, or an environment of this package (its game is taken).",
        variant='``"lcfr"`` (also for None): samples of iteration t are weighted by t; ``"cfr"``: all alike.',
    )
    def __init__(
        self,
        game: GameLike,
        variant: str | Variant | None = None,
        *,
        seed: int | None = None,
        **options: Unpack[DeepCFRKeywords],
    ) -> None:
        """Set up a trainer whose networks say zero to everything, which is uniform play."""
        game, row = game_of(game), get_variant(variant or "lcfr")
        if row not in (VARIANTS["lcfr"], VARIANTS["cfr"]):
            raise self._cannot(f"variant={row.name!r}", "it takes cfr and lcfr")
        if game.num_players != 2:
            raise self._cannot(f"game={game}", "it is for two players")
        super().__init__(game, None, DeepCFROptions(**options), seed)
        self.variant = row
        self._linear = row.name == "lcfr"
        actions = self.game.num_distinct_actions
        self._advantages = [self._networks(1) for _ in range(2)]
        for network in self._advantages:
            network.start(self._rng)
        self._regrets = new_reservoir(2, self.options.memory_size, actions)
        self._strategies = new_reservoir(2, self.options.memory_size, actions)
        self._touched = np.zeros(1, dtype=np.int64)
        size = len(self._nodes.nodes)
        self._room = (np.zeros(size, dtype=np.int32), np.zeros(size, dtype=np.int32), np.zeros(size), np.zeros(actions))

    @property
    def nodes_touched(self) -> int:
        """Histories visited so far, terminals, chance and repeated visits included."""
        return int(self._touched[0])

    @property
    def decisions(self) -> int:
        """Decisions that were sampled so far, of both players."""
        return int(self._regrets.seen.sum() + self._strategies.seen.sum())

    def _next_check(self, iteration: int) -> int:
        # The average network is trained for it, which takes as long as several iterations.
        return iteration + max(10, iteration // 5)

    def state(self) -> dict[str, npt.NDArray[Any]]:
        state = super().state() | {"touched": self._touched}
        for player, network in enumerate(self._advantages):
            state |= network.state(f"advantage {player}")
        for name, memory in (("regret", self._regrets), ("strategy", self._strategies)):
            state |= {f"{name} {part}": array for part, array in memory._asdict().items()}
        return state

    def _told_options(self) -> dict[str, Any]:
        return super()._told_options() | {"linear": self._linear}

    def _iterate(self) -> None:
        now = self.iteration + 1
        for player in range(2):
            external_traversals(
                self._nodes, self._actions, self._current(), player, self.options.traversals, now, self._rng, self._regrets,
                self._strategies, self._room, self._touched,
            )  # fmt: skip
            network = self._advantages[player]
            if self.options.reinitialise:
                network.start(self._rng)
            network.restart()
            self._fit(network, player, self._regrets, self.options.train_steps, self._rng, self._squares)
        self._iteration[0] = now

    def _current(self) -> Floats:
        """float64 [2, rows, actions]: the strategy of the advantage networks."""
        scores = [network.table(self._inputs[player : player + 1])[0] for player, network in enumerate(self._advantages)]
        advantages = np.where(self._mask, np.stack(scores).astype(np.float64), -np.inf)
        positive = np.maximum(advantages, 0.0)
        total = positive.sum(axis=2, keepdims=True)
        best = (advantages == advantages.max(axis=2, keepdims=True)).astype(np.float64)
        best /= best.sum(axis=2, keepdims=True)
        return np.where(total > 0.0, positive / np.where(total > 0.0, total, 1.0), best)

    def _average(self) -> Floats:
        # With a generator of its own: a run goes on to the same bits whether or not it was asked for.
        rng = np.random.default_rng([int(self.seed or 0), self.iteration])
        scores = []
        for player in range(2):
            network = self._networks(1)
            network.start(rng)
            self._fit(network, player, self._strategies, self.options.average_steps, rng, self._cross_entropy)
            scores.append(network.table(self._inputs[player : player + 1])[0])
        return self._softmax(np.stack(scores))

    def _fit(self, network: Networks, player: int, memory: Any, steps: int, rng: np.random.Generator, loss: Any) -> None:
        """Train on a player's part of a memory, if there is anything in it."""
        rows, actions = self._mask.shape[1:]
        weights, targets = np.zeros((rows, 1), dtype=np.float32), np.zeros((rows, actions), dtype=np.float32)
        held = int(min(memory.seen[player], self.options.memory_size))
        if held == 0:
            return
        chosen = np.zeros(0, dtype=np.int64)
        inputs, legal = self._inputs[player : player + 1], self._legal[player]
        shared = [self._torch.from_numpy(array) for array in (weights, targets)]
        for step in range(steps):
            if self.options.batch_size is not None:
                chosen = rng.integers(0, held, self.options.batch_size)
            if step == 0 or self.options.batch_size is not None:
                mean_targets(memory, player, held, chosen, self._linear, weights, targets)
            rate = self.options.learning_rate * (1.0 - step / steps)
            network.descend(loss(network(inputs)[0], legal, *shared), rate)

    def _squares(self, scores: Any, legal: Any, weights: Any, targets: Any) -> Any:
        return (weights * legal * (scores - targets / self._scale) ** 2).sum()

    def _cross_entropy(self, scores: Any, legal: Any, weights: Any, targets: Any) -> Any:
        logarithms = self._torch.log_softmax(scores.masked_fill(~legal, IMPOSSIBLE), dim=1)
        return -(weights * targets * logarithms).sum()

    @one_thread()
    def current_policy(self) -> TabularPolicy:
        """The strategy that the next iteration would play."""
        return TabularPolicy(self.game, self._entries(self._current()), self._metadata("current"))


@kernel
def store_sample(memory: Reservoir, source: np.random.Generator, player: int, row: int, iteration: int, values: Floats) -> None:
    """A sample for a reservoir."""
    at = reservoir_place(source, memory.seen, player, memory.row.shape[1])
    if at >= 0:
        memory.row[player, at] = row
        memory.iteration[player, at] = iteration
        for a in range(values.shape[0]):
            memory.values[player, at, a] = values[a]


@kernel
def mean_targets(
    memory: Reservoir, player: int, held: int, chosen: Int64s, linear: bool, weights: InfosetWeights, targets: MeanTargets
) -> None:
    """Samples by infoset: share of all weights, weighted mean of values; of the ``chosen`` samples, of all if that is empty."""
    sums = np.zeros(targets.shape)
    total = np.zeros(targets.shape[0])
    count = chosen.shape[0] if chosen.shape[0] else held
    for n in range(count):
        at = chosen[n] if chosen.shape[0] else n
        weight = float(memory.iteration[player, at]) if linear else 1.0
        row = memory.row[player, at]
        total[row] += weight
        for a in range(targets.shape[1]):
            sums[row, a] += weight * memory.values[player, at, a]
    every = total.sum()
    for row in range(targets.shape[0]):
        weights[row, 0] = total[row] / every
        for a in range(targets.shape[1]):
            targets[row, a] = sums[row, a] / total[row] if total[row] > 0.0 else 0.0


@kernel
def external_traversals(
    table: NodeTable,
    actions: Int32s,
    strategy: ActionTables,
    traverser: int,
    traversals: int,
    iteration: int,
    source: np.random.Generator,
    regrets: Reservoir,
    strategies: Reservoir,
    room: TraversalBuffer,
    touched: Counter,
) -> None:
    """External sampling for one player, ``traversals`` times."""
    order, below, value, sampled = room
    nodes, point = table.nodes, table.point
    for _ in range(traversals):
        order[0] = 0
        count = 1
        at = 0
        while at < count:
            node = order[at]
            mover, child, kids, row = nodes[node, MOVER], nodes[node, CHILD], nodes[node, KIDS], point[node]
            below[at] = count
            if mover == TERMINAL:
                value[at] = table.utility[traverser, nodes[node, ROW]]
            elif mover == traverser:
                for k in range(kids):
                    order[count] = child + k
                    count += 1
            else:
                if mover == CHANCE:
                    k = draw_outcome(source, table.chance, child, kids)
                else:
                    k = draw_action(source, strategy[mover, row], actions[mover, row], kids)
                    store_sample(strategies, source, mover, row, iteration, strategy[mover, row])
                order[count] = child + k
                count += 1
            at += 1
        touched[0] += count

        for at in range(count - 1, -1, -1):
            node = order[at]
            mover, kids, row = nodes[node, MOVER], nodes[node, KIDS], point[node]
            if mover == TERMINAL:
                continue
            first = below[at]
            if mover != traverser:
                value[at] = value[first]
                continue
            mean = 0.0
            for k in range(kids):
                mean += strategy[traverser, row, actions[traverser, row, k]] * value[first + k]
            sampled[:] = 0.0
            for k in range(kids):
                sampled[actions[traverser, row, k]] = value[first + k] - mean
            store_sample(regrets, source, traverser, row, iteration, sampled)
            value[at] = mean
