"""Files of spots' policies that are written into, cut off or damaged while they are open: refused in one sentence, no crash."""

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

from pokerzoo.agents import CFR, PolicyFileError, TabularPolicy
from pokerzoo.agents.policies import pinned_file
from pokerzoo.agents.policies.archive import Archive
from pokerzoo.agents.policies.array_in_file import ArrayInFile
from pokerzoo.agents.policies.block_digests import BLOCK
from pokerzoo.agents.policies.pinned_file import UnreadableFileError
from pokerzoo.agents.policies.spot_file import write_rows
from pokerzoo.agents.policies.spot_policy import SpotPolicy
from pokerzoo.cli import main
from pokerzoo.envs import make_game
from pokerzoo.envs.support import memory
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


def save_plainly(policy: SpotPolicy, path: Path) -> None:
    """As version 0.2.0 wrote files: without digests."""
    policy.save(path)
    with np.load(path) as archive:
        header, rows = archive["header"], archive["rows"]
    np.savez(path, header=header, rows=rows)


def cut_off(path: Path, new: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def copy_over(path: Path, new: Path) -> None:
    shutil.copyfile(new, path)


def rewrite_secretly(path: Path, new: Path) -> None:
    """Other bytes of the same length at the same time: what nothing but the content tells."""
    before = path.stat()
    path.write_bytes(new.read_bytes())
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert path.stat().st_size == before.st_size


CHANGES = {cut_off: "changed since it was opened", copy_over: "changed since it was opened", rewrite_secretly: "damaged"}


@pytest.mark.parametrize("change", list(CHANGES))
@pytest.mark.parametrize("precision", ["single", "half"])
def test_a_file_that_is_written_into_gives_no_other_numbers(
    precision: Any, change: Callable[[Path, Path], None], solved: SpotPolicy, other: SpotPolicy, tmp_path: Path
) -> None:
    path, new = tmp_path / "spot.npz", tmp_path / "new.npz"
    solved.save(path, precision)
    other.save(new, precision)
    policy = load(path, solved)
    root = policy.strategy(policy.game.rules.root)  # this one is kept
    change(path, new)
    last = list(policy.game.infosets.public_states())[-1]
    for ask in (
        lambda: policy.strategy(last),
        lambda: policy.rows,
        policy.single_rows,
        policy.check,
        lambda: policy.probabilities,
    ):
        with pytest.raises(UnreadableFileError, match=CHANGES[change]) as caught:
            ask()
        assert str(caught.value).startswith(f"{path}: ")
        assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
    with pytest.raises(ValueError, match=CHANGES[change]):
        exploitability(policy.game, policy)
    assert np.array_equal(policy.strategy(policy.game.rules.root), root)


def test_what_is_in_memory_already_stays(solved: SpotPolicy, tmp_path: Path) -> None:
    path = tmp_path / "spot.npz"
    solved.save(path)
    policy, same = load(path, solved), load(path, solved)
    rows = policy.rows
    held = same.single_rows()
    os.truncate(path, 100)
    assert np.array_equal(rows, solved.rows) and policy == solved and same == solved
    policy.check()
    del held
    gc.collect()
    with pytest.raises(UnreadableFileError):
        same.check()


def test_the_same_bytes_written_again_are_no_fault(solved: SpotPolicy, tmp_path: Path) -> None:
    path = tmp_path / "spot.npz"
    solved.save(path)
    policy = load(path, solved)
    path.write_bytes(path.read_bytes())
    os.utime(path, (1, 1))
    assert policy == solved


@pytest.mark.parametrize("change", [cut_off, copy_over, lambda path, new: os.utime(path, (1, 1))])
def test_files_without_digests_are_refused_once_touched(
    change: Callable[[Path, Path], None], solved: SpotPolicy, other: SpotPolicy, tmp_path: Path
) -> None:
    path, new = tmp_path / "spot.npz", tmp_path / "new.npz"
    save_plainly(solved, path)
    save_plainly(other, new)
    policy = load(path, solved)
    assert isinstance(policy.stored, ArrayInFile) and policy.stored.digests is None
    policy.check()
    assert policy == solved and exploitability(policy.game, policy) == exploitability(solved.game, solved)
    policy = load(path, solved)
    change(path, new)
    for ask in (lambda: policy.strategy(policy.game.infosets.find("x")), lambda: policy.rows, policy.check):
        with pytest.raises(UnreadableFileError, match="changed since it was opened"):
            ask()


def test_a_flipped_bit_in_a_file_without_digests_is_found_when_all_is_read(solved: SpotPolicy, tmp_path: Path) -> None:
    path = tmp_path / "spot.npz"
    save_plainly(solved, path)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    policy = load(path, solved)
    for ask in (lambda: exploitability(policy.game, policy), lambda: policy.rows, policy.check):
        with pytest.raises(ValueError, match="damaged: the checksum of 'rows' is wrong"):
            ask()


def flipped_everywhere(data: bytes, count: int, seed: int) -> list[tuple[int, int]]:
    """Places and bits: half of them in the first and last bytes, where headers, digests and the directory are."""
    rng = random.Random(seed)
    ends = [*range(600), *range(len(data) - 1500, len(data))]
    return [(rng.choice(ends) if k % 2 else rng.randrange(len(data)), rng.randrange(8)) for k in range(count)]


@pytest.mark.parametrize(("precision", "compress"), [("single", False), ("half", False), ("single", True)])
def test_no_flipped_bit_changes_a_number(precision: Any, compress: bool, solved: SpotPolicy, tmp_path: Path) -> None:
    path = tmp_path / "spot.npz"
    solved.save(path, precision, compress=compress)
    good, rows, refused = path.read_bytes(), load(path, solved).rows, []
    for place, bit in flipped_everywhere(good, 250, seed=1):
        data = bytearray(good)
        data[place] ^= 1 << bit
        path.write_bytes(data)
        try:
            found = load(path, solved)
            assert np.array_equal(found.rows, rows), (place, bit)
            assert found.rows.dtype == rows.dtype
        except (PolicyFileError, UnreadableFileError) as error:
            refused.append(str(error))
    assert all(message.startswith(f"{path}: ") and message.count(str(path)) == 1 for message in refused)
    assert len(refused) > 150  # the others are in dates and other entries that nothing depends on


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
def test_no_flipped_bit_changes_a_table(save: Callable[..., None], tmp_path: Path) -> None:
    path = tmp_path / "kuhn.npz"
    policy = CFR(make_game("kuhn")).run(50).average_policy()
    policy.save(path, compress=save is np.savez_compressed)
    good, refused = path.read_bytes(), []
    for place in range(len(good)):
        data = bytearray(good)
        data[place] ^= 1 << place % 8
        path.write_bytes(data)
        try:
            assert TabularPolicy.load(path, policy.game) == policy, place
        except PolicyFileError as error:
            refused.append(str(error))
    assert all(message.startswith(f"{path}: ") for message in refused) and len(refused) > len(good) / 2


def test_nodes_are_read_without_all_the_rest(solved: SpotPolicy, tmp_path: Path) -> None:
    """One damaged block is nobody's business who does not read it."""
    path = tmp_path / "spot.npz"
    solved.save(path)
    data = bytearray(path.read_bytes())
    data[data.index(b"rows.npy") + 5 * BLOCK] ^= 1
    path.write_bytes(data)
    policy, told = load(path, solved), []
    for public in policy.game.infosets.public_states():
        try:
            assert np.array_equal(policy.strategy(public), solved.strategy(public))
        except UnreadableFileError as error:
            told.append(str(error))
    assert set(told) == {f"{path}: damaged: the checksum of 'rows' is wrong"}
    assert len(told) < policy.form.num_public_states / 3


@pytest.mark.parametrize("memory_free", [None, 0])
def test_checking_takes_memory_only_where_it_is(
    memory_free: int | None, solved: SpotPolicy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "spot.npz"
    solved.save(path)
    data = bytearray(path.read_bytes())
    data[-3000] ^= 1  # in the padding, which no node reads
    policy = load(path, solved)
    if memory_free is not None:
        monkeypatch.setattr(memory, "UNCHECKED", 0)
        monkeypatch.setattr(memory, "free_memory", lambda: memory_free)
        with pytest.raises(ValueError, match="spot.npz needs about"):
            policy.single_rows()
    policy.check()
    path.write_bytes(data)
    with pytest.raises(UnreadableFileError):
        load(path, solved).check()


@pytest.mark.parametrize("command", ["evaluate", "show", "report", "match", "play"])
def test_commands_tell_a_flipped_bit_in_a_line(
    command: str, solved: SpotPolicy, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, page = tmp_path / "spot.npz", tmp_path / "page.html"
    solved.save(path)
    data = bytearray(path.read_bytes())
    start = data.index(b"rows.npy")
    for block in range(1, 25):
        data[start + block * BLOCK] ^= 1
    path.write_bytes(data)
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 200))
    more = {"report": ["--out", str(page)], "match": ["random", "--hands", "200"], "play": ["--hands", "20"]}
    assert main([command, str(path), *more.get(command, [])]) == 2
    told = capsys.readouterr().err
    assert told.splitlines()[-1].endswith(f"error: {path}: damaged: the checksum of 'rows' is wrong"), told
    assert "Traceback" not in told and not page.exists()


def test_only_some_files_stay_open(solved: SpotPolicy, other: SpotPolicy, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(pinned_file, "MOST_OPEN", 2)
    names = [tmp_path / f"{k}.npz" for k in range(5)]
    for name in names:
        solved.save(name)
    policies = [load(name, solved) for name in names]
    assert len(pinned_file._open) <= 2
    last = list(solved.game.infosets.public_states())[-1]
    for policy in policies:
        assert np.array_equal(policy.strategy(last), solved.strategy(last))
    assert len(pinned_file._open) <= 2
    names[0].unlink()
    other.save(names[1])
    with pytest.raises(UnreadableFileError, match="cannot be read any more: No such file"):
        policies[0].check()
    with pytest.raises(UnreadableFileError, match="has been changed since it was opened: open it again"):
        policies[1].check()
    names[4].unlink()
    policies[4].check()  # still open
    del policy, policies
    gc.collect()
    assert len(pinned_file._open) == 0


def test_a_file_that_changes_while_it_is_opened_is_refused(solved: SpotPolicy, other: SpotPolicy, tmp_path: Path) -> None:
    path, new = tmp_path / "spot.npz", tmp_path / "new.npz"
    for change in (copy_over, lambda path, new: other.save(path)):
        solved.save(path)
        other.save(new)
        with Archive(path) as archive:
            change(path, new)
            with pytest.raises(UnreadableFileError, match="changed since it was opened"):
                archive.array_in_file("rows")


def test_a_relative_name_stays_that_of_the_same_file(solved: SpotPolicy, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(pinned_file, "MOST_OPEN", 0)
    monkeypatch.chdir(tmp_path)
    solved.save("spot.npz")
    policy = load(Path("spot.npz"), solved)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert policy == solved


def test_a_full_disk_is_one_error_and_no_noise(solved: SpotPolicy, monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(io.BytesIO):
        def write(self, data: Any) -> int:
            if self.tell() > BLOCK:
                raise OSError(28, "No space left on device")
            return super().write(data)

    noise: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", noise.append)
    with pytest.raises(OSError, match="No space left"), Full() as file:
        write_rows(file, b"{}", solved, "full", compress=False)
    gc.collect()
    assert noise == []


def test_rows_that_another_thread_has_read_meanwhile_are_taken(
    solved: SpotPolicy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solved.save(tmp_path / "spot.npz")
    policy = load(tmp_path / "spot.npz", solved)
    assert isinstance(policy.stored, ArrayInFile)
    monkeypatch.setattr("pokerzoo.agents.policies.spot_policy.fits_in_memory", lambda size: policy.rows.size > 0)
    policy.check()
    assert isinstance(policy.stored, np.ndarray)
