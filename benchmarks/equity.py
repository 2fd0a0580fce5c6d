"""All-in equities by random deals, beside eval7 and pokerkit, on one core, in one run; and exact ones.

    python benchmarks/equity.py [--repeats 5]

Each program finds the equity of the same hand against the same range. Times are processor time of a whole call, parsing of
ranges included; medians of several runs; ratios are times a deal of the other program over ours. A peer that is not installed
is left out. The peers have no exact equities with cards to come (eval7's py_hand_vs_range_exact takes a full board).
"""

from __future__ import annotations

import argparse
import importlib
import time
import warnings
from collections.abc import Callable
from statistics import median
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from pokerzoo.evaluation import equity

OURS, EVAL7S, POKERKITS = 1_000_000, 100_000, 2_000
"""Random deals in a call."""


class Case(NamedTuple):
    """An equity to find: one hand against others, on a board or none."""

    name: str
    hands: tuple[str, ...]
    board: str
    exact: bool


CASES = (
    Case("AsKs : QhQd, random deals", ("AsKs", "QhQd"), "", False),
    Case("AsKs : QQ+,AKo, random deals", ("AsKs", "QQ+,AKo"), "", False),
    Case("AsKs : QQ+,AKo on Qs7s2d, random deals", ("AsKs", "QQ+,AKo"), "Qs7s2d", False),
    Case("AsKs : QhQd : 7c6c, random deals", ("AsKs", "QhQd", "7c6c"), "", False),
    Case("AsKs : QQ+,AKo on Qs7s2d, exact", ("AsKs", "QQ+,AKo"), "Qs7s2d", True),
    Case("random : random on Qs7s2d, exact", ("random", "random"), "Qs7s2d", True),
    Case("AsKs : QhQd before the flop, exact", ("AsKs", "QhQd"), "", True),
    Case("AsKs : QhQd : 7c6c, exact", ("AsKs", "QhQd", "7c6c"), "", True),
    Case("A2o : 88 : QJs, exact", ("A2o", "88", "QJs"), "", True),
)


def installed(name: str) -> Any:
    """A peer, or None; what its import warns of is left out."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return importlib.import_module(name)
    except ImportError:
        return None


def ours(case: Case) -> tuple[Callable[[], float], int]:
    """A call, and how many deals it draws."""
    method: Any = "exact" if case.exact else "sample"
    return lambda: equity(case.hands, case.board, method=method, samples=OURS, seed=1).equities[0], OURS


def eval7s(case: Case) -> tuple[Callable[[], float], int] | None:
    """The same with eval7, which has one hand against one range."""
    eval7 = installed("eval7")
    if eval7 is None or len(case.hands) > 2 or case.exact:
        return None
    hand = [eval7.Card(case.hands[0][at : at + 2]) for at in (0, 2)]
    board = [eval7.Card(case.board[at : at + 2]) for at in range(0, len(case.board), 2)]
    return lambda: float(eval7.py_hand_vs_range_monte_carlo(hand, eval7.HandRange(case.hands[1]), board, EVAL7S)), EVAL7S


def pokerkits(case: Case) -> tuple[Callable[[], float], int] | None:
    """The same with pokerkit, which has random deals only."""
    pokerkit = installed("pokerkit")
    if pokerkit is None or case.exact:
        return None

    def call() -> float:
        ranges = [pokerkit.parse_range(hand.replace(",", ";")) for hand in case.hands]
        board = list(pokerkit.Card.parse(case.board))
        kinds = (pokerkit.StandardHighHand,)
        result = pokerkit.calculate_equities(ranges, board, 2, 5, pokerkit.Deck.STANDARD, kinds, sample_count=POKERKITS)
        return float(result[0])

    return call, POKERKITS


def main() -> None:
    """Run all in turn, several times over, and print the medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=5)
    repeats = parser.parse_args().repeats
    table = Table(
        "equity", "program", "found", "time", "ns a deal", "times ours", title=f"medians of {repeats} runs, processor time"
    )
    for case in CASES:
        runs = [(name, made) for name, make in PROGRAMS if (made := make(case)) is not None]
        seconds: dict[str, list[float]] = {name: [] for name, _ in runs}
        result = {name: call() for name, (call, _) in runs}  # compiles, and warms up
        for _ in range(repeats):
            for name, (call, _) in runs:
                start = time.process_time()
                call()
                seconds[name].append(time.process_time() - start)
        deals = {name: 1 if case.exact else number for name, (_, number) in runs}
        mine = median(seconds["pokerzoo"]) / deals["pokerzoo"]
        for name, _ in runs:
            middle = median(seconds[name])
            each = middle / deals[name]
            nanoseconds = "" if case.exact else f"{1e9 * each:,.0f}"
            label = case.name if name == "pokerzoo" else ""
            table.add_row(label, name, f"{result[name]:.4f}", f"{1e3 * middle:,.2f} ms", nanoseconds, f"{each / mine:,.1f}")
    Console().print(table)


PROGRAMS: tuple[tuple[str, Callable[[Case], tuple[Callable[[], float], int] | None]], ...] = (
    ("pokerzoo", ours),
    ("eval7", eval7s),
    ("pokerkit", pokerkits),
)

if __name__ == "__main__":
    main()
