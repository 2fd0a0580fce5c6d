"""Families of kernels: for each thing that users do, the smallest run that needs all its kernels.

Numba compiles a kernel for the types of its arguments, which only a call knows. So these runs are the list of what is
compiled: ``pokerzoo kernels build`` makes them, and a wheel ships what they load.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

RANGES = ("AA,KK,QJs,T9s", "QQ,JJ,AKs,87s")
WIDE = ("22+,A2s+,K9s+", "22+,A2s+,Q9s+")
THREE = ("AA,QJs", "KK,T9s", "QQ,87s")
WIDE_THREE = ("66+,ATs+", "66+,KJs+", "66+,QJs,JTs")
SPOT: dict[str, Any] = {"pot": 10, "stack": 20, "bet_sizes": "50%", "raise_sizes": "a"}
TWO_TONE = "QsJh2h8s"
"""A turn on which suits are alike, which has kernels of its own."""
BOARDS = {"river": "Td9d6h2c3s", "turn": "Td9d6h2c", "flop": "Td9d6h"}


class Family(NamedTuple):
    """Kernels that are needed together."""

    title: str
    seconds: float  # about what compiling takes on one core
    run: Callable[[], object]


def small_games() -> None:
    """CFR on small games, and exact measures."""
    from pokerzoo.agents import CFR
    from pokerzoo.envs import make_game
    from pokerzoo.evaluation import exploitability, leaks

    for game in (
        make_game("kuhn"),
        make_game("kuhn", num_players=3),
        make_game("leduc"),
        make_game("bet_raise"),
        make_game("rps"),
    ):
        for variant in ("cfr", "pcfr+"):
            solver = CFR(game, variant).run(3)
            _ = solver.exploitability
        policy = solver.average_policy()
        exploitability(game, policy)
        leaks(game, policy)


def three_players() -> None:
    """Rivers and a turn for three players, with few hands in double and with many in single precision."""
    river = BOARDS["river"]
    for board, ranges in ((river, THREE), (river, WIDE_THREE), (TWO_TONE, THREE)):
        solve_spot(board, ranges)


def solve_spot(board: str, ranges: tuple[str, ...], **options: Any) -> None:
    """Solve a spot, measure it and report on it."""
    from pokerzoo.agents import CFR
    from pokerzoo.envs import make_game

    solver = CFR(make_game("holdem", board=board, ranges=ranges, **SPOT, **options), "dcfr").run(3)
    _ = solver.exploitability
    solver.current_policy()
    look_at(solver.game, solver.average_policy())


def sampled_games() -> None:
    """CFR that samples deals or actions."""
    from pokerzoo.agents import MCCFR
    from pokerzoo.envs import make_game

    for game in (make_game("kuhn"), make_game("leduc")):
        for sampling in ("external", "outcome", "chance"):
            MCCFR(game, sampling=sampling, seed=1).run(3)
        MCCFR(game, "cfr+", baseline=True, sampling="outcome", seed=1).run(3).average_policy()


def mirror_descent() -> None:
    """Magnetic mirror descent and CFR by circuits."""
    from pokerzoo.agents import MMD, CircuitCFR
    from pokerzoo.envs import make_game

    for game in (make_game("kuhn"), make_game("kuhn", num_players=3), make_game("leduc"), spot("river"), spot("river", WIDE)):
        for magnet_rate in (0.0, 0.1):
            solver = MMD(game, magnet_rate=magnet_rate).run(3)
            _ = solver.exploitability
            solver.average_policy()
    _ = CircuitCFR(make_game("kuhn")).run(3).exploitability


def bet_fold() -> None:
    """The simultaneous bet/fold game, and push/fold, at a table too."""
    from pokerzoo.agents import CFR, ProfileRegretMatching, SymmetricRegretMatching, solve_push_fold
    from pokerzoo.envs import make_game, push_fold_table
    from pokerzoo.evaluation import exploitability

    for players in (2, 3):
        game = make_game("bet_fold", num_players=players)
        for learner in (SymmetricRegretMatching, ProfileRegretMatching):
            exploitability(game, learner(game).run(3).average_policy())
        SymmetricRegretMatching(game, chance="sample", seed=1).run(3)
        solver = CFR(make_game("push_fold", num_players=players)).run(3)
        exploitability(solver.game, solver.average_policy())
    for stacks in ([5, 5], [5, 4, 6]):
        for payouts in ((), (60, 40)):
            solve_push_fold(push_fold_table(stacks, payouts=payouts, deals=1000), until=0, iterations=2)


def spot(street: str, ranges: tuple[str, str] = RANGES) -> Any:
    """A spot that begins on a street."""
    from pokerzoo.envs import make_game

    return make_game("holdem", board=BOARDS[street], ranges=ranges, **SPOT)


def solve_streets() -> None:
    """Solvers of turns and flops, in single precision."""
    from pokerzoo.agents import CFR

    for street in ("turn", "flop"):
        solver = CFR(spot(street), "dcfr").run(3)
        solver.average_policy()
        solver.current_policy()


def solve_streets_in_half() -> None:
    """Solvers of turns and flops, in half precision."""
    from pokerzoo.agents import CFR

    for street in ("turn", "flop"):
        solver = CFR(spot(street), "dcfr", precision="half").run(3)
        _ = solver.exploitability
        solver.average_policy()
        solver.current_policy()


def measure_streets() -> None:
    """Exact measures and leaks of turns and flops."""
    from pokerzoo.agents import CFR, TabularPolicy
    from pokerzoo.evaluation import exploitability, leaks

    for game in (spot("turn", WIDE), spot("flop")):
        _ = CFR(game, "dcfr").exploitability  # before the first iteration, which needs the solver's kernels
        exploitability(game, policy := TabularPolicy.uniform(game))
        leaks(game, policy)


def report_streets() -> None:
    """Reports of turns and flops from files, and the values of hands."""
    from pokerzoo.agents import TabularPolicy

    for game in (spot("turn", WIDE), spot("flop")):
        report_on(game, TabularPolicy.uniform(game))


def games_from_blinds() -> tuple[Any, Any]:
    """Games from the blinds on: flop hold'em on the royal deck, and one before the flop, which equities settle."""
    from pokerzoo.envs import make_game

    flop = make_game("flop_holdem", deck="royal", raise_cap=2)
    return flop, make_game("preflop_holdem", stack=8, raise_sizes="a")


