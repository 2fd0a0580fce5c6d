"""The sweeps that the explorer has open: folders that were named at the start. Nothing is ever written into them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from .library import id_of
from .opened import Opened

if TYPE_CHECKING:
    from pokerzoo.evaluation import Sweep


@dataclass(frozen=True)
class OpenSweep:
    """A sweep that is open."""

    id: str
    title: str
    sweep: Sweep

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
        from pokerzoo.evaluation import Sweep

        path = Path(folder).resolve()
        return self.add(OpenSweep(id_of(path), path.name, Sweep(path)))
