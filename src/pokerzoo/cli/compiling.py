"""Compiling shown: a bar, or a line, on stderr with what is compiled and the time left."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

from .output import console, is_terminal_error, say

if TYPE_CHECKING:
    from pokerzoo.envs import Game
    from pokerzoo.kernels.build import Progress

BAR_WIDTH = 16


class CompileBar:
    """A bar on stderr at a terminal, else a line; nothing before there is something to tell."""

    def __init__(self, what: str, quiet: bool = False) -> None:
        self.what, self.quiet, self.told = what, quiet, False
        self.inside = ExitStack()

    def __enter__(self) -> CompileBar:
        return self

    def __exit__(self, *raised: object) -> None:
        self.inside.close()

    def update(self, now: Progress) -> None:
        """Show how far compiling is."""
        if self.quiet:
            return
        if not self.told:
            self.told = True
            if is_terminal_error():
                self.begin()
            else:
                say(f"{self.what}: {now.text()}")
        if is_terminal_error():
            room = self.bar.console.width - len(self.what) - BAR_WIDTH - 2
            self.bar.update(self.task, completed=now.share, state=now.text(room))

    def begin(self) -> None:
        """Show the bar."""
        from rich.progress import BarColumn, Progress, TextColumn

        self.bar = Progress(
            TextColumn(self.what), BarColumn(bar_width=BAR_WIDTH), TextColumn("{task.fields[state]}"),
            console=console(error=True), transient=True, redirect_stdout=False, redirect_stderr=False,
        )  # fmt: skip
        self.task = self.bar.add_task(self.what, total=1.0, state="")
        self.inside.enter_context(self.bar)


def compile_ahead(game: Game, precision: str | None = None, *, reports: bool = True, quiet: bool = False) -> None:
    """Compile what solving a game in a precision needs, or measuring it without one, where that is faster than to wait."""
    from pokerzoo.kernels.ready import ensure_kernels, families_for

    with CompileBar("compiling, first run only", quiet) as bar:
        ensure_kernels(families_for(game, precision, reports), bar.update)
