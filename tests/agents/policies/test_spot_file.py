"""Files of spots' policies: read where they lie, in two precisions, and refused where they are not what the game needs."""

from __future__ import annotations

import io
import json
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import StoreError, TabularPolicy
from pokerzoo.agents.policies.spot_policy import SpotPolicy
from pokerzoo.envs.support.stored_array import StoredArray
from pokerzoo.evaluation import exploitability
from pokerzoo_testing.small_games import TURN_SPOT

WORST = 1 / 131_070


@pytest.fixture(scope="module")
def good(solved: SpotPolicy, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("spot") / "good.npz"
    solved.save(path)
    return path.read_bytes()


def load(path: Path) -> SpotPolicy:
    policy = TabularPolicy.load(path)
    assert isinstance(policy, SpotPolicy)
    return policy


@pytest.mark.parametrize("compress", [None, False, True])
@pytest.mark.parametrize("precision", ["full", "single", "half"])
def test_what_is_saved_comes_back(precision: str, compress: bool | None, solved: SpotPolicy, tmp_path: Path) -> None:
    path = tmp_path / "spot.npz"
    size = solved.save(path, precision, compress=compress)
    again = load(path)
    assert size == path.stat().st_size
    assert isinstance(again.stored, StoredArray) == (not compress)
    assert again.stored.dtype == (np.uint16 if precision == "half" else np.float32)
    if not compress:
        assert isinstance(again.stored, StoredArray) and 0 < size - again.stored.nbytes < 4096
        assert (again.stored.begin + again.stored.offset) % 64 == 0
    assert again.metadata == solved.metadata and again.game == solved.game
    if precision == "half":
        off = max(np.abs(again.strategy(p) - solved.strategy(p)).max() for p in solved.game.infosets.public_states())
        actions = max(len(point.line.moves) for point in solved.game.infosets.points)
        assert WORST / 4 < off <= WORST * (actions + 1)
        assert exploitability(again.game, again) == pytest.approx(exploitability(solved.game, solved), abs=1e-4 * 20)
    else:
        assert again == solved
        assert exploitability(again.game, again) == exploitability(solved.game, solved)
    again.check()
    assert TabularPolicy.load(path, solved.game).game is solved.game
    again.save(path, precision)  # the file that it lies in is replaced, not written into
    assert again == load(path)


def test_numpy_reads_it_too(good: bytes, solved: SpotPolicy) -> None:
    with np.load(io.BytesIO(good)) as archive:
        assert np.array_equal(archive["rows"], solved.rows)
        header = json.loads(archive["header"].tobytes())
    assert header["format_version"] == 5 and header["params"]["board"] == "QsJh2h8d" and len(header["layout"]) == 64


def rewritten(good: bytes, **changes: Any) -> bytes:
    """The file with other arrays in it (an array, or a function of what was there), by an honest writer."""
    with np.load(io.BytesIO(good)) as archive:
        arrays = {name: archive[name] for name in archive.files}
    for name, change in changes.items():
        arrays[name] = change(arrays[name]) if callable(change) else change
    buffer = io.BytesIO()
    np.savez(buffer, **{name: value for name, value in arrays.items() if value is not None})
    return buffer.getvalue()


def header(**changes: Any) -> Callable[[Any], Any]:
    """A change of the header."""
    return lambda old: np.frombuffer(json.dumps(json.loads(old.tobytes()) | changes).encode(), dtype=np.uint8)


def first(*numbers: float) -> Callable[[Any], Any]:
    """A change of the first numbers."""
    return lambda old: np.concatenate([np.array(numbers, old.dtype), old[len(numbers) :]])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rows": None}, "damaged: no probabilities"),
        ({"rows": lambda old: old[:-1]}, r"damaged: rows of float32 \[\d+\]: must be float32 or uint16 \[\d+\]"),
        ({"rows": lambda old: old[:0]}, "damaged: rows of float32"),
        ({"rows": lambda old: old.reshape(2, -1)}, "damaged: rows of float32"),
        ({"rows": lambda old: old.astype(np.float64)}, "damaged: rows of float64 .*: must be float32 or uint16"),
        ({"rows": lambda old: old.astype(np.float16)}, "damaged: rows of float16"),
        ({"header": header(layout="0" * 64)}, "its rows are not in the order"),
        ({"header": header(layout=None)}, "its rows are not in the order"),
        ({"header": header(infosets="0" * 64)}, "its infosets are not the infosets"),
        ({"header": header(params={**TURN_SPOT, "stack": 31})}, "its infosets are not the infosets"),
        ({"header": header(params={**TURN_SPOT, "board": "QsJh2h8d3c"})}, "its infosets are not the infosets"),
        ({"header": header(format_version=3)}, "format version 3, not 5"),
        ({"header": header(game="leduc", params={})}, "its infosets are not the infosets"),
    ],
)
def test_what_does_not_fit_is_refused(changes: dict[str, Any], message: str, good: bytes, tmp_path: Path) -> None:
    path = tmp_path / "bad.npz"
    path.write_bytes(rewritten(good, **changes))
    with pytest.raises(StoreError, match=message):
        TabularPolicy.load(path)


