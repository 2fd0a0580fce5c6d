"""Completion: what TAB offers, in one process and in a real bash; names are those of the package."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from shutil import which

import pytest
import typer

from pokerzoo import list_games
from pokerzoo.agents import BASELINES, VARIANTS, WHOLE_HAND_BASELINES
from pokerzoo.cli import completion, names
from pokerzoo.cli.application import app
from pokerzoo.envs.poker.prizes import MODELS
from pokerzoo.evaluation.benchmark.games import GAMES, SUITES
from pokerzoo.evaluation.benchmark.learners import LEARNERS
from pokerzoo.kernels.families import FAMILIES

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


def test_names_are_those_of_the_package() -> None:
    assert sorted(names.VARIANTS) == sorted(VARIANTS)
    assert names.BASELINES == BASELINES
    assert sorted(names.WHOLE_HAND_BASELINES) == sorted(WHOLE_HAND_BASELINES)
    assert tuple(LEARNERS) == names.LEARNERS
    assert sorted(names.BENCHMARK_GAMES) == sorted([*SUITES, *GAMES])
    assert tuple(FAMILIES) == names.KERNEL_FAMILIES
    assert MODELS == names.PRIZE_MODELS


def test_files(folder: Path) -> None:
    assert completion.policy_files("") == ["kuhn.npz", "leduc.npz", "runs/"]
    assert completion.policy_files("k") == ["kuhn.npz"]
    assert completion.policy_files(".h") == [".hidden.npz"]
    assert completion.policy_files("./l") == ["./leduc.npz"]
    assert completion.policy_files("ru") == ["runs/old/k1.npz", "runs/old/k2.npz"]  # a folder that is alone is looked into
    assert completion.policy_files(f"{folder}/runs/old/k1") == [f"{folder}/runs/old/k1.npz"]
    assert completion.policy_files("n") == completion.policy_files("nowhere/k") == []
    assert completion.config_files("s") == ["spot.toml"]
    assert completion.players("l") == ["leduc.npz", "loose"]
    assert completion.opponents("texas") == ["texas_holdem"] and "loose" in completion.opponents("l")
    assert completion.players("best_response:k") == ["best_response:kuhn.npz"]


def complete(*words: str) -> list[str]:
    """Completions of the last word, after the others."""
    from typer._completion_classes import BashComplete

    command = typer.main.get_command(app)
    found = BashComplete(command, {}, "pokerzoo", "_POKERZOO_COMPLETE").get_completions(list(words[:-1]), words[-1])
    return [one.value for one in found]


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("push-fold 10 10 --model w", ["winner_takes_all"]),
        ("train ku", ["kuhn"]),
        ("train kuhn --param ", ["num_players=", "num_cards="]),
        ("train kuhn --param num_c", ["num_cards="]),
        ("train kuhn --variant d", ["dcfr"]),
        ("train kuhn --variant cfr,l", ["cfr,lcfr"]),
        ("train kuhn --chance s", ["sample"]),
        ("train kuhn --it", ["--iterations"]),
        ("solve --preset s", ["seed", "single-raised"]),
        ("solve --variant hs-p", ["hs-pcfr+", "hs-pcfr+-15"]),
        ("solve --rivers s", ["solve", "solve_unsafe"]),
        ("solve --config ", ["runs/", "spot.toml"]),
        ("solve --lock-at ", []),
        ("solve --lock-at b25 ", []),
        ("match kuhn.npz ra", ["random"]),
        ("match kuhn.npz random --game ", list_games()),
        ("match k", ["kuhn.npz"]),
        ("evaluate ", ["kuhn.npz", "leduc.npz", "runs/"]),
        ("play h", ["honest"]),
        ("show kuhn.npz --player o", ["oop"]),
        ("sweep s", ["spot.toml"]),
        ("dataset r", ["river"]),
        ("bench-rl --games kuhn,tu", ["kuhn,tuning", "kuhn,turn_small"]),
        ("bench-rl --learners rn", ["rnad"]),
        ("train kuhn --ray --ru", ["--runs"]),
        ("rou", ["round-robin"]),
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
    lines = ["train le", "train kuhn --variant lc", "evaluate ku", "evaluate runs/", "match kuhn.npz honest --game push"]
    asked = "".join(
        f"COMP_WORDS=(pokerzoo {line}); COMP_CWORD={len(line.split(' '))}; _pokerzoo_completion pokerzoo; "
        'echo "${COMPREPLY[*]}"\n'
        for line in lines
    )
    script = f'set -e\neval "$(pokerzoo --show-completion bash)"\n{asked}'
    done = subprocess.run(
        ["bash", "-c", script], env=on_path(folder), cwd=folder, capture_output=True, encoding="utf-8", timeout=SECONDS
    )
    assert done.stderr == ""
    assert done.stdout.splitlines() == ["leduc", "lcfr", "kuhn.npz", "runs/old/k1.npz runs/old/k2.npz", "push_fold"]


def test_no_completion_loads_the_compiler(folder: Path) -> None:
    code = (
        "import sys; from pokerzoo.cli import completion\n"
        "for name in ('games', 'players', 'variants', 'benchmark_games'): getattr(completion, name)('')\n"
        "sys.exit(bool({'numba', 'pokerzoo.agents'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], timeout=SECONDS).returncode == 0


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_take_the_script(shell: str, folder: Path) -> None:
    if which(shell) is None:
        pytest.skip(f"needs {shell}")
    script = {
        "zsh": 'autoload -U compinit; compinit -u -D; eval "$(pokerzoo --show-completion zsh)"; echo ${_comps[pokerzoo]}',
        "fish": 'pokerzoo --show-completion fish | source; complete -C "pokerzoo train le"; complete -C "pokerzoo evaluate ku"',
    }[shell]
    done = subprocess.run(
        [shell, "-c", script], env=on_path(folder), cwd=folder, capture_output=True, encoding="utf-8", timeout=SECONDS
    )
    words = [line.split("\t")[0] for line in done.stdout.splitlines()]
    assert words == (["_pokerzoo_completion"] if shell == "zsh" else ["leduc", "kuhn.npz"]), done.stderr
