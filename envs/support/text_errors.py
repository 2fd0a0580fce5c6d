"""Errors about a string that cannot be read, with the place of the fault as data."""

from __future__ import annotations


class TextError(ValueError):
    """A string that cannot be read. Its message names the parameter, the string, the place and what is allowed."""

    def __init__(self, message: str, *, field: str = "", problem: str = "", position: int = 0, length: int = 0) -> None:
        super().__init__(message)
        self.field, self.problem, self.position, self.length = field, problem, position, length
