"""Networks with their weights in NumPy arrays, for checkpoints, and the base of the learners that train them.

torch is imported when a trainer is made (extra ``rl``), never with this module.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.training.interrupts import whole_iterations
from pokerzoo.agents.training.trainer import Trainer
from pokerzoo.envs.compiled.forms import evaluator_of
from pokerzoo.envs.core import GameLike, game_of
from pokerzoo.envs.measurement import Measurement, PolicyEvaluator
from pokerzoo.envs.support.arrays import Bools, Floats, Floats32, aligned_empty
from pokerzoo.envs.support.errors import InputError, ParameterError
from pokerzoo.envs.support.extras import import_extra
from pokerzoo.envs.support.parameters import check_int

from .options import LearnerOptions

IMPOSSIBLE = -1e9
"""Score, and logarithm of the probability, of an action that is not legal."""


def import_torch() -> Any:
    """Import torch; ImportError names the extra."""
    return import_extra("torch", "learners with networks need torch", "rl")


@contextmanager
def one_thread() -> Iterator[None]:
    """Keep torch on one thread: more do not speed up small matrices, and sums are the same on any machine."""
    torch = import_torch()
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def device_named(name: str) -> Any:
    """The torch device of ``device=``; ``"auto"``: a GPU where there is one."""
    torch = import_torch()
    if name == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        device = torch.device(name)
        torch.empty(1, device=device)
    except Exception as error:  # RuntimeError, AssertionError and others, by the kind of device
        raise ParameterError("device", name, f"{str(error).splitlines()[0]}; allowed: 'auto', 'cpu', 'cuda'") from None
    if device.type == "meta":
        raise InputError("device='meta': holds no numbers; allowed: 'auto', 'cpu', 'cuda'")
    return device


class Network:
    """A multilayer perceptron of torch, trained with Adam, whose parameters are views of one array.

    On the processor torch works in the arrays themselves. On another device it works in copies: ``fetch`` and ``send``
    bring the arrays and the copies up to date.
    """

    weights: Floats32  # [size]: for each layer the matrix [outputs, inputs], then the biases
    mean: Floats32  # [size]: Adam's mean of gradients
    square: Floats32  # [size]: Adam's mean of their squares
    steps: Floats32  # [1]: gradient steps since the last start

    def __init__(self, widths: Sequence[int], device: Any = "cpu") -> None:
        torch = self._torch = import_torch()
        self.widths = tuple(widths)
        self.device = torch.device(device)
        self._copies = self.device.type != "cpu"
        size = sum(above * below + below for above, below in pairwise(widths))
        self.weights, self.mean, self.square, self.steps = (aligned_zeros(length) for length in (size, size, size, 1))
        self._there = [torch.from_numpy(array).to(self.device) for array in (self.weights, self.mean, self.square)]
        self._steps = torch.from_numpy(self.steps)
        flat, mean, square = self._there
        flat.grad = torch.zeros_like(flat)
        self.module = torch.nn.Sequential()
        at = 0
        for above, below in pairwise(widths):
            layer = torch.nn.utils.skip_init(torch.nn.Linear, above, below)
            for name, shape in (("weight", (below, above)), ("bias", (below,))):
                part = slice(at, at := at + int(np.prod(shape)))
                parameter = torch.nn.Parameter(flat[part].view(shape))
                parameter.grad = flat.grad[part].view(shape)
                setattr(layer, name, parameter)
            self.module.extend([layer, torch.nn.ReLU(inplace=True)])
        self.module = self.module[:-1]
        self._adam = torch.optim.Adam([flat], fused=True)
        self._adam.state[flat] = {"step": self._steps[0].to(self.device), "exp_avg": mean, "exp_avg_sq": square}

    def start(self, rng: np.random.Generator) -> None:
        """Random weights, uniform within 1 / sqrt(inputs of the layer), and zeros in the last layer: all outputs are zero."""
        at = 0
        for k, (above, below) in enumerate(pairwise(self.widths)):
            size = above * below + below
            bound = 0.0 if k == len(self.widths) - 2 else above**-0.5
            self.weights[at : at + size] = rng.uniform(-1.0, 1.0, size) * bound
            at += size
        self.restart()

    def restart(self) -> None:
        """Clear the gradients."""
        for array in (self.mean, self.square, self.steps):
            array[...] = 0.0
        self.send()

    def __call__(self, inputs: Any) -> Any:
        """Tensor [rows, outputs] for a tensor [rows, inputs] on the device."""
        return self.module(inputs)

    def outputs(self, inputs: Floats32) -> Floats32:
        """The same for arrays, without a gradient."""
        with self._torch.no_grad():
            return np.asarray(self(self._torch.from_numpy(inputs).to(self.device)).cpu().numpy(), dtype=np.float32)

    def descend(self, loss: Any, rate: float) -> None:
        """One step of Adam."""
        self._there[0].grad.zero_()
        loss.backward()
        self._adam.param_groups[0]["lr"] = rate
        self._adam.step()

    def fetch(self) -> None:
        """Bring the arrays up to date."""
        if self._copies:
            for array, tensor in self._pairs():
                array[...] = tensor.detach().cpu().numpy()

    def send(self) -> None:
        """Bring the device up to date."""
        if self._copies:
            with self._torch.no_grad():
                for array, tensor in self._pairs():
                    tensor.copy_(self._torch.from_numpy(array))

    def _pairs(self) -> list[tuple[Floats32, Any]]:
        return [
            *zip((self.weights, self.mean, self.square), self._there, strict=True),
            (self.steps[:1].reshape(()), self._adam.state[self._there[0]]["step"]),
        ]

    def state(self, name: str) -> dict[str, npt.NDArray[Any]]:
        """The live arrays, for checkpoints."""
        return {f"{name} {part}": getattr(self, part) for part in ("weights", "mean", "square", "steps")}


def aligned_zeros(size: int) -> Floats32:
    """float32 [size] that starts at a multiple of 64 bytes, as torch's own tensors do: some sums depend on that."""
    array: Floats32 = aligned_empty((size,), np.float32)
    array[...] = 0.0
    return array


