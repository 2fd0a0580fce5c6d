"""Results of ``pokerzoo train``: of strategies in tables, of the bet/fold game, of networks and of blueprints."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from pokerzoo.agents.training.run_result import (
    BlueprintResult,
    FinishedRun,
    TrainingResult,
    UnmeasuredResult,
    run_facts,
    training_result,
)
from pokerzoo.envs.game_words import game_lines, game_text
from pokerzoo.envs.support.formats import distance_text, number_text
from pokerzoo.envs.support.tables import Column, Table

from .methods import METHODS
from .output import WHOLE_TABLE, file_text, is_cut, iterations_text, strategy_parts
from .results import Facts, Result

if TYPE_CHECKING:
    from pokerzoo.agents.mirror_descent.mmd import MirrorDescentResult
    from pokerzoo.evaluation.measures.bet_fold_measures import BetFoldResult

FEW_ROWS = 24
"""Probabilities are rounded until the table of the bet/fold game has so few rows, to one digit at the least."""
STARTING_HANDS = "AsAh AsKs AsKh 9s9h AsTh KsQs QhJs Ts9s 5s5h As4s Ks7h 8s6h 7h2s"
"""Hands whose first decision is shown of a blueprint."""


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


def blueprint_result(run: FinishedRun[Any], out: str | None, written: int | None, checkpoint: str | None) -> Result:
    """The result of training a blueprint."""
    solver = run.solver
    params = solver.tree_game.params
    record = BlueprintResult(
        **run_facts(run), bet_sizes=params["bet_sizes"], raise_sizes=params["raise_sizes"],
        hand_classes=list(solver.classes.counts), decisions=len(solver.tree_game.infosets.points),
        numbers=solver.num_numbers, threads=solver.threads, seed=solver.seed, file=out, file_bytes=written,
        checkpoint=checkpoint,
    )  # fmt: skip
    return Result(record, blueprint_parts(solver, record))


def blueprint_parts(solver: Any, record: BlueprintResult) -> Iterator[Any]:
    """Two columns of facts, and the first decision of some starting hands."""
    streets = ("before the flop", "on the flop", "on the turn", "on the river")
    rate = "" if record.iterations_per_second is None else f", {record.iterations_per_second:,.0f} a second"
    size = "" if record.file_bytes is None else f" ({record.file_bytes:,} bytes)"
    yield {
        "game": game_lines(solver.game),
        "method": f"CFR, one board an iteration, seed {record.seed}, {record.threads} threads",
        "bets": f"{record.bet_sizes or 'fixed'}; raises {record.raise_sizes or 'fixed'}",
        "betting tree": f"{record.decisions:,} decisions",
        "hand classes": ", ".join(f"{n:,} {street}" for n, street in zip(record.hand_classes, streets, strict=False)),
        "numbers": f"{record.numbers:,}",
        "iterations": f"{record.iterations:,} in {record.seconds:.1f} s{rate}",
        "file": file_text(record.file) + size,
    }
    yield ""
    policy, game = solver.average_policy(), solver.game
    state = game.initial_state().after_chance(np.random.default_rng(0))
    shares, names = policy.strategy(state), game.rules.deck.hand_names
    columns = [Column("hand"), *(Column(state.action_name(action), ".0%") for action in state.legal_actions())]
    rows = []
    for hand in STARTING_HANDS.split():
        known = [name for name in (hand, hand[2:] + hand[:2]) if name in names]
        if known:
            rows.append([hand, *shares[:, names.index(known[0])].tolist()])
    yield Table("The small blind's first decision", columns, rows)
