"""The bet/fold game in ``train`` and ``evaluate``: solved card by card, because its tree is too large to compile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pokerzoo.agents import SymmetricRegretMatching
from pokerzoo.envs import Game
from pokerzoo.envs.support.parameters import check_choice

from .game_facts import game_text
from .output import WHOLE_TABLE, console, distance, file_text, iterations_text, new_table, print_facts, print_table

if TYPE_CHECKING:
    import numpy.typing as npt

EXACT_UNTIL = 1e-9
SAMPLED_UNTIL = 0.001
"""Default limit: this deviation gain, in bb a game."""
FEW_ROWS = 24
"""Probabilities are rounded until the table has so few rows, to one digit at the least."""


def common_strategy(variant: str | None, alternating: bool | None, chance: str, seed: int | None) -> dict[str, Any]:
    """Arguments of the trainer of one strategy for all players; ValueError if an option is not for it."""
    check_choice("chance", chance, ("all", "sample"))
    if alternating:
        raise ValueError("--alternating: bet_fold is trained with one strategy for all players, who have no turns")
    return {"variant": variant, "chance": chance, "seed": seed if chance == "sample" else None}


def default_until(game: Game, chance: str) -> float:
    """The limit in chips a game where none is given."""
    return (SAMPLED_UNTIL if chance == "sample" else EXACT_UNTIL) * (game.big_blind or 1.0)


def as_object(solver: SymmetricRegretMatching, result: dict[str, Any]) -> dict[str, Any]:
    """Keys that ``train`` adds to its object for this game."""
    bet = solver.average_strategy()
    gain = result["exploitability_chips"]
    return {
        "deviation_gain_bb": gain / solver.game.blind,
        "deviation_gain_chips": gain,
        "threshold": threshold(bet),
        "bet_probabilities": bet.tolist(),
    }


def threshold(bet: npt.NDArray[np.float64]) -> int:
    """The lowest card from which on all bet at least half of the time. The highest, which cannot lose, always does.

    >>> threshold(np.array([0.9, 0.2, 0.5, 1.0])), threshold(np.ones(3))
    (2, 0)
    """
    seldom = np.flatnonzero(bet < 0.5)
    return int(seldom[-1]) + 1 if seldom.size else 0


def print_summary(solver: SymmetricRegretMatching, result: dict[str, Any]) -> None:
    """The average strategy by card, and what a deviation from it gains."""
    out = console()
    bet = solver.average_strategy()
    rows = card_ranges(bet)
    table = new_table(("cards", "P(bet)"))
    for first, last, text in rows[:WHOLE_TABLE]:
        table.add_row(str(first) if first == last else f"{first} to {last}", text)
    cut = "" if len(rows) <= WHOLE_TABLE else f": the first {WHOLE_TABLE} of {len(rows)} rows (--json has all cards)"
    print_table(out, f"average strategy of all players{cut}", table)
    exact = f"exact values of all cards, {solver.variant.name}"
    gain = f"{distance(result['deviation_gain_bb'])} bb = {distance(result['deviation_gain_chips'])} chips a game"
    facts = {
        "game": game_text(solver.game),
        "method": exact if solver.chance == "all" else f"sampled games, {solver.variant.name}, seed {solver.seed}",
        "updates" if solver.chance == "all" else "games": iterations_text(result),
        "threshold": f"{result['threshold']} (lowest card that bets)",
        "deviation gain": f"{gain} for each player (average strategy)",
    }
    if solver.game.num_players > 2:
        facts["note"] = "with more than two players nothing promises convergence to an equilibrium; the deviation gain measures"
    facts["file"] = file_text(result["file"])
    print_facts(out, facts)


def card_ranges(bet: npt.NDArray[np.float64]) -> list[tuple[int, int, str]]:
    """(first card, last card, probability of a bet) for neighbours that round to the same.

    >>> card_ranges(np.array([0.0, 1e-9, 0.25, 1.0, 1.0]))
    [(0, 1, '0.0000'), (2, 2, '0.2500'), (3, 4, '1.0000')]
    """
    rows: list[tuple[int, int, str]] = []
    for digits in (4, 3, 2, 1):
        texts = [f"{p:.{digits}f}" for p in bet]
        starts = [card for card, text in enumerate(texts) if card == 0 or text != texts[card - 1]]
        rows = [(a, b - 1, texts[a]) for a, b in zip(starts, [*starts[1:], len(texts)], strict=True)]
        if len(rows) <= FEW_ROWS:
            break
    return rows
