"""Rows of data sets a second: rivers solved as ``pokerzoo dataset`` solves them, beside ``CFR`` on a game made for each.

    python benchmarks/dataset.py [--rows 400] [--ranges classes] [--pots ratio] [--hands 100:300] [--rounds 3] [--engine]

The rivers are those of seed 1 where both players hold so many hands on the board. They are solved to 0.5% of the pot, on one
thread, in these ways, in turns:

- *game*: a game and a ``CFR`` for each river, all hands solved;
- *all*: ``solve_situation``, all hands solved: the same numbers;
- *held*: ``solve_situation`` with ``hands="held"``: only hands of the ranges solved.

Milliseconds are processor time a row, the least of the rounds. *drawing* is the random situation, which each row needs, too.

With ``--engine``, rows 0 to ``--rows`` are made in a loop, and as files in a folder as a worker makes them, both in this
process: the difference, in processor time, is what the engine costs. Then ``make_dataset`` makes them with one and with two
processes. Here ranges are of any size. The latter seconds are wall-clock, from the first file's beginning to the last one's
end, as the folder's log has them: so without starts and kernels. They say something only on a machine that has two processors
to spare.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np

from pokerzoo.agents import CFR
from pokerzoo.agents.cfr.river_betting import river_betting
from pokerzoo.evaluation import make_dataset
from pokerzoo.evaluation.sweeps.dataset_work import DatasetWork
from pokerzoo.evaluation.sweeps.folder import Folder
from pokerzoo.evaluation.sweeps.shard_tasks import make_shard
from pokerzoo.evaluation.sweeps.situation_values import game_of_situation, solve_situation
from pokerzoo.evaluation.sweeps.situations import Situation, random_situation

SEED = 1
SIZES = {"bet_sizes": "100%,a", "raise_sizes": "100%,a"}


def situations(asked: argparse.Namespace) -> list[tuple[int, Situation]]:
    """The first situations whose ranges have so many hands, with their numbers."""
    least, most = map(int, asked.hands.split(":"))
    found, index = [], 0
    while len(found) < asked.rows:
        situation = random_situation("river", SEED, index, asked.ranges, asked.pots)
        held = (situation.ranges > 0).sum(axis=1)
        if least <= held.min() and held.max() <= most:
            found.append((index, situation))
        index += 1
    return found


def by_game(situation: Situation) -> None:
    """Solve one as any spot is solved."""
    CFR(game_of_situation(situation, **SIZES), threads=1).run(1000, until="0.5%").hand_values()


def measure_ways(asked: argparse.Namespace) -> None:
    """Print what a row takes in each way."""
    drawn = situations(asked)
    ways: dict[str, Callable[[int, Situation], Any]] = {
        "drawing": lambda index, _: random_situation("river", SEED, index, asked.ranges, asked.pots),
        "game": lambda _, situation: by_game(situation),
        "all": lambda _, situation: solve_situation(situation, hands="all", **SIZES),
        "held": lambda _, situation: solve_situation(situation, hands="held", **SIZES),
    }
    least = dict.fromkeys(ways, np.inf)
    for solve in ways.values():
        solve(*drawn[0])  # kernels
    for _ in range(asked.rounds):
        for name, solve in ways.items():
            river_betting.cache_clear()
            began = time.process_time()
            for index, situation in drawn:
                solve(index, situation)
            least[name] = min(least[name], (time.process_time() - began) / len(drawn))
    held = np.array([(situation.ranges > 0).sum(axis=1) for _, situation in drawn])
    print(f"{len(drawn)} rivers, --ranges {asked.ranges} --pots {asked.pots}, hands held {held.min()} to {held.max()}")
    for name, seconds in least.items():
        row = seconds + (least["drawing"] if name != "drawing" else 0.0)
        rate = "" if name == "drawing" else f", with drawing {1 / row:.0f} rows a second of one core"
        print(f"{name:8} {1000 * seconds:.2f} ms{rate}")


def measure_engine(asked: argparse.Namespace) -> None:
    """Print what the engine adds to a loop over rows, and what a second process brings."""
    options: dict[str, Any] = {"seed": SEED, "ranges": asked.ranges, "pots": asked.pots, "hands": "held", "rows_per_file": 256}
    work = DatasetWork(street="river", spots=asked.rows, **options)
    work.row(0, "")
    loops, files, spans = [], [], {1: [], 2: []}
    for _ in range(asked.rounds):
        river_betting.cache_clear()
        began = time.process_time()
        for index in range(work.count):
            work.row(index, "")
        loops.append(time.process_time() - began)
        with tempfile.TemporaryDirectory() as path:
            folder = Folder.make(path, work)
            river_betting.cache_clear()
            began = time.process_time()
            for shard in folder.missing():
                make_shard(path, shard)
            files.append(time.process_time() - began)
        for processes, found in spans.items():
            with tempfile.TemporaryDirectory() as path:
                make_dataset("river", asked.rows, path, processes=processes, **options)
                lines = [json.loads(line) for line in (Path(path) / "log.jsonl").read_text().splitlines()]
            shards = [line for line in lines if line["event"] == "shard"]
            ends = [datetime.fromisoformat(line["time"]).timestamp() for line in shards]
            begins = [end - line["seconds"] for end, line in zip(ends, shards, strict=True)]
            found.append(max(ends) - min(begins))
    loop, made, one, two = (min(found) for found in (loops, files, *spans.values()))
    print(f"{asked.rows} rivers, --ranges {asked.ranges} --pots {asked.pots} --hands held")
    print(f"processor time: loop {loop:.2f} s, as files {made:.2f} s ({made / loop - 1:+.1%})")
    print(f"wall-clock: one process {one:.2f} s, two {two:.2f} s: {asked.rows / two:.0f} rows a second, {one / two:.2f} of one")


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=400)
    parser.add_argument("--ranges", default="classes")
    parser.add_argument("--pots", default="ratio")
    parser.add_argument("--hands", default="100:300", help="least and most hands of each range")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--engine", action="store_true")
    asked = parser.parse_args()
    (measure_engine if asked.engine else measure_ways)(asked)


if __name__ == "__main__":
    main()
