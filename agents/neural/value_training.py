"""Training of value networks by torch (extra ``rl``), with checkpoints, and their errors on situations that were held out."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.policies.files import write_atomically
from pokerzoo.envs.support.arrays import Floats, Floats32, Int64s
from pokerzoo.envs.support.memory import gigabytes
from pokerzoo.envs.support.parameters import check_int, check_number

from .device_networks import device_of_name
from .networks import import_torch, one_thread
from .value_network import LEAK, MAX_ROUNDS, MAX_WIDTH, ValueNetwork, read_arrays, weight_shapes
from .value_views import KINDS

COLUMNS = ("cards", "pot", "stack", "range_oop", "range_ip", "cfv_oop", "cfv_ip")
"""Of a data set: what training needs."""
CHECKPOINT = "pokerzoo value training"
AT_ONCE = 256
"""Situations that are looked at together."""


@dataclass(frozen=True, kw_only=True)
class ValueOptions:
    """Options of training: equal options and data make equal weights, on one machine with one version of torch.

    Attributes:
        epochs: how often the network sees each situation.
        width: numbers in each layer.
        passes: how often classes are told of each other.
        batch_size: situations of a gradient step.
        learning_rate: the largest; it rises, and falls to 0 (Smith and Topin: Super-convergence, 2018).
        seed: of the first weights, and of the order of situations.
    """

    epochs: int = 20
    width: int = 32
    passes: int = 3
    batch_size: int = 32
    learning_rate: float = 0.004
    seed: int = 0

    def __post_init__(self) -> None:
        check_int("epochs", self.epochs, 1, 10**6)
        check_int("width", self.width, 1, MAX_WIDTH)
        check_int("passes", self.passes, 0, MAX_ROUNDS)
        check_int("batch_size", self.batch_size, 1, 10**6)
        check_number("learning_rate", self.learning_rate, 1e-9, 10.0)
        check_int("seed", self.seed, 0, 2**32 - 1)


@dataclass(frozen=True, eq=False)
class ValueData:
    """Solved rivers or turns to learn from.

    Attributes:
        boards: int64 [n, public cards].
        pots: float64 [n], chips.
        stacks: float64 [n], chips.
        ranges: float32 [n, 2, 1326].
        values: float32 [n, 2, 1326], in fractions of the pot.
    """

    boards: Int64s
    pots: Floats
    stacks: Floats
    ranges: Floats32
    values: Floats32

    def __len__(self) -> int:
        return len(self.boards)

    @classmethod
    def from_files(cls, files: Iterable[Mapping[str, npt.NDArray[Any]]]) -> ValueData:
        """Put together what ``read_dataset(folder, COLUMNS)`` yields.

        Raises:
            ValueError: no rows, or neither rivers nor turns.
        """
        found = list(files)
        if not sum(len(file["pot"]) for file in found):
            raise ValueError("data: no rows")
        joined = {name: np.concatenate([file[name] for file in found]) for name in COLUMNS}
        if joined["cards"].shape[1] not in KINDS:
            raise ValueError(f"data: boards of {joined['cards'].shape[1]} cards; value networks learn rivers or turns")
        return cls(
            joined["cards"].astype(np.int64), joined["pot"], joined["stack"],
            np.stack([joined["range_oop"], joined["range_ip"]], axis=1),
            np.stack([joined["cfv_oop"], joined["cfv_ip"]], axis=1),
        )  # fmt: skip

    @classmethod
    def joined(cls, parts: Sequence[ValueData]) -> ValueData:
        """Some data, one after the other; ValueError unless all are of one street."""
        if len({part.boards.shape[1] for part in parts}) > 1:
            raise ValueError("data: rivers and turns; a network learns the values of one of them")
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in cls.__annotations__))

    def part(self, rows: Int64s | slice) -> ValueData:
        """Some of the rows."""
        return ValueData(self.boards[rows], self.pots[rows], self.stacks[rows], self.ranges[rows], self.values[rows])

    def digest(self) -> str:
        """SHA-256 of all numbers."""
        told = hashlib.sha256()
        for array in (self.boards, self.pots, self.stacks, self.ranges, self.values):
            told.update(np.ascontiguousarray(array).tobytes())
        return told.hexdigest()


@dataclass(frozen=True)
class ValueErrors:
    """Errors of guesses over all hands that the boards leave, of both players.

    Attributes:
        huber: mean Huber loss (delta 1) in fractions of the pot.
        held: mean absolute error of hands by how likely they are held, in fractions of the pot.
    """

    huber: float
    held: float


def value_errors(data: ValueData, guess: Callable[[ValueData], Floats32]) -> ValueErrors:
    """Errors of a guess on data."""
    huber = held = hands = 0.0
    for start in range(0, len(data), AT_ONCE):
        part = data.part(slice(start, start + AT_ONCE))
        error = np.abs(guess(part) - part.values).astype(np.float64)
        huber += float(np.where(error < 1.0, error**2 / 2.0, error - 0.5).sum())
        held += float((error * part.ranges).sum()) / 2.0
        hands += error.shape[0] * 2 * comb(52 - part.boards.shape[1], 2)
    return ValueErrors(huber / hands, held / len(data))


def network_guess(network: ValueNetwork) -> Callable[[ValueData], Floats32]:
    """The values that a network tells, as a guess."""
    return lambda data: network.values(data.ranges, data.boards, data.pots, data.stacks)


class ValueTraining:
    """Training of a network for rivers or for turns, on one thread of the processor or on a GPU.

    Attributes:
        options: of training.
        device: torch's name of where it trains.
        digest: SHA-256 of the data.
        public_cards: 5 for rivers, 4 for turns.
        epoch: how often each situation was seen.
        losses: the mean loss of each epoch, while weights changed.
    """

    def __init__(self, data: ValueData, options: ValueOptions | None = None, device: str = "cpu") -> None:
        """Look at the data, and make the first weights.

        Args:
            data: solved rivers or turns.
            options: of training.
            device: as torch names it, or ``"auto"``: a GPU where there is one. All data are kept there. Bits are the same
                each time on the processor, not on a GPU.

        Raises:
            ImportError: torch is not installed.
            ValueError: no such device, or one without the memory for the data.
        """
        self._torch = torch = import_torch()
        self._device = device_of_name(device)
        self.options, self.device = options or ValueOptions(), str(self._device)
        self.digest = data.digest()
        self.epoch, self.losses = 0, list[float]()
        self.public_cards, self._count = data.boards.shape[1], len(data)
        seen = seen_by_network(data)
        self._of_live = float(seen["live"].size / seen["live"].sum())
        self._bytes = sum(array.nbytes for array in seen.values())
        with self._fitting():
            self._seen = {name: torch.from_numpy(array).to(self._device) for name, array in seen.items()}
        first = ValueNetwork.untrained(self.options.width, self.options.passes, self.options.seed, self.public_cards)
        self._weights = {
            name: torch.tensor(array, device=self._device, requires_grad=True) for name, array in first.weights.items()
        }
        self._optimizer = torch.optim.Adam(list(self._weights.values()))

    def run(
        self, checkpoint: str | Path | None = None, after: Callable[[ValueTraining], object] | None = None
    ) -> ValueTraining:
        """Train to the last epoch.

        Args:
            checkpoint: a file that is written after each epoch; if it is there, training goes on from it, on the processor with
                equal bits. It may have been written on another device.
            after: called after each epoch.

        Raises:
            ValueError: a checkpoint of other data or options; a device without the memory that this takes.
            OSError: it cannot be read or written.
        """
        if checkpoint is not None and Path(checkpoint).exists():
            self.restore(checkpoint)
        with one_thread(), self._fitting():
            while self.epoch < self.options.epochs:
                self._run_epoch()
                if checkpoint is not None:
                    self.store(checkpoint)
                if after is not None:
                    after(self)
        return self

    @contextmanager
    def _fitting(self) -> Iterator[None]:
        """Inside, too little memory of a GPU is a ValueError."""
        try:
            yield
        except self._torch.OutOfMemoryError:
            raise ValueError(
                f"device={self.device!r}: has too little free memory; {self._count:,} situations take "
                f"{gigabytes(self._bytes)}, and a step with a batch more: take fewer, a smaller batch, or device='cpu'"
            ) from None

    def _run_epoch(self) -> None:
        torch, options = self._torch, self.options
        rows = torch.from_numpy(np.random.default_rng([options.seed, self.epoch]).permutation(self._count)).to(self._device)
        batches, losses = rows.split(options.batch_size), []
        for k, batch in enumerate(batches):
            done = (self.epoch + k / len(batches)) / options.epochs
            for group in self._optimizer.param_groups:
                group["lr"] = options.learning_rate * rate_share(done)
            loss = torch.nn.functional.smooth_l1_loss(self.values_of(batch), self._seen["values"][batch]) * self._of_live
            self._optimizer.zero_grad()
            loss.backward()
            self._optimizer.step()
            losses.append(loss.detach())  # read at the end: a GPU does not wait for it
        self.epoch += 1
        self.losses.append(sum(float(loss) * len(batch) for loss, batch in zip(losses, batches, strict=True)) / self._count)

    def values_of(self, rows: Any) -> Any:
        """Tensor [rows, 2, hands]: values in each view's order of hands, as ``ValueNetwork.values`` has them."""
        seen = {name: array[rows] for name, array in self._seen.items() if name != "values"}
        answers = self._answers(seen["inputs"], seen["likely"], seen["below"])
        worth = 0.0
        places = seen["places"].long()
        for corner in range(places.shape[2]):
            place, part = places[:, None, :, corner].expand(-1, 2, -1), seen["parts"][:, None, :, corner]
            worth = worth + answers.gather(2, place) * part
        held = seen["ranges"] * seen["met"] * seen["live"]
        meeting = held.sum((1, 2))
        off = (held * worth).sum((1, 2)) / meeting.clamp_min(1e-12)
        return (seen["unbet"] + seen["met"] * (worth - off[:, None, None])) * seen["live"]

    def _answers(self, inputs: Any, likely: Any, below: Any) -> Any:
        """``ValueNetwork._answers`` in torch."""
        torch, own, slope = self._torch, self._weights, float(LEAK)

        def layer(x: Any, name: str, more: Any = 0.0) -> Any:
            return torch.nn.functional.leaky_relu(x @ own[name] + own[f"{name}/bias"] + more, slope)

        below = likely[:, :, None] * below
        x = layer(layer(inputs, "first/0"), "first/1")
        for k in range(self.options.passes):
            weaker, sums = below @ x, likely[:, :, None] @ x
            both = torch.cat([sums, sums.flip(1)], dim=3) @ own[f"pass{k}/sums"]
            x = x + layer(layer(torch.cat([x, weaker, weaker.flip(1)], dim=3), f"pass{k}/0", both), f"pass{k}/1")
        return (x @ own["last"] + own["last/bias"])[..., 0]

    def network(self, **metadata: Any) -> ValueNetwork:
        """The network as it is, as plain arrays; ``metadata`` is told in its file."""
        weights = {name: own.detach().cpu().numpy().copy() for name, own in self._weights.items()}
        told = {"data": self.digest, "rows": self._count, "epochs": self.epoch, "options": asdict(self.options)}
        told["loss"] = self.losses[-1] if self.losses else None
        return ValueNetwork(weights, told | metadata, self.public_cards)

    def store(self, path: str | Path) -> None:
        """Write a checkpoint: an npz archive of plain arrays."""
        head = {"format": CHECKPOINT, "data": self.digest, "options": asdict(self.options), "epoch": self.epoch,
                "losses": self.losses, "torch": self._torch.__version__}  # fmt: skip
        arrays: dict[str, Any] = {"header": np.frombuffer(json.dumps(head).encode(), dtype=np.uint8)}
        for name, own in self._weights.items():
            arrays[name] = own.detach().cpu().numpy()
            for key, value in self._optimizer.state[own].items():
                arrays[f"adam/{key}/{name}"] = value.cpu().numpy()
        buffer = io.BytesIO()
        np.savez(buffer, **arrays)
        write_atomically(path, buffer.getvalue())

    def restore(self, path: str | Path) -> None:
        """Go on from a checkpoint; ValueError if it is of other data or options."""
        torch = self._torch
        arrays, head = read_arrays(Path(path), CHECKPOINT, "checkpoint of a value network")
        if head.get("data") != self.digest:
            raise ValueError(f"checkpoint={str(path)!r}: of other data; remove the file to begin anew")
        if head.get("options") != asdict(self.options):
            raise ValueError(
                f"checkpoint={str(path)!r}: of other options, {head.get('options')}; remove the file to begin anew"
            )
        shapes = weight_shapes(self.options.width, self.options.passes, self.public_cards)
        keys = ("exp_avg", "exp_avg_sq")
        wanted = shapes | {f"adam/{key}/{name}": shape for key in keys for name, shape in shapes.items()}
        wanted |= {f"adam/step/{name}": () for name in shapes}
        epoch, losses = head.get("epoch"), head.get("losses")
        whole = {name: array.shape for name, array in arrays.items()} == wanted and isinstance(epoch, int)
        if not whole or not isinstance(losses, list) or len(losses) != epoch:
            raise ValueError(f"checkpoint={str(path)!r}: damaged; remove the file to begin anew")
        with torch.no_grad():
            for name, own in self._weights.items():
                own.copy_(torch.from_numpy(arrays[name]))
                state = {key: torch.from_numpy(arrays[f"adam/{key}/{name}"]) for key in ("step", *keys)}
                self._optimizer.state[own] = {key: state[key].to(self._device) if key in keys else state[key] for key in state}
        self.epoch, self.losses = epoch, losses


