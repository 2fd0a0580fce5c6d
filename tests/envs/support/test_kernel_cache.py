"""Place of compiled kernels if nothing can be written, and messages where numba is set not to compile."""

from __future__ import annotations

import importlib
import os
import pickle
import subprocess
import sys
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest import mock

import numba
import numpy as np
import pytest

import pokerzoo
from pokerzoo.agents import CFR, MCCFR
from pokerzoo.cli import main
from pokerzoo.envs import make_game
from pokerzoo.envs.compiled import terminal_evaluation
from pokerzoo.envs.support import kernel_cache
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.kernel_cache import KernelIndex, compiled_from, kernel_stamp, source_of
from pokerzoo.envs.support.kernels import KernelDispatcher, kernel

pytestmark = pytest.mark.check

PACKAGE = Path(pokerzoo.__file__).parent
posix = pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")


def test_the_first_place_that_can_be_written_is_taken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    beside, home, named = (tmp_path / name for name in ("package/__pycache__", "home", "named"))
    source = str(tmp_path / "package" / "module.py")
    monkeypatch.setattr(kernel_cache, "user_cache", lambda: home)
    monkeypatch.setattr(numba.config, "CACHE_DIR", "")
    where = kernel_cache.cache_directory.__wrapped__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert where(source) == str(beside)
        monkeypatch.setattr(kernel_cache, "can_be_written", lambda place: place != beside)
        assert Path(where(source)).parent == home
        monkeypatch.setattr(numba.config, "CACHE_DIR", str(named))
        assert Path(where(source)).parent == named


def test_without_a_compiler_solvers_say_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("numba.config.DISABLE_JIT", 1)
    for make in (CFR, MCCFR):
        with pytest.raises(ValueError, match="NUMBA_DISABLE_JIT is set: .* unset it"):
            make(make_game("kuhn")).run(3)
    assert main(["train", "kuhn", "--iterations", "3"]) == 2
    error = capsys.readouterr().err
    assert "NUMBA_DISABLE_JIT is set" in error and error.count("\n") == 1


def test_forms_compiled_by_two_processes_at_once_take_no_others_file(tmp_path: Path) -> None:
    """Each has read the list before the other wrote it: one may be compiled again, and none is taken for the other."""
    make: Any = KernelIndex
    index, other = (make(str(tmp_path), "kernel", "stamp") for _ in range(2))
    with mock.patch.object(other, "_load_index", dict):
        index.save(("float64",), b"code for floats")
        other.save(("int64",), b"code for integers")
    assert index.load(("float64",)) in (None, b"code for floats") and index.load(("int64",)) == b"code for integers"
    index.save(("float64",), b"code for floats")
    assert other.load(("float64",)) == b"code for floats" and other.load(("int64",)) == b"code for integers"


def test_kernels_notice_edits_to_all_that_terminal_evaluations_call() -> None:
    sources = compiled_from(terminal_evaluation.__name__)
    for function, _ in terminal_evaluation.KINDS.values():
        assert compiled_from(function.__module__) <= sources
    assert {f"pokerzoo.envs.compiled.{name}" for name in ("showdown_pass", "terminal_batches", "simd")} <= sources


OPERATORS = """
from pokerzoo.envs.compiled.simd import fill_f32x16, vector_load, vector_store
from pokerzoo.envs.support.kernels import kernel

@kernel(counted=False)
def add_one(numbers):
    vector_store(numbers, 0, vector_load(numbers, 0) + fill_f32x16(1.0))

@kernel(counted=False)
def take_two(numbers):
    vector_store(numbers, 0, vector_load(numbers, 0) - fill_f32x16(2.0))

@kernel
def first(numbers):
    add_one(numbers)

@kernel
def second(numbers):
    take_two(numbers)

@kernel
def both(numbers):
    add_one(numbers)
    take_two(numbers)
"""


def test_kernels_that_several_processes_compiled_keep_their_operators(tmp_path: Path) -> None:
    """The third process links what the first and the second have kept, in which + and - were compiled in the same place.

    What is kept is linked, and never made machine code by itself: it is hardly optimized, and the engine calls the first
    function of a name.
    """
    (tmp_path / "operators.py").write_text(OPERATORS)
    paths = os.pathsep.join([str(tmp_path), str(Path(pokerzoo.__file__).parent.parent)])
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": paths}
    for name, expected in (("first", 11.0), ("second", 8.0), ("both", 9.0)):
        script = (
            f"import numpy, operators; n = numpy.full(16, 10, numpy.float32); operators.{name}(n); print(n[0])\n"
            "linked = [*operators.add_one.twin.overloads.values(), *operators.take_two.twin.overloads.values()]\n"
            "assert linked and all(type(one.library).__name__ == 'LinkedLibrary' for one in linked)"
        )
        done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, timeout=120)
        assert (done.stdout, done.returncode) == (f"{expected}\n", 0), done.stderr


