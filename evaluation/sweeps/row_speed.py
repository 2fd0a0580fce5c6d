"""Speed of making rows, from the finished tasks of each process; starting and compiling say nothing of the rest."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class RowSpeed:
    """Rows and seconds of finished tasks: a process's first task apart, since it imports what rows need."""

    compiling: dict[str, float] = field(default_factory=dict)
    first: tuple[int, float] = (0, 0.0)
    later: tuple[int, float] = (0, 0.0)

    def add(self, where: str, rows: int, seconds: float, compiling: float) -> None:
        """Take note of a task."""
        worked = max(0.0, seconds - compiling)
        if where in self.compiling:
            self.later = self.later[0] + rows, self.later[1] + worked
        else:
            self.first = self.first[0] + rows, self.first[1] + worked
        self.compiling[where] = self.compiling.get(where, 0.0) + compiling

    def rate(self, processes: int | None) -> float | None:
        """Rows per second of a number of processes (None: of those that were seen); None before there is a row.

        >>> speed = RowSpeed()
        >>> speed.add("a", 10, 35.0, 30.0)
        >>> speed.rate(2)  # ten rows in five seconds, in each of two processes
        4.0
        >>> speed.add("a", 10, 2.0, 0.0)
        >>> speed.rate(2)
        10.0
        """
        rows, seconds = self.later if self.later[0] else self.first
        return rows * (processes or len(self.compiling)) / seconds if seconds > 0.0 else None
