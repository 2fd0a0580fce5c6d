"""Program that `test_training.py` starts and kills: every kind of trainer, each with its checkpoints below the first argument.

Loads the kernels once and prints ``ready``. Then for each line that it reads it starts a copy of itself, by ``fork``. The copy
trains and, if it gets that far, prints a digest of each trainer's final state. If the line has a number, the copy is killed
after so many seconds. In the end ``ended`` and the copy's exit status are printed; the status is -9 if the copy was killed.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

from pokerzoo_testing.trainers import digest, tables

ITERATIONS = 400
EVERY = 20


def train(directory: Path) -> None:
    for name, made in tables().items():
        solver = made.make(1).run(ITERATIONS, every=EVERY, checkpoint=directory / name.replace("/", "_"))
        # In one piece even where Python is told not to buffer: a kill between a line and its end would leave half a line.
        sys.stdout.write(f"{name}: {digest(solver)}\n")
        sys.stdout.flush()


def main(directory: Path) -> None:
    for made in tables().values():  # load or compile the kernels
        made.make(1).advance(1)
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
