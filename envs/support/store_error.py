"""The one error about a stored file."""

from __future__ import annotations

from pathlib import Path

from pokerzoo.envs.support.errors import InputError


class StoreError(InputError):
    """A file is not what was expected there: damaged, of another format or version, for another game, of another run.

    Attributes:
        path: of the file.
        reason: what is wrong with it, without the path.
        damaged: True if its bytes are not those that were written; False if it is whole, and something else.
    """

    def __init__(self, path: Path, reason: str, damaged: bool = False) -> None:
        super().__init__(f"{path}: {reason}")
        self.path, self.reason, self.damaged = path, reason, damaged

    def __reduce__(self) -> tuple[type[StoreError], tuple[Path, str, bool]]:
        return type(self), (self.path, self.reason, self.damaged)
