"""The sweeps that the explorer has open: folders that were named at the start. Nothing is ever written into them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pokerzoo.envs.support.errors import brief

from .errors import NotFound
from .library import id_of

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


class Sweeps:
    """All of them by their ids."""

    def __init__(self) -> None:
        self._open: dict[str, OpenSweep] = {}

    def open(self, folder: str | Path) -> OpenSweep:
        """Open a folder, with its name as title."""
        from pokerzoo.evaluation import Sweep

        path = Path(folder).resolve()
        result = OpenSweep(id_of(path), path.name, Sweep(path))
        self._open[result.id] = result
        return result

    def entries(self) -> list[OpenSweep]:
        """All of them, in the order in which they came."""
        return list(self._open.values())

    def get(self, id: str) -> OpenSweep:
        """One of them."""
        if id not in self._open:
            raise NotFound(f"no sweep {brief(id)} is open here: name its folder when the explorer is started")
        return self._open[id]
