"""The summary of a solved spot for three players: what each expects, and what each could gain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .output import console, distance_text, print_facts, signed_chips
from .solve_facts import file_fact, locked_facts, opening_facts

if TYPE_CHECKING:
    from pokerzoo.envs.games.holdem import HoldemGame
    from pokerzoo.evaluation.spots.three_result import ThreePlayersResult


def print_three_summary(game: HoldemGame, result: ThreePlayersResult, until: float | None) -> None:
    """Print the spot, its values and gains; ``until`` is the limit in chips that was asked for."""
    locked = bool(result.locked_infosets)
    facts = opening_facts("spot", game, result) | locked_facts(result)
    for name, own in zip(game.player_names, result.players, strict=True):
        share = own.expected_pot_share_chips or 0.0
        of_pot = f"{share / game.starting_pot:.2%} of the pot"
        gain = distance_text(own.gain_pot_percent or 0.0)
        facts[f"{name} expects"] = [
            f"{signed_chips(own.expected_chips)} net chips, a pot share of {share:.6f} ({of_pot})",
            f"a best response to the others gains {gain}% of the pot ({distance_text(own.gain_chips)} chips a hand)",
        ]
    kept = ", the locks kept" if locked else ""
    total = distance_text(100 * result.nash_conv_chips / game.starting_pot)
    facts["gains in sum"] = f"{total}% of the pot, {distance_text(result.exploitability_pot_percent or 0.0)}% a player{kept}"
    facts["promise"] = promise_text(result, until, locked)
    facts["OOP starts with"] = ", ".join(f"{name} {share:.2%}" for name, share in result.root_frequencies.items())
    facts["file"] = file_fact(result)
    if result.file is not None:
        facts["hand by hand"] = f"pokerzoo show {result.file}"
    print_facts(console(), facts)


def promise_text(result: ThreePlayersResult, until: float | None, locked: bool) -> str:
    """A sentence on what these strategies are: an approximate equilibrium only where each gain is within the limit."""
    if until is not None and result.largest_gain_chips <= until:
        percent = distance_text(result.largest_gain_pot_percent or 0.0)
        beside = " that keeps to the locks" if locked else ""
        return f"an approximate equilibrium{beside}: no player gains more than {percent}% of the pot; others may pay otherwise"
    return "none: with three players CFR may not converge; the gains above are exact"
