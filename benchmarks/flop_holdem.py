"""CFR variants on flop hold'em, measured exactly: NashConv by iteration and by processor time.

    python benchmarks/flop_holdem.py [--variants dcfr,cfr+,lcfr] [--until 10] [--iterations 400] [--threads 2] [--deck royal]

NashConv is in thousandths of the big blind a hand, as the literature prints it for this game; exploitability is half of it.
Time counts iterations alone. The full deck takes 4 GB. Published: linear CFR 115, 65 and 32 after 20, 30 and 50 iterations, in
a public reimplementation; Deep CFR 37, NFSP 47 (Brown et al. 2019).
"""

from __future__ import annotations

import time

from timing import arguments, print_table, seconds

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game

CHECKS = (1, 2, 5, 10, 15, 20, 25, 30, 40, 50, 60, 75, 100, 125, 150, 175, 200, 250, 300, 350, 400)
"""Iterations after which NashConv is measured."""
TARGETS = (100.0, 10.0, 1.0)


def main() -> None:
    """Measure and print."""
    options = arguments(__doc__, 1, variants="dcfr,cfr+,lcfr", until=10.0, iterations=400, threads=1, deck="standard")
    game = make_game("fhp", deck=options.deck)
    rows = []
    for name in options.variants.split(","):
        CFR(make_game("fhp", deck="royal"), name).run(2).measure()  # compiles
        solver, spent = CFR(game, name, threads=options.threads), 0.0
        met: dict[float, str] = {}
        for at in (at for at in CHECKS if at <= options.iterations):
            spent += seconds(lambda solver=solver, at=at: solver.run(at - solver.iteration), time.process_time)
            mbb = game.stakes.mbb(solver.measure().nash_conv)
            print(f"{name:8} {at:4} iterations {spent:7.1f} s  NashConv {mbb:9.3f} mbb", flush=True)
            for target in TARGETS:
                if mbb <= target:
                    met.setdefault(target, f"{at}: {spent:.0f} s")
            if mbb <= options.until:
                break
        rows.append([name, f"{spent / solver.iteration:.3f}", *(met.get(target, "-") for target in TARGETS)])
    print_table("processor time", ("variant", "s/iteration", *(f"to {target:g} mbb" for target in TARGETS)), rows)


if __name__ == "__main__":
    main()
