"""A sweep over rivers beside a plain loop over the same spots: what the engine costs, what a second process brings, memory.

    python benchmarks/sweep.py [--spots 10000] [--ways loop,one,two,ray] [--rounds 3] [--processes 2]

The spots are random rivers with ranges of 100 to 300 hands, solved to 0.5% of the pot; nothing but the start of each is kept.
They are made in these ways, each in a process of its own, in turns:

- *loop*: a plain loop in one process: the game made, ``CFR(game).run(until="0.5%")``, and nothing else;
- *rows*: the same loop with what a sweep keeps of each spot (keys, texture, EV, equity, frequencies), no files;
- *one*, *two*: ``pokerzoo sweep`` with one and with two processes (--processes), files written;
- *ray*: the same on a Ray that is started on this machine, with two processors.

Seconds are for the whole run; a loop's are without its start (imports, kernels). Processor seconds are for all its
processes, in a sweep the start included. Medians over rounds. The engine's overhead is what its processes take over what
*rows* takes, for the same spots. Memory is the largest resident set of each process that makes rows, early (a fifth of the
spots) and at the end.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

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
SAMPLING_SECONDS = 0.5


def config_of(spots: int) -> dict[str, Any]:
    """The sweep with so many spots: a third with each pair of ranges."""
    result = json.loads(json.dumps(CONFIG))
    result["vary"]["boards"] = f"random-rivers:{-(-spots // len(result['vary']['ranges']))}"
    result["vary"]["limit"] = spots
    return dict(result)


def run_loop(spots: int, keep: bool) -> dict[str, Any]:
    """All spots one after the other, in this process."""
    from pokerzoo.agents import CFR
    from pokerzoo.evaluation.sweeps.spot_work import SpotWork

    work = SpotWork.from_config(config_of(spots))
    solve, inside, hands = CONFIG["solve"], 0.0, []
    for index in range(0, work.count, max(1, work.count // WARM)):
        hands += [sum(own) for own in work.game(work.spot(index)).rules.ranges.dealable]
        work.rows(index, "")
    began, processor, iterations = time.perf_counter(), time.process_time(), 0
    for index in range(work.count):
        if keep:
            iterations += work.rows(index, "")["spots"][0]["iterations"]
        else:
            solver = CFR(work.game(work.spot(index)), threads=1)
            before = time.process_time()
            iterations += solver.run(solve["iterations"], until=solve["until"]).iteration
            inside += time.process_time() - before
    return {
        "seconds": time.perf_counter() - began,
        "processor": time.process_time() - processor,
        "in_run": inside,
        "iterations": iterations,
        "hands": [min(hands), max(hands)],
    }


def run_engine(spots: int, processes: int, ray: bool) -> dict[str, Any]:
    """The sweep in a folder, with the resident sets of its processes."""
    from pokerzoo.evaluation.jobs.engine import RunProgress, run_folder
    from pokerzoo.evaluation.jobs.folder import Folder
    from pokerzoo.evaluation.sweeps.spot_work import SpotWork

    sizes: dict[int, list[tuple[float, int]]] = {}
    processor: dict[int, float] = {}
    ended = threading.Event()
    told: list[tuple[float, int]] = []

    def watch() -> None:
        while not ended.wait(SAMPLING_SECONDS):
            for process in below(os.getpid()):
                size = resident(process)
                if size:
                    sizes.setdefault(process, []).append((time.perf_counter(), size))
                    processor[process] = max(processor_seconds(process), processor.get(process, 0.0))

    def tell(progress: RunProgress) -> None:
        told.append((time.perf_counter(), progress.made))

    with tempfile.TemporaryDirectory() as folder:
        work = SpotWork.from_config(config_of(spots))
        threading.Thread(target=watch, daemon=True).start()
        began = time.perf_counter()
        done = run_folder(Folder.make(folder, work), processes, ray, tell)
        whole = time.perf_counter() - began
        ended.set()
        files = len(list(Path(folder).glob("spots/*.parquet")))
    assert (done.done, done.failed) == (spots, 0), done
    fifth = next(when for when, made in told if made >= spots / 5)
    makers = {process for process, seen in sizes.items() if max(size for _, size in seen) > 150e6}
    early = [max(size for when, size in sizes[process] if when <= fifth) for process in makers if sizes[process][0][0] <= fifth]
    late = [sizes[process][-1][1] for process in makers]
    return {
        "seconds": whole,
        "processor": sum(processor.values()) + time.process_time(),
        "in_shards": done.made * (done.processes or processes) / (done.rows_per_second or float("inf")),
        "files": files,
        "early": max(early, default=0),
        "late": max(late, default=0),
    }


def below(process: int) -> Iterator[int]:
    """All processes that a process started, and that these started (Linux)."""
    try:
        tasks = list(Path(f"/proc/{process}/task").iterdir())
    except OSError:
        return
    for task in tasks:
        try:
            children = [int(child) for child in (task / "children").read_text().split()]
        except OSError:
            continue
        for child in children:
            yield child
            yield from below(child)


def resident(process: int) -> int:
    """Bytes of a process's resident set; 0 if it is gone (Linux)."""
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def processor_seconds(process: int) -> float:
    """Processor seconds of a process; 0 if it is gone (Linux)."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run_way(way: str, spots: int, processes: int) -> dict[str, Any]:
    """One way, in this process."""
    if way in ("loop", "rows"):
        return run_loop(spots, way == "rows")
    return run_engine(spots, 1 if way == "one" else processes, way == "ray")


def start_way(way: str, spots: int, processes: int) -> dict[str, Any]:
    """One way in a process of its own."""
    arguments = [sys.executable, __file__, "--one-way", way, "--spots", str(spots), "--processes", str(processes)]
    one_thread = os.environ | {"NUMBA_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    printed = subprocess.run(arguments, check=True, stdout=subprocess.PIPE, text=True, env=one_thread).stdout
    result: dict[str, Any] = json.loads(printed.splitlines()[-1])
    return result


def main() -> None:
    """Run the ways in turns and print what they take."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--spots", type=int, default=10_000)
    parser.add_argument("--ways", default=",".join(WAYS))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--one-way", choices=WAYS, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.one_way:
        print(json.dumps(run_way(asked.one_way, asked.spots, asked.processes)))
        return
    ways = asked.ways.split(",")
    unknown = [way for way in ways if way not in WAYS]
    if unknown:
        parser.error(f"--ways {unknown[0]}: must be of {', '.join(WAYS)}")
    result: dict[str, list[dict[str, Any]]] = {way: [] for way in ways}
    for round in range(asked.rounds):
        for way in ways if round % 2 == 0 else reversed(ways):
            result[way].append(start_way(way, asked.spots, asked.processes))
    print_results(result, asked.spots, asked.processes)


