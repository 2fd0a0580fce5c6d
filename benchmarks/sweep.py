"""A sweep over rivers beside a plain loop over the same spots: what the engine costs, and what a second process brings.

    python benchmarks/sweep.py [--spots 10000] [--ways loop,rows,one,two,ray] [--repeats 3] [--processes 2]

The spots are random rivers with ranges of 100 to 300 hands, solved to 0.5% of the pot; the start of each is kept. Each way runs
in a process of its own, in turns:

- *loop*: a plain loop in one process: the game made, ``CFR(game).run(until="0.5%")``, and nothing else;
- *rows*: the same loop with what a sweep keeps of each spot (keys, texture, EV, equity, frequencies), no files;
- *one*, *two*: a sweep with one and with two processes (--processes), files written;
- *ray*: the same on a Ray that is started on this machine.

Seconds are of the whole run; a loop's are without its start (imports, kernels). Processor seconds are of all processes, in a
sweep their starts included.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from statistics import median
from typing import Any

from timing import arguments, print_table

CONFIG: dict[str, Any] = {
    "pot": 100,
    "stack": 300,
    "bet_sizes": "33%,75%,a",
    "raise_sizes": "60%,a",
    "vary": {
        "seed": 15,
        "ranges": [
            {"name": "narrow", "oop": "99+,AQs+,KQs,AKo,JTs", "ip": "88+,AJs+,KQs,AQo+,T9s"},
            {"name": "middle", "oop": "77+,ATs+,KTs+,QTs+,JTs,AJo+,KQo", "ip": "66+,A8s+,K9s+,Q9s+,J9s+,ATo+,KJo+"},
            {
                "name": "wide",
                "oop": "22+,A5s+,K9s+,Q9s+,J9s+,T9s,ATo+,KJo+",
                "ip": "22+,A2s+,K7s+,Q8s+,J8s+,T8s+,ATo+,KTo+,QJo",
            },
        ],
    },
    "solve": {"until": "0.5%", "iterations": 2000},
}
WAYS = ("loop", "rows", "one", "two", "ray")
WARM = 20
"""Spots that are made before a loop is timed: kernels are loaded then."""


def config_of(spots: int) -> dict[str, Any]:
    """The sweep with so many spots: a third with each pair of ranges."""
    boards = f"random-rivers:{-(-spots // len(CONFIG['vary']['ranges']))}"
    return CONFIG | {"vary": CONFIG["vary"] | {"boards": boards, "limit": spots}}


def run_loop(spots: int, keep: bool) -> None:
    """All spots one after the other, in this process."""
    from pokerzoo.agents import CFR
    from pokerzoo.evaluation.sweeps.spot_work import SpotWork

    work, solve = SpotWork.from_config(config_of(spots)), CONFIG["solve"]
    for index in range(0, work.count, max(1, work.count // WARM)):
        work.rows(index, "")
    began, processor = time.perf_counter(), time.process_time()
    for index in range(work.count):
        if keep:
            work.rows(index, "")
        else:
            CFR(work.game(work.spot(index)), threads=1).run(solve["iterations"], until=solve["until"])
    print(json.dumps([time.perf_counter() - began, time.process_time() - processor]))


def run_engine(spots: int, processes: int, ray: bool) -> None:
    """The sweep in a folder."""
    from joblib.externals.loky import get_reusable_executor

    from pokerzoo.evaluation.sweeps.spot_work import SpotWork
    from pokerzoo.jobs.engine import run_folder
    from pokerzoo.jobs.folder import Folder

    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        done = run_folder(Folder.make(folder, SpotWork.from_config(config_of(spots))), processes, ray)
        whole = time.perf_counter() - began
    assert (done.done, done.failed) == (spots, 0), done
    get_reusable_executor().shutdown()  # the time of processes that still wait for work is not counted
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    print(json.dumps([whole, sum(usage.ru_utime + usage.ru_stime for usage in used)]))


def start_way(way: str, spots: int, processes: int) -> list[float]:
    """(seconds, processor seconds) of a way, in a process of its own."""
    command = [sys.executable, __file__, "--one-way", way, "--spots", str(spots), "--processes", str(processes)]
    one_thread = os.environ | {"NUMBA_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    printed = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=one_thread).stdout
    result: list[float] = json.loads(printed.splitlines()[-1])
    return result


def main() -> None:
    """Run the ways in turns and print what they take."""
    options = arguments(__doc__, 3, spots=10_000, ways=",".join(WAYS), processes=2, one_way="")
    if options.one_way in ("loop", "rows"):
        run_loop(options.spots, options.one_way == "rows")
        return
    if options.one_way:
        run_engine(options.spots, 1 if options.one_way == "one" else options.processes, options.one_way == "ray")
        return
    ways = options.ways.split(",")
    taken: dict[str, list[list[float]]] = {way: [] for way in ways}
    for number in range(options.repeats):
        for way in ways if number % 2 == 0 else reversed(ways):
            taken[way].append(start_way(way, options.spots, options.processes))
    medians = {way: [median(column) for column in zip(*runs, strict=True)] for way, runs in taken.items()}
    base = medians.get("rows") or medians[ways[0]]
    rows = [
        (way, f"{wall:.1f}", f"{1000 * wall / options.spots:.2f}", f"{used:.1f}", f"{used / base[1] - 1:+.1%}")
        for way, (wall, used) in medians.items()
    ]
    columns = ("way", "seconds", "ms a spot", "processor s", "over the rows'")
    print_table(f"{options.spots:,} rivers to 0.5% of the pot", columns, rows)


if __name__ == "__main__":
    main()
