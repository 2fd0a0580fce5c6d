"""Checkpoints: training that can be killed at any moment and goes on to the same bits.

A directory holds the two newest as ``checkpoint-<iteration>.npz``. Each has plain arrays, a JSON ``header``, and
``sha256``, a digest of all else. The header has format, version of the format and of pokerzoo, identity of the run, seconds,
state of the random generator, and when exploitability is measured next. No pickle. Each is written beside its place,
flushed to the disk and then renamed, so a kill leaves it whole or absent.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import warnings
from math import prod
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.support.atomic_files import try_lock, write_atomically
from pokerzoo.envs.support.memory import gigabytes
from pokerzoo.envs.support.parameters import brief
from pokerzoo.envs.support.store import Archive, version_fault

from .check_plan import CheckPlan

if TYPE_CHECKING:
    from .trainer import Trainer

FORMAT = "pokerzoo checkpoint"
FORMAT_VERSION = 2
HEADER: dict[str, Any] = {
    "pokerzoo_version": str,
    "identity": dict,
    "iteration": int,
    "seconds": int | float,
    "seed": int | None,
    "generator": dict | None,
    "check_plan": list | None,
}
"""Types of a header's entries."""
KEPT = 2
"""Checkpoints that are kept."""
LOCK = ".lock"
ROOM = 2**26
"""Bytes that are read of a checkpoint beyond twice the state of the solver that asks."""
NAME = re.compile(r"checkpoint-\d{15}\.npz")


class CheckpointError(ValueError):
    """A directory of checkpoints is of another run, is in use, or holds none that can be read."""


class _DamagedError(Exception):
    """One file is torn or corrupted."""


