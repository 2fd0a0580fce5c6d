"""Time in which a table before the flop settles: ``python benchmarks/preflop_table.py [PLAYERS] [SECONDS] [MAX_CALLERS]``.

It solves for the seconds, and prints deals a second, memory, and how far frequencies of hands moved in the second half of the
time: of each hand and action above 5% at decisions that are reached in one hand of a hundred.
"""

from __future__ import annotations

import resource
import sys

import numpy as np

from pokerzoo.agents.policies.preflop_policy import PreflopPolicy
from pokerzoo.preflop import PreflopSolver, preflop_game

OFTEN, ABOVE = 0.01, 0.05


def moves(before: PreflopPolicy, now: PreflopPolicy) -> tuple[float, float, float]:
    """(largest move of a decision's frequency, the mean move of a hand's, the share of hands that moved a point or more)."""
    of_decisions, of_hands = [], []
    for decision in now.decisions(OFTEN):
        old = before.decision(decision.line)
        of_decisions.append(np.abs(decision.frequencies - old.frequencies).max())
        held = decision.reach > ABOVE
        counts = (decision.probabilities > ABOVE) & held[:, None]
        of_hands += np.abs(decision.probabilities - old.probabilities)[counts].tolist()
    return max(of_decisions), float(np.mean(of_hands)), float(np.mean(np.array(of_hands) >= 0.01))


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
    largest, mean, share = moves(*halves)
    print(f"{players} players, {solver.tree.size.decisions:,} decisions, {solver.threads} threads")
    print(f"{deals:,} deals in {solver.seconds:.0f} s: {deals / solver.seconds:,.0f} a second")
    print(f"frequencies of decisions moved by {100 * largest:.2f} points at most in the second half")
    print(f"hands above {ABOVE:.0%}: by {100 * mean:.2f} points on average; {share:.1%} by a point or more")
    print(solver.measure())
    print(f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6:.2f} GB")


if __name__ == "__main__":
    main()
