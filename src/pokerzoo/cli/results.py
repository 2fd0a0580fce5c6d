"""Results of commands: an object for programs, and facts, tables and lines of text for people."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from .output import console, print_facts, print_json, print_text

if TYPE_CHECKING:
    from rich.console import RenderableType

Facts: TypeAlias = dict[str, str | Sequence[str]]
"""What is known, by name: a line, or several."""


@dataclass(frozen=True)
class Result:
    """What a command returns.

    Attributes:
        record: what ``--json`` prints: a record, a mapping, or a function that makes one where it takes long.
        parts: what people are shown, from top to bottom: facts, lines of text, tables. They are made where they are shown only.
        exit_code: of the command.
    """

    record: Any
    parts: Iterable[Mapping[str, str | Sequence[str]] | str | RenderableType] = ()
    exit_code: int = 0

    def print_json(self) -> None:
        """Print one JSON object."""
        print_json(self.record() if isinstance(self.record, Callable) else self.record)  # type: ignore[arg-type]

    def print_parts(self) -> None:
        """Print the parts, as wide as the terminal."""
        out = console()
        for part in self.parts:
            if isinstance(part, Mapping):
                print_facts(out, part)
            elif isinstance(part, str):
                print_text(out, part)
            else:
                out.print(part)