def solve_from_blinds() -> None:
    """Solvers of games from the blinds on, in single and in half precision."""
    from pokerzoo.agents import CFR

    flop, preflop = games_from_blinds()
    for game, precision in ((flop, "single"), (flop, "half"), (preflop, "single")):
        solver = CFR(game, "dcfr", precision=precision).run(3)  # type: ignore[arg-type]
        _ = solver.exploitability
        solver.average_policy()
        solver.current_policy()


def measure_from_blinds() -> None:
    """Exact measures, leaks and reports of games from the blinds on, and baselines that play them."""
    import numpy as np

    from pokerzoo.agents import CFR, HandsPolicy
    from pokerzoo.envs import make_game
    from pokerzoo.envs.poker.run_out_matrix import run_out_matrices
    from pokerzoo.evaluation import exploitability, head_to_head, leaks

    flop, preflop = games_from_blinds()
    for game in (flop, preflop):
        policy = CFR(game, "dcfr").average_policy()
        exploitability(game, policy)
        leaks(game, policy).ranked(1, "hand_class")
    policy = CFR(flop, "dcfr").average_policy()
    report_on(flop, policy)
    exploitability(flop, HandsPolicy(policy.strategy, suits_alike=True))
    run_out_matrices(preflop.rules, np.array([[2, 19, 45]]), 2)
    head_to_head(make_game("flop_holdem"), ["honest", "random"], hands=2, seed=1)


def rivers() -> None:
    """Rivers, with few and with many hands."""
    from pokerzoo.agents import CFR

    for ranges in (RANGES, WIDE):
        solver = CFR(spot("river", ranges), "dcfr").run(3)
        _ = solver.exploitability
        look_at(solver.game, solver.average_policy())
    solver.hand_values()


def look_at(game: Any, policy: Any) -> None:
    """Measure a policy, and report on it from its file."""
    from pokerzoo.evaluation import exploitability, leaks

    exploitability(game, policy)
    leaks(game, policy)
    report_on(game, policy)


def report_on(game: Any, policy: Any) -> None:
    """Report on a policy from its file."""
    from pokerzoo.evaluation import SpotReport

    with tempfile.TemporaryDirectory() as folder:
        policy.save(path := Path(folder) / "spot.npz")
        SpotReport(game, path).at()