@pytest.mark.parametrize("numbers", [(-0.5, 1.5), (np.nan,), (np.inf,), (0.9, 0.9), (0.0, 0.0)])
def test_bad_numbers_are_refused_when_they_are_read(numbers: tuple[float, ...], good: bytes, tmp_path: Path) -> None:
    path = tmp_path / "bad.npz"
    form = load_bytes(good, path).form
    root = form.read(np.arange(form.num_floats, dtype=np.float32), form.game.rules.root)
    hand = int(np.flatnonzero(root[1])[0])

    def change(old: Any) -> Any:
        new = old.copy()
        new[root[: len(numbers), hand].astype(int)] = numbers
        return new

    policy = load_bytes(rewritten(good, rows=change), path)
    for ask in (lambda: policy.strategy(policy.game.rules.root), lambda: policy.probabilities, policy.check):
        with pytest.raises(ValueError, match="damaged"):
            ask()
    policy.strategy(policy.game.infosets.find("x"))


def load_bytes(data: bytes, path: Path) -> SpotPolicy:
    path.unlink(missing_ok=True)
    path.write_bytes(data)
    return load(path)


def test_truncated_and_altered_files_are_refused(good: bytes, tmp_path: Path) -> None:
    path = tmp_path / "bad.npz"
    for length in (0, 1, 100, 5_000, len(good) // 2, len(good) - 400, len(good) - 22, len(good) - 1):
        path.write_bytes(good[:length])
        with pytest.raises(StoreError, match="damaged|not a pokerzoo policy file"):
            TabularPolicy.load(path)
    place = len(good) // 2  # a bit that leaves a number near what it was: only the checksum knows
    policy = load_bytes(good[:place] + bytes([good[place] ^ 1]) + good[place + 1 :], path)
    with pytest.raises(ValueError, match="checksum"):
        policy.check()


def test_what_is_read_stays_inside_the_member(good: bytes, tmp_path: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(good)) as archive:
        info = archive.getinfo("rows.npy")
    at = good.index(b"rows.npy", good.index(b"PK\x01\x02")) - 46  # the member in the directory
    assert good[at : at + 4] == b"PK\x01\x02"
    path = tmp_path / "bad.npz"
    for place, form, value in (
        (at + 42, "<I", 0),  # where it starts: at the other member
        (at + 42, "<I", info.header_offset + 8),  # in the middle
        (at + 42, "<I", len(good)),  # behind the end
        (info.header_offset + 28, "<H", 65_535),  # so long a field before the array that it would end beyond the member
        (info.header_offset, "<I", 0),  # no mark
    ):
        path.write_bytes(good[:place] + struct.pack(form, value) + good[place + struct.calcsize(form) :])
        with pytest.raises(StoreError, match="damaged"):
            TabularPolicy.load(path)


def test_arrays_that_lie_crooked_are_read(good: bytes, solved: SpotPolicy, tmp_path: Path) -> None:
    path = tmp_path / "crooked.npz"
    for blanks in range(4):
        data = rewritten(good, header=lambda old, blanks=blanks: np.concatenate([old, np.full(blanks, 32, np.uint8)]))
        policy = load_bytes(data, path)
        assert policy == solved
