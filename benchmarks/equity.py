"""All-in equities and hands of seven cards beside eval7, pokerkit and phevaluator, on one core, in one run.

    python benchmarks/equity.py [--repeats 5]

Each program finds the equity of the same hand against the same range by random deals; ours also exactly. Times are processor
time of a whole call, ranges parsed included. Of seven cards ours takes arrays of hands, the others one hand a call, which is
what they offer. Medians; a peer that is not installed is left out.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import Any, NamedTuple

import numpy as np
from timing import arguments, in_turns, peer, print_table

from pokerzoo.envs.poker.cards import CARD_NAMES, NUM_COMBOS
from pokerzoo.envs.poker.hand_strength import board_strength, seven_card_strength
from pokerzoo.evaluation import equity

OURS, EVAL7S, POKERKITS = 1_000_000, 100_000, 2_000
"""Random deals in a call."""
HANDS, BOARDS = 1_000_000, 500
"""Hands of seven cards, and boards, each with all 1,326 combos."""
PEERS = {name: peer(name) for name in ("eval7", "pokerkit", "phevaluator")}


class Case(NamedTuple):
    """An equity to find: one hand against others, on a board or none."""

    hands: tuple[str, ...]
    board: str = ""
    exact: bool = False

    def __str__(self) -> str:
        return " : ".join(self.hands) + (f" on {self.board}" if self.board else "") + (", exact" if self.exact else "")


CASES = (
    Case(("AsKs", "QhQd")),
    Case(("AsKs", "QQ+,AKo")),
    Case(("AsKs", "QQ+,AKo"), "Qs7s2d"),
    Case(("AsKs", "QhQd", "7c6c")),
    Case(("AsKs", "QQ+,AKo"), "Qs7s2d", exact=True),
    Case(("random", "random"), "Qs7s2d", exact=True),
    Case(("AsKs", "QhQd"), exact=True),
    Case(("AsKs", "QhQd", "7c6c"), exact=True),
    Case(("A2o", "88", "QJs"), exact=True),
)


def programs(case: Case) -> dict[str, tuple[Callable[[], Any], int]]:
    """By program, a call and how many deals it draws."""
    method: Any = "exact" if case.exact else "sample"
    result: dict[str, tuple[Callable[[], Any], int]] = {
        "pokerzoo": (lambda: equity(case.hands, case.board, method=method, samples=OURS, seed=1), 1 if case.exact else OURS)
    }
    eval7, pokerkit = PEERS["eval7"], PEERS["pokerkit"]
    if eval7 and len(case.hands) == 2 and not case.exact:
        hand = [eval7.Card(case.hands[0][at : at + 2]) for at in (0, 2)]
        board = [eval7.Card(case.board[at : at + 2]) for at in range(0, len(case.board), 2)]
        result["eval7"] = (
            lambda: eval7.py_hand_vs_range_monte_carlo(hand, eval7.HandRange(case.hands[1]), board, EVAL7S),
            EVAL7S,
        )
    if pokerkit and not case.exact:

        def call() -> Any:
            ranges = [pokerkit.parse_range(hand.replace(",", ";")) for hand in case.hands]
            known, kinds = list(pokerkit.Card.parse(case.board)), (pokerkit.StandardHighHand,)
            return pokerkit.calculate_equities(ranges, known, 2, 5, pokerkit.Deck.STANDARD, kinds, sample_count=POKERKITS)

        result["pokerkit"] = call, POKERKITS
    return result


def equities(repeats: int) -> None:
    """Print the times of all cases."""
    rows = []
    for case in CASES:
        calls = programs(case)
        times = in_turns({name: call for name, (call, _) in calls.items()}, repeats, time.process_time)
        each = {name: median(row) / calls[name][1] for name, row in times.items()}
        for name, row in times.items():
            deal = "" if case.exact else f"{1e9 * each[name]:,.0f}"
            label = str(case) if name == "pokerzoo" else ""
            rows.append((label, name, f"{1e3 * median(row):,.2f} ms", deal, f"{each[name] / each['pokerzoo']:,.1f}"))
    print_table("equities", ("equity", "program", "time", "ns a deal", "times ours"), rows)


def strengths(repeats: int) -> None:
    """Print hands of seven cards a second."""
    deck = np.tile(np.arange(52, dtype=np.int32), (HANDS, 1))
    hands = np.ascontiguousarray(np.random.default_rng(0).permuted(deck, axis=1)[:, :7])
    boards, few = [tuple(board) for board in hands[:BOARDS, :5].tolist()], hands[: HANDS // 10].tolist()
    works: dict[str, tuple[Callable[[], Any], int]] = {
        "seven_card_strength": (lambda: seven_card_strength(hands), HANDS),
        "board_strength": (lambda: [board_strength(board) for board in boards], BOARDS * NUM_COMBOS),
    }
    if eval7 := PEERS["eval7"]:
        cards = [eval7.Card(name) for name in CARD_NAMES]
        theirs = [[cards[card] for card in hand] for hand in few]
        works["eval7"] = (lambda: [eval7.evaluate(hand) for hand in theirs], len(few))
    if phevaluator := PEERS["phevaluator"]:
        works["phevaluator"] = (lambda: [phevaluator.evaluate_cards(*hand) for hand in few], len(few))
    times = in_turns({name: work for name, (work, _) in works.items()}, repeats)
    rows = [(name, f"{works[name][1] / median(row) / 1e6:.2f}") for name, row in times.items()]
    print_table("hands of seven cards", ("program", "million a second"), rows)


if __name__ == "__main__":
    wanted = arguments(__doc__, 5).repeats
    equities(wanted)
    strengths(wanted)