def seen_by_network(data: ValueData) -> dict[str, npt.NDArray[Any]]:
    """Arrays by name, a row for each situation: its view, and ranges and values in the view's order of hands."""
    views, found = KINDS[data.boards.shape[1]].views(None), dict[str, npt.NDArray[Any]]()
    for start in range(0, len(data), AT_ONCE):
        rows = slice(start, start + AT_ONCE)
        part = data.part(rows)
        view = views.see(part.ranges, part.boards, part.pots, part.stacks)
        seen: dict[str, Any] = {"inputs": view.inputs, "likely": view.likely, "below": view.below, **view.placed()._asdict()}
        order = np.repeat(seen.pop("order")[:, None], 2, axis=1)
        seen |= {name: np.take_along_axis(getattr(part, name), order, axis=2) for name in ("ranges", "values")}
        seen["places"] = seen["places"].astype(np.uint8)
        # A view may have hands that the board rules out.
        seen["live"] = (seen["parts"].sum(axis=2) > 0.0).astype(np.float32)[:, None]
        if not found:
            found = {name: np.empty((len(data), *array.shape[1:]), array.dtype) for name, array in seen.items()}
        for name, array in seen.items():
            found[name][rows] = array
    return found


def rate_share(done: float) -> float:
    """The learning rate as a share of the largest, when a part of training is done: up in three tenths, then down, by cosines.

    >>> [round(rate_share(done), 2) for done in (0.0, 0.3, 1.0)]
    [0.04, 1.0, 0.0]
    """
    if done < 0.3:
        return float(0.04 + 0.96 * (1.0 - np.cos(np.pi * done / 0.3)) / 2.0)
    return float((1.0 + np.cos(np.pi * (done - 0.3) / 0.7)) / 2.0)
