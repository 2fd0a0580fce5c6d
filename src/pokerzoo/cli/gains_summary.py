"""The summary of a solved spot for three players, or for prizes: what each expects, and what each could gain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .output import console, distance_text, print_facts, signed_chips
from .solve_facts import file_fact, locked_facts, opening_facts

if TYPE_CHECKING:
    from pokerzoo.envs.games.holdem import HoldemGame
    from pokerzoo.envs.measurement import PlayerMeasurement
    from pokerzoo.evaluation.spots.gains_result import GainsResult


def print_gains_summary(game: HoldemGame, result: GainsResult, until: float | None) -> None:
    """Print the spot, its values and gains; ``until`` is the limit in chips, or prize money, that was asked for."""
    locked = bool(result.locked_infosets)
    facts = opening_facts("spot", game, result) | locked_facts(result)
    who = "others" if game.num_players > 2 else "other"
    for name, own in zip(game.player_names, result.players, strict=True):
        gain = f"{percent_text(game, own.gain_chips)} ({distance_text(own.gain_chips)} {game.money} a hand)"
        facts[f"{name} expects"] = [expected_text(game, own), f"a best response to the {who} gains {gain}"]
    kept = ", the locks kept" if locked else ""
    each = result.nash_conv_chips / game.num_players
    facts["gains in sum"] = f"{percent_text(game, result.nash_conv_chips)}, {percent_text(game, each)} a player{kept}"
    if game.others_gain:
        total = sum(own.expected_chips for own in result.players)
        does = "gain" if total < 0 else "lose"
        together = f"{'both' if game.num_players == 2 else 'all'} together"
        facts[together] = f"{signed_chips(total)} {game.money}, which the tournament's other players {does}"
    facts["promise"] = promise_text(game, result, until, locked)
    facts["OOP starts with"] = ", ".join(f"{name} {share:.2%}" for name, share in result.root_frequencies.items())
    facts["file"] = file_fact(result)
    if result.file is not None:
        facts["hand by hand"] = f"pokerzoo show {result.file}"
    print_facts(console(), facts)


def expected_text(game: HoldemGame, own: PlayerMeasurement) -> str:
    """Expected value of a player: net chips and pot share, or prize money."""
    if own.expected_pot_share_chips is None:
        return f"{signed_chips(own.expected_chips)} {game.money} beyond what the stack is worth before the hand"
    share = own.expected_pot_share_chips
    return (
        f"{signed_chips(own.expected_chips)} net chips, a pot share of {share:.6f} ({share / game.starting_pot:.2%} of the pot)"
    )


def percent_text(game: HoldemGame, amount: float) -> str:
    """An amount as a share of the pot, or of all prizes.

    >>> from pokerzoo.envs import make_game
    >>> percent_text(make_game("holdem", payouts=(50, 30)), 0.2)
    '0.25% of all prizes'
    """
    base, whole = (game.starting_pot, "the pot") if game.prize_pool is None else (game.prize_pool, "all prizes")
    return f"{distance_text(100 * amount / base)}% of {whole}"


def promise_text(game: HoldemGame, result: GainsResult, until: float | None, locked: bool) -> str:
    """A sentence on what these strategies are: an approximate equilibrium only where each gain is within the limit."""
    one_value = game.num_players == 2 and not game.others_gain
    if until is not None and result.largest_gain_chips <= until:
        most = percent_text(game, result.largest_gain_chips)
        other = "" if one_value else "; others may pay otherwise"
        beside = " that keeps to the locks" if locked else ""
        return f"an approximate equilibrium{beside}: no player gains more than {most}{other}"
    if one_value:
        limit = "no limit was given" if until is None else "the limit was not reached"
        return f"none: {limit}; the gains above are exact"
    why = "with three players" if game.num_players > 2 else "for prizes"
    return f"none: {why} CFR may not converge; the gains above are exact"
