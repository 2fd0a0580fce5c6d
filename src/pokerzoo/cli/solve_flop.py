"""``pokerzoo solve --limit flop``: a flop solved alone, and what is known of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from pokerzoo.envs.games.spot_presets import Settings

from .compiling import compile_ahead
from .output import console, is_terminal_error, print_facts, print_json, signed_chips
from .progress import run_watched, say_interrupted
from .solve_facts import file_fact, opening_facts
from .spot import make_spot

if TYPE_CHECKING:
    from pokerzoo.agents import DepthLimitedCFR
    from pokerzoo.envs.games.holdem import HoldemGame
    from pokerzoo.evaluation.spots.flop_alone_result import FlopAloneResult

PRECISIONS = ("auto", "single")
"""Of the solver."""
NOT_WITH = {
    "until": "exploitability is not known without turns and rivers; --iterations says when to stop",
    "lock": "no hands can be locked in a flop alone",
    "lock-at": "no hands can be locked in a flop alone",
    "rivers": "the file holds the flop alone",
    "middle": "networks value hands of two players",
    "payouts": "networks value hands in chips",
    "game": "it is for flops, not for presets from the blinds on",
}
"""Settings that go not with ``--limit``, each with the reason."""


def check_limit(settings: Settings) -> None:
    """ValueError unless all settings go with ``--limit flop``."""
    from pokerzoo.agents.neural.flop_alone import TURN_ALONE
    from pokerzoo.envs.support.parameters import brief

    limit = settings["limit"]
    if limit != "flop":
        raise ValueError(f"--limit {brief(limit)}: must be flop" + (f": {TURN_ALONE}" if limit == "turn" else ""))
    for name, why in NOT_WITH.items():
        if name in settings:
            given = "a preset from the blinds on" if name == "game" else f"--{name}"
            raise ValueError(f"--limit flop: goes not with {given}: {why}")
    precision = settings.get("solver-precision", "auto")
    if precision not in PRECISIONS:
        raise ValueError(f"--solver-precision {brief(precision)}: must be auto or single with --limit flop")


def solve_flop(settings: Settings, target: Path | None, as_json: bool, quiet: bool) -> None:
    """Solve a flop alone, keep its policy and print the result."""
    from pokerzoo.agents.neural.flop_alone import ITERATIONS, flop_alone_fault, make_flop_solver

    check_limit(settings)
    game, size = make_spot(settings), list[int]()
    variant, iterations = settings.get("variant", "dcfr"), settings.get("iterations", ITERATIONS)
    fault = flop_alone_fault(game, variant)
    if fault is not None:
        raise ValueError(f"--limit flop: {fault}")

    def make() -> DepthLimitedCFR:
        return make_flop_solver(game, variant, settings.get("threads"))

    def keep(solver: DepthLimitedCFR, failed: bool) -> None:
        if target is not None:
            size.append(solver.average_policy().save(target, settings.get("precision", "full")))

    compile_ahead(game, "single", quiet=quiet)
    run = run_watched(make, iterations, None, show=is_terminal_error() and not quiet, keep=keep, measures=False)
    if run.interrupted:
        say_interrupted(run.solver, settings.get("out"))
    if quiet and not as_json:
        return
    from pokerzoo.evaluation.spots.flop_alone_result import flop_alone_result

    result = flop_alone_result(game, run, settings.get("out"), size[0] if size else None)
    if as_json:
        print_json(result)
    else:
        print_flop_summary(game, result)


def print_flop_summary(game: HoldemGame, result: FlopAloneResult) -> None:
    """Print the flop, estimates of its values, the first player's strategy, and what is not known."""
    from pokerzoo.agents.neural.flop_alone import TABLES, UNKNOWN

    facts: dict[str, Any] = opening_facts("spot", game, result, speed_format=",.0f")
    facts["solved"] = "the flop alone; a network values the turns"
    for name, player in zip(("OOP", "IP"), result.players, strict=True):
        net, share = player.expected_net_chips, player.expected_pot_share_chips
        of_pot = f"{share / game.starting_pot:.2%} of the pot"
        facts[f"{name} expects"] = f"about {signed_chips(net)} net chips, a pot share of {share:.6f} ({of_pot})"
    facts["exploitability"] = [UNKNOWN, f"{result.stated_error} ({TABLES})"]
    facts["OOP starts with"] = ", ".join(f"{name} {share:.2%}" for name, share in result.root_frequencies.items())
    facts["file"] = file_fact(result)
    if result.file is not None:
        facts["turns"] = "solved with their rivers when asked for, for the ranges that come there"
        facts["hand by hand"] = f"pokerzoo show {result.file}"
    print_facts(console(), facts)