def print_results(found: dict[str, list[dict[str, Any]]], spots: int, processes: int) -> None:
    """Medians, and what they say."""
    table = Table(title=f"{spots:,} rivers to 0.5% of the pot")
    for column in (
        "way",
        "seconds",
        "ms a spot",
        "processor s",
        "s in rows",
        "start and rest, s",
        "files",
        "MB early",
        "MB at the end",
    ):
        table.add_column(column, justify="left" if column == "way" else "right")
    whole = {way: median(one["seconds"] for one in runs) for way, runs in found.items()}
    for way, runs in found.items():
        processor = median(one["processor"] for one in runs)
        cells = [way, f"{whole[way]:.1f}", f"{1000 * whole[way] / spots:.2f}", f"{processor:.1f}"]
        if "in_shards" in runs[0]:
            inside = median(one["in_shards"] for one in runs)
            rest = whole[way] - inside / (1 if way == "one" else processes)
            memory = [f"{max(one[name] for one in runs) / 1e6:.0f}" for name in ("early", "late")]
            cells += [f"{inside:.1f}", f"{rest:.1f}", str(runs[0]["files"]), *memory]
        else:
            cells += [f"{whole[way]:.1f}", "", "", "", ""]
        table.add_row(*cells)
    console = Console(width=120)
    console.print(table)
    for runs in (found.get("rows", []), found.get("loop", [])):
        if runs:
            least, most = runs[0]["hands"]
            per_spot = runs[0]["iterations"] / spots
            console.print(f"hands in a range on its board: {least} to {most}; iterations a spot: {per_spot:.0f}")
            break
    if {"loop", "rows"} <= set(found):
        loop, row = (median(one["processor"] for one in found[way]) for way in ("loop", "rows"))
        inside = median(one["in_run"] for one in found["loop"])
        parts = {"CFR.run": inside, "game and solver made": loop - inside, "the rest of its row": row - loop}
        text = ", ".join(f"{what} {1000 * seconds / spots:.2f} ms" for what, seconds in parts.items())
        console.print(f"a spot, processor time: {text}")
    spent = {way: median(one["processor"] for one in runs) for way, runs in found.items()}
    for way in ("one", "two", "ray"):
        if way in found and "rows" in found:
            count = 1 if way == "one" else processes
            console.print(f"{way}: {spent[way] / spent['rows'] - 1:+.1%} processor time over the rows' own, its start included")
            console.print(f"{way}: {whole[way] * count / whole['rows'] - 1:+.1%} over the rows' own time, its start included")
            if "loop" in found:
                console.print(f"{way}: {whole[way] * count / whole['loop'] - 1:+.1%} over the loop's time, its start included")
    if {"one", "two"} <= set(found):
        console.print(f"{processes} processes : 1: {whole['one'] / whole['two']:.2f}")


if __name__ == "__main__":
    main()
