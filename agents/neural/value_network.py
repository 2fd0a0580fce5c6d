"""Value networks: what all hands of both players are worth at the start of a river or a turn, without torch.

One small network is asked about each place (class of strength) of each player. It is told what both hold there and below, and
the stack to the pot. In each *pass* it is told what it made of the other places: sums over both ranges, of all hands and of the
weaker ones. The answer of a place is what betting adds, times the part of the opponent's range that the hand can meet. As in
DeepStack (Moravčík et al., Science 2017) what both players' values are off zero-sum is taken away from them.
"""

from __future__ import annotations

import copy
import hashlib
import io
import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from pokerzoo.agents.policies.archive import Archive, ArchiveError
from pokerzoo.agents.policies.files import write_atomically
from pokerzoo.envs.poker.cards import NUM_CARDS, NUM_COMBOS
from pokerzoo.envs.support.arrays import Floats, Floats32, Int64s
from pokerzoo.envs.support.parameters import brief, check_choice

from .value_views import KINDS, View

SHIPPED = {5: Path(__file__).with_name("river_values.npz"), 4: Path(__file__).with_name("turn_values.npz")}
"""By number of public cards. Made by ``make value-networks``: see docs/value_networks.md."""
FORMAT, FORMAT_VERSION = "pokerzoo value network", 1
LEAK = np.float32(0.1)
"""Slope of the activation below 0."""
AT_ONCE = 32
"""Situations in one matrix product: 16 kB a layer for each, which stays in the processor's cache."""
MAX_HEADER = 2**16
MOST_SUM = 1.001
"""Of a range: 1 but for rounding."""
MAX_WIDTH, MAX_ROUNDS = 1024, 16


class ValueNetworkFileError(ValueError):
    """A file is not a value network that this version can read."""


def weight_shapes(width: int, passes: int, public_cards: int = 5) -> dict[str, tuple[int, ...]]:
    """Names and shapes of the weights of a network: ``x @ weight + bias`` in each layer.

    >>> sum(int(np.prod(shape)) for shape in weight_shapes(32, 2).values())
    13825
    """
    shapes: dict[str, tuple[int, ...]] = {"first/0": (KINDS[public_cards].inputs, width), "first/1": (width, width)}
    for k in range(passes):
        # Of the class and the weaker hands of both ranges; of all hands of both, the same for each class of a player.
        shapes |= {f"pass{k}/0": (3 * width, width), f"pass{k}/sums": (2 * width, width), f"pass{k}/1": (width, width)}
    shapes["last"] = (width, 1)
    biases = {f"{name}/bias": (shape[1],) for name, shape in shapes.items() if not name.endswith("sums")}
    return shapes | biases


