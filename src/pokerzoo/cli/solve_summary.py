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

LETTERS = "FCABDEGHIJKLM"
"""Letters of the actions in the chart: fold, call, then raises from the smallest on."""


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
        yield from chart_lines(first, result.root_frequencies, result.chart)


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


def chart_lines(player: str, frequencies: dict[str, float], chart: dict[str, dict[str, float]]) -> Iterator[str]:
    """The first decision as a grid: each hand's most frequent action, and how often it takes it, in percent."""
    from pokerzoo.envs.poker.cards import CLASS_NAMES, RANKS

    letters = dict(zip(frequencies, LETTERS, strict=False))
    legend = ", ".join(f"{text} {name}" for name, text in letters.items())
    yield f"{player} first, most frequent action and percent: {legend}"
    ranks = RANKS[::-1]
    yield "   " + "".join(f"{rank:>5}" for rank in ranks)
    for row, rank in enumerate(ranks):
        cells = []
        for name in CLASS_NAMES[13 * row : 13 * row + 13]:
            shares = chart.get(name)
            best = max(shares, key=shares.__getitem__) if shares else ""
            cells.append(f"{letters[best]}{100 * shares[best]:.0f}" if shares else "-")
        yield f"{rank:>3}" + "".join(f"{cell:>5}" for cell in cells)
