"""Common parts of learners with networks: inputs, small networks whose weights are NumPy arrays, memories.

A game that has a flat tree has so few infosets that a network can be asked about all of them at once. So compiled code
plays hands and looks strategies up in a table, which is filled from the network before each batch of hands. A memory holds
an infoset's number in place of its observation. Nothing else changes: table and network agree.

The same goes for learning. A batch of samples may be replaced by one sample for each infoset that occurs in it, at the mean
of the targets and with the sum of the weights. Its loss is the same but for a constant. So the gradient is the same, and a
batch of any size costs no more than the infosets.

torch is imported when a trainer is made (extra ``rl``), never with this module.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.policies.policy import TabularPolicy
from pokerzoo.agents.training.interrupts import whole_iterations
from pokerzoo.agents.training.trainer import Trainer
from pokerzoo.envs.compiled.forms import evaluator_of, tree_of
from pokerzoo.envs.compiled.tree import Tree
from pokerzoo.envs.environments.infoset_observations import infoset_observations
from pokerzoo.envs.game_like import GameLike, game_of
from pokerzoo.envs.measurement import Measurement, PolicyEvaluator
from pokerzoo.envs.support.arrays import Bools, Floats, Floats32, Int32s, Int64s
from pokerzoo.envs.support.extras import import_extra
from pokerzoo.envs.support.kernels import kernel
from pokerzoo.envs.support.parameters import check_int

from .options import LearnerOptions, check_hidden

ActionTables: TypeAlias = npt.NDArray[Any]
"""float64 or float32 [players, rows, actions]: a number for each action id; a *row* is an infoset, counted for each player."""

IMPOSSIBLE = -1e9
"""Score of an action that is not legal."""
DECAY_MEAN, DECAY_SQUARE, TINY = 0.9, 0.999, 1e-8
"""Adam's (Kingma and Ba 2015)."""


def import_torch() -> Any:
    """Import torch; ImportError names the extra."""
    return import_extra("torch", "learners with networks need torch", "rl")


@contextmanager
def one_thread() -> Iterator[None]:
    """Keep torch on one thread: small matrices gain nothing by more, and sums are the same on any machine."""
    torch = import_torch()
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


class Reservoir(NamedTuple):
    """A uniform sample for each player of all that was ever put in (Vitter's algorithm R)."""

    row: Int32s  # [players, size]: infoset
    iteration: Int32s  # [players, size]: when
    values: Floats32  # [players, size, actions]: by action id
    seen: Int64s  # [players]: samples put in so far


def new_reservoir(players: int, size: int, actions: int) -> Reservoir:
    """An empty one."""
    return Reservoir(
        row=np.zeros((players, size), dtype=np.int32),
        iteration=np.zeros((players, size), dtype=np.int32),
        values=np.zeros((players, size, actions), dtype=np.float32),
        seen=np.zeros(players, dtype=np.int64),
    )


def legal_actions(tree: Tree) -> npt.NDArray[np.int32]:
    """int32 [players, rows, most]: legal actions, ascending, padded with -1; a row is an infoset, counted for each player."""
    counts, most = tree.num_infosets, max(len(row.actions) for row in tree.game.infosets)
    actions = np.full((len(counts), max(counts), most), -1, dtype=np.int32)
    for row, place in zip(tree.game.infosets, row_places(tree), strict=True):
        actions[place][: len(row.actions)] = row.actions
    return actions


def row_places(tree: Tree) -> list[tuple[int, int]]:
    """(player, row) of each infoset."""
    return [(player, row) for player, count in enumerate(tree.num_infosets) for row in range(count)]


def observation_table(tree: Tree) -> Floats32:
    """float32 [players, rows, entries]: the observation at each infoset, padded with rows of zeros."""
    game = tree.game
    found = np.zeros((game.num_players, max(tree.num_infosets), len(game.observation_names)), dtype=np.float32)
    found[tuple(np.transpose(row_places(tree)))] = infoset_observations(game)
    for player, count in enumerate(tree.num_infosets):
        if len(np.unique(found[player, :count], axis=0)) < count:
            raise ValueError(f"{game.name}: two infosets of player {player} have the same observation")
    return found


def legal_mask(actions: Int32s, count: int) -> Bools:
    """Legal actions, bool [players, rows, count]; all in rows of padding."""
    mask: Bools = (actions[..., None] == np.arange(count)).any(axis=2)
    mask[~mask.any(axis=2)] = True
    return mask


def aligned_floats(shape: tuple[int, ...]) -> Floats32:
    """float32 zeros that start at a multiple of 64 bytes, as torch's own do: some sums depend on that."""
    size = int(np.prod(shape))
    room = np.zeros(size + 16, dtype=np.float32)
    skip = (-room.ctypes.data % 64) // 4
    return room[skip : skip + size].reshape(shape)


