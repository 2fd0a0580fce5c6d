"""The summary of a solved spot for three players: what each expects, and what each could gain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .output import console, distance_text, print_facts, signed_chips
from .solve_facts import broken_facts, file_fact, locked_facts, opening_facts

if TYPE_CHECKING:
    from pokerzoo.envs.games.holdem import HoldemGame
    from pokerzoo.envs.measurement import PlayerMeasurement
    from pokerzoo.evaluation.spots.gains_result import GainsResult


def print_gains_summary(game: HoldemGame, result: GainsResult, until: float | None) -> None:
    """Print the spot, its values and gains; ``until`` is the limit in chips that was asked for."""
    locked = bool(result.locked_infosets)
    facts = opening_facts("spot", game, result) | locked_facts(result)
    for name, own in zip(game.player_names, result.players, strict=True):
        gain = f"{percent_text(game, own.gain_chips)} ({distance_text(own.gain_chips)} chips a hand)"
        facts[f"{name} expects"] = [expected_text(game, own), f"a best response to the others gains {gain}"]
    kept = ", the locks kept" if locked else ""
    each = result.nash_conv_chips / game.num_players
    facts["gains in sum"] = f"{percent_text(game, result.nash_conv_chips)}, {percent_text(game, each)} a player{kept}"
    facts |= broken_facts(game, result)
    facts["promise"] = promise_text(game, result, until, locked)
    facts["OOP starts with"] = ", ".join(f"{name} {share:.2%}" for name, share in result.root_frequencies.items())
    facts["file"] = file_fact(result)
    if result.file is not None:
        facts["hand by hand"] = f"pokerzoo show {result.file}"
    print_facts(console(), facts)


def expected_text(game: HoldemGame, own: PlayerMeasurement) -> str:
    """Expected value of a player: net chips and pot share."""
    share = own.expected_pot_share_chips or 0.0
    return (
        f"{signed_chips(own.expected_chips)} net chips, a pot share of {share:.6f} ({share / game.starting_pot:.2%} of the pot)"
    )


def percent_text(game: HoldemGame, amount: float) -> str:
    """An amount as a share of the pot."""
    return f"{distance_text(100 * amount / game.starting_pot)}% of the pot"


def promise_text(game: HoldemGame, result: GainsResult, until: float | None, locked: bool) -> str:
    """A sentence on what these strategies are: an approximate equilibrium only where each gain is within the limit."""
    if until is not None and result.largest_gain_chips <= until:
        most = percent_text(game, result.largest_gain_chips)
        beside = " that keeps to the locks" if locked else ""
        return f"an approximate equilibrium{beside}: no player gains more than {most}; others may pay otherwise"
    return "none: with three players CFR may not converge; the gains above are exact"
