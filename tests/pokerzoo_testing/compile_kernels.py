"""Compile the kernels that most tests need: ``python tests/pokerzoo_testing/compile_kernels.py``, before the tests.

Two processes compile none twice, as workers of pytest would that start with the same kernels. Nothing is done where kernels
of the same sources are compiled already: their folder is keyed by the sources' digest, and CI may keep it.
"""

from __future__ import annotations

import subprocess
import sys
import time

from pokerzoo.agents import CFR, MCCFR, MMD, TabularPolicy
from pokerzoo.envs import BatchedGame, make_game
from pokerzoo.envs.batched import line_hands, whole_hands
from pokerzoo.evaluation import SpotReport, exploitability, leaks
from pokerzoo.preflop import PreflopSolver, preflop_game


def rows() -> None:
    """Kernels of games of few histories: hands side by side, histories, of two and three players."""
    for game in (make_game("leduc"), make_game("kuhn", num_players=3)):
        for layout in ("auto", "flat"):
            solver = CFR(game, layout=layout).run(2)
            exploitability(game, solver.average_policy())
        MMD(game).run(2)
    for mode in ("external", "outcome"):
        MCCFR(make_game("leduc"), sampling=mode, seed=1).run(2)
    bet_fold = make_game("bet_fold")
    exploitability(bet_fold, CFR(bet_fold).run(2).average_policy())
    play("leduc", "texas_holdem")


def boards() -> None:
    """Kernels of spots: rivers, and streets before them; tables before the flop, so that both processes take as long."""
    sizes = {"pot": 20, "stack": 30, "bet_sizes": "a", "raise_sizes": ""}
    for board in ("QsJh2h8d3c", "QsJh2h8d"):
        game = make_game("holdem", board=board, ranges=("22+", "22+,AKs"), **sizes)
        solver = CFR(game).run(2)
        policy = solver.average_policy()
        solver.current_policy()
        _ = solver.exploitability
        exploitability(game, policy)
        leaks(game, TabularPolicy.uniform(game))
        SpotReport(game, policy).at()
    PreflopSolver(preflop_game(3, stack=10, raise_sizes="a"), seed=1, deals=10).run(1).measure()
    play("holdem", "fhp")


def play(*names: str) -> None:
    for name in names:
        hands = BatchedGame(make_game(name), 2)
        hands.reset(seed=1)
        hands.step(hands.random_actions())


def is_compiled(part: str) -> bool:
    """True if the last kernel of a part is compiled for these sources."""
    last = {"rows": whole_hands.write_payoffs, "boards": line_hands.write_payoffs}[part]
    return not last._cache.is_empty()  # type: ignore[attr-defined]


if __name__ == "__main__":
    if len(sys.argv) > 1:
        began = time.process_time()
        globals()[sys.argv[1]]()
        print(f"kernels of {sys.argv[1]}: {time.process_time() - began:.0f} s of CPU time")
    else:
        parts = [subprocess.Popen([sys.executable, __file__, part]) for part in ("rows", "boards") if not is_compiled(part)]
        sys.exit(max([part.wait() for part in parts], default=0))
