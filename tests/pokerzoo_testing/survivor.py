"""Program that `test_training.py` starts and kills: every kind of trainer, each with its checkpoints below the first argument.

Loads the kernels once and prints ``ready``. Then for each line that it reads it starts a copy of itself, by ``fork``. The copy
trains and, if it gets that far, prints a digest of each trainer's final state. If the line has a number, the copy is killed
after so many seconds. In the end ``ended`` and the copy's exit status are printed; the status is -9 if the copy was killed.
"""

from __future__ import annotations

import hashlib
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pokerzoo.agents import CFR, MCCFR, MMD, SymmetricRegretMatching
from pokerzoo.envs import make_game

ITERATIONS = 400
EVERY = 20


def trainers() -> dict[str, Callable[[], Any]]:
    leduc = make_game("leduc", suit_isomorphism=True)
    bet_fold = make_game("bet_fold", num_players=3, num_cards=9)
    made: dict[str, Callable[[], Any]] = {
        f"CFR {variant}": lambda variant=variant: CFR(leduc, variant)  # type: ignore[misc]
        for variant in ("cfr", "cfr-avg-restart", "dcfr", "hs-pcfr+")  # the others differ from these in factors only
    }
    return made | {
        "single": lambda: CFR(leduc, "dcfr", precision="single"),
        "external": lambda: MCCFR(leduc, sampling="external", seed=5),
        "external, three players": lambda: MCCFR(make_game("kuhn", num_players=3), sampling="external", seed=5),
        "outcome, baseline": lambda: MCCFR(leduc, sampling="outcome", baseline=True, variant="lcfr", seed=5),
        "chance": lambda: MCCFR(leduc, sampling="chance", baseline=True, seed=5),
        "mmd": lambda: MMD(leduc),
        "mmd, moving magnet": lambda: MMD(leduc, magnet_rate="1/sqrt(t)", layout="flat"),
        "bet/fold, exact": lambda: CFR(bet_fold, "pcfr+"),
        "bet/fold, sampled": lambda: SymmetricRegretMatching(bet_fold, seed=5),
    }


def digest(solver: Any) -> str:
    """Of all that a run leaves behind, the generator included."""
    total = hashlib.sha256()
    for name, array in sorted(solver.state().items()):
        total.update(name.encode() + array.tobytes())
    generator = solver._generator()
    total.update(repr(None if generator is None else generator.bit_generator.state).encode())
    total.update(solver.average_policy().probabilities.tobytes())
    return total.hexdigest()


def train(directory: Path) -> None:
    for name, make in trainers().items():
        solver = make().run(ITERATIONS, every=EVERY, checkpoint=directory / name.replace("/", "_"))
        # In one piece even where Python is told not to buffer: a kill between a line and its end would leave half a line.
        sys.stdout.write(f"{name}: {digest(solver)}\n")
        sys.stdout.flush()


def main(directory: Path) -> None:
    for make in trainers().values():  # load or compile the kernels
        make().advance(1)
    print("ready", flush=True)
    for seconds in sys.stdin:
        copy = os.fork()
        if copy == 0:
            train(directory)
            sys.exit()
        if seconds.strip():
            time.sleep(float(seconds))
            os.kill(copy, signal.SIGKILL)
        print("ended", os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1]), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
