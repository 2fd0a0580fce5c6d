"""Results of ``pokerzoo train``: of strategies in tables, of the bet/fold game, of networks and of blueprints."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pokerzoo.agents.training.run_result import (
    FinishedRun,
    TrainingResult,
    UnmeasuredResult,
    run_facts,
    training_result,
)
from pokerzoo.envs.game_words import game_lines, game_text
from pokerzoo.envs.support.formats import distance_text, number_text
from pokerzoo.envs.support.tables import Table

from .methods import METHODS
from .output import WHOLE_TABLE, file_text, is_cut, iterations_text, strategy_parts
from .results import Facts, Result

if TYPE_CHECKING:
    from pokerzoo.agents.mirror_descent.mmd import MirrorDescentResult
    from pokerzoo.evaluation.measures.bet_fold_measures import BetFoldResult

FEW_ROWS = 24
"""Probabilities are rounded until the table of the bet/fold game has so few rows, to one digit at the least."""


def measured_result(method: str, run: FinishedRun[Any], out: str | None, checkpoint: str | None, log: str | None) -> Result:
    """The result of a run whose average strategy is measured."""
    from pokerzoo.envs.games.bet_fold import BetFoldGame

    solver, result = run.solver, training_result(run, out, checkpoint, log)
    if isinstance(solver.game, BetFoldGame) and method in ("cfr", "symmetric"):
        from pokerzoo.evaluation.measures.bet_fold_measures import bet_fold_result

        curve = bet_fold_result(solver.average_policy(), result.exploitability_chips)
        if curve is not None:  # else the players differ
            return Result(result.to_dict() | curve.to_dict(), bet_fold_parts(solver, result, curve))
    mirror = solver.own_result() if method == "mmd" else None
    record = result if mirror is None else result.to_dict() | mirror.to_dict()
    return Result(record, tabular_parts(method, solver, result, mirror))


def tabular_parts(method: str, solver: Any, result: TrainingResult, mirror: MirrorDescentResult | None) -> Iterator[Any]:
    """The average strategy, and its value."""
    policy, game, file = solver.average_policy(), solver.game, result.file
    yield from strategy_parts(policy, game.infosets, whole=False)
    share, expected = result.expected_pot_share_chips, f"{number_text(result.expected_chips, '+.6f')} chips a hand"
    expected += "" if share is None else f" net, a pot share of {share:.6f}"
    facts: Facts = {
        "game": game_lines(game),
        "method": method_text(method, solver, result),
        "iterations": iterations_text(result),
        "player 0 expects": f"{expected} (average strategy)",
        "exploitability": f"{game.stakes.amount_text(result.exploitability_chips)} (average strategy)",
    }
    if mirror is not None:
        facts["settings"] = f"temperature {mirror.temperature}, step {mirror.step}, magnet rate {mirror.magnet_rate}"
        facts["last policy"] = f"exploitability {game.stakes.amount_text(mirror.current_exploitability_chips)}"
    if game.num_players > 2:
        family = "self-play" if METHODS[method].network else "mirror descent" if mirror is not None else "CFR"
        facts["NashConv"] = (
            f"{distance_text(result.nash_conv_chips)} chips, the sum of what {game.num_players} best responses gain; "
            f"with more than two players {family} promises no convergence to an equilibrium"
        )
    facts["file"] = file_text(file)
    yield facts
    if is_cut(policy):
        hint = "Every row" if file is not None else "Every row, once it is in a file"
        yield f"{hint}: pokerzoo show {file or 'FILE'} --all"


def method_text(method: str, solver: Any, result: TrainingResult) -> str:
    """The method, with how it updates and samples."""
    if METHODS[method].network:
        return network_text(solver)
    turns = "alternating updates" if result.alternating else "simultaneous updates"
    deals = "every deal each iteration" if result.sampling is None else f"{result.sampling} sampling, seed {solver.seed}"
    return f"{result.variant or 'magnetic mirror descent'}, {turns}, {deals}"


def network_text(solver: Any) -> str:
    """A learner with networks with its seed, and the options that are not its defaults."""
    defaults = type(solver.options)().to_dict() | {"device": solver.options.to_dict().get("device")}
    changed = [
        f"{name.replace('_', ' ')} {value}"
        for name, value in solver.options.to_dict().items()
        if value != defaults[name] and name != "chips_per_unit"
    ]
    return ", ".join([solver.name, f"seed {solver.seed}", *changed])


def bet_fold_parts(solver: Any, result: TrainingResult, curve: BetFoldResult) -> Iterator[Any]:
    """The one strategy of all players by card, and what a deviation from it gains."""
    from pokerzoo.evaluation.measures.bet_fold_measures import card_runs

    rounded = [card_runs(curve.bet_probabilities, digits) for digits in (4, 3, 2, 1)]
    rows = next((rows for rows in rounded if len(rows) <= FEW_ROWS), rounded[-1])
    cells = [[str(a) if a == b else f"{a} to {b}", text] for a, b, text in rows[:WHOLE_TABLE]]
    cut = "" if len(rows) <= WHOLE_TABLE else f": the first {WHOLE_TABLE} of {len(rows)} rows (--json has all cards)"
    yield Table(f"average strategy of all players{cut}", ("cards", "P(bet)"), cells)
    yield ""
    exact = solver._chance == "all"
    gain = f"{distance_text(curve.best_response_gain_bb)} bb = {distance_text(curve.best_response_gain_chips)} chips a game"
    facts = {
        "game": game_text(solver.game),
        "method": f"exact values of all cards, {result.variant}" if exact else f"sampled games, cfr, seed {solver.seed}",
        "updates" if exact else "games": iterations_text(result),
        "threshold": f"{curve.threshold} (lowest card that bets)",
        "best-response gain": f"{gain} for each player (average strategy)",
    }
    if solver.game.num_players > 2:
        facts["note"] = "more than two players need not reach an equilibrium; the best-response gain says how far they are"
    yield facts | {"file": file_text(result.file)}


def unmeasured_result(run: FinishedRun[Any], checkpoint: str | None) -> Result:
    """The result of training networks on a game that is too large to measure them."""
    solver = run.solver
    record = UnmeasuredResult(
        **run_facts(run), resumed_at_iteration=run.resumed_at, decisions=solver.decisions, seed=solver.seed,
        checkpoint=checkpoint,
    )  # fmt: skip
    facts = {
        "game": game_lines(solver.game),
        "method": network_text(solver),
        "iterations": f"{solver.iteration:,} in {run.seconds:.1f} s",
        "decisions": f"{solver.decisions:,}",
        "exploitability": "not measured: the game is too large; play matches in Python with average_agent()",
        "network": f"in the checkpoints in {checkpoint}" if checkpoint else "not kept: no --checkpoint",
    }
    return Result(record, [facts])
