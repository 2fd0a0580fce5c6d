"""A sweep during which its drivers and workers are killed at random: is every row there once, as if nothing had happened?

``python tests/pokerzoo_testing/kills.py 100 2000`` (``make nightly PARTS=kills``); with ``ray`` behind the numbers each driver
starts Ray. Kills are spread by how many files are written between two of them. Every second one is of a driver, which is then
started again, the others are of workers. Signals, moments and workers are drawn; the seed is printed.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from pokerzoo.evaluation.sweeps.spot_work import SpotWork
from pokerzoo.jobs.engine import run_folder
from pokerzoo.jobs.folder import Folder

sys.path.insert(0, str(Path(__file__).parents[1]))

from pokerzoo_testing.made_work import all_files

SPOT = {"ranges": ["66+,A2s+,KTs+,QTs+,JTs,ATo+,KJo+", "22+,A2s+,K9s+,Q9s+,J9s+,T8s+,ATo+,KTo+,QJo"], "pot": 100, "stack": 300}
DRIVER = """
import signal, sys
from pokerzoo.jobs.engine import run_folder
from pokerzoo.jobs.folder import Folder
from pokerzoo.evaluation.sweeps.spot_work import SpotWork
if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs in a shell's background ignores it
    run_folder(Folder.open(sys.argv[1], SpotWork), int(sys.argv[2]), sys.argv[3] == "ray")
"""


def children(process: int) -> list[int]:
    """Processes that a process has started."""
    try:
        return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    except (FileNotFoundError, ProcessLookupError):
        return []


def workers(driver: int) -> list[int]:
    """Processes that make rows for a driver: joblib's, or below Ray's daemon."""
    result = []
    for child in children(driver):
        with suppress(OSError):
            line = Path(f"/proc/{child}/cmdline").read_bytes()
            result += [child] if b"popen_loky" in line or line.startswith(b"ray::PoolActor") else workers(child)
    return result


def disturbed(folder: Folder, script: Path, kills: int, chance: random.Random, engine: str) -> dict[str, int]:
    """Make a folder's rows, killing on the way; returns what was done."""
    done = {"drivers killed": 0, "workers killed": 0, "drivers started": 0, "files there at the last kill": 0}
    command = [sys.executable, str(script), str(folder.path), "2", engine]
    driver: subprocess.Popen[bytes] | None = None
    while done["drivers killed"] + done["workers killed"] < kills:
        if driver is None or driver.poll() is not None:
            if not folder.missing():
                break
            driver = subprocess.Popen(command, stderr=subprocess.DEVNULL)  # what Ctrl-C and kills make them say
            done["drivers started"] += 1
        aim = len(folder.missing()) - chance.randint(0, folder.shards // (kills + 2))
        until = time.monotonic() + 60
        while driver.poll() is None and time.monotonic() < until and (len(folder.missing()) > aim or not workers(driver.pid)):
            time.sleep(0.05)
        time.sleep(chance.uniform(0, 0.3))
        number = done["drivers killed"] + done["workers killed"]
        running = workers(driver.pid)
        if number % 2 == 0 and running and driver.poll() is None:
            driver.send_signal(chance.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGINT, signal.SIGTERM]))
            driver.wait()
            done["drivers killed"] += 1
        elif number % 2 and running:
            victim = chance.choice(running)
            try:
                os.kill(victim, chance.choice([signal.SIGKILL, signal.SIGSEGV, signal.SIGTERM]))
            except ProcessLookupError:
                continue
            done["workers killed"] += 1
        done["files there at the last kill"] = folder.shards - len(folder.missing())
    if driver is not None:
        driver.wait()
    return done


def main(engine: str, kills: int = 100, spots: int = 2000) -> None:
    """Disturb a sweep, make another undisturbed, compare all files; AssertionError where they differ."""
    seed = random.randrange(2**32)
    print(f"{kills} kills during a sweep of {spots} rivers by {engine}, seed {seed}", flush=True)
    work = SpotWork.from_config(SPOT | {"rows_per_file": 4, "vary": {"boards": f"random-rivers:{spots}", "seed": 1}})
    with tempfile.TemporaryDirectory(prefix="pokerzoo-kills-") as scratch:
        script = Path(scratch, "driver.py")
        script.write_text(DRIVER)
        folder, plain = (Folder.make(Path(scratch, name), work) for name in ("disturbed", "plain"))
        done = disturbed(folder, script, kills, random.Random(seed), engine)
        print(*(f"{what}: {number}" for what, number in done.items()), f"files: {folder.shards}", sep="\n")
        for made in (folder, plain):
            run_folder(made, 2)
        assert folder.read("spots", ["key"]).column("key").to_pylist() == [work.key(index) for index in range(work.count)]
        assert all_files(folder.path) == all_files(plain.path)
        assert done["drivers killed"] + done["workers killed"] == kills, "the sweep was done before the others"
    print("good")


if __name__ == "__main__":
    main("ray" if "ray" in sys.argv else "joblib", *(int(word) for word in sys.argv[1:3]))
