"""Writes docs/commands.md, the options of every command as ``--help`` prints them, in each build of the site."""

from __future__ import annotations

import contextlib
import io
import os
from pathlib import Path

from pokerzoo.cli import main
from pokerzoo.cli.application import COMMANDS

PAGE = Path(__file__).with_name("commands.md")
INTRO = """# Options of all commands

What `pokerzoo COMMAND --help` prints, of `solve` and `tree` `--help-all`. [Command line](cli.md) goes by task.
"""
ALL = ("solve", "tree")


def help_of(command: str) -> str:
    """The help of a command, at most 100 characters wide."""
    printed = io.StringIO()
    os.environ["COLUMNS"] = "100"
    with contextlib.redirect_stdout(printed):
        main([command, "--help-all" if command in ALL else "--help"])
    return printed.getvalue().strip("\n")


def write_page() -> None:
    """Write the page if it has changed: Sphinx reads it again then."""
    text = INTRO + "".join(f"\n## {entry.name}\n\n```text\n{help_of(entry.name)}\n```\n" for entry in COMMANDS)
    if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_page()
