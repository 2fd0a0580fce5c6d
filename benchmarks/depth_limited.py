"""Measure what solving a street at a time costs: depth-limited turns, completed, and their exact exploitability.

    python benchmarks/depth_limited.py [--turns 20] [--seed 1] [--iterations 100] [--leaf-iterations 50] [--out FILE.parquet]

Turns are drawn by seed: boards at random, three pairs of typical ranges in turn, stacks from 1 to 20 pots. Each is solved in
full, then with values at its end. What follows is then solved
for the ranges that come there. A row has the exploitability of both, in percent of the pot, time, and the memory of regrets.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

from pokerzoo.agents import CFR, DepthLimitedCFR
from pokerzoo.envs import COMBOS, make_game
from pokerzoo.envs.games.subgames import combo_numbers
from pokerzoo.envs.poker.cards import CARD_NAMES
from pokerzoo.envs.poker.hand_strength import board_strength
from pokerzoo.evaluation import measure

RANGES = {
    "open/call": ("22-99,A2s-AJs,KTs+,QTs+,J9s+,T9s,98s,87s,76s,65s,ATo-AQo,KJo+,QJo", "22+,A2s+,K9s+,QTs+,JTs,ATo+,KJo+"),
    "wide": (
        "22+,A2s+,K2s+,Q5s+,J7s+,T7s+,97s+,86s+,75s+,65s,A2o+,K7o+,Q9o+,J9o+,T9o",
        "22+,A2s+,K5s+,Q8s+,J8s+,T8s+,A5o+,KTo+",
    ),
    "3-bet": ("TT-QQ,AJs-AKs,KQs,AQo,AKo,99,88,JTs,QJs", "TT+,AQs+,AKo,A5s-A4s,KQs,KJs,76s,87s"),
}
STACKS = (1, 2, 4, 8, 20)
"""Chips behind, in pots."""
SIZES = {"bet_sizes": "100%,a", "raise_sizes": "100%,a"}
"""The bets of the data sets that networks learn from."""


class CheckedDown:
    """The plainest values: there are no more bets, so that a hand wins its share of the pot."""

    def __init__(self, hands: Any) -> None:
        """Take the numbers of the hands in either range; the others' values are not asked for."""
        self._hands = hands
        cards = COMBOS[hands]
        self._meets = ~(cards[:, None, :, None] == cards[None, :, None, :]).any(axis=(2, 3))
        self._kept: dict[tuple[int, ...], Any] = {}

    def values(self, ranges: Any, boards: Any, pots: Any, stacks: Any) -> Any:
        """See ``ValueFunction``."""
        found = np.zeros_like(ranges)
        for board in np.unique(boards, axis=0):
            key, here = tuple(board.tolist()), np.flatnonzero((boards == board).all(axis=1))
            if key not in self._kept:
                strength = board_strength(key)[self._hands]
                lives = strength >= 0
                signs = np.sign(np.subtract.outer(strength, strength)) * (self._meets & lives & lives[:, None])
                self._kept[key] = signs.T.astype(np.float32) / 2
            theirs = ranges[here][:, ::-1][:, :, self._hands]
            found[here[:, None, None], np.arange(2)[:, None], self._hands] = theirs @ self._kept[key]
        return found


def draw_turn(numbers: np.random.Generator, k: int) -> dict[str, Any]:
    """The settings of turn ``k``: stacks and ranges in turn, the board at random."""
    cards = numbers.choice(52, 4, replace=False)
    name = list(RANGES)[k % len(RANGES)]
    return {
        "board": "".join(CARD_NAMES[card] for card in cards),
        "ranges": RANGES[name],
        "pot": 20,
        "stack": 20 * STACKS[k % len(STACKS)],
        "kind": name,
    }


def solve_turn(k: int, setting: dict[str, Any], iterations: int, leaf_iterations: int, solves: bool) -> dict[str, Any]:
    """One row."""
    kind = setting.pop("kind")
    game = make_game("holdem", **setting, **SIZES)
    row: dict[str, Any] = {"turn": k, "board": setting["board"], "ranges": kind, "stack_in_pots": setting["stack"] / 20}
    begin = time.process_time()
    full = CFR(game, threads=1).run(iterations)
    row["full_s"] = time.process_time() - begin
    row["full_percent"] = full.measure().exploitability_pot_percent
    row["full_mb"] = 8 * full._regrets[0].size / 1e6
    ways: dict[str, Any] = {"checked_down": CheckedDown(np.unique(combo_numbers(game)))}
    if solves:
        ways["solve"] = "solve"
    for name, values in ways.items():
        begin = time.process_time()
        limited = DepthLimitedCFR(game, values=values, leaf_iterations=leaf_iterations, threads=1).run(iterations)
        row[f"{name}_s"] = time.process_time() - begin
        row[f"{name}_mb"] = (8 * limited._regrets[0].size + limited._engine.held_to.nbytes) / 1e6
        whole = limited.completed(400)
        row[f"{name}_percent"] = measure(game, whole).exploitability_pot_percent
    return row


def main() -> None:
    """Draw, solve, print and keep."""
    parser = argparse.ArgumentParser(description="What depth-limited solving costs.")
    parser.add_argument("--turns", type=int, default=20, help="how many turns (20)")
    parser.add_argument("--seed", type=int, default=1, help="of the boards (1)")
    parser.add_argument("--iterations", type=int, default=100, help="of CFR, in full and limited (100)")
    parser.add_argument("--leaf-iterations", type=int, default=50, help="of solving rivers in each walk (50)")
    parser.add_argument("--no-solve", action="store_true", help="leave out the way that solves rivers, which is slow")
    parser.add_argument("--out", help="a Parquet file to write")
    options = parser.parse_args()
    numbers, rows = np.random.default_rng(options.seed), []
    for k in range(options.turns):
        rows.append(solve_turn(k, draw_turn(numbers, k), options.iterations, options.leaf_iterations, not options.no_solve))
        print({key: round(value, 4) if isinstance(value, float) else value for key, value in rows[-1].items()}, flush=True)
        if options.out:
            import pyarrow as pa
            import pyarrow.parquet as pq

            pq.write_table(pa.Table.from_pylist(rows), options.out)
    for name in ("checked_down",) if options.no_solve else ("checked_down", "solve"):
        added = np.array([row[f"{name}_percent"] - row["full_percent"] for row in rows])
        ratio = np.median([row["full_s"] / row[f"{name}_s"] for row in rows])
        print(
            f"{name}: adds {added.mean():.2f}% of the pot in the mean, {np.percentile(added, 95):.2f}% at 95%, "
            f"{added.max():.2f}% at worst; {ratio:.2f} times as fast (median)"
        )


if __name__ == "__main__":
    main()
