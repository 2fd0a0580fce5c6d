"""The bet/fold game in ``train``: a curve over the cards, by CFR or by games that are dealt and played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pokerzoo.envs.support.errors import InputError
from pokerzoo.envs.support.formats import distance_text
from pokerzoo.envs.support.parameters import check_choice
from pokerzoo.envs.support.tables import Table

from .game_facts import game_text
from .output import WHOLE_TABLE, console, file_text, iterations_text, print_facts, print_table

if TYPE_CHECKING:
    from pokerzoo.agents.training import Trainer
    from pokerzoo.agents.training.run_result import TrainingResult
    from pokerzoo.envs import Game
    from pokerzoo.evaluation.measures.bet_fold_measures import BetFoldResult

    from .train_options import TrainOptions

EXACT_UNTIL = 1e-9
SAMPLED_UNTIL = 0.001
"""Default limit: this best-response gain, in bb a game."""
FEW_ROWS = 24
"""Probabilities are rounded until the table has so few rows, to one digit at the least."""


def check_sampling(options: TrainOptions) -> None:
    """ValueError for an option that no trainer of the game has."""
    check_choice("chance", options.chance, ("all", "sample"))
    if options.sampling is not None:
        raise InputError("--sampling: not in bet_fold, where --chance sample deals and plays games")


def exact_arguments(game: Game, options: TrainOptions) -> dict[str, Any]:
    """Arguments of ``CFR``; ValueError if an option is not for it."""
    check_sampling(options)
    return {"variant": options.variant, "alternating": options.alternating}


def sampled_arguments(game: Game, options: TrainOptions) -> dict[str, Any]:
    """Arguments of the trainer of one strategy for all players; ValueError if an option is not for it."""
    check_sampling(options)
    if options.alternating:
        raise InputError("--alternating: not with --chance sample, which trains one strategy for all players")
    return {"variant": options.variant, "seed": options.seed}


def default_until(game: Game, options: TrainOptions) -> float:
    """The limit in chips a game where none is given."""
    return (SAMPLED_UNTIL if options.chance == "sample" else EXACT_UNTIL) * (game.stakes.big_blind or 1.0)


def own_result(solver: Trainer, result: TrainingResult) -> BetFoldResult | None:
    """The part of the result that other games do not have; None where the players differ."""
    from pokerzoo.evaluation.measures.bet_fold_measures import bet_fold_result

    return bet_fold_result(solver.average_policy(), result.exploitability_chips)


def print_summary(solver: Trainer, result: TrainingResult, own: BetFoldResult) -> None:
    """The average strategy by card, and what a deviation from it gains."""
    from pokerzoo.evaluation.measures.bet_fold_measures import card_runs

    out = console()
    rounded = [card_runs(own.bet_probabilities, digits) for digits in (4, 3, 2, 1)]
    rows = next((rows for rows in rounded if len(rows) <= FEW_ROWS), rounded[-1])
    cells = [[str(a) if a == b else f"{a} to {b}", text] for a, b, text in rows[:WHOLE_TABLE]]
    cut = "" if len(rows) <= WHOLE_TABLE else f": the first {WHOLE_TABLE} of {len(rows)} rows (--json has all cards)"
    print_table(out, Table(f"average strategy of all players{cut}", ("cards", "P(bet)"), cells))
    exact = f"exact values of all cards, {result.variant}"
    gain = f"{distance_text(own.best_response_gain_bb)} bb = {distance_text(own.best_response_gain_chips)} chips a game"
    facts = {
        "game": game_text(solver.game),
        "method": exact if solver._chance == "all" else f"sampled games, {result.variant}, seed {solver.seed}",
        "updates" if solver._chance == "all" else "games": iterations_text(result),
        "threshold": f"{own.threshold} (lowest card that bets)",
        "best-response gain": f"{gain} for each player (average strategy)",
    }
    if solver.game.num_players > 2:
        facts["note"] = "more than two players need not reach an equilibrium; the best-response gain says how far they are"
    facts["file"] = file_text(result.file)
    print_facts(out, facts)
