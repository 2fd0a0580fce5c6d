"""Kernels compiled ahead of time: each once, in processes, with progress; and the record of what is ready."""

from __future__ import annotations

from pathlib import Path

import pytest

from pokerzoo.kernels import store
from pokerzoo.kernels.build import KernelBuildError, Progress, build_kernels
from pokerzoo.kernels.families import FAMILIES, Family


def test_families_are_compiled_once_and_then_loaded(tmp_path: Path) -> None:
    environment = {"NUMBA_CACHE_DIR": str(tmp_path)}
    told: list[Progress] = []
    (first,) = build_kernels(["equities"], environment=environment, tell=told.append)
    assert first.compiled > 0
    (again,) = build_kernels(["equities"], environment=environment)
    assert again.compiled == 0 and again.loaded > 0
    shares = [progress.share for progress in told]
    assert shares == sorted(shares) and shares[-1] == 1.0 and told[-1].done == told[-1].families == 1
    assert told[0].working == (FAMILIES["equities"].title,) and told[0].seconds_left > 0
    assert not list(tmp_path.rglob("*.lock"))


@pytest.mark.long
def test_two_processes_do_not_compile_the_same(tmp_path: Path) -> None:
    environment = {"NUMBA_CACHE_DIR": str(tmp_path)}
    built = build_kernels(["mirror-descent", "sampled"], processes=2, environment=environment)
    index_files = list(tmp_path.rglob("*.nbi"))
    forms = list(tmp_path.rglob("*.nbc"))
    assert len(built) == 2 and len(index_files) > 3
    assert len(forms) == sum(one.compiled for one in built)


def test_a_family_that_fails_says_which(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(FAMILIES, "none", Family("nothing", 1.0, lambda: None))
    with pytest.raises(KernelBuildError, match="kernels of nothing could not be compiled: KeyError: 'none'"):
        build_kernels(["none"], environment={"NUMBA_CACHE_DIR": str(tmp_path)})


def test_ready_families_are_recorded_until_the_source_changes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(store, "cache_directory", lambda source: str(tmp_path))
    assert store.missing_families(["rivers", "streets"]) == ["rivers", "streets"]
    store.note_ready(["rivers"])
    assert store.missing_families(["rivers", "streets"]) == ["streets"]
    store.note_ready(["streets"])
    assert store.missing_families(["rivers", "streets"]) == []
    monkeypatch.setattr(store, "source_state", lambda: "another")
    assert store.missing_families(["rivers", "streets"]) == ["rivers", "streets"]
    store.record_path().write_text("{")
    assert store.missing_families(["rivers"]) == ["rivers"]


def test_files_are_listed_and_removed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / "poker" / "__pycache__"
    folder.mkdir(parents=True)
    monkeypatch.setattr(store, "cache_directory", lambda source: str(folder))
    for name, size in (("equities.count-12.py311.1.nbc", 70), ("equities.count-12.py311.nbi", 5), ("other.cpython-311.pyc", 9)):
        (folder / name).write_bytes(b"x" * size)
    assert store.stored_kernels() == [store.StoredKernel("poker.equities.count", 1, 75)]
    assert store.remove_kernels() == 75
    assert [file.name for file in folder.iterdir()] == ["other.cpython-311.pyc"]
