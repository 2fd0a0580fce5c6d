"""Time of whole processes, from their start to their end, beside numpy, numba and OpenSpiel, in one run.

    python benchmarks/start.py [--repeats 11] [--clone] [--wheel FILE]

Prints the processor time and the wall-clock time of each process; medians. The processes take turns, and each runs once before
that, so that all is cached. What is not installed is left out. ``--clone`` and ``--wheel`` add the first turn on a new
machine: this commit in a fresh clone, or a wheel (``make release-check``), with the packages that are here and with no kernel.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median

from timing import IP, OOP, arguments, print_table

ROOT = Path(__file__).resolve().parents[1]
COMMAND = (sys.executable, "-c", "import sys; from pokerzoo.cli import main; sys.exit(main())")
"""The command ``pokerzoo``."""
RIVER = ("--preset", "full-pure", "--until", "0.5%")
TURN = ("--board", "QsJh2h8d", "--oop", OOP, "--ip", IP, "--pot", "200", "--stack", "900", "--bet", "60%,a", "--raise", "60%,a")
FIRST_TURN = (*COMMAND, "solve", *TURN, "--until", "0.5%")
COMPLETION = {"_POKERZOO_COMPLETE": "bash_complete", "COMP_WORDS": "pokerzoo train ku", "COMP_CWORD": "2"}
OPEN_SPIEL = """
import pyspiel
pyspiel.CFRSolver(pyspiel.load_game("kuhn_poker")).evaluate_and_update_policy()
"""
OURS = """
from pokerzoo import make_game
from pokerzoo.agents import CFR
CFR(make_game("kuhn"), "cfr").run(1)
"""


def python(code: str) -> tuple[str, ...]:
    """The command that runs this code."""
    return (sys.executable, "-c", code)


ROWS: dict[str, tuple[Sequence[str], Mapping[str, str]]] = {
    "python": (python("pass"), {}),
    "import numpy": (python("import numpy"), {}),
    "import numba": (python("import numba"), {}),
    "import pyspiel (OpenSpiel)": (python("import pyspiel"), {}),
    "import pokerzoo": (python("import pokerzoo"), {}),
    "pokerzoo --version": ((*COMMAND, "--version"), {}),
    "pokerzoo --help": ((*COMMAND, "--help"), {}),
    "pokerzoo train --help": ((*COMMAND, "train", "--help"), {}),
    "completion of 'pokerzoo train ku'": (COMMAND, COMPLETION),
    "first CFR iteration on Kuhn, OpenSpiel": (python(OPEN_SPIEL), {}),
    "first CFR iteration on Kuhn": (python(OURS), {}),
    "pokerzoo train kuhn --until 0.001": ((*COMMAND, "train", "kuhn", "--until", "0.001"), {}),
    "pokerzoo solve, a full river to 0.5%": ((*COMMAND, "solve", *RIVER), {}),
}
"""Commands that are timed, and variables of their environments."""


def run(command: Sequence[str], environment: Mapping[str, str], folder: Path | None = None) -> tuple[float, float] | None:
    """Processor and wall-clock seconds that a process takes with all that it starts; None if it fails."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    # As a user has it: Python keeps the byte code of modules.
    full = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"} | environment
    done = subprocess.run(command, env=full, cwd=folder, capture_output=True)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return None if done.returncode else (used, wall)


def from_clone(folder: Path) -> tuple[float, float] | None:
    """The first turn from a clone of this commit, whose kernels are not compiled."""
    subprocess.run(["git", "clone", "-q", str(ROOT), str(folder / "clone")], check=True)
    return run(FIRST_TURN, {"PYTHONPATH": str(folder / "clone" / "src"), "HOME": str(folder)}, folder)


def from_wheel(wheel: Path, folder: Path) -> tuple[float, float] | None:
    """The first turn from a wheel in a folder of its own."""
    install = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", str(folder / "site"), str(wheel)]
    subprocess.run(install, check=True)
    return run(FIRST_TURN, {"PYTHONPATH": str(folder / "site"), "HOME": str(folder)}, folder)


def main() -> None:
    """Print the table."""
    options = arguments(__doc__, 11, clone=False, wheel="")
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in ROWS}
    for number in range(options.repeats + 1):
        for name, (command, environment) in ROWS.items():
            result = run(command, environment)
            if number and result is not None:
                times[name].append(result)
    with tempfile.TemporaryDirectory() as folder:
        if options.clone and (result := from_clone(Path(folder))):
            times["first turn to 0.5%, from a clone"] = [result]
        if options.wheel and (result := from_wheel(Path(options.wheel).absolute(), Path(folder))):
            times["first turn to 0.5%, from the wheel"] = [result]
    rows = []
    for name, taken in times.items():
        if taken:
            used, wall = zip(*taken, strict=True)
            rows.append((name, *(f"{each:.2f} s" for each in (median(used), median(wall), min(used), max(used)))))
    print_table("", ("", "processor", "wall clock", "fastest", "slowest"), rows)


if __name__ == "__main__":
    main()
