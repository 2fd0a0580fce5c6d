"""The sweeps that the explorer has open: folders that were named at the start. Nothing is ever written into them."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from pokerzoo.envs.support.records import INTERNAL, Record, json_key
from pokerzoo.evaluation import Sweep

from .library import id_of
from .opened import Opened


@dataclass(frozen=True)
class OpenSweep(Record):
    """A sweep that is open, in short.

    Attributes:
        id: in addresses.
        title: the folder's name.
        sweep: the sweep.
    """

    id: str
    title: str
    sweep: Sweep = field(metadata=INTERNAL)

    @property
    @json_key
    def spots(self) -> int:
        """How many spots there will be."""
        return self.sweep.count

    @property
    @json_key
    def done(self) -> int:
        """How many are done, those that failed among them."""
        return self.sweep.done

    def policy(self, key: str) -> Path | None:
        """The policy file of a spot by its key, if the sweep kept it."""
        if not key.isalnum():  # a digest; no path comes from a request
            return None
        path = self.sweep.folder.resolve() / "policies" / f"{key}.npz"
        return path if path.is_file() else None


class Sweeps(Opened[OpenSweep]):
    """All sweeps by their ids."""

    kind = "sweep"

    def open(self, folder: str | Path) -> OpenSweep:
        """Open a folder, with its name as title."""
        path = Path(folder).resolve()
        return self.add(OpenSweep(id_of(path), path.name, Sweep(path)))
