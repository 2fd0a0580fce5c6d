"""Deep CFR (Brown, Lerer, Gross, Sandholm: Deep counterfactual regret minimization, 2019), on torch.

Iteration t, for each player p in turn:

1. ask the advantage networks about all infosets; a strategy is proportional to the positive advantages, and takes the best
   action where none is positive;
2. walk down the tree ``traversals`` times as in external sampling: p's actions are all taken, the other's and chance's are
   sampled. At each of p's infosets the sampled advantages u(a) - sum over b of s(b) u(b) go to p's memory. At each of the
   other's infosets that player's strategy goes to the memory of strategies. All of them go there with t;
3. train p's advantage network from scratch on p's memory, samples weighted by t (linear CFR).

The average strategy is what a network learns from the memory of strategies, weighted by t. It is trained when it is asked for.

A game that has a tree has so few infosets that a network can be asked about all of them at once. So compiled code walks by a
table of strategies, and a memory holds an infoset's number in place of its observation. A batch of samples is replaced by
one sample for each infoset that occurs in it, at the mean of the targets and with the sum of the weights. Its loss is the
same but for a constant. So the gradient is the same, and a batch of any size costs no more than the infosets.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.cfr.mccfr_kernels import draw_action
from pokerzoo.agents.cfr.variants import VARIANTS, Variant, get_variant
from pokerzoo.agents.policies.policy import TabularPolicy
from pokerzoo.envs import Game
from pokerzoo.envs.compiled.arrays import Counter
from pokerzoo.envs.compiled.forms import tree_of
from pokerzoo.envs.compiled.tree import CHILD, KIDS, MOVER, ROW, NodeTable
from pokerzoo.envs.core import CHANCE, TERMINAL, GameLike, game_of
from pokerzoo.envs.environments.infoset_observations import infoset_observations
from pokerzoo.envs.support.arrays import Floats, Floats32, Int32s, Int64s
from pokerzoo.envs.support.errors import InputError, Shown
from pokerzoo.envs.support.kernels import kernel

from .networks import IMPOSSIBLE, Network, NeuralTrainer, one_thread, softmax
from .options import LearnerOptions, flag, rate, whole, widths

InfosetWeights: TypeAlias = Floats32
"""float32 [rows, 1]: the share of each of a player's infosets in the weight of all samples."""
MeanTargets: TypeAlias = Floats32
"""float32 [rows, most]: the weighted mean of the samples at each of a player's infosets, for each legal action in turn."""
TraversalBuffer: TypeAlias = tuple[Int32s, Int32s, Floats, Floats]
"""Arrays of a traversal: int32 [nodes] the history visited, int32 [nodes] where its visited children start, float64 [nodes]
its value to the traverser, and float64 [most] one infoset's regrets."""


class Reservoir(NamedTuple):
    """A uniform sample for each player of everything ever added (Vitter's algorithm R)."""

    row: Int32s  # [players, size]: infoset, counted among the player's
    iteration: Int32s  # [players, size]: when
    values: Floats32  # [players, size, most]: for each legal action in turn
    seen: Int64s  # [players]: samples put in so far


def new_reservoir(size: int, most: int) -> Reservoir:
    """An empty memory for two players."""
    return Reservoir(
        row=np.zeros((2, size), dtype=np.int32),
        iteration=np.zeros((2, size), dtype=np.int32),
        values=np.zeros((2, size, most), dtype=np.float32),
        seen=np.zeros(2, dtype=np.int64),
    )


@dataclass(frozen=True, kw_only=True)
class DeepCFROptions(LearnerOptions):
    """Options of ``DeepCFR``.

    Attributes:
        traversals: traversals for each player in each iteration.
        hidden: widths of the hidden layers of all networks.
        learning_rate: Adam's at the start of a training; it falls to zero along a straight line.
        batch_size: samples for one gradient, drawn from the memory; None takes the whole memory for every one.
        train_steps: gradient steps of a player's advantage network in each iteration.
        memory_size: samples that each memory holds (two a player: regrets, strategies); a uniform choice of all there were,
            once full.
        reinitialise: train advantage networks from random weights in each iteration, as in the paper, or continue with the last
            ones, which takes fewer steps but stalls earlier (docs/howto/train_networks.md).
        average_steps: gradient steps of the average network, each time it is asked for.
    """

    traversals: int = whole(1000)
    hidden: tuple[int, ...] = widths(64, 64)
    learning_rate: float = rate(0.01)
    batch_size: int | None = whole(None)
    train_steps: int = whole(200)
    memory_size: int = whole(1_000_000)
    reinitialise: bool = flag(True)
    average_steps: int = whole(1000)


