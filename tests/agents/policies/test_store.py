"""Files with arrays are judged by their headers before the arrays take memory; whatever the precision, values are checked."""

from __future__ import annotations

import io
import json
import os
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.lib import format as npy

from pokerzoo.agents import CFR, StoreError, TabularPolicy
from pokerzoo.envs import make_game
from pokerzoo.envs.support import memory
from pokerzoo.envs.support.store import Format, read, write

KUHN = make_game("kuhn")


def as_npy(array: np.ndarray[Any, Any], shape: tuple[int, ...]) -> bytes:
    buffer = io.BytesIO()
    described = npy.header_data_from_array_1_0(array)
    npy.write_array_header_1_0(buffer, described | {"shape": shape})
    return buffer.getvalue() + array.tobytes()


def written(path: Path, arrays: bytes, **header: Any) -> None:
    """A small file that promises much: entries of its header, and these bytes as its probabilities."""
    CFR(KUHN).run(5).average_policy().save(path)
    with np.load(path) as archive:
        text = json.dumps(json.loads(archive["header"].tobytes()) | header).encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("header.npy", as_npy(np.frombuffer(text, dtype=np.uint8), (len(text),)))
        archive.writestr("probabilities.npy", arrays)


@pytest.mark.parametrize(
    ("header", "promised"),
    [
        ({}, (5_000_000,)),
        ({}, (10**12,)),
        ({}, (-1,)),
        ({}, (2**40, 2**40)),
        ({}, (12, -12)),
        ({"game": "holdem", "params": {"stack": 1500, "bet_sizes": "1c", "raise_sizes": "1c", "max_nodes": 10**9}}, (24,)),
        ({"game": "kuhn", "params": {"num_cards": 1000, "num_players": 6}}, (24,)),
        ({"game": "bet_fold", "params": {"num_players": 100, "num_cards": 10_000}}, (24,)),
    ],
)
def test_a_small_file_takes_little_memory(header: dict[str, Any], promised: tuple[int, ...], tmp_path: Path) -> None:
    held = np.zeros(5_000_000) if promised == (5_000_000,) else np.ones(24)
    written(tmp_path / "bomb.npz", as_npy(held, promised), **header)
    assert (tmp_path / "bomb.npz").stat().st_size < 1e6
    tracemalloc.start()
    try:
        with pytest.raises(StoreError):
            TabularPolicy.load(tmp_path / "bomb.npz")
        assert tracemalloc.get_traced_memory()[1] < (150e6 if header else 20e6)
    finally:
        tracemalloc.stop()


def test_a_game_that_does_not_fit_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    TabularPolicy.uniform(KUHN).save(tmp_path / "k.npz")
    monkeypatch.setattr(memory, "UNCHECKED", 0)
    monkeypatch.setattr(memory, "free_memory", lambda: 100)
    with pytest.raises(StoreError, match="of memory, and"):
        TabularPolicy.load(tmp_path / "k.npz")


def test_a_checkpoint_of_another_size_is_not_read(tmp_path: Path) -> None:
    CFR(KUHN).run(5, checkpoint=tmp_path)
    (path,) = tmp_path.glob("*.npz")
    with np.load(path) as archive:
        arrays = dict(archive) | {"state/regrets 0": np.zeros(3_000_000)}
    np.savez_compressed(path, **arrays)
    tracemalloc.start()
    try:
        with pytest.raises(StoreError, match="its arrays do not fit this solver"):
            CFR(KUHN).run(5, checkpoint=tmp_path)
        assert tracemalloc.get_traced_memory()[1] < 10e6
    finally:
        tracemalloc.stop()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_what_is_no_plain_file_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(StoreError, match="not a pokerzoo policy file"):
        TabularPolicy.load(tmp_path / "pipe")


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
