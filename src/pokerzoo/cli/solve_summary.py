"""The summary of what ``pokerzoo solve`` solved: values, exploitability or gains, the first decision, and the file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pokerzoo.envs.game_words import game_lines
from pokerzoo.envs.support.formats import distance_text, number_text

from .locks import locked_places
from .results import Facts

if TYPE_CHECKING:
    from pokerzoo.agents.cfr.solve_result import SolveResult
    from pokerzoo.envs.measurement import PlayerMeasurement
    from pokerzoo.envs.poker.game import PokerGame


def summary_parts(game: PokerGame, result: SolveResult, until: float | None) -> Iterator[Any]:
    """The game, its values, and the first decision; ``until`` is the limit in chips that was asked for."""
    three, blinds = game.num_players > 2, result.chart is not None
    turns = "alternating updates" if result.alternating else "simultaneous updates"
    threads = f", {result.threads} threads" if result.threads > 1 else ""
    rate = result.iterations_per_second
    speed = "" if rate is None else f", {rate:,.0f} a second" if rate >= 100 else f", {rate:.3g} a second"
    facts: Facts = {
        "game" if blinds else "spot": game_lines(game),
        "method": f"{result.variant}, {turns}, {result.solver_precision} precision{threads}",
        "iterations": f"{result.iterations:,} in {result.seconds:.2f} s{speed}",
    }
    if locked := result.locked_infosets:
        facts["locked"] = f"{locked:,} infoset{'s'[: locked != 1]} at {locked_places(result.locked_nodes)}"
    seats = result.players[::-1] if blinds else result.players  # the small blind acts first
    for own in seats:
        facts[f"{game.player_names[own.player]} expects"] = (
            [expected_text(game, own), f"a best response to the others gains {game.stakes.amount_text(own.gain_chips)}"]
            if three
            else expected_text(game, own)
        )
    kept = ", the locks kept" if locked else ""
    if three:
        each = game.stakes.amount_text(result.nash_conv_chips / game.num_players)
        facts["gains in sum"] = f"{game.stakes.amount_text(result.nash_conv_chips)}, {each} a player{kept}"
    else:
        facts["exploitability"] = game.stakes.amount_text(result.exploitability_chips) + kept
    broken = result.exploitability_with_locks_broken_chips
    if broken is not None:
        facts["locks broken"] = f"best responses that need not keep to them: {game.stakes.amount_text(broken)}"
    if three:
        facts["promise"] = promise_text(game, result, until)
    flops = game.params.get("flops", "all")
    if flops != "all":
        facts["flops"] = f"{flops.removeprefix('flops:')} of 1,755 stand for all"
    first = game.player_names[game.rules.root.actor]
    facts[f"{first} starts with"] = ", ".join(f"{name} {share:.2%}" for name, share in result.root_frequencies.items())
    facts |= file_facts(result)
    yield facts
    if result.chart is not None:
        yield ""
        yield from chart_parts(game, result.chart)


def file_facts(result: SolveResult) -> dict[str, str]:
    """The file and what to do with it, or how to have one."""
    if result.file is None:
        return {"file": "not written; --out FILE keeps the strategy"}
    facts = {"file": f"{result.file} ({result.file_bytes:,} bytes)"}
    if result.river_bound is not None:
        facts["rivers"] = f"solved anew when asked for; then exploitability is {result.river_bound}"
    if result.chart is None:
        facts["hand by hand"] = f"pokerzoo show {result.file}"
    return facts


def expected_text(game: PokerGame, own: PlayerMeasurement) -> str:
    """Expected value of a player: net chips, and pot share where there is a starting pot."""
    share, pot = own.expected_pot_share_chips, game.stakes.starting_pot
    if share is None or pot is None:
        return f"{number_text(own.expected_chips, '+.6f')} chips a hand"
    return f"{number_text(own.expected_chips, '+.6f')} net chips, a pot share of {share:.6f} ({share / pot:.2%} of the pot)"


def promise_text(game: PokerGame, result: SolveResult, until: float | None) -> str:
    """A sentence on what strategies of three are: an approximate equilibrium only where each gain is within the limit."""
    if until is not None and result.largest_gain_chips <= until:
        most = f"{distance_text(result.largest_gain_pot_percent)}% of the pot"
        beside = " that keeps to the locks" if result.locked_infosets else ""
        return f"an approximate equilibrium{beside}: no player gains more than {most}; others may pay otherwise"
    return "none: with three players CFR may not converge; the gains above are exact"


def chart_parts(game: PokerGame, chart: dict[str, dict[str, float]]) -> Iterator[Any]:
    """The first decision as a grid: how often each hand takes each action."""
    import numpy as np

    from pokerzoo.envs.drawing.range_grid import grid_cells
    from pokerzoo.envs.poker.cards import CLASS_NAMES
    from pokerzoo.evaluation.spots.spot_tables import action_marks, cells_table

    line = game.rules.root.line
    marks = action_marks(line.tokens)
    yield ", ".join(f"{letter} {name}" for (letter, _), name in zip(marks, line.action_names, strict=True))
    shares = np.array([[*chart[name].values()] if name in chart else [0.0] * len(marks) for name in CLASS_NAMES])
    held = np.array([float(name in chart) for name in CLASS_NAMES])
    yield cells_table(grid_cells(shares.reshape(13, 13, -1), held.reshape(13, 13), marks))