class ValueNetwork:
    """A trained network for rivers or turns: counterfactual values of all hands of both players, many situations at once.

    Needs NumPy alone. Exchanging suits exchanges the values, to the bit. The players' values are zero-sum but for rounding.

    Attributes:
        metadata: how it was trained: digest of the data, rows, epochs, losses.
        public_cards: cards on the boards that it values: 5 for rivers, 4 for turns.
        concurrent: True: several threads may ask it at once.

    >>> import numpy as np
    >>> from pokerzoo.agents import ValueNetwork
    >>> network = ValueNetwork.untrained(layer_width=8, passes=1)
    >>> board = np.array([[0, 5, 10, 30, 50]])
    >>> even = np.ones((1, 2, 1326), np.float32) / 1326
    >>> network.values(even, board, np.array([100.0]), np.array([200.0])).shape
    (1, 2, 1326)
    """

    concurrent = True

    def __init__(
        self, weights: Mapping[str, Floats32], metadata: Mapping[str, Any] | None = None, public_cards: int = 5
    ) -> None:
        """Take the weights.

        Args:
            weights: float32 arrays by name, as ``weights`` of another network has them.
            metadata: how it was trained, as plain JSON values.
            public_cards: 5: for rivers; 4: for turns.

        Raises:
            ValueError: weights that do not fit together.
        """
        check_choice("public_cards", public_cards, tuple(KINDS))
        self.public_cards, self._kind = public_cards, KINDS[public_cards]
        self.weights = {name: np.ascontiguousarray(array, dtype=np.float32) for name, array in weights.items()}
        self.metadata = dict(metadata or {})
        first = self.weights.get("first/0")
        self.width = first.shape[1] if first is not None and first.ndim == 2 else 0
        self.passes = sum(name.endswith("/sums") for name in self.weights)
        wanted = weight_shapes(self.width, self.passes, public_cards)
        found = {name: array.shape for name, array in self.weights.items()}
        if found != wanted or not 1 <= self.width <= MAX_WIDTH or self.passes > MAX_ROUNDS:
            wrong = next((name for name in wanted if found.get(name) != wanted[name]), next(iter(found), "first/0"))
            raise ValueError(
                f"weights: {brief(wrong)} is {found.get(wrong)}; a network for {self._kind.street}s has {wanted.get(wrong)}"
            )
        if not all(np.isfinite(array).all() for array in self.weights.values()):
            raise ValueError("weights: some are not finite")
        self._hands: Int64s | None = None
        self._others = np.zeros(0, np.int64)
        self._views = self._kind.views(None)

    @classmethod
    def untrained(cls, layer_width: int = 32, passes: int = 3, seed: int = 0, public_cards: int = 5) -> ValueNetwork:
        """Make a network with random weights; its last layer is 0, so values are those without bets.

        Args:
            layer_width: numbers in each layer.
            passes: how often classes are told of each other.
            seed: of the weights.
            public_cards: 5: for rivers; 4: for turns.
        """
        check_choice("public_cards", public_cards, tuple(KINDS))
        random, weights = np.random.default_rng(seed), {}
        for name, shape in weight_shapes(layer_width, passes, public_cards).items():
            scale = 0.0 if name.startswith("last") or name.endswith("bias") else np.sqrt(2.0 / shape[0])
            weights[name] = (random.standard_normal(shape) * scale).astype(np.float32)
        return cls(weights, public_cards=public_cards)

    def for_hands(self, hands: Int64s) -> ValueNetwork:
        """The same network, which values some hands only, and so is faster on turns; the others' values are 0.

        Args:
            hands: their numbers, from 0 to 1325. Ranges must be 0 for all others.

        Raises:
            ValueError: no hands, or other numbers.
        """
        own = np.asarray(hands)
        if not own.size or own.dtype.kind not in "iu" or own.min() < 0 or own.max() >= NUM_COMBOS or len(set(own)) < len(own):
            raise ValueError(f"hands: must be different numbers from 0 to {NUM_COMBOS - 1}")
        found = copy.copy(self)
        found._hands = np.sort(own).astype(np.int64)
        found._others = np.setdiff1d(np.arange(NUM_COMBOS), found._hands)
        found._views = self._kind.views(found._hands)
        return found

    def __getstate__(self) -> dict[str, Any]:
        """Attributes of a copy or pickle: tables of boards are made anew."""
        return {name: own for name, own in self.__dict__.items() if name != "_views"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._views = self._kind.views(self._hands)

    def values(self, ranges: Floats32, boards: Int64s, pots: Floats, stacks: Floats) -> Floats32:
        """Counterfactual values in fractions of the pot, as in data sets (docs/datasets.md): float32 [n, 2, 1326].

        Args:
            ranges: float32 [n, 2, 1326]: how likely each hand is, sum 1; or all 0 of a player who never comes there.
            boards: int64 [n, public_cards]: cards by number, in any order. Equal ones are best side by side.
            pots: float64 [n]: chips in the pot.
            stacks: float64 [n]: chips that each player has behind.

        Raises:
            ValueError: other shapes, no such boards, a pot that is not above 0.
        """
        ranges, boards = np.asarray(ranges, np.float32), np.asarray(boards, np.int64)
        pots, stacks = np.asarray(pots, np.float64), np.asarray(stacks, np.float64)
        check_situations(ranges, boards, pots, stacks, self.public_cards)
        if ranges[:, :, self._others].any():
            raise ValueError("ranges: hold hands beside those of for_hands")
        found = np.zeros(ranges.shape, dtype=np.float32)
        for start in range(0, len(ranges), AT_ONCE):
            part = slice(start, start + AT_ONCE)
            view = self._views.see(ranges[part], boards[part], pots[part], stacks[part])
            view.fill(self._answers(view), found[part])
        found[:, :, self._others] = 0.0
        return found

    def _answers(self, view: View) -> Floats32:
        """float32 [n, 2, places]: what the network says of each place."""
        own, likely, (count, _, places, _) = self.weights, view.likely, view.inputs.shape
        below = likely[:, :, None] * view.below  # how likely the hands are that each place beats, and half of its own

        def layer(x: Floats32, name: str, more: Floats32 | None = None) -> Floats32:
            made: Floats32 = x @ own[name]  # a product for each player: small ones stay on one thread of OpenBLAS
            made += own[f"{name}/bias"]
            if more is not None:
                made += more
            np.maximum(made, LEAK * made, out=made)
            return made

        x = layer(layer(view.inputs, "first/0"), "first/1")
        told = np.empty((count, 2, places, 3 * self.width), dtype=np.float32)
        for k in range(self.passes):
            weaker = below @ x
            sums = (likely[:, :, None] @ x)[:, :, 0]
            told[..., : self.width] = x
            told[..., self.width : 2 * self.width] = weaker
            told[..., 2 * self.width :] = weaker[:, ::-1]
            both = np.concatenate([sums, sums[:, ::-1]], axis=2) @ own[f"pass{k}/sums"]
            x = x + layer(layer(told, f"pass{k}/0", both[:, :, None]), f"pass{k}/1")
        answer: Floats32 = (x @ own["last"] + own["last/bias"])[..., 0]
        return answer

    def digest(self) -> str:
        """SHA-256 of all weights: networks with equal ones say the same."""
        told = hashlib.sha256()
        for name in sorted(self.weights):
            told.update(name.encode() + self.weights[name].tobytes())
        return told.hexdigest()

    def save(self, path: str | Path) -> int:
        """Write the network to a file: an npz archive of plain arrays with a JSON header. Nothing is pickled.

        Args:
            path: of the file, which is replaced whole.

        Returns:
            The size in bytes.

        Raises:
            OSError: it cannot be written.
        """
        head = {"format": FORMAT, "format_version": FORMAT_VERSION, "classes": self._kind.places, "metadata": self.metadata}
        if self.public_cards != 5:
            head["public_cards"] = self.public_cards
        text = json.dumps(head, allow_nan=False, sort_keys=True).encode()
        arrays: dict[str, Any] = {"header": np.frombuffer(text, dtype=np.uint8), **self.weights}
        buffer = io.BytesIO()
        np.savez(buffer, **arrays)
        write_atomically(path, buffer.getvalue())
        return buffer.getbuffer().nbytes

    @classmethod
    def load(cls, path: str | Path | None = None, public_cards: int = 5) -> ValueNetwork:
        """Read a network from a file. Nothing is unpickled.

        Args:
            path: of the file; None: the network that comes with the package.
            public_cards: which of the package's networks, if ``path`` is None: 5 for rivers, 4 for turns.

        Raises:
            ValueError: not a value network, damaged, or of another version.
            OSError: it cannot be read.
        """
        if path is None:
            check_choice("public_cards", public_cards, tuple(SHIPPED))
            path = SHIPPED[public_cards]
        arrays, head = read_arrays(Path(path), FORMAT, "value network")
        cards = head.get("public_cards", 5)
        kind = KINDS.get(cards) if isinstance(cards, int) else None
        if head.get("format_version") != FORMAT_VERSION or kind is None or head.get("classes") != kind.places:
            raise ValueNetworkFileError(f"{path}: a value network of another version of pokerzoo; train it anew")
        metadata = head.get("metadata")
        try:
            return cls(arrays, metadata if isinstance(metadata, dict) else {}, cards)
        except ValueError as error:
            raise ValueNetworkFileError(f"{path}: damaged: {error}") from None

    def __repr__(self) -> str:
        return f"<ValueNetwork for {self._kind.street}s, {sum(array.size for array in self.weights.values()):,} weights>"


@lru_cache(maxsize=len(SHIPPED))
def shipped_network(public_cards: int) -> ValueNetwork:
    """The network for rivers (5) or turns (4) that comes with the package, read once."""
    return ValueNetwork.load(public_cards=public_cards)


def check_situations(ranges: Floats32, boards: Int64s, pots: Floats, stacks: Floats, public_cards: int) -> None:
    """ValueError unless they are n situations on boards of ``public_cards`` cards."""
    count, street = len(ranges), KINDS[public_cards].street
    for name, array, wanted in (
        ("ranges", ranges, (count, 2, NUM_COMBOS)), ("boards", boards, (count, public_cards)), ("pots", pots, (count,)),
        ("stacks", stacks, (count,)),
    ):  # fmt: skip
        if array.shape != wanted:
            raise ValueError(f"{name}: an array {list(array.shape)}; must be {list(wanted)}, for {street}s")
    if count and not (boards.min() >= 0 and boards.max() < NUM_CARDS and (np.diff(np.sort(boards, axis=1)) > 0).all()):
        raise ValueError(f"boards: must be {public_cards} different cards each, numbers from 0 to 51")
    if not ((pots > 0.0) & np.isfinite(pots) & (stacks >= 0.0) & np.isfinite(stacks)).all():
        raise ValueError("pots, stacks: pots must be above 0, stacks at least 0")
    if not (np.isfinite(ranges).all() and (ranges >= 0.0).all() and (ranges <= 1.0).all()):
        raise ValueError("ranges: must be probabilities, from 0 to 1")
    if count and ranges.sum(axis=2, dtype=np.float64).max() > MOST_SUM:
        raise ValueError("ranges: must sum to 1 at most, for each player")


def read_arrays(path: Path, kind: str, what: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The arrays of a file but its header, and the header; ValueNetworkFileError if it is of another kind."""
    try:
        with Archive(path) as archive:
            head = archive.header(path, kind, what, MAX_HEADER, ValueNetworkFileError)
            largest = 4 * MAX_WIDTH * MAX_WIDTH * 16
            for name, own in archive.arrays.items():
                if int(np.prod(own.shape)) * own.dtype.itemsize > largest:
                    raise ValueNetworkFileError(f"{path}: damaged: {brief(name)} is too large")
            return {name: archive.read(name) for name in archive.arrays if name != "header"}, head
    except ArchiveError as error:
        raise ValueNetworkFileError(f"{path}: not a {what} that can be read: {error}") from None
