"""Rows of a spot that stay in their file: one that is written into is refused, damage is found when all is read."""

from __future__ import annotations

import gc
import io
import os
import pickle
import random
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, StoreError, TabularPolicy
from pokerzoo.agents.policies.policy_file import in_parts
from pokerzoo.agents.policies.spot_policy import SpotPolicy
from pokerzoo.envs.support.store import write_archive
from pokerzoo.envs.support.stored_array import StoredArray
from pokerzoo.evaluation import exploitability


@pytest.fixture(scope="module")
def other(solved: SpotPolicy) -> SpotPolicy:
    policy = CFR(solved.game).run(3).average_policy()
    assert isinstance(policy, SpotPolicy)
    return policy


def load(path: Path, solved: SpotPolicy) -> SpotPolicy:
    policy = TabularPolicy.load(path, solved.game)
    assert isinstance(policy, SpotPolicy)
    return policy


def cut_off(path: Path, new: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def copy_over(path: Path, new: Path) -> None:
    shutil.copyfile(new, path)


def touch(path: Path, new: Path) -> None:
    os.utime(path, (1, 1))


@pytest.mark.parametrize("change", [cut_off, copy_over, touch])
def test_a_file_that_is_written_into_gives_no_other_numbers(
    change: Callable[[Path, Path], None], solved: SpotPolicy, other: SpotPolicy, tmp_path: Path
) -> None:
    path, new = tmp_path / "spot.npz", tmp_path / "new.npz"
    solved.save(path, "half")
    other.save(new, "half")
    policy = load(path, solved)
    change(path, new)
    last = list(policy.game.infosets.public_states())[-1]
    for ask in (
        lambda: policy.strategy(last),
        lambda: policy.rows,
        policy.single_rows,
        policy.check,
        lambda: policy.probabilities,
        lambda: exploitability(policy.game, policy),
    ):
        with pytest.raises(StoreError, match="changed since it was opened") as caught:
            ask()
        assert str(caught.value).startswith(f"{path}: ")
        assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_a_file_that_is_replaced_by_renaming_stays_the_one_that_was_opened(
    solved: SpotPolicy, other: SpotPolicy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    solved.save("spot.npz")
    before = load(Path("spot.npz"), solved)
    other.save("spot.npz")
    assert load(Path("spot.npz"), solved) == other
    Path("spot.npz").unlink()
    monkeypatch.chdir("/")
    assert before == solved


def test_what_is_in_memory_already_stays(solved: SpotPolicy, tmp_path: Path) -> None:
    path = tmp_path / "spot.npz"
    solved.save(path)
    policy, same = load(path, solved), load(path, solved)
    rows, held = policy.rows, same.single_rows()
    os.truncate(path, 100)
    assert np.array_equal(rows, solved.rows) and policy == solved and same == solved
    policy.check()
    del held
    gc.collect()
    with pytest.raises(StoreError):
        same.check()


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="open files cannot be counted")
def test_the_file_is_closed_with_the_policy(solved: SpotPolicy, tmp_path: Path) -> None:
    solved.save(tmp_path / "spot.npz")
    gc.collect()  # what other tests have open
    before = len(os.listdir("/proc/self/fd"))
    policies = [load(tmp_path / "spot.npz", solved) for _ in range(5)]
    assert len(os.listdir("/proc/self/fd")) == before + 5
    del policies
    gc.collect()
    assert len(os.listdir("/proc/self/fd")) == before


def test_without_a_read_at_a_place_the_file_is_sought(
    solved: SpotPolicy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solved.save(tmp_path / "spot.npz")
    monkeypatch.delattr(os, "preadv", raising=False)  # as on Windows
    assert load(tmp_path / "spot.npz", solved) == solved


def flipped_everywhere(data: bytes, count: int, seed: int) -> list[tuple[int, int]]:
    """Places and bits: half of them in the first and last bytes, where headers and the directory are."""
    rng = random.Random(seed)
    ends = [*range(600), *range(len(data) - 600, len(data))]
    return [(rng.choice(ends) if k % 2 else rng.randrange(len(data)), rng.randrange(8)) for k in range(count)]


@pytest.mark.check
@pytest.mark.parametrize(("precision", "compress"), [("single", False), ("half", False), ("single", True)])
def test_no_flipped_bit_changes_a_number_where_all_are_read(
    precision: Any, compress: bool, solved: SpotPolicy, tmp_path: Path
) -> None:
    path = tmp_path / "spot.npz"
    solved.save(path, precision, compress=compress)
    good, rows, refused = path.read_bytes(), load(path, solved).rows, []
    for place, bit in flipped_everywhere(good, 250, seed=1):
        data = bytearray(good)
        data[place] ^= 1 << bit
        path.write_bytes(data)
        try:
            result = load(path, solved)
            result.check()
            assert np.array_equal(result.rows, rows), (place, bit)
            assert result.rows.dtype == rows.dtype
        except StoreError as error:
            refused.append(str(error))
    assert all(message.startswith(f"{path}: ") and message.count(str(path)) == 1 for message in refused)
    assert len(refused) > 150  # the others are in dates and other entries that nothing depends on


def test_a_full_disk_is_one_error_and_no_noise(solved: SpotPolicy, monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(io.BytesIO):
        def write(self, data: Any) -> int:
            if self.tell() > 2**14:
                raise OSError(28, "No space left on device")
            return super().write(data)

    noise: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", noise.append)
    with pytest.raises(OSError, match="No space left"), Full() as file:
        write_archive(file, {"rows": in_parts(solved.stored, solved.stored.dtype)}, compress=0)
    gc.collect()
    assert noise == []


def test_rows_that_another_thread_has_read_meanwhile_are_taken(
    solved: SpotPolicy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solved.save(tmp_path / "spot.npz")
    policy = load(tmp_path / "spot.npz", solved)
    assert isinstance(policy.stored, StoredArray)
    monkeypatch.setattr("pokerzoo.agents.policies.spot_policy.fits_in_memory", lambda size: policy.rows.size > 0)
    policy.check()
    assert isinstance(policy.stored, np.ndarray)