class DeepCFR(NeuralTrainer):
    """Deep CFR for two players: networks learn the regrets that CFR would have in a table.

    Advantage networks are trained on sampled regrets, and one more network on all strategies, which is the average.
    Source: Brown, Lerer, Gross and Sandholm 2019.

    Two runs with the same arguments and seed are bit-identical on one machine, however they are split.

    It has the attributes of every ``Trainer``, and ``options``, a ``DeepCFROptions``.

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
    _options_type = DeepCFROptions
    smallest: ClassVar[dict[str, Any]] = {"traversals": 100, "hidden": 1, "train_steps": 1, "memory_size": 100, "batch_size": 1}
    options: DeepCFROptions

    def __init__(
        self, game: GameLike, variant: str | Variant | None = None, *, seed: int | None = None, **options: Any
    ) -> None:
        """Set up a trainer whose networks output zeros: uniform play.

        Args:
            game: a game of two players, or an environment of this package.
            variant: ``"lcfr"`` (also for None): samples of iteration t are weighted by t; ``"cfr"``: all alike.
            seed: of the random numbers; None draws one, kept in ``seed``.
            **options: fields of ``DeepCFROptions``.

        Raises:
            ImportError: torch is not installed.
            TypeError: no such option.
            ValueError: an argument is not allowed, or the game is too large.
            UnsupportedError: a variant or a game that it does not have.
        """
        game, row = game_of(game), get_variant(variant or "lcfr")
        if row not in (VARIANTS["lcfr"], VARIANTS["cfr"]):
            raise self._cannot("variant", row.name, "it takes cfr and lcfr")
        if game.num_players != 2:
            raise self._cannot("game", Shown(game), "it is for two players")
        super().__init__(game, None, seed, options)
        self.variant = row
        self._linear = row.name == "lcfr"
        self._nodes = tree_of(game).table
        self._inputs = self._torch.from_numpy(distinct_observations(game)).clone()
        self._mask = game.infosets.masks(game.num_distinct_actions) == 1
        self._legal = self._torch.from_numpy(self._mask)
        counts = game.infosets.counts()
        self._placed = np.arange(counts.max()) < counts[:, None]
        """bool [infosets, most]: where the legal actions of each are in a memory."""
        self._scale = max(abs(x) for x in game.utility_range) or 1.0
        self._advantages = [self._new_network() for _ in range(2)]
        for network in self._advantages:
            network.start(self._rng)
        self._regrets = new_reservoir(self.options.memory_size, counts.max())
        self._strategies = new_reservoir(self.options.memory_size, counts.max())
        self._touched = np.zeros(1, dtype=np.int64)
        size = len(self._nodes.nodes)
        self._room = (np.zeros(size, np.int32), np.zeros(size, np.int32), np.zeros(size), np.zeros(counts.max()))
        self._averaged: tuple[int, int | None, Floats] | None = None

    def _new_network(self) -> Network:
        return Network((self._inputs.shape[1], *self.options.hidden, self.game.num_distinct_actions))

    def _own(self, player: int) -> slice:
        """A player's infosets."""
        indices = self.game.infosets.of_player(player)
        return slice(indices.start, indices.stop)

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

    def _option_values(self) -> dict[str, Any]:
        return super()._option_values() | {"linear": self._linear}

    def _iterate(self) -> None:
        now = self.iteration + 1
        for player in range(2):
            external_traversals(
                self._nodes, self._current(), player, self.options.traversals, now, self._rng, self._regrets, self._strategies,
                self._room, self._touched,
            )  # fmt: skip
            network = self._advantages[player]
            if self.options.reinitialise:
                network.start(self._rng)
            network.restart()
            self._fit(network, player, self._regrets, self.options.train_steps, self._rng, self._squares)
        self._iteration[0] = now

    def _scores(self, networks: list[Network]) -> Floats32:
        """float32 [infosets, actions]: outputs of each player's network."""
        with self._torch.no_grad():
            scores = [network(self._inputs[self._own(player)]).numpy() for player, network in enumerate(networks)]
        return np.concatenate(scores)

    def _current(self) -> Floats:
        """float64 [entries]: the strategy of the advantage networks."""
        advantages = np.where(self._mask, self._scores(self._advantages).astype(np.float64), -np.inf)
        positive = np.maximum(advantages, 0.0)
        total = positive.sum(axis=1, keepdims=True)
        best = (advantages == advantages.max(axis=1, keepdims=True)).astype(np.float64)
        best /= best.sum(axis=1, keepdims=True)
        shares: Floats = np.where(total > 0.0, positive / np.where(total > 0.0, total, 1.0), best)[self._mask]
        return shares

    @one_thread()
    def _average(self) -> Floats:
        # With a separate generator, so that asking for it does not change the run.
        rng = np.random.default_rng([int(self.seed or 0), self.iteration])
        networks = [self._new_network() for _ in range(2)]
        for player, network in enumerate(networks):
            network.start(rng)
            self._fit(network, player, self._strategies, self.options.average_steps, rng, self._cross_entropy)
        shares: Floats = softmax(self._scores(networks), self._mask)[self._mask]
        return shares

    def _fit(self, network: Network, player: int, memory: Reservoir, steps: int, rng: np.random.Generator, loss: Any) -> None:
        """Train on a player's part of a memory, unless it is empty."""
        held = int(min(memory.seen[player], self.options.memory_size))
        if held == 0:
            return
        rows = self._own(player)
        inputs, mask, legal, placed = self._inputs[rows], self._mask[rows], self._legal[rows], self._placed[rows]
        weights, means = np.zeros((len(mask), 1), dtype=np.float32), np.zeros(placed.shape, dtype=np.float32)
        targets = np.zeros(mask.shape, dtype=np.float32)
        shared = [self._torch.from_numpy(array) for array in (weights, targets)]
        chosen = np.zeros(0, dtype=np.int64)
        for step in range(steps):
            if self.options.batch_size is not None:
                chosen = rng.integers(0, held, self.options.batch_size)
            if step == 0 or self.options.batch_size is not None:
                mean_targets(memory, player, held, chosen, self._linear, weights, means)
                targets[mask] = means[placed]  # legal actions are listed in ascending order
            learning_rate = self.options.learning_rate * (1.0 - step / steps)
            network.descend(loss(network(inputs), legal, *shared), learning_rate)

    def _squares(self, scores: Any, legal: Any, weights: Any, targets: Any) -> Any:
        return (weights * legal * (scores - targets / self._scale) ** 2).sum()

    def _cross_entropy(self, scores: Any, legal: Any, weights: Any, targets: Any) -> Any:
        logarithms = self._torch.log_softmax(scores.masked_fill(~legal, IMPOSSIBLE), dim=1)
        return -(weights * targets * logarithms).sum()

    @one_thread()
    def current_policy(self) -> TabularPolicy:
        """The strategy that the next iteration would play."""
        return TabularPolicy(self.game, self._current(), self._metadata("current"))

    def average_policy(self) -> TabularPolicy:
        """The rows of the memory of strategies from which a network learns."""
        if self._averaged is None or self._averaged[:2] != (self.iteration, self.seed):
            self._averaged = (self.iteration, self.seed, self._average())
        return TabularPolicy(self.game, self._averaged[2], self._metadata("average"))


