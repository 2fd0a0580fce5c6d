"""Files of spots' policies: read where they lie, in two precisions, and refused where they are not what the game needs."""

from __future__ import annotations

import gc
import io
import json
import os
import pickle
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, StoreError, TabularPolicy
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
def test_what_is_saved_comes_back(precision: Any, compress: bool | None, solved: SpotPolicy, tmp_path: Path) -> None:
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
        off = max(np.abs(again.strategy(p) - solved.strategy(p)).max() for p in solved.form.infosets.public_states())
        actions = max(len(point.line.moves) for point in solved.form.infosets.points)
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
        ({"rows": lambda old: old.reshape(2, -1)}, "damaged: rows of float32"),
        ({"rows": lambda old: old.astype(np.float64)}, "damaged: rows of float64 .*: must be float32 or uint16"),
        ({"header": header(layout="0" * 64)}, "its rows are not in the order"),
        ({"header": header(layout=None)}, "its rows are not in the order"),
        ({"header": header(params={**TURN_SPOT, "stack": 31})}, "its infosets are not the infosets"),
        ({"header": header(game="leduc", params={})}, "its infosets are not the infosets"),
    ],
)
def test_what_does_not_fit_is_refused(changes: dict[str, Any], message: str, good: bytes, tmp_path: Path) -> None:
    path = tmp_path / "bad.npz"
    path.write_bytes(rewritten(good, **changes))
    with pytest.raises(StoreError, match=message):
        TabularPolicy.load(path)


def load_bytes(data: bytes, path: Path) -> SpotPolicy:
    path.unlink(missing_ok=True)
    path.write_bytes(data)
    return load(path)


def test_arrays_that_lie_crooked_are_read(good: bytes, solved: SpotPolicy, tmp_path: Path) -> None:
    path = tmp_path / "crooked.npz"
    for blanks in range(4):
        data = rewritten(good, header=lambda old, blanks=blanks: np.concatenate([old, np.full(blanks, 32, np.uint8)]))
        policy = load_bytes(data, path)
        assert policy == solved


@pytest.fixture(scope="module")
def other(solved: SpotPolicy) -> SpotPolicy:
    policy = CFR(solved.game).run(3).average_policy()
    assert isinstance(policy, SpotPolicy)
    return policy


@pytest.mark.parametrize(
    "change",
    [
        lambda path, new: os.truncate(path, path.stat().st_size // 2),
        lambda path, new: shutil.copyfile(new, path),
        lambda path, new: os.utime(path, (1, 1)),
    ],
    ids=["cut off", "written over", "touched"],
)
def test_a_file_that_is_written_into_gives_no_other_numbers(
    change: Callable[[Path, Path], Any], solved: SpotPolicy, other: SpotPolicy, tmp_path: Path
) -> None:
    path, new = tmp_path / "spot.npz", tmp_path / "new.npz"
    solved.save(path, "half")
    other.save(new, "half")
    policy, kept = load(path), load(path)
    before = kept.rows.copy()
    change(path, new)
    assert np.array_equal(kept.rows, before)  # what is in memory already stays
    last = list(policy.form.infosets.public_states())[-1]
    for ask in (lambda: policy.strategy(last), lambda: policy.rows, policy.check, lambda: exploitability(policy.game, policy)):
        with pytest.raises(StoreError, match="changed since it was opened") as caught:
            ask()
        assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
        assert str(caught.value).startswith(f"{path}: ")


def test_a_file_that_is_replaced_stays_the_one_that_was_opened(
    solved: SpotPolicy, other: SpotPolicy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "spot.npz"
    solved.save(path)
    before = load(path)
    other.save(path)
    assert load(path) == other
    path.unlink()
    monkeypatch.delattr(os, "preadv", raising=False)  # as on Windows
    assert before == solved


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="open files cannot be counted")
def test_the_file_is_closed_with_the_policy(solved: SpotPolicy, tmp_path: Path) -> None:
    solved.save(tmp_path / "spot.npz")
    gc.collect()  # what other tests have open
    before = len(os.listdir("/proc/self/fd"))
    policies = [load(tmp_path / "spot.npz") for _ in range(5)]
    assert len(os.listdir("/proc/self/fd")) == before + 5
    del policies
    gc.collect()
    assert len(os.listdir("/proc/self/fd")) == before


def test_rows_that_another_thread_has_read_meanwhile_are_taken(
    solved: SpotPolicy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solved.save(tmp_path / "spot.npz")
    policy = load(tmp_path / "spot.npz")
    monkeypatch.setattr("pokerzoo.agents.policies.spot_policy.fits_in_memory", lambda size: policy.rows.size > 0)
    policy.check()
    assert isinstance(policy.stored, np.ndarray)


@pytest.mark.check
@pytest.mark.parametrize(("precision", "compress"), [("single", False), ("half", False), ("single", True)])
def test_no_flipped_bit_or_cut_changes_a_number(precision: Any, compress: bool, solved: SpotPolicy, tmp_path: Path) -> None:
    """Half of the bits in the first and last bytes, where headers and the directory are."""
    path, rng, refused = tmp_path / "spot.npz", random.Random(1), []
    solved.save(path, precision, compress=compress)
    good, rows = path.read_bytes(), load(path).rows
    ends = [*range(600), *range(len(good) - 600, len(good))]
    for number in range(250):
        place, bit = rng.choice(ends) if number % 2 else rng.randrange(len(good)), rng.randrange(8)
        damaged = good[:place] + bytes([good[place] ^ 1 << bit]) + good[place + 1 :] if number % 10 else good[:place]
        path.write_bytes(damaged)
        try:
            result = load(path)
            result.check()
            assert np.array_equal(result.rows, rows) and result.rows.dtype == rows.dtype, (place, bit)
        except StoreError as error:
            refused.append(str(error))
    assert all(message.startswith(f"{path}: ") and message.count(str(path)) == 1 for message in refused)
    assert len(refused) > 150  # the others are in dates and other entries that nothing depends on
