"""Trees that ``SolvingAgent`` may solve in the time of a decision: what the strategies found in each of them guarantee.

    python benchmarks/trees_at_table.py flop turn river [--pot 4 --stack 198 --board QsJh2d8c5s] [--seconds 4.5]
        [--rest 100] [--later-raises a]

A tree with many sizes gets few iterations in a given time, one with few sizes lacks actions. Each tree is solved as at the
table: on flops by drawn boards, on turns and rivers over all. It gets as many iterations as there is processor time for with
all hands in both ranges, on one thread. Then each player is held to the strategies found on this street, against an opponent
who bets the pot or all-in and raises all-in. On later streets there is one bet, of the pot, and no raise but those that
``--later-raises`` names, and they are solved over all boards (``--rest`` iterations). *Guaranteed* is what the player wins at
least, in percent of the pot, by an exact best response of the opponent. The opponent's bets are in all trees, so the numbers
can be compared: more is better.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from typing import Any

from drawn_flops import RANGES, by_history, locks_of

from pokerzoo.agents import CFR
from pokerzoo.agents.solving.drawn_solve import DrawnSolver
from pokerzoo.agents.solving.spot_trees import LEVELS, TreeSizes, with_fewer
from pokerzoo.agents.solving.street_solution import street_strategies
from pokerzoo.envs import make_game
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.poker.street_sizes import STREETS
from pokerzoo.envs.support.arrays import Floats

BOARD = "QsJh2d8c5s"
SECONDS = {"flop": 4.5, "turn": 0.85, "river": 0.08}
"""For iterations on one thread: the time of a decision without building the tree."""
ALL = "50%,100%,a"
ONLY_NOW = ((None, None), (0, 0), (0, 0))
"""All sizes on the first street, and no bets later."""
FEW = {"flop": 20, "turn": 4, "river": 40}
"""Iterations that are timed."""


@dataclass(frozen=True)
class PotAndStacks:
    """A pot and stacks on a street."""

    street: str
    pot: float
    stack: float
    board: str = BOARD  # of all streets

    @property
    def streets(self) -> tuple[str, ...]:
        """The streets that are left."""
        return STREETS[STREETS.index(self.street) :]

    def spot(self, ranges: tuple[str, str], bets: dict[str, Any], raises: dict[str, Any]) -> HoldemGame:
        """The spot with these sizes."""
        board = self.board[: 2 * (6 - len(self.streets))]
        game = make_game(
            "holdem", board=board, ranges=ranges, pot=self.pot, stack=self.stack, bet_sizes=bets, raise_sizes=raises
        )
        assert isinstance(game, HoldemGame)
        return game

    def solver(self, game: HoldemGame) -> DrawnSolver | CFR:
        """A solver as at the table."""
        return DrawnSolver(game, 1, 1) if self.street == "flop" else CFR(game, threads=1)

    def iterations(self, tree: TreeSizes, seconds: float) -> tuple[int, int]:
        """(lines, iterations for which there is time with all hands)."""
        game = self.spot(("random", "random"), tree.bets, tree.raises)
        solver, few = self.solver(game), FEW[self.street]
        solver.advance(0)
        solver.advance(few)
        began = time.process_time()
        solver.advance(few)
        return game.size.lines, max(1, int(seconds * few / (time.process_time() - began)))

    def solved(self, tree: TreeSizes, iterations: int) -> dict[str, Floats]:
        """The strategies of this street by history."""
        game = self.spot(RANGES["wide"], tree.bets, tree.raises)
        solver = self.solver(game)
        solver.advance(iterations)
        found = solver.street_strategies() if isinstance(solver, DrawnSolver) else street_strategies(solver)
        return by_history(game, found)

    def guaranteed(
        self, tree: TreeSizes, strategies: dict[str, Floats], player: int, rest: int, later_raises: str = ""
    ) -> float:
        """Measure how much a player wins at least with these strategies on this street, in percent of the pot."""
        later = dict.fromkeys(self.streets[1:], ("100%", "100%"))
        own = tree.bets[self.street], tree.raises[self.street]
        bets, raises = ([one, other] if player == 0 else [other, one] for one, other in zip(own, ("100%,a", "a"), strict=True))
        game = self.spot(
            RANGES["wide"], {self.street: bets, **later}, {self.street: raises, **dict.fromkeys(later, later_raises)}
        )
        solver = CFR(game, locks=locks_of(game, strategies, (player,)), threads=1).run(rest)
        return -float(solver.measure().best_response_values[1 - player]) / self.pot * 100.0


def main() -> None:
    """Measure, and print a table for each street."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("streets", nargs="+", choices=STREETS)
    parser.add_argument("--board", default=BOARD, help="all five cards; a flop has the first three")
    parser.add_argument("--pot", type=float, default=4.0)
    parser.add_argument("--stack", type=float, default=198.0)
    parser.add_argument(
        "--seconds", type=float, help="of processor time for iterations; without it 4.5, 0.85 and 0.08 by street"
    )
    parser.add_argument("--rest", type=int, default=100, help="iterations of the later streets, for the measure")
    parser.add_argument("--later-raises", default="", help="raises on later streets in the measure, such as a, which is all-in")
    given = parser.parse_args()
    for street in given.streets:
        table = PotAndStacks(street, given.pot, given.stack, given.board)
        wanted = TreeSizes(dict.fromkeys(table.streets, ALL), dict.fromkeys(table.streets, ALL))
        trees = {tree.text: tree for tree in (with_fewer(wanted, level) for level in (*LEVELS, ONLY_NOW))}
        print("| tree | lines | iterations | guaranteed: first player | second | sum |\n|---|---:|---:|---:|---:|---:|")
        for text, tree in trees.items():
            lines, iterations = table.iterations(tree, given.seconds or SECONDS[street])
            found = table.solved(tree, iterations)
            one, two = (table.guaranteed(tree, found, player, given.rest, given.later_raises) for player in (0, 1))
            print(f"| {text} | {lines:,} | {iterations:,} | {one:.1f} | {two:.1f} | {one + two:.1f} |", flush=True)


if __name__ == "__main__":
    main()
