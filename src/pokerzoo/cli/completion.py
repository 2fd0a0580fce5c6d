"""Completions for a shell when TAB is pressed: choices and files."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

SAFE = re.compile(r"[\w.+@%,=-]+")
"""Names of files that need no quotes; a shell completes the others itself."""

Completer = Callable[[str], list[str]]


def one_of(*names: str) -> Completer:
    """A completer of one of these names."""
    return lambda incomplete: [name for name in names if name.startswith(incomplete)]


def policy_files(incomplete: str) -> list[str]:
    """Policy files in the folder that was typed, and folders; a folder that is alone is looked into."""
    return files(incomplete, ".npz")


def config_files(incomplete: str) -> list[str]:
    """TOML files, likewise."""
    return files(incomplete, ".toml")


policy_files.__annotations__ = config_files.__annotations__ = {}  # typer evaluates them at every start


def files(incomplete: str, ending: str) -> list[str]:
    """Files with this ending, and folders, which end in ``/``; nothing where there are none, so that the shell completes."""
    folder, slash, start = incomplete.rpartition("/")
    try:
        inside = sorted(Path(folder + slash or ".").iterdir())
    except OSError:
        return []
    found = []
    for path in inside:
        hidden = path.name.startswith(".") and not start.startswith(".")
        if hidden or not path.name.startswith(start) or not SAFE.fullmatch(path.name):
            continue
        if path.is_dir():
            found.append(f"{folder}{slash}{path.name}/")
        elif path.suffix == ending:
            found.append(f"{folder}{slash}{path.name}")
    if len(found) == 1 and found[0].endswith("/"):
        return files(found[0], ending)
    return found
