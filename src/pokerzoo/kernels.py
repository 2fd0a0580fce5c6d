"""Kernels compiled before they are needed: two processes share those of turns and flops."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import nullcontext
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pokerzoo.envs import Game
    from pokerzoo.envs.core import GameLike

FEW_BETS = {"bet_sizes": "a", "raise_sizes": "", "donk_sizes": None, "removed": (), "raise_cap": None}
FROM_BLINDS = {"fhp": {"deck": "royal", "raise_cap": 2}, "preflop_holdem": {"stack": 8, "raise_sizes": "a"}}
HELP = """
import json, sys
from pokerzoo.envs import make_game
from pokerzoo.kernels import measure
name, params, reports = json.loads(sys.argv[1])
measure(make_game(name, **params), reports)
"""


def warm_up(game: GameLike, precision: str = "auto", *, reports: bool = True) -> None:
    """Compile the kernels that solving, measuring and reporting on a game needs, or load those that are compiled.

    It solves a game with the same cards and ranges and few bets. Of turns and flops, whose solver and measures share few
    kernels, a second process compiles those of the measures meanwhile.

    Args:
        game: any game, its environment or its name; of one that is too large to be solved hands are dealt and played.
        precision: that of the solver.
        reports: of spots also those that reports need.

    Example:
        >>> from pokerzoo.envs import make_game
        >>> warm_up(make_game("kuhn"))
    """
    from pokerzoo.envs import BatchedGame, make_game
    from pokerzoo.envs.core import game_of
    from pokerzoo.envs.poker.game import PokerGame

    game = game_of(game)
    if not game.numbered or not (isinstance(game, PokerGame) or game.exact_takes_seconds):
        hands = BatchedGame(game, 2)
        hands.reset(seed=1)
        hands.step(hands.random_actions())
        return
    from pokerzoo.agents import CFR

    params = {**game.params, **FEW_BETS} if is_spot_by_name(game) else FROM_BLINDS.get(game.name)
    small = game if params is None else make_game(game.name, **params)
    with start_helper(small, reports) if has_two_halves(game) else nullcontext():  # it is waited for
        solver = CFR(small, precision=precision).run(3)  # type: ignore[arg-type]  # checked there
        solver.average_policy()
        solver.current_policy()
    measure(small, reports)


def warm_up_once(game: Game, precision: str, *, reports: bool = True) -> None:
    """``warm_up`` before the first turn or flop on a machine, where two processes are faster than one."""
    if precision == "double" or not has_two_halves(game):
        return
    from pokerzoo.agents.cfr.street_kernels import walk_boards

    if walk_boards._cache.is_empty():  # type: ignore[attr-defined]
        warm_up(game, precision, reports=reports)


def has_two_halves(game: Game) -> bool:
    """True if a second process takes half of the work."""
    if not is_spot_by_name(game):
        return False
    from numba import config

    from pokerzoo.envs.compiled.public_tree import is_walked_by_boards
    from pokerzoo.envs.compiled.shared_parts import usable_processors
    from pokerzoo.envs.poker.game import PokerGame

    walked = isinstance(game, PokerGame) and is_walked_by_boards(game.rules)
    return walked and usable_processors() > 1 and not getattr(config, "DISABLE_JIT", False)


def is_spot_by_name(game: Game) -> bool:
    """True for a hold'em spot for two, without the modules that ``is_spot`` loads."""
    return game.name == "holdem" and game.num_players == 2


def start_helper(game: Game, reports: bool) -> subprocess.Popen[bytes]:
    """Start the process that compiles the measures; whatever fails there is left to the first use."""
    return subprocess.Popen(
        [sys.executable, "-P", "-c", HELP, json.dumps([game.name, game.params, reports])],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )  # fmt: skip


def measure(game: Game, reports: bool) -> None:
    """Measure a solver before its first iteration and a policy, and report on the policy if it is a spot's."""
    from pokerzoo.agents import CFR, TabularPolicy
    from pokerzoo.evaluation import SpotReport, exploitability, leaks

    _ = CFR(game).exploitability
    policy = TabularPolicy.uniform(game)
    exploitability(game, policy)
    leaks(game, policy)
    if reports and is_spot_by_name(game):
        SpotReport(game, policy).at()
