"""Files with arrays are judged by their headers before the arrays take memory; whatever the precision, values are checked."""

from __future__ import annotations

import io
import json
import os
import time
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.lib import format as npy

from pokerzoo.agents import CFR, StoreError, TabularPolicy
from pokerzoo.cli import main
from pokerzoo.envs import make_game
from pokerzoo.envs.support import memory
from pokerzoo.envs.support.store import Format, read, write

KUHN = make_game("kuhn")


def header_of(path: Path, **changes: Any) -> np.ndarray[Any, Any]:
    with np.load(path) as archive:
        header = json.loads(archive["header"].tobytes()) | changes
    return np.frombuffer(json.dumps(header).encode(), dtype=np.uint8)


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.npz"
    CFR(KUHN).run(50).average_policy().save(path)
    return path


@pytest.mark.parametrize("precision", ["full", "single", "half"])
def test_values_are_checked_in_every_precision(precision: str, good: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.npz"
    TabularPolicy.load(good).save(bad, precision)
    with np.load(bad) as archive:
        header, values = archive["header"], archive["probabilities"]
    np.savez_compressed(bad, header=header, probabilities=values)
    TabularPolicy.load(bad)
    for change, message in (
        ([-3.0, -9.0], "plays -3, -9, which sum to -12"),
        ([0.4, 0.4], "sum to 0.[78]"),
        ([30.0, 10.0], "sum to 40"),
        ([np.nan, 1.0], "the policy plays .*nan"),
        ([np.inf, 1.0], "the policy plays .*inf"),
        ([0.0, 0.0], "sum to 0: probabilities must"),
    ):
        wrong = values.copy()
        wrong[:2] = change
        np.savez_compressed(bad, header=header, probabilities=wrong)
        with pytest.raises(StoreError, match=message):
            TabularPolicy.load(bad)


@pytest.mark.parametrize("kind", ["complex128", "complex64", "<U4", "S4", "int64", "bool", "longdouble", "datetime64[s]"])
def test_arrays_of_other_types_are_refused(kind: str, good: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.npz"
    with np.load(good) as archive:
        np.savez(bad, header=archive["header"], probabilities=np.ones(len(archive["probabilities"]), dtype=int).astype(kind))
    with pytest.raises(StoreError, match="damaged"):
        TabularPolicy.load(bad)


def zipped(path: Path, **members: bytes) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(f"{name}.npy", data)


def as_npy(array: np.ndarray[Any, Any], shape: tuple[int, ...] | None = None) -> bytes:
    buffer = io.BytesIO()
    described = npy.header_data_from_array_1_0(array)
    npy.write_array_header_1_0(buffer, described | {"shape": array.shape if shape is None else shape})
    return buffer.getvalue() + array.tobytes()


def peak_of_loading(path: Path) -> float:
    tracemalloc.start()
    try:
        with pytest.raises(StoreError):
            TabularPolicy.load(path)
        return float(tracemalloc.get_traced_memory()[1])
    finally:
        tracemalloc.stop()


def test_a_small_file_takes_little_memory(good: Path, tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.npz"
    zeros = as_npy(np.zeros(5_000_000))
    zipped(bomb, header=as_npy(header_of(good)), probabilities=zeros)
    assert bomb.stat().st_size < 1e6
    assert peak_of_loading(bomb) < 20e6
    zipped(bomb, header=zeros, probabilities=b"")
    assert peak_of_loading(bomb) < 20e6
    # Headers that promise what is not there.
    for shape in ((10**12,), (-1,), (2**40, 2**40), (12, -12)):
        zipped(bomb, header=as_npy(header_of(good)), probabilities=as_npy(np.zeros(12), shape))
        assert peak_of_loading(bomb) < 20e6


def test_a_small_file_with_a_huge_game_takes_little_memory(good: Path, tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.npz"
    for name, params in (
        ("holdem", {"stack": 1500, "bet_sizes": "1c", "raise_sizes": "1c", "max_nodes": 10**9}),
        ("kuhn", {"num_cards": 1000, "num_players": 6}),
        ("bet_fold", {"num_players": 100, "num_cards": 10_000}),
    ):
        zipped(bomb, header=as_npy(header_of(good, game=name, params=params)), probabilities=as_npy(np.ones(24)))
        assert bomb.stat().st_size < 1500
        began = time.monotonic()
        assert peak_of_loading(bomb) < 150e6
        assert time.monotonic() - began < 30  # under tracemalloc, on a busy machine


def test_a_game_that_does_not_fit_is_refused(good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "UNCHECKED", 0)
    monkeypatch.setattr(memory, "free_memory", lambda: 100)
    with pytest.raises(StoreError, match="of memory, and"):
        TabularPolicy.load(good)


def test_what_is_no_plain_file_is_not_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("no pipes with names here")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(StoreError, match="not a pokerzoo policy file"):
        TabularPolicy.load(tmp_path / "pipe")
    assert main(["show", str(tmp_path / "pipe")]) == 2
    assert "not a pokerzoo policy file" in capsys.readouterr().err


def test_nesting_in_a_file_is_a_clear_error(good: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deep: Any = 1
    for _ in range(900):
        deep = [deep]
    bad = tmp_path / "bad.npz"
    for change in ({"params": {"num_cards": deep}}, {"metadata": {"a": deep}}, {"game": deep}):
        zipped(bad, header=as_npy(header_of(good, **change)), probabilities=as_npy(np.ones(24)))
        assert main(["show", str(bad)]) == 2
        error = capsys.readouterr().err
        assert "nested more than 50 deep" in error and len(error) < 1000
    zipped(bad, header=as_npy(np.frombuffer(b"[" * 100_000, dtype=np.uint8)), probabilities=as_npy(np.ones(24)))
    assert main(["show", str(bad)]) == 2
    assert "damaged" in capsys.readouterr().err


ANY = Format("pokerzoo test", 1, {"a": {"b": int}})


def test_files_hold_what_was_put_in(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    arrays: dict[str, Any] = {
        "a": np.arange(7),
        "b": np.array(3.5), "c": np.zeros((0, 4), np.float32),
        "d": np.asfortranarray(np.arange(12.0).reshape(3, 4)),
        "e": np.array([True, False]), "f": np.arange(400_000, dtype=np.float32),
    }  # fmt: skip
    for level in (0, 1, 6):
        size = write(path, ANY, {"a": {"b": 3}}, arrays, compress=level)
        with np.load(path) as archive:
            header = archive["header"]
            assert all(np.array_equal(archive[name], array) for name, array in arrays.items())
        for save in (None, np.savez, np.savez_compressed):
            if save is not None:
                save(path, header=header, **arrays)
            with read(path, ANY) as file:
                assert file.header["a"] == {"b": 3} and set(file.arrays) == {"header", *arrays}
                for name, array in arrays.items():
                    values = file.array(name, (array.dtype,), array.shape)
                    assert values.dtype == array.dtype and values.shape == array.shape and np.array_equal(values, array)
                    with pytest.raises(StoreError, match=rf"a.npz: damaged: {name} of .*: must be int8 or float16 \[any, 3\]"):
                        file.array(name, (np.int8, np.float16), (None, 3))
                file.check()
        assert 0 < size < 2_000_000
    np.savez(path, a=np.array([{}], dtype=object))
    with pytest.raises(StoreError, match="not numbers"):
        read(path, ANY)


@pytest.mark.parametrize("entries", [{}, {"a": 3}, {"a": {}}, {"a": {"b": 1.5}}, {"a": {"b": True}}])
def test_entries_of_a_header_have_their_types(entries: dict[str, Any], tmp_path: Path) -> None:
    write(tmp_path / "a.npz", ANY, entries, {})
    with pytest.raises(StoreError, match="a.npz: damaged: header entry '[ab]' is ") as caught:
        read(tmp_path / "a.npz", ANY)
    assert (caught.value.path, caught.value.damaged) == (tmp_path / "a.npz", True)


def test_a_whole_file_of_another_kind_is_not_called_damaged(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    write(path, ANY, {"a": {"b": 1}}, {})
    for form, message in (
        (Format("pokerzoo toast", 1, {}), "not a pokerzoo toast file"),
        (Format("pokerzoo test", 2, {}), "format version 1, not 2: .* make it again"),
    ):
        with pytest.raises(StoreError, match=message) as caught:
            read(path, form)
        assert not caught.value.damaged


def test_a_checkpoint_of_another_size_is_not_read(tmp_path: Path) -> None:
    solver = CFR(KUHN)
    solver.run(5, checkpoint=tmp_path)
    name = "checkpoint-000000000000005.npz"
    with np.load(tmp_path / name) as archive:
        arrays = {key: archive[key] for key in archive.files}
    arrays["state/regrets 0"] = np.zeros(30_000_000)
    np.savez_compressed(tmp_path / name, **arrays)  # type: ignore[arg-type]
    tracemalloc.start()
    try:
        with pytest.raises(StoreError, match="its arrays do not fit this solver"):
            CFR(KUHN).run(5, checkpoint=tmp_path)
        assert tracemalloc.get_traced_memory()[1] < 20e6
    finally:
        tracemalloc.stop()


def test_what_is_wrong_with_a_damaged_archive_is_told_briefly(tmp_path: Path) -> None:
    """Found by the fuzzer: zipfile repeats names of members, which in a damaged file may be most of it."""
    TabularPolicy.uniform(make_game("kuhn")).save(tmp_path / "k.npz")
    data = bytearray((tmp_path / "k.npz").read_bytes())
    at = data.index(b"probabilities.npy")  # in the member's own header: its name is now longer than the directory says
    data[at - 4 : at - 2] = (900).to_bytes(2, "little")
    (tmp_path / "k.npz").write_bytes(data + b"\xff" * 2000)
    with pytest.raises(StoreError) as caught:
        TabularPolicy.load(tmp_path / "k.npz")
    assert len(str(caught.value)) < 600