def environments() -> None:
    """Many hands at once, for learners."""
    import gymnasium

    from pokerzoo.agents import WHOLE_HAND_BASELINES
    from pokerzoo.envs import BatchedGame, make_game, texas_holdem_v0

    for name in ("Kuhn", "Leduc", "BetRaise", "HoldemRiver", "TexasHoldem", "FlopHoldem", "PreflopHoldem"):
        table = gymnasium.make_vec(f"pokerzoo/{name}-v0", num_envs=2)
        seen, _ = table.reset(seed=1)
        for _ in range(3):
            seen, *_ = table.step(seen["action_mask"].argmax(axis=1))
        table.close()
    for opponent in (None, *WHOLE_HAND_BASELINES):
        single = gymnasium.make("pokerzoo/TexasHoldem-v0", opponent=opponent) if opponent else texas_holdem_v0.env()
        single.reset(seed=1)
        single.step(1)
    table = gymnasium.make_vec("pokerzoo/TexasHoldem-v0", num_envs=2, opponent="equity")
    seen, _ = table.reset(seed=1)
    table.step(seen["action_mask"].argmax(axis=1))
    for game in (make_game("kuhn"), make_game("leduc"), make_game("texas_holdem"), make_game("flop_holdem")):
        hands = BatchedGame(game, 2)
        hands.reset(seed=1)
        hands.step(hands.random_actions())
        hands.observations()


def blueprints() -> None:
    """Blueprints of whole hands: hand classes, training, the policy at the table."""
    from pokerzoo.agents import Blueprint, make_hand_classes
    from pokerzoo.agents.blueprint.canonical_boards import canonical_boards
    from pokerzoo.envs import make_game
    from pokerzoo.envs.whole_hands.game import TexasHoldemGame
    from pokerzoo.evaluation import head_to_head

    game = make_game("texas_holdem", deck="royal", stacks=20)
    assert isinstance(game, TexasHoldemGame)
    blueprint = Blueprint(game, hand_classes={"flop": 4, "turn": 4, "river": 4}, seed=1).run(1)
    blueprint.classes.class_of(0, (2, 3, 4, 5, 6))
    _ = canonical_boards(20, (3,)).hands  # which are not asked for where hand classes are kept in a file
    make_hand_classes(game.rules, flop=4, turn=4, river=4, features="spread", river_features="ochs").on_board((0, 1, 2, 3, 4))
    head_to_head(game, [blueprint, "tight"], hands=4, seed=1)
    head_to_head(make_game("texas_holdem"), ["blueprint", "tight"], hands=10, seed=2)  # the one that comes with the package


def matches() -> None:
    """Matches of small games, spots and whole hands, with the luck taken out."""
    from pokerzoo.envs import make_game
    from pokerzoo.evaluation import head_to_head, local_best_response

    for game in (make_game("kuhn"), make_game("leduc")):
        head_to_head(game, ["random", "honest"], hands=4, seed=1, aivat=True)
    head_to_head(make_game("kuhn", num_players=3), ["random"] * 3, hands=4, seed=1)
    local_best_response(make_game("texas_holdem"), "tight", hands=4, seed=1)
    for players in (2, 3):
        names = ["tight", "loose", "equity"][:players]
        head_to_head(make_game("texas_holdem", num_players=players), names, hands=4, seed=1, aivat=players == 2)


def equities() -> None:
    """Equities of hands and ranges, on any street."""
    from pokerzoo.evaluation import equity

    for board in ("", *BOARDS.values()):
        equity(RANGES, board=board)
    equity(("AhAs", "KdKc", "7h5h"), board=BOARDS["turn"])
    equity(RANGES, method="sample", samples=100, seed=1)


FAMILIES = {
    "streets": Family("solvers of turns and flops", 12.0, solve_streets),
    "street-measures": Family("measures of turns and flops", 10.0, measure_streets),
    "street-reports": Family("reports of turns and flops", 10.0, report_streets),
    "half-streets": Family("turns and flops in half precision", 10.0, solve_streets_in_half),
    "from-blinds": Family("solvers of games from the blinds on", 20.0, solve_from_blinds),
    "from-blinds-measures": Family("measures and reports of games from the blinds on", 15.0, measure_from_blinds),
    "rivers": Family("rivers", 10.0, rivers),
    "three-players": Family("spots for three players", 60.0, three_players),
    "small-games": Family("small games", 6.0, small_games),
    "sampled": Family("sampled CFR", 7.0, sampled_games),
    "mirror-descent": Family("mirror descent", 2.0, mirror_descent),
    "bet-fold": Family("bet/fold and push/fold", 20.0, bet_fold),
    "blueprints": Family("blueprints of whole hands", 15.0, blueprints),
    "environments": Family("environments, many at once", 12.0, environments),
    "matches": Family("matches", 14.0, matches),
    "equities": Family("equities", 2.0, equities),
}
"""All families, those that others wait for first."""