class Networks:
    """Multilayer perceptrons of one shape, trained side by side with Adam; torch works in the memory of NumPy arrays."""

    weights: Floats32  # [networks, size]: for each layer the matrix, then the biases
    mean: Floats32  # [networks, size]: Adam's mean of gradients
    square: Floats32  # [networks, size]: Adam's mean of their squares
    steps: Int64s  # [1]: gradient steps since the last start

    def __init__(self, count: int, inputs: int, hidden: Sequence[int], outputs: int) -> None:
        torch = import_torch()
        widths = [inputs, *hidden, outputs]
        self._shapes = [(above, below) for above, below in pairwise(widths)]
        self._sizes = [size for above, below in self._shapes for size in (above * below, below)]
        self.weights, self.mean, self.square = (aligned_floats((count, sum(self._sizes))) for _ in range(3))
        self.steps = np.zeros(1, dtype=np.int64)
        self._tensor = torch.from_numpy(self.weights).requires_grad_()
        self._torch = torch

    def start(self, rng: np.random.Generator) -> None:
        """Random weights, uniform within 1 / sqrt(inputs of the layer), and zeros in the last: it says zero to everything."""
        at = 0
        for k, (above, below) in enumerate(self._shapes):
            size = above * below + below
            bound = 0.0 if k == len(self._shapes) - 1 else above**-0.5
            self.weights[:, at : at + size] = rng.uniform(-1.0, 1.0, (len(self.weights), size)) * bound
            at += size
        self.restart()

    def restart(self) -> None:
        """Forget the gradients of before."""
        self.mean[...] = 0.0
        self.square[...] = 0.0
        self.steps[...] = 0

    def __call__(self, inputs: Any) -> Any:
        """Tensor [networks, rows, outputs] for a tensor [networks, rows, inputs]."""
        parts = self._tensor.split(self._sizes, dim=1)
        signal = inputs
        for k, shape in enumerate(self._shapes):
            matrix = parts[2 * k].view(len(self.weights), *shape)
            signal = self._torch.baddbmm(parts[2 * k + 1].unsqueeze(1), signal, matrix)
            if k < len(self._shapes) - 1:
                signal = signal.relu_()
        return signal

    def table(self, inputs: Any) -> Floats32:
        """The same as an array, without a gradient."""
        with self._torch.no_grad():
            return np.asarray(self(inputs).numpy(), dtype=np.float32)

    def descend(self, loss: Any, rate: float) -> None:
        """One step of Adam."""
        (gradient,) = self._torch.autograd.grad(loss, self._tensor)
        self.steps += 1
        adam_step(self.weights, gradient.numpy(), self.mean, self.square, int(self.steps[0]), rate)

    def state(self, name: str) -> dict[str, npt.NDArray[Any]]:
        """The live arrays, for checkpoints."""
        return {f"{name} {part}": getattr(self, part) for part in ("weights", "mean", "square", "steps")}


@kernel(error_model="numpy")
def adam_step(weights: Floats32, gradient: Floats32, mean: Floats32, square: Floats32, step: int, rate: float) -> None:
    """One step of Adam in place; arrays are float32 [networks, size]."""
    one = np.float32(1.0)
    keep, keep_square = np.float32(DECAY_MEAN), np.float32(DECAY_SQUARE)
    size = np.float32(rate / (1.0 - DECAY_MEAN**step))
    unbias = np.float32(1.0 / (1.0 - DECAY_SQUARE**step))
    for n in range(weights.shape[0]):
        for k in range(weights.shape[1]):
            g = gradient[n, k]
            m = keep * mean[n, k] + (one - keep) * g
            s = keep_square * square[n, k] + (one - keep_square) * g * g
            mean[n, k], square[n, k] = m, s
            weights[n, k] -= size * m / (np.sqrt(s * unbias) + np.float32(TINY))


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
def draw_outcome(source: np.random.Generator, probabilities: Floats, start: int, count: int) -> int:
    """One of ``count`` outcomes with these probabilities (from ``start`` on); never one with probability zero."""
    left = source.random()
    chosen = 0
    for k in range(count):
        probability = probabilities[start + k]
        if probability > 0.0:
            chosen = k
            if left < probability:
                break
            left -= probability
    return chosen


@kernel
def draw_action(source: np.random.Generator, strategy: Floats, actions: Int32s, count: int) -> int:
    """Draw one of the first ``count`` of ``actions`` by a strategy over action ids; its position."""
    left = source.random()
    chosen = 0
    for k in range(count):
        probability = strategy[actions[k]]
        if probability > 0.0:
            chosen = k
            if left < probability:
                break
            left -= probability
    return chosen


