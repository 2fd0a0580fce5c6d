"""Completion: what TAB offers, in one process and in a real bash."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from shutil import which

import pytest
from click.shell_completion import BashComplete

from pokerzoo.cli import completion
from pokerzoo.cli.application import app

SECONDS = 120.0


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with files of several kinds."""
    for name in ("kuhn.npz", "leduc.npz", "notes.txt", "spot.toml", ".hidden.npz", "with space.npz"):
        (tmp_path / name).touch()
    (tmp_path / "runs" / "old").mkdir(parents=True)
    (tmp_path / "runs" / "old" / "k1.npz").touch()
    (tmp_path / "runs" / "old" / "k2.npz").touch()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def policy_files(text: str) -> list[str]:
    return completion.policy_files(None, None, text)


def test_files(folder: Path) -> None:
    assert policy_files("") == ["kuhn.npz", "leduc.npz", "runs/"]
    assert policy_files("k") == ["kuhn.npz"]
    assert policy_files(".h") == [".hidden.npz"]
    assert policy_files("./l") == ["./leduc.npz"]
    assert policy_files("ru") == ["runs/old/k1.npz", "runs/old/k2.npz"]  # a folder that is alone is looked into
    assert policy_files(f"{folder}/runs/old/k1") == [f"{folder}/runs/old/k1.npz"]
    assert policy_files("n") == policy_files("nowhere/k") == []
    assert completion.files("s", ".toml") == ["spot.toml"]


def complete(*words: str) -> list[str]:
    """Completions of the last word, after the others."""
    result = BashComplete(app, {}, "pokerzoo", "_POKERZOO_COMPLETE").get_completions(list(words[:-1]), words[-1])
    return [one.value for one in result]


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("equity AA KK --method s", ["sample"]),
        ("train kuhn --it", ["--iterations"]),
        ("solve --preset s", ["seed", "single-raised"]),
        ("solve --config ", ["runs/", "spot.toml"]),
        ("solve --lock-at b25 ", []),
        ("match k", ["kuhn.npz"]),
        ("evaluate ", ["kuhn.npz", "leduc.npz", "runs/"]),
        ("show kuhn.npz --player o", ["oop"]),
        ("sweep s", ["spot.toml"]),
        ("qu", ["query"]),
    ],
)
def test_what_tab_offers(words: str, offered: list[str], folder: Path) -> None:
    assert complete(*words.split(" ")) == offered


def on_path(folder: Path) -> dict[str, str]:
    """An environment in which ``pokerzoo`` is a command."""
    command = folder / "bin" / "pokerzoo"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pokerzoo.cli "$@"\n')
    command.chmod(0o755)
    return {**os.environ, "PATH": f"{command.parent}:{os.environ['PATH']}"}


@pytest.mark.skipif(which("bash") is None, reason="needs bash")
def test_a_real_bash(folder: Path) -> None:
    lines = ["evaluate ku", "evaluate runs/", "equity AA KK --method s"]
    asked = "".join(
        f"COMPREPLY=(); COMP_WORDS=(pokerzoo {line}); COMP_CWORD={len(line.split(' '))}; _pokerzoo_completion pokerzoo; "
        'echo "${COMPREPLY[*]}"\n'
        for line in lines
    )
    script = f'set -e\neval "$(_POKERZOO_COMPLETE=bash_source pokerzoo)"\n{asked}'
    done = subprocess.run(
        ["bash", "-c", script], env=on_path(folder), cwd=folder, capture_output=True, encoding="utf-8", timeout=SECONDS
    )
    assert done.stderr == ""
    assert done.stdout.splitlines() == ["kuhn.npz", "runs/old/k1.npz runs/old/k2.npz", "sample"]
