"""The summary of a solved game from the blinds on: values, and a 13 x 13 chart of the first decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .output import console, distance_text, print_facts, signed_chips
from .solve_facts import file_fact, opening_facts

if TYPE_CHECKING:
    from rich.console import Console

    from pokerzoo.envs.poker.game import PokerGame
    from pokerzoo.evaluation.spots.hand_result import HandSolveResult

LETTERS = "FCABDEGHIJKLM"
"""Letters of the actions in the chart: fold, call, then raises from the smallest on."""


def print_hand_summary(game: PokerGame, result: HandSolveResult) -> None:
    """Print the game, its values, and what each hand class does first."""
    facts = opening_facts("game", game, result)
    for own in reversed(result.players):
        facts[f"{game.player_names[own.player]} expects"] = f"{signed_chips(own.expected_chips)} chips a hand"
    mbb = "" if result.exploitability_mbb is None else f"{distance_text(result.exploitability_mbb)} mbb, "
    facts["exploitability"] = f"{mbb}{distance_text(result.exploitability_chips)} chips a hand"
    flops = game.params.get("flops", "all")
    if flops != "all":
        facts["flops"] = f"{flops.removeprefix('flops:')} of 1,755 stand for all"
    facts["SB starts with"] = ", ".join(f"{name} {share:.2%}" for name, share in result.root_frequencies.items())
    facts["file"] = file_fact(result)
    out = console()
    print_facts(out, facts)
    out.print()
    print_chart(out, result)


def print_chart(out: Console, result: HandSolveResult) -> None:
    """Print the first decision as a grid: each hand's most frequent action, and how often it takes it, in percent."""
    from pokerzoo.envs.poker.cards import CLASS_NAMES, RANKS

    letters = dict(zip(result.root_frequencies, LETTERS, strict=False))
    legend = ", ".join(f"{text} {name}" for name, text in letters.items())
    out.print(f"SB first, most frequent action and percent: {legend}", soft_wrap=True)
    ranks = RANKS[::-1]
    out.print("   " + "".join(f"{rank:>5}" for rank in ranks), soft_wrap=True)
    for row, rank in enumerate(ranks):
        cells = []
        for name in CLASS_NAMES[13 * row : 13 * row + 13]:
            own = result.chart.get(name)
            best = max(own, key=own.__getitem__) if own else ""
            cells.append(f"{letters[best]}{100 * own[best]:.0f}" if own else "-")
        out.print(f"{rank:>3}" + "".join(f"{cell:>5}" for cell in cells), soft_wrap=True)
