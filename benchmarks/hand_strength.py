"""Hands of seven cards evaluated per second on one core, beside eval7 and phevaluator, in one run.

    python benchmarks/hand_strength.py [--repeats 7]

Ours takes arrays of hands; the others are called once a hand, which is what they offer, with their cards made beforehand.
Medians of several runs; a peer that is not installed is left out.
"""

from __future__ import annotations

import argparse
import importlib
import time
import warnings
from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from pokerzoo.envs.poker.cards import CARD_NAMES, NUM_COMBOS
from pokerzoo.envs.poker.hand_strength import board_strength, seven_card_strength

OURS, THEIRS, BOARDS = 1_000_000, 100_000, 500
"""Hands in a run, and boards, each with all 1,326 combos."""


def hands_of(number: int) -> np.ndarray:
    """Random hands, int32 [number, 7]."""
    deck = np.tile(np.arange(52, dtype=np.int32), (number, 1))
    return np.ascontiguousarray(np.random.default_rng(0).permuted(deck, axis=1)[:, :7])


def installed(name: str) -> Any:
    """A peer, or None; what its import warns of is left out."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return importlib.import_module(name)
    except ImportError:
        return None


def candidates() -> list[tuple[str, int, Callable[[], Any]]]:
    """Name, number of hands, and a run over them."""
    hands = hands_of(OURS)
    boards = [tuple(board) for board in hands[:BOARDS, :5].tolist()]
    result: list[tuple[str, int, Callable[[], Any]]] = [
        ("seven_card_strength", OURS, lambda: seven_card_strength(hands)),
        ("board_strength", BOARDS * NUM_COMBOS, lambda: [board_strength(board) for board in boards]),
    ]
    few = hands[:THEIRS].tolist()
    if eval7 := installed("eval7"):
        cards = [eval7.Card(name) for name in CARD_NAMES]
        eval7_hands = [[cards[card] for card in hand] for hand in few]
        result.append(("eval7 evaluate", THEIRS, lambda: [eval7.evaluate(hand) for hand in eval7_hands]))
    if phevaluator := installed("phevaluator"):
        evaluate = phevaluator.evaluate_cards
        result.append(("phevaluator evaluate_cards", THEIRS, lambda: [evaluate(*hand) for hand in few]))
    return result


def main() -> None:
    """Run all in turn, several times over, and print the medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=7)
    repeats = parser.parse_args().repeats
    runs = candidates()
    for _, _, run in runs:
        run()  # compiles, and warms up
    seconds: dict[str, list[float]] = {name: [] for name, _, _ in runs}
    for _ in range(repeats):
        for name, _, run in runs:
            start = time.perf_counter()
            run()
            seconds[name].append(time.perf_counter() - start)
    table = Table(
        "program", "million hands/s", "ns a hand", "fastest to slowest ns", title=f"medians of {repeats} runs, one core"
    )
    for name, number, _ in runs:
        nanoseconds = [t / number * 1e9 for t in seconds[name]]
        middle = median(nanoseconds)
        spread = f"{min(nanoseconds):.1f}, {max(nanoseconds):.1f}"
        table.add_row(name, f"{1000 / middle:.2f}", f"{middle:.1f}", spread)
    Console().print(table)


if __name__ == "__main__":
    main()
