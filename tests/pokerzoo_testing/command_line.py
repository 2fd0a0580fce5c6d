"""Commands run in this process, and what docs/cli.md and docs/cli_json.md say of them."""

from __future__ import annotations

import io
import json
import re
import sys
from typing import Any

import pytest

from pokerzoo.cli import main
from pokerzoo.envs.support.compile_notice import NOTICE
from pokerzoo_testing import ROOT
from pokerzoo_testing.programs import load_program

DOCS = ROOT / "docs" / "cli.md"
INTERRUPTIBLE = [
    sys.executable,
    "-c",
    "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    "from pokerzoo.cli import main; sys.exit(main())",
]
"""The command as an interactive shell starts it; a parent in the background may ignore SIGINT, and its children with it."""


def json_manual() -> str:
    """The page docs/cli_json.md as the site has it, with the tables of keys."""
    page = (ROOT / "docs" / "cli_json.md").read_text(encoding="utf-8")
    manual: str = load_program(ROOT / "docs" / "record_tables.py").with_tables(page)
    return manual


def but_for_the_notice(stderr: str) -> str:
    """A process's stderr without the notices of compiling, which come from a cold numba cache."""
    return re.sub(r"^pokerzoo: compiling, first run only: .*\n", "", stderr.replace(f"{NOTICE}\n", ""), flags=re.MULTILINE)


class Printed:
    """Runs commands that succeed and gives back what they print."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys, self.monkeypatch = capsys, monkeypatch
        monkeypatch.setenv("COLUMNS", "80")

    def __call__(self, *arguments: str, typed: str = "") -> str:
        """Stdout of a command; its stderr is in ``error``."""
        self.monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        code = main(arguments)
        out, self.error = self.capsys.readouterr()
        assert code == 0, self.error
        return out

    def json(self, *arguments: str, typed: str = "") -> Any:
        """The one object that a command prints with ``--json``."""
        return json.loads(self(*arguments, "--json", typed=typed))


def keys_of(value: Any, leaves: set[str], prefix: str = "") -> set[str]:
    """All keys of an object, ``a[].b`` for those of objects in a list; nothing is looked for below ``leaves``."""
    if prefix in leaves:
        return {prefix}
    if isinstance(value, dict):
        return set().union(*(keys_of(v, leaves, f"{prefix}.{k}" if prefix else k) for k, v in value.items()))
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return set().union(*(keys_of(item, leaves, f"{prefix}[]") for item in value))
    return {prefix}