class NetworkScores:
    """A network's scores without torch, from a copy of its weights: for agents."""

    def __init__(self, network_widths: Sequence[int], weights: Floats32) -> None:
        self.layers: list[tuple[Floats32, Floats32]] = []
        at = 0
        for above, below in pairwise(network_widths):
            matrix = weights[at : at + above * below].reshape(below, above).copy()
            at += above * below
            self.layers.append((matrix.T, weights[at : at + below].copy()))
            at += below

    def __call__(self, observations: Floats32, masks: npt.NDArray[np.int8]) -> Floats32:
        """Scores [n, actions] for observations [n, entries]; a network's further outputs are left out."""
        signal = observations
        for k, (matrix, biases) in enumerate(self.layers):
            signal = signal @ matrix + biases
            if k < len(self.layers) - 1:
                signal = np.maximum(signal, 0.0)
        return np.asarray(signal[:, : masks.shape[1]], dtype=np.float32)


def softmax(scores: Floats32, legal: Bools) -> Floats:
    """float64 [n, actions]: probabilities from scores, computed in float64; zero where not legal."""
    exact = np.where(legal, scores.astype(np.float64), -np.inf)
    powers = np.exp(exact - exact.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


class NeuralTrainer(Trainer):
    """The base of all learners with networks: options, and iterations that no interrupt cuts short."""

    name = ""
    """The algorithm's name in policies."""
    _chance = "sample"
    _too_much = "the learning rates are too large"
    smallest: ClassVar[dict[str, Any]]
    """Options with which an iteration is short."""
    options: LearnerOptions
    _rng: np.random.Generator

    def __init__(self, game: GameLike, variant: None, seed: int | None, options: dict[str, Any]) -> None:
        """Store the options, and import torch."""
        game = game_of(game)
        assert self._options_type is not None
        kept: LearnerOptions = self._options_type(**options)
        if variant is not None:
            raise self._cannot("variant", variant, "it is no kind of CFR and has no variants")
        if seed is not None:
            check_int("seed", seed, 0, 2**63)
        self._torch = import_torch()
        super().__init__(game, seed, draws=True)
        self.options = kept
        self._evaluator: PolicyEvaluator | None = None

    def _compile(self) -> None:
        # Kernels are compiled for types, not for sizes: a small twin's iteration does it.
        type(self)(self.game, seed=0, **self.options.to_dict() | self.smallest).advance(1)

    def advance(self, count: int) -> None:
        """Run ``count`` iterations."""
        with one_thread(), whole_iterations() as interrupted:
            for _ in range(count):
                self._iterate()
                if interrupted:
                    break

    def _iterate(self) -> None:
        raise NotImplementedError

    def _option_values(self) -> dict[str, Any]:
        """Everything that determines the learning except game, variant and seed, as plain JSON values."""
        return self.options.to_dict()

    def identity(self) -> dict[str, Any]:
        return super().identity() | self._option_values()

    def _metadata(self, kind: str) -> dict[str, Any]:
        return {"strategy": kind, "variant": self.name, "iterations": self.iteration, "seed": self.seed} | self._option_values()

    def measure(self) -> Measurement:
        policy = self.average_policy()
        if self._evaluator is None:
            self._evaluator = evaluator_of(self.game)
        return self._evaluator.measure(policy.probabilities)