@kernel(cached=False)
def total(numbers: Floats, others: tuple[Floats, Floats]) -> float:
    """The sum of three arrays."""
    return float(numbers.sum() + others[0].sum() + others[1].sum())


def test_read_only_arrays_use_the_kernel_for_writable_ones() -> None:
    numbers, fixed = np.arange(3.0), np.arange(3.0)
    fixed.flags.writeable = False
    assert total(fixed, (fixed, numbers)) == total(numbers, (numbers, numbers)) == total(fixed, (fixed, fixed)) == 9.0
    assert isinstance(total, KernelDispatcher) and len(total.signatures) == 1
    with pytest.raises(TypeError, match="not enough arguments"):
        total(fixed)


def test_a_kernel_is_out_of_date_when_a_module_it_takes_from_changes() -> None:
    name = "pokerzoo.agents.cfr.street_kernels"
    importlib.import_module(name)
    taken = compiled_from(name)
    assert {name, "pokerzoo.envs.compiled.street_walk", "pokerzoo.envs.compiled.simd"} <= taken
    stamp = kernel_stamp.__wrapped__(name)
    for other in ("pokerzoo.envs.compiled.simd", name):
        with mock.patch.object(
            kernel_cache, "source_of", lambda module, other=other: source_of(module) + b"#" * (module == other)
        ):
            assert kernel_stamp.__wrapped__(name) != stamp
    assert kernel_stamp.__wrapped__(name) == stamp


def test_every_kernel_has_the_packages_cache_and_names_what_it_takes_from() -> None:
    for path in sorted(PACKAGE.rglob("*.py")):
        if "kernels import kernel" not in path.read_text(encoding="utf-8"):
            continue
        name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
        module = importlib.import_module(name)
        kernels = [value for value in vars(module).values() if isinstance(value, KernelDispatcher) and value.__module__ == name]
        assert kernels
        modules = {value.__name__ for value in vars(module).values() if isinstance(value, ModuleType)}
        assert {value for value in modules if value.startswith("pokerzoo")} <= compiled_from(name)


@pytest.mark.long
def test_a_cached_kernel_is_loaded_without_numbas_registries(tmp_path: Path) -> None:
    script = """
import sys
from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
solver = CFR(make_game("kuhn")).run(7)
print(solver.exploitability.hex(), "numba.cpython.mathimpl" in sys.modules, "numba.np.arraymath" in sys.modules)
"""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    lines = [
        subprocess.run(
            [sys.executable, "-c", script], env=environment, capture_output=True, text=True, timeout=300, check=True
        ).stdout.split()
        for _ in range(2)
    ]
    assert lines[0][0] == lines[1][0]
    assert [line[1:] for line in lines] == [["True", "True"], ["False", "False"]]


def test_errors_of_a_kernel_that_others_take_in_have_their_values(tmp_path: Path) -> None:
    """Compiled, loaded from the cache in another process, and linked from the cache in a third."""
    (tmp_path / "module.py").write_text(
        "from pokerzoo.envs.support.kernels import kernel\n"
        "@kernel\ndef inner(x):\n    if x < 0:\n        raise ValueError('negative', x)\n    return x\n"
        "@kernel\ndef outer(x):\n    return inner(x) + 1\n"
        "@kernel\ndef other(x):\n    return inner(x) + 1\n"
        "import sys\n"
        "called = globals()[sys.argv[1]]\n"
        "assert called(2) == 3\n"
        "try:\n    called(-1)\nexcept ValueError as error:\n    print(error.args)\n"
    )
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "kernels")}
    for name in ("outer", "outer", "other"):
        ran = subprocess.run([sys.executable, "module.py", name], cwd=tmp_path, env=environment, capture_output=True, text=True)
        assert (ran.stdout, ran.returncode) == ("('negative', -1)\n", 0), ran.stderr


def test_an_index_with_types_of_an_earlier_version_is_rebuilt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moved = ModuleType("moved")
    moved.Plan = type("Plan", (), {"__module__": "moved"})  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "moved", moved)
    make: Any = KernelIndex
    index = make(str(tmp_path), "kernel", "stamp")
    index.save("float64", b"machine code")
    with (tmp_path / "kernel.nbi").open("wb") as file:
        pickle.dump(numba.__version__, file)
        file.write(pickle.dumps(("stamp", {moved.Plan: "kernel.1.nbc"})))
    monkeypatch.delitem(sys.modules, "moved")
    assert index.load("float64") is None
    index.save("float64", b"machine code")
    assert index.load("float64") == b"machine code"