def distinct_observations(game: Game) -> Floats32:
    """float32 [infosets, entries]: the observation at each infoset; ValueError if two infosets of a player share one."""
    observations = infoset_observations(game)
    for player in range(game.num_players):
        infosets = game.infosets.of_player(player)
        if len(np.unique(observations[infosets.start : infosets.stop], axis=0)) < len(infosets):
            raise InputError(f"{game.name}: two infosets of player {player} have the same observation")
    return observations


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
def reservoir_place(source: np.random.Generator, seen: Int64s, player: int, size: int) -> int:
    """The place of a reservoir's next sample, -1 where it is not taken; counts it."""
    count = seen[player]
    seen[player] += 1
    if count < size:
        return count  # type: ignore[no-any-return]
    at = int(source.random() * (count + 1))
    return at if at < size else -1


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
    strategy: Floats,
    traverser: int,
    traversals: int,
    iteration: int,
    source: np.random.Generator,
    regrets: Reservoir,
    strategies: Reservoir,
    room: TraversalBuffer,
    touched: Counter,
) -> None:
    """External sampling for one player, ``traversals`` times; ``strategy`` as in policies, [entries]."""
    order, below, value, sampled = room
    nodes = table.nodes
    for _ in range(traversals):
        order[0] = 0
        count = 1
        at = 0
        while at < count:
            node = order[at]
            mover, child, kids, row = nodes[node, MOVER], nodes[node, CHILD], nodes[node, KIDS], table.point[node]
            below[at] = count
            if mover == TERMINAL:
                value[at] = table.utility[traverser, nodes[node, ROW]]
            elif mover == traverser:
                for k in range(kids):
                    order[count] = child + k
                    count += 1
            else:
                if mover == CHANCE:
                    k = draw_action(source, table.chance, child, kids)
                else:
                    first = nodes[node, ROW] - mover - 1
                    k = draw_action(source, strategy, first, kids)
                    store_sample(strategies, source, mover, row, iteration, strategy[first : first + kids])
                order[count] = child + k
                count += 1
            at += 1
        touched[0] += count

        for at in range(count - 1, -1, -1):
            node = order[at]
            mover, kids, row = nodes[node, MOVER], nodes[node, KIDS], table.point[node]
            if mover == TERMINAL:
                continue
            child = below[at]
            if mover != traverser:
                value[at] = value[child]
                continue
            first, mean = nodes[node, ROW] - mover - 1, 0.0
            for k in range(kids):
                mean += strategy[first + k] * value[child + k]
            for k in range(kids):
                sampled[k] = value[child + k] - mean
            store_sample(regrets, source, traverser, row, iteration, sampled[:kids])
            value[at] = mean
