"""The first uses of an installed wheel that has kernels: nothing is compiled and nothing is written.

python tests/pokerzoo_testing/first_uses.py PYTHON runs them with the Python of a virtual environment, which has the wheel and
its extra ``sweeps``, with an empty home directory. numba's own counters say what was compiled.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

RANGES = ("22+,A2s+,K9s+,QTs+,JTs,A9o+,KJo+", "22+,A2s+,K8s+,Q9s+,T9s,A8o+,KTo+")
SPOT = {"ranges": RANGES, "pot": 12, "stack": 40, "bet_sizes": "33%,75%", "raise_sizes": "60%,a"}


def solve(board: str, **options: Any) -> None:
    """A spot to a target, its values and its leaks."""
    from pokerzoo.agents import CFR
    from pokerzoo.envs import make_game
    from pokerzoo.evaluation import SpotReport, leaks

    game = make_game("holdem", board=board, **SPOT | options)
    solver = CFR(game, "dcfr").run(until="20%")
    policy = solver.average_policy()
    SpotReport(game, policy).at()
    leaks(game, policy)


def from_blinds(name: str, **parameters: Any) -> None:
    """A game from the blinds on: solved, measured, its leaks, a match, and many hands at once."""
    from pokerzoo.agents import CFR, HandsPolicy
    from pokerzoo.envs import BatchedGame, make_game
    from pokerzoo.evaluation import exploitability, head_to_head, leaks

    game = make_game(name, **parameters)
    solver = CFR(game, "dcfr").run(5)
    policy = solver.average_policy()
    _ = solver.exploitability, leaks(game, policy).ranked(3, "hand_class")
    if name == "flop_holdem":
        exploitability(game, HandsPolicy(policy.strategy, suits_alike=True))
    head_to_head(game, ["honest", "always_call"], hands=20, seed=1)
    hands = BatchedGame(game, 64, autoreset=True)
    hands.reset(seed=2)
    for _ in range(10):
        hands.step(hands.random_actions())


def small_game(name: str, **parameters: Any) -> None:
    """A small game to a target, and its strategy against a baseline."""
    from pokerzoo.agents import CFR
    from pokerzoo.envs import make_game
    from pokerzoo.evaluation import head_to_head

    game = make_game(name, **parameters)
    policy = CFR(game, "cfr+").run(200).average_policy()
    head_to_head(game, [policy, *["random"] * (game.num_players - 1)], hands=50, seed=1)


def bet_fold() -> None:
    """The bet/fold game by both learners."""
    from pokerzoo.agents import ProfileRegretMatching, SymmetricRegretMatching
    from pokerzoo.envs import make_game

    for players in (2, 3):
        game = make_game("bet_fold", num_players=players)
        SymmetricRegretMatching(game).run(20)
        ProfileRegretMatching(game).run(20)


def three_players() -> None:
    """Rivers and a turn for three players, with few hands and with many, to a target, with a report."""
    few = ("AA,AKs", "KK,QJs", "QQ,76s")
    for board, ranges in (("AsKd7c7h2d", (*RANGES, "66+,ATs+")), ("AsKd7c7h2d", few), ("AsKd7c7h", few)):
        solve(board, ranges=ranges, bet_sizes="75%", raise_sizes="a")


def push_fold() -> None:
    """Push/fold for two and for three, in chips and in prizes."""
    from pokerzoo.agents import solve_push_fold
    from pokerzoo.envs import push_fold_table

    for stacks in ([10, 8], [8, 5, 12]):
        for payouts in ((), (50, 30, 20)):
            solve_push_fold(push_fold_table(stacks, payouts=payouts[: len(stacks)], deals=2000), iterations=10)


def shipped_blueprint() -> None:
    """The blueprint that comes with the package, against a baseline."""
    from pokerzoo.envs import make_game
    from pokerzoo.evaluation import head_to_head

    head_to_head(make_game("texas_holdem"), ["blueprint", "tight"], hands=40, seed=1)


def mccfr() -> None:
    """Monte Carlo CFR on Leduc."""
    from pokerzoo.agents import MCCFR
    from pokerzoo.envs import make_game

    for sampling in ("external", "outcome"):
        _ = MCCFR(make_game("leduc"), sampling=sampling, seed=3).run(500).exploitability


def batch() -> None:
    """Many hands of Leduc and of hold'em at once."""
    from pokerzoo.envs import BatchedGame, make_game

    for game in (make_game("leduc"), make_game("texas_holdem", num_players=3)):
        hands = BatchedGame(game, 64, autoreset=True)
        hands.reset(seed=2)
        for _ in range(20):
            hands.step(hands.random_actions())


