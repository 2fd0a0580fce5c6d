"""Time in which a table before the flop settles: ``python benchmarks/preflop_table.py [PLAYERS] [SECONDS] [MAX_CALLERS]``.

It solves for the seconds, and prints deals a second, memory, and how far frequencies of hands moved in the second half of the
time: of each hand and action above 5% at decisions that are reached in one hand of a hundred.
"""

from __future__ import annotations

import resource
import sys

from pokerzoo.preflop import PreflopSolver, chart_moves, preflop_game


def main() -> None:
    """Solve, and print."""
    words = [int(word) for word in sys.argv[1:]]
    players, seconds, callers = (*words, *(6, 900, 0)[len(words) :])
    solver = PreflopSolver(preflop_game(players, stack=100, max_callers=callers or None), seed=1)
    halves = []
    for limit in (seconds / 2, seconds):
        while solver.seconds < limit:
            solver.run(5)
        halves.append(solver.average_policy())
    deals = solver.iteration * solver.deals
    print(f"{players} players, {solver.tree.size.decisions:,} decisions, {solver.threads} threads")
    print(f"{deals:,} deals in {solver.seconds:.0f} s: {deals / solver.seconds:,.0f} a second")
    print(f"in the second half {chart_moves(*halves)}")
    print(solver.measure())
    print(f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6:.2f} GB")


if __name__ == "__main__":
    main()
