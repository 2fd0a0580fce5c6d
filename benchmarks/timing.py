"""Shared parts of the benchmarks: spots, peers that may be missing, medians of runs in turns, and tables."""

from __future__ import annotations

import argparse
import functools
import importlib
import time
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

OOP = "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s"
IP = "QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+"
PURE = {"add_allin_threshold": 0, "force_allin_threshold": 0, "merging_threshold": 0}
EXAMPLE = {"ranges": (OOP, IP), "pot": 200, "stack": 900, **PURE}
FULL = {"board": "QsJh2h8d3c", "ranges": ("random", "random"), "pot": 100, "stack": 300, "raise_sizes": "60%,a"}
GTOPEN_OOP = (
    "55-22,A8s-A2s,K9s-K6s,Q9s-Q6s,J9s-J7s,T8s-T7s,97s,98s,86s,87s,75s,76s,64s,65s,53s,54s,43s,"
    "AJo-A8o,KTo-K9o,QTo,QJo,JTo,T9o,98o"
)
GTOPEN_IP = "22+,A2s+,K6s+,Q8s+,J8s+,T8s+,97s+,87s,76s,65s,A8o+,KTo+,QTo+,JTo"
SPOTS: dict[str, dict[str, Any]] = {
    "river": {"bet_sizes": "33%,75%,150%,a", **FULL, **PURE},
    "turn": {"board": "QsJh2h8d", "bet_sizes": "60%,a", "raise_sizes": "60%,a", **EXAMPLE},
    "flop": {"board": "Td9d6h", "bet_sizes": "60%", "raise_sizes": "60%", **EXAMPLE},
    "gtopen": {
        "board": "Ks7h2d",
        "ranges": (GTOPEN_OOP, GTOPEN_IP),
        "pot": 60,
        "stack": 970,
        "bet_sizes": {"flop": ("33%", "33%,75%"), "turn": "75%", "river": "75%"},
        "raise_sizes": "60%",
        "donk_sizes": "",
        **PURE,
        "force_allin_threshold": 0.1,
    },
}
"""Spots of hold'em: those of postflop-solver's example, and GTOpen's ``bench_spot.json`` with all-ins by our rule."""


def arguments(doc: str, repeats: int, **options: Any) -> argparse.Namespace:
    """The command line: ``--repeats``, and an option for each keyword, whose value is its default."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in {"repeats": repeats, **options}.items():
        flag = "--" + name.replace("_", "-")
        if default is False:
            parser.add_argument(flag, action="store_true")
        else:
            parser.add_argument(flag, type=str if default is None else type(default), default=default)
    return parser.parse_args()


@functools.cache
def peer(name: str) -> Any:
    """A module of another program, or None with a line where it cannot be imported; what it warns of is left out."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return importlib.import_module(name)
    except ImportError as error:
        print(f"left out: {error}")
        return None


def seconds(work: Callable[[], Any], clock: Callable[[], float] = time.perf_counter) -> float:
    """Time of one call."""
    start = clock()
    work()
    return clock() - start


def in_turns(
    works: Mapping[str, Callable[[], Any]], repeats: int, clock: Callable[[], float] = time.perf_counter
) -> dict[str, list[float]]:
    """Times of each, taking turns so that all meet the same disturbances; a first call of each compiles and is not timed."""
    for work in works.values():
        work()
    result: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(repeats):
        for name, work in works.items():
            result[name].append(seconds(work, clock))
    return result


def rates(plays: Mapping[str, Callable[[], int] | None], repeats: int) -> dict[str, float]:
    """Median number a CPU second of each, where a call returns how many it made; the table is printed."""
    there = {name: play for name, play in plays.items() if play is not None}
    made = dict.fromkeys(there, 0)

    def counted(name: str, play: Callable[[], int]) -> Callable[[], None]:
        def work() -> None:
            made[name] = play()

        return work

    times = in_turns({name: counted(name, play) for name, play in there.items()}, repeats, time.process_time)
    result = {name: made[name] / median(row) for name, row in times.items()}
    rows = [
        (name, f"{result[name]:,.0f}", f"{made[name] / max(row):,.0f} to {made[name] / min(row):,.0f}")
        for name, row in times.items()
    ]
    print_table("", ("", "a CPU second", "least to most"), rows)
    return result


def print_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A table whose first column has words."""
    table = Table(title=title or None)
    for number, column in enumerate(columns):
        table.add_column(column, justify="right" if number else "left")
    for row in rows:
        table.add_row(*row)
    Console(width=150).print(table)