class NeuralTrainer(Trainer):
    """The frame of all learners with networks: options, and iterations that no interrupt cuts."""

    name = ""
    """The algorithm's name in policies."""
    chance = "sample"
    _too_much = "the learning rates are too large"
    smallest: ClassVar[dict[str, Any]]
    """Options with which an iteration is short."""
    options: LearnerOptions
    _rng: np.random.Generator

    def __init__(self, game: GameLike, variant: None, options: LearnerOptions, seed: int | None) -> None:
        """Import torch, and take over the options."""
        game = game_of(game)
        if variant is not None:
            raise self._cannot(f"variant={variant!r}", "it is no kind of CFR and has no variants")
        if seed is not None:
            check_int("seed", seed, 0, 2**63)
        self._torch = import_torch()
        super().__init__(game, seed, draws=True)
        self.options = options
        self._evaluator: PolicyEvaluator | None = None

    def _compile(self) -> None:
        # Kernels are compiled for types, not for sizes: a small twin's iteration does it.
        type(self)(self.game, seed=0, **self.options.to_dict() | self.smallest).advance(1)

    def advance(self, count: int) -> None:
        """Do ``count`` iterations."""
        with one_thread(), whole_iterations() as interrupted:
            for _ in range(count):
                self._iterate()
                if interrupted:
                    break

    def _iterate(self) -> None:
        raise NotImplementedError

    def _told_options(self) -> dict[str, Any]:
        """All that decides the learning but game, variant and seed, as plain JSON values."""
        return self.options.to_dict()

    def identity(self) -> dict[str, Any]:
        return super().identity() | self._told_options()

    def _metadata(self, kind: str) -> dict[str, Any]:
        return {"strategy": kind, "variant": self.name, "iterations": self.iteration, "seed": self.seed} | self._told_options()

    def measure(self) -> Measurement:
        policy = self.average_policy()
        if self._evaluator is None:
            self._evaluator = evaluator_of(self.game)
        return self._evaluator.measure(policy.probabilities)


class ListedTrainer(NeuralTrainer):
    """The frame of learners that ask their networks about all infosets of a game at once."""

    def __init__(self, game: GameLike, variant: None, options: LearnerOptions, seed: int | None) -> None:
        """Compile the game and turn its infosets into inputs."""
        super().__init__(game, variant, options, seed)
        self.tree = tree_of(self.game)
        self._nodes, self._actions = self.tree.table, legal_actions(self.tree)
        self._inputs = self._torch.from_numpy(observation_table(self.tree)).clone()
        self._mask = legal_mask(self._actions, self.game.num_distinct_actions)
        self._legal = self._torch.from_numpy(self._mask)
        self._scale = max(abs(x) for x in self.game.utility_range) or 1.0
        self._tabulated: tuple[int, int | None, Floats] | None = None

    def _networks(self, count: int, outputs: int | None = None) -> Networks:
        hidden = check_hidden("hidden", self.options.hidden)
        return Networks(count, self._inputs.shape[2], hidden, outputs or self.game.num_distinct_actions)

    def _average(self) -> Floats:
        """float64 [players, rows, actions]: the average strategy, zero where not legal."""
        raise NotImplementedError

    def average_policy(self) -> TabularPolicy:
        """The average over iterations: of Deep CFR what the average network says, of the others a table."""
        if self._tabulated is None or self._tabulated[:2] != (self.iteration, self.seed):
            with one_thread():
                self._tabulated = (self.iteration, self.seed, self._entries(self._average()))
        return TabularPolicy(self.game, self._tabulated[2], self._metadata("average"))

    def _entries(self, table: npt.NDArray[Any]) -> Floats:
        """A strategy by player, row and action id, in the order in which policies store it; normalised in float64."""
        infosets = self.game.infosets
        probabilities = np.empty(infosets.size)
        for i, (row, place) in enumerate(zip(infosets, row_places(self.tree), strict=True)):
            shares = table[place][list(row.actions)].astype(np.float64)
            probabilities[infosets.slice(i)] = shares / shares.sum()
        return probabilities

    def _softmax(self, scores: Floats32) -> Floats:
        """Probabilities from a network's scores, zero where not legal."""
        exact = np.where(self._mask, scores.astype(np.float64), -np.inf)
        powers = np.exp(exact - exact.max(axis=2, keepdims=True))
        return np.asarray(powers / powers.sum(axis=2, keepdims=True))


def log_probabilities(strategy: Floats, legal: Bools, least: float = np.finfo(np.float64).tiny) -> Floats:
    """Logarithms of probabilities, of ``least`` at least; 0 where not legal."""
    return np.asarray(np.log(np.where(legal, np.maximum(strategy, least), 1.0)))
