"""Checkpoints: training that can be killed at any moment and resumes to the same bits.

A directory holds the latest two as ``checkpoint-<iteration>.npz``: files of the store, with the trainer's arrays under
``state/``. The header has the identity of the run, seconds, state of the random generator, when exploitability is measured
next, and ``sha256``, a digest of all else.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import warnings
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.support.atomic_files import try_lock
from pokerzoo.envs.support.errors import InputError, ParameterError, StoreError, brief
from pokerzoo.envs.support.store import HEADER, Format, StoredFile, read, write

from .check_plan import CheckPlan

if TYPE_CHECKING:
    from .trainer import Trainer

ENTRIES: dict[str, Any] = {
    "identity": dict,
    "iteration": int,
    "seconds": int | float,
    "seed": int | None,
    "generator": dict | None,
    "check_plan": list | None,
}
CHECKPOINT = Format("pokerzoo checkpoint", 3, {**ENTRIES, "sha256": str})
KEPT = 2
"""Checkpoints that are kept."""
LOCK = ".lock"
STATE = "state/"
NAME = re.compile(r"checkpoint-\d{15}\.npz")


class Checkpoints:
    """A directory of checkpoints, locked against other runs while it is open."""

    def __init__(self, directory: str | Path) -> None:
        """Create the directory if it does not exist, and lock it."""
        if not str(directory):
            raise InputError("checkpoint='': must name a directory")
        self.directory = Path(directory)
        if self.directory.exists() and not self.directory.is_dir():
            raise ParameterError("checkpoint", directory, "exists and is not a directory")
        self.directory.mkdir(parents=True, exist_ok=True)
        lock = os.open(self.directory / LOCK, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
        self._lock = os.fdopen(lock, "r+b", buffering=0)  # held until close
        if not try_lock(self._lock.fileno()):
            self._lock.close()
            raise StoreError(self.directory, "another run is writing there now")
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
        """Write the solver's state, and remove all but the latest two checkpoints."""
        solver._check_finite()
        generator = solver._generator()
        header = {
            "identity": solver.identity(),
            "iteration": solver.iteration,
            "seconds": solver.seconds,
            "seed": solver.seed,
            "generator": None if generator is None else generator.bit_generator.state,
            "check_plan": solver._check_plan,
        }
        state = {STATE + name: array for name, array in solver.state().items()}
        header["sha256"] = digest_of(header, state)
        write(self.directory / f"checkpoint-{solver.iteration:015d}.npz", CHECKPOINT, header, state)
        self._remove_old()

    def _remove_old(self) -> None:
        for old in self.files()[:-KEPT]:
            old.unlink(missing_ok=True)

    def restore(self, solver: Trainer) -> bool:
        """Restore the solver from the latest intact checkpoint, and set damaged ones aside; False if none is ahead of it."""
        damaged: list[StoreError] = []
        for path in reversed(self.files()):
            try:
                with read(path, CHECKPOINT) as file:
                    ahead = self._restore_from(file, solver)
            except StoreError as error:
                if not error.damaged:
                    raise
                damaged.append(error)
                continue
            for fault in damaged:
                fault.path.rename(fault.path.with_suffix(".damaged"))
                warnings.warn(f"{fault}; going on from {path.name}", UserWarning, stacklevel=4)
            self._remove_old()  # a run may have been killed after it wrote a new one
            return ahead
        if damaged:
            names = ", ".join(fault.path.name for fault in damaged)
            raise StoreError(self.directory, f"{names}: {damaged[0].reason}; remove them to start over", damaged=True)
        return False

    def _restore_from(self, file: StoredFile, solver: Trainer) -> bool:
        """Bring the solver to a checkpoint; False, and nothing is read, if the checkpoint is not ahead of it."""
        header = file.header
        self._check_identity(file, solver)
        if header["iteration"] <= solver.iteration:
            return False
        wanted = {STATE + name: (array.dtype, array.shape) for name, array in solver.state().items()}
        if wanted != {name: (array.dtype, array.shape) for name, array in file.arrays.items() if name != HEADER}:
            file.check()
            raise file.error("its arrays do not fit this solver in this version of pokerzoo")
        state = {name: file.array(name, (dtype,), shape) for name, (dtype, shape) in wanted.items()}
        if header["sha256"] != digest_of(header, state):
            raise file.damaged("its checksum does not match")
        try:
            plan = CheckPlan.from_json(header["check_plan"])
        except ValueError:
            raise file.damaged(f"header entry 'check_plan' is {brief(header['check_plan'])}") from None
        generator = solver._generator()
        if generator is not None:
            try:
                generator.bit_generator.state = header["generator"]
            except (TypeError, ValueError, KeyError, OverflowError):
                raise file.damaged("header entry 'generator' is no state of this solver's generator") from None
        solver.load({name.removeprefix(STATE): array for name, array in state.items()})
        solver.seconds, solver.seed, solver._check_plan = header["seconds"], header["seed"], plan
        return True

    def _check_identity(self, file: StoredFile, solver: Trainer) -> None:
        header = file.header
        there, here = header["identity"], json.loads(json.dumps(solver.identity()))
        if solver._seed_given or solver.iteration > 0:  # else it takes the seed of the checkpoint
            there, here = there | {"seed": header["seed"]}, here | {"seed": solver.seed}
        for key in here | there:
            if here.get(key) != there.get(key):
                raise file.error(
                    f"of another run: {key} is {brief(there.get(key))} there and {brief(here.get(key))} here; "
                    "use another directory"
                )


def digest_of(header: dict[str, Any], arrays: dict[str, npt.NDArray[Any]]) -> str:
    """SHA-256 of the header's entries, and of names, types, shapes and bytes of the arrays."""
    total = hashlib.sha256(json.dumps({name: header[name] for name in ENTRIES}).encode())
    for name in sorted(arrays):
        array = arrays[name]
        total.update(f"{name} {array.dtype.str} {array.shape}\n".encode())
        total.update(np.ascontiguousarray(array).data)  # no copy
    return total.hexdigest()
