"""Completion: what TAB offers, in one process and in a real bash."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from shutil import which

import pytest
from click.shell_completion import BashComplete

from pokerzoo.cli.application import app

FILES = [("file", "k")]
"""The shell lists files itself."""


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("equity AA KK --method s", [("plain", "sample")]),
        ("train kuhn --it", [("plain", "--iterations")]),
        ("solve --preset r", [("plain", "river"), ("plain", "river-100")]),
        ("qu", [("plain", "query")]),
        ("solve --lock-at b25 k", []),
        *((f"{command} k", FILES) for command in ("solve --config", "match", "evaluate", "sweep", "train kuhn --out")),
    ],
)
def test_what_tab_offers(words: str, offered: list[tuple[str, str]]) -> None:
    *before, last = words.split(" ")
    result = BashComplete(app, {}, "pokerzoo", "_POKERZOO_COMPLETE").get_completions(before, last)
    assert [(one.type, one.value) for one in result] == offered


@pytest.mark.skipif(which("bash") is None, reason="needs bash")
def test_a_real_bash(tmp_path: Path) -> None:
    command = tmp_path / "pokerzoo"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pokerzoo.cli "$@"\n')
    command.chmod(0o755)
    script = """set -e
eval "$(_POKERZOO_COMPLETE=bash_source pokerzoo)"
COMP_WORDS=(pokerzoo equity AA KK --method s); COMP_CWORD=5; _pokerzoo_completion pokerzoo; echo "${COMPREPLY[*]}"
"""
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-c", script], env=environment, capture_output=True, encoding="utf-8", timeout=120)
    assert (done.stdout, done.stderr) == ("sample\n", "")
