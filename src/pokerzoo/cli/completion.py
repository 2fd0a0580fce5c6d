"""Completion of file names when TAB is pressed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

SAFE = re.compile(r"[\w.+@%,=-]+")
"""Names of files that need no quotes; a shell completes the others itself."""


def policy_files(ctx: Any, param: Any, incomplete: str) -> list[str]:
    """Policy files in the folder that was typed, and folders; a folder that is alone is looked into."""
    return files(incomplete, ".npz")


def config_files(ctx: Any, param: Any, incomplete: str) -> list[str]:
    """TOML files, likewise."""
    return files(incomplete, ".toml")


def files(incomplete: str, ending: str) -> list[str]:
    """Files with this ending, and folders, which end in ``/``."""
    folder, slash, start = incomplete.rpartition("/")
    try:
        inside = sorted(Path(folder + slash or ".").iterdir())
    except OSError:
        return []
    names = []
    for path in inside:
        hidden = path.name.startswith(".") and not start.startswith(".")
        if hidden or not path.name.startswith(start) or not SAFE.fullmatch(path.name):
            continue
        if path.is_dir():
            names.append(f"{folder}{slash}{path.name}/")
        elif path.suffix == ending:
            names.append(f"{folder}{slash}{path.name}")
    return files(names[0], ending) if len(names) == 1 and names[0].endswith("/") else names
