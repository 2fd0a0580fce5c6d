"""Networks on the processor, in the memory of NumPy arrays, or on a GPU in its own, with copies for checkpoints."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.support.arrays import Floats32

from .networks import DECAY_MEAN, DECAY_SQUARE, TINY, Networks, import_torch


def device_of_name(device: str) -> Any:
    """The torch device of ``device=``; ``"auto"``: a GPU where there is one."""
    torch = import_torch()
    if device == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        found = torch.device(device)
        torch.empty(1, device=found)
    except Exception as error:  # RuntimeError, AssertionError and others, by the kind of device
        raise ValueError(f"device={device!r}: {str(error).splitlines()[0]}; allowed: 'auto', 'cpu', 'cuda'") from None
    if found.type == "meta":
        raise ValueError("device='meta': holds no numbers; allowed: 'auto', 'cpu', 'cuda'")
    return found


class DeviceNetwork(Networks):
    """One network on a device that is not the processor. Random starts are made on the processor, as always."""

    def __init__(self, inputs: int, hidden: Sequence[int], outputs: int, device: Any) -> None:
        super().__init__(1, inputs, hidden, outputs)
        self.device = device
        self._there = [self._torch.empty(self.weights.shape, device=device) for _ in range(3)]
        self._tensor = self._there[0].requires_grad_()
        self.send()

    def _pairs(self) -> list[tuple[Floats32, Any]]:
        return list(zip((self.weights, self.mean, self.square), self._there, strict=True))

    def fetch(self) -> None:
        """Copy from the device."""
        for array, tensor in self._pairs():
            array[...] = tensor.detach().cpu().numpy()

    def send(self) -> None:
        """Copy to the device."""
        with self._torch.no_grad():
            for array, tensor in self._pairs():
                tensor.copy_(self._torch.from_numpy(array))

    def table(self, inputs: Any) -> Floats32:
        with self._torch.no_grad():
            return np.asarray(self(inputs.to(self.device)).cpu().numpy(), dtype=np.float32)

    def descend(self, loss: Any, rate: float) -> None:
        (gradient,) = self._torch.autograd.grad(loss, self._tensor)
        self.steps += 1
        step = int(self.steps[0])
        with self._torch.no_grad():
            weights, mean, square = self._there
            mean.lerp_(gradient, 1.0 - DECAY_MEAN)
            square.mul_(DECAY_SQUARE).addcmul_(gradient, gradient, value=1.0 - DECAY_SQUARE)
            root = (square / (1.0 - DECAY_SQUARE**step)).sqrt_().add_(TINY)
            weights.addcdiv_(mean, root, value=-rate / (1.0 - DECAY_MEAN**step))


def network_on(device: Any, inputs: int, hidden: Sequence[int], outputs: int) -> Networks:
    """A network for a device."""
    if device.type == "cpu":
        return Networks(1, inputs, hidden, outputs)
    return DeviceNetwork(inputs, hidden, outputs, device)


class NetworkScores:
    """A network's scores without torch, from a copy of its weights: for agents."""

    def __init__(self, weights: Floats32, widths: Sequence[int]) -> None:
        self.layers: list[tuple[Floats32, Floats32]] = []
        at = 0
        for above, below in pairwise(widths):
            matrix = weights[at : at + above * below].reshape(above, below).copy()
            at += above * below
            self.layers.append((matrix, weights[at : at + below].copy()))
            at += below

    def __call__(self, observations: Floats32, masks: npt.NDArray[np.int8]) -> Floats32:
        """Scores [n, actions] for observations [n, entries]; a network's further outputs are left out."""
        signal = observations
        for k, (matrix, biases) in enumerate(self.layers):
            signal = signal @ matrix + biases
            if k < len(self.layers) - 1:
                signal = np.maximum(signal, 0.0)
        return np.asarray(signal[:, : masks.shape[1]], dtype=np.float32)