def vector_environment() -> None:
    """Gymnasium's vector environment."""
    import gymnasium

    import pokerzoo  # noqa: F401 - it registers them

    table = gymnasium.make_vec("pokerzoo/Leduc-v0", num_envs=16)
    seen, _ = table.reset(seed=4)
    for _ in range(30):
        seen, *_ = table.step(seen["action_mask"].argmax(axis=1))


def whole_hand() -> None:
    """A whole hand in PettingZoo's environment, and a match."""
    from pokerzoo.envs import make_game, texas_holdem_v0
    from pokerzoo.evaluation import head_to_head

    table = texas_holdem_v0.env()
    table.reset(seed=5)
    for agent in table.agent_iter():
        seen, _, terminated, truncated, _ = table.last()
        table.step(None if terminated or truncated else table.action_space(agent).sample(seen["action_mask"]))
    head_to_head(make_game("texas_holdem"), ["tight", "equity"], hands=40, seed=1, aivat=True)


def sweep() -> None:
    """Two rivers in one process."""
    from pokerzoo.evaluation import sweep as make_sweep

    vary = {"boards": "random-rivers:2", "seed": 1}
    make_sweep({"oop": RANGES[0], "ip": RANGES[1], "pot": 10, "stack": 20, "vary": vary, "solve": {"until": "5%"}}, "spots")


USES: dict[str, Callable[[], object]] = {
    "river": lambda: solve("AsKd7c7h2d"),
    "turn": lambda: solve("AsKd7c7h"),
    "flop": lambda: solve("AsKd7c", bet_sizes="75%", raise_sizes="a", stack=20, ranges=("QQ+,AKs,KQs", "JJ-99,AQs,QJs")),
    "flop hold'em": lambda: from_blinds("flop_holdem", deck="royal"),
    "before the flop": lambda: from_blinds("preflop_holdem", stack=12, raise_sizes="2.5x,a"),
    "kuhn": lambda: small_game("kuhn"),
    "kuhn for three": lambda: small_game("kuhn", num_players=3),
    "leduc": lambda: small_game("leduc"),
    "bet/fold": bet_fold,
    "three players": three_players,
    "push/fold at a table": push_fold,
    "the shipped blueprint": shipped_blueprint,
    "mccfr": mccfr,
    "batch": batch,
    "vector environment": vector_environment,
    "whole hand": whole_hand,
    "sweep": sweep,
}


def main() -> int:
    """Run each use in a process of its own, and say what it compiled and wrote."""
    python, wrong = Path(sys.argv[1]).absolute(), 0
    for use in USES:
        with tempfile.TemporaryDirectory() as folder:
            work, home = Path(folder) / "work", Path(folder) / "home"
            work.mkdir()
            home.mkdir()
            before = written(python.parents[1], home)
            done = subprocess.run(
                [python, "-I", Path(__file__).absolute(), "--use", use],
                cwd=work, env={"HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1", "PATH": os.environ["PATH"]},
                capture_output=True, text=True,
            )  # fmt: skip
            new = written(python.parents[1], home) - before
        print(f"{use}: {done.stdout.strip()}{'' if not new else f', wrote {sorted(map(str, new))}'}", flush=True)
        if done.returncode or done.stderr.strip() or new:
            wrong += 1
            print(done.stderr)
    return int(wrong > 0)


def written(*folders: Path) -> set[Path]:
    """All files below some folders."""
    return {file for folder in folders for file in folder.rglob("*")}


def run_use(use: str) -> int:
    """Run one use in this process; 1 if it compiled a kernel."""
    USES[use]()
    from pokerzoo.kernels.store import used_kernels

    used = used_kernels()
    compiled = sorted(one.py_func.__qualname__ for one in used if one.stats.cache_misses)
    loaded = sum(one.stats.cache_hits.total() for one in used)
    print(f"{loaded} kernels loaded, compiled: {', '.join(compiled) or 'none'}")
    return len(compiled) > 0


if __name__ == "__main__":
    raise SystemExit(run_use(sys.argv[2]) if sys.argv[1] == "--use" else main())
