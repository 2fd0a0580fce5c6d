"""Facts that the summaries of all solved games tell alike: how it was solved, what was locked, and the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .game_facts import game_lines
from .locks import locked_places
from .output import distance_text

if TYPE_CHECKING:
    from pokerzoo.envs.games.holdem import HoldemGame
    from pokerzoo.envs.poker.game import PokerGame
    from pokerzoo.evaluation.spots.gains_result import GainsResult
    from pokerzoo.evaluation.spots.hand_result import HandSolveResult
    from pokerzoo.evaluation.spots.solve_result import SolveResult


def opening_facts(
    title: str,
    game: PokerGame,
    result: SolveResult | HandSolveResult | GainsResult,
    speed_format: str = ",.3g",
) -> dict[str, str | list[str]]:
    """The game under a title, the method, and the iterations."""
    rate = result.iterations_per_second
    speed = "" if rate is None else f", {rate:{speed_format}} a second"
    threads = f", {result.threads} threads" if result.threads > 1 else ""
    turns = "alternating updates" if result.alternating else "simultaneous updates"
    return {
        title: game_lines(game),
        "method": f"{result.variant}, {turns}, {result.solver_precision} precision{threads}",
        "iterations": f"{result.iterations:,} in {result.seconds:.2f} s{speed}",
    }


def locked_facts(result: SolveResult | GainsResult) -> dict[str, str]:
    """The locks and where they are; empty without any."""
    locked = result.locked_infosets
    if not locked:
        return {}
    return {"locked": f"{locked:,} infoset{'s'[: locked != 1]} at {locked_places(result.locked_nodes)}"}


def broken_facts(game: HoldemGame, result: SolveResult | GainsResult) -> dict[str, str]:
    """Exploitability where the locks may be broken; empty without any."""
    amount = result.exploitability_with_locks_broken_chips
    if amount is None:
        return {}
    percent, chips = distance_text(100 * amount / game.starting_pot), distance_text(amount)
    return {"locks broken": f"best responses that need not keep to them: {percent}% of the pot ({chips} chips a hand)"}


def file_fact(result: SolveResult | HandSolveResult | GainsResult) -> str:
    """The file, or how to have one."""
    if result.file is None:
        return "not written; --out FILE keeps the strategy"
    return f"{result.file} ({result.file_bytes:,} bytes)"