class Checkpoints:
    """A directory of checkpoints, locked against other runs while it is open."""

    def __init__(self, directory: str | Path) -> None:
        """Make the directory if need be, and lock it."""
        if not str(directory):
            raise CheckpointError("checkpoint='': must name a directory")
        self.directory = Path(directory)
        if self.directory.exists() and not self.directory.is_dir():
            raise CheckpointError(f"checkpoint={str(directory)!r}: exists and is not a directory")
        self.directory.mkdir(parents=True, exist_ok=True)
        lock = os.open(self.directory / LOCK, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
        self._lock = os.fdopen(lock, "r+b", buffering=0)  # held until close
        if not try_lock(self._lock.fileno()):
            self._lock.close()
            raise CheckpointError(f"checkpoint={str(directory)!r}: another run is writing there now")
        for left_over in self.directory.glob(".checkpoint-*.part"):  # of a run that was killed while it wrote
            left_over.unlink(missing_ok=True)

    def __enter__(self) -> Checkpoints:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        self._lock.close()  # the system drops the lock with it, and at a kill too

    def files(self) -> list[Path]:
        """The checkpoints, oldest first; other files are ignored."""
        return sorted(path for path in self.directory.glob("checkpoint-*.npz") if NAME.fullmatch(path.name))

    def save(self, solver: Trainer) -> None:
        """Write the solver's state, and remove all but the two newest checkpoints."""
        from pokerzoo import __version__

        solver._check_finite()
        generator = solver._generator()
        header = {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "pokerzoo_version": __version__,
            "identity": solver.identity(),
            "iteration": solver.iteration,
            "seconds": solver.seconds,
            "seed": solver.seed,
            "generator": None if generator is None else generator.bit_generator.state,
            "check_plan": solver._check_plan,
        }
        arrays: dict[str, Any] = {f"state/{name}": array for name, array in solver.state().items()}
        arrays["header"] = np.frombuffer(json.dumps(header, allow_nan=False).encode(), dtype=np.uint8)
        arrays["sha256"] = state_digest(arrays)
        # Straight into the file: states take gigabytes, of which there is room for no copy.
        write_atomically(self.directory / f"checkpoint-{solver.iteration:015d}.npz", lambda file: np.savez(file, **arrays))
        self._remove_old()

    def _remove_old(self) -> None:
        for old in self.files()[:-KEPT]:
            old.unlink(missing_ok=True)

    def restore(self, solver: Trainer) -> bool:
        """Bring the solver to the newest whole checkpoint, and set damaged ones aside; False if there is none ahead of it."""
        damaged: list[tuple[Path, str]] = []
        most = 2 * sum(array.nbytes for array in solver.state().values()) + ROOM
        for path in reversed(self.files()):
            try:
                header, arrays = read_checkpoint(path, most)
            except _DamagedError as error:
                damaged.append((path, str(error)))
                continue
            self._check_identity(path, header, solver)
            ahead = bool(header["iteration"] > solver.iteration)
            if ahead:
                _fill_state(path, header, arrays, solver)
            for bad, reason in damaged:
                bad.rename(bad.with_suffix(".damaged"))
                warnings.warn(f"{bad} is damaged ({reason}); going on from {path.name}", UserWarning, stacklevel=4)
            self._remove_old()  # a run may have been killed after it wrote a new one
            return ahead
        if damaged:
            names = ", ".join(path.name for path, _ in damaged)
            raise CheckpointError(f"{self.directory}: damaged: {names} ({damaged[0][1]}); remove them to start anew")
        return False

    def _check_identity(self, path: Path, header: dict[str, Any], solver: Trainer) -> None:
        there, here = header["identity"], json.loads(json.dumps(solver.identity()))
        if solver._seed_given or solver.iteration > 0:  # else it takes the seed of the checkpoint
            there, here = there | {"seed": header["seed"]}, here | {"seed": solver.seed}
        for key in here | there:
            if here.get(key) != there.get(key):
                raise CheckpointError(
                    f"{path}: of another run: {key} is {brief(there.get(key))} there and {brief(here.get(key))} here; "
                    "use another directory"
                )


def read_checkpoint(path: Path, most: int) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
    """(header, state arrays) of a file."""
    try:
        with Archive(path) as archive:
            size = sum(prod(stored.shape) * stored.dtype.itemsize for stored in archive.arrays.values())
            if size > most:
                raise CheckpointError(f"{path}: arrays of {gigabytes(size)}: not a checkpoint of this solver")
            arrays = {name: archive.read(name) for name in archive.arrays}
            stored_digest = arrays.pop("sha256")
            if not np.array_equal(stored_digest, state_digest(arrays)):
                raise _DamagedError("its checksum does not match")
            header = archive.read_json("header")
        del arrays["header"]
    except (_DamagedError, CheckpointError, OSError):
        raise
    except Exception as error:
        raise _DamagedError(f"{type(error).__name__}: {error}") from None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise CheckpointError(f"{path}: not a pokerzoo checkpoint")
    fault = version_fault(header, FORMAT_VERSION)
    if fault is not None:
        raise CheckpointError(f"{path}: {fault}")
    for key, kind in HEADER.items():
        if key not in header or not isinstance(header[key], kind) or isinstance(header[key], bool):
            raise CheckpointError(f"{path}: damaged: header entry {brief(key)} is {brief(header.get(key))}")
    return header, {name.removeprefix("state/"): array for name, array in arrays.items()}


def state_digest(arrays: dict[str, npt.NDArray[Any]]) -> npt.NDArray[np.uint8]:
    """SHA-256 of names, types, shapes and bytes, uint8 [32]."""
    total = hashlib.sha256()
    for name in sorted(arrays):
        array = arrays[name]
        total.update(f"{name} {array.dtype.str} {array.shape}\n".encode())
        total.update(np.ascontiguousarray(array).data)  # no copy
    return np.frombuffer(total.digest(), dtype=np.uint8)


def _fill_state(path: Path, header: dict[str, Any], arrays: dict[str, npt.NDArray[Any]], solver: Trainer) -> None:
    state = solver.state()
    if {name: (a.shape, a.dtype) for name, a in state.items()} != {name: (a.shape, a.dtype) for name, a in arrays.items()}:
        raise CheckpointError(f"{path}: its arrays do not fit this solver in this version of pokerzoo")
    try:
        plan = CheckPlan.from_json(header["check_plan"])
    except ValueError:
        raise CheckpointError(f"{path}: damaged: header entry 'check_plan' is {brief(header['check_plan'])}") from None
    generator = solver._generator()
    if generator is not None:
        try:
            generator.bit_generator.state = header["generator"]
        except (TypeError, ValueError, KeyError, OverflowError):
            raise CheckpointError(f"{path}: damaged: header entry 'generator' is no state of this solver's generator") from None
    solver.load(arrays)
    solver.seconds, solver.seed, solver._check_plan = header["seconds"], header["seed"], plan
