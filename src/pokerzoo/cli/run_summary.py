"""Summaries of runs: how it was solved or trained, what each player expects and could gain, and the files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pokerzoo.envs.game_words import game_lines, game_text
from pokerzoo.envs.support.formats import distance_text, duration_text
from pokerzoo.envs.support.tables import Table

from .options import METHODS
from .output import WHOLE_TABLE, Facts, Result, file_text, is_cut, strategy_parts

if TYPE_CHECKING:
    from pokerzoo.agents.cfr.solve_result import SolveResult
    from pokerzoo.agents.mirror_descent.mmd import MirrorDescentResult
    from pokerzoo.agents.training.run_result import FinishedRun, MeasuredResult, RunResult, TrainingResult
    from pokerzoo.envs.measurement import Measurement
    from pokerzoo.envs.poker.game import PokerGame
    from pokerzoo.evaluation.measures.bet_fold_measures import BetFoldResult

MOST_LINES = 8
"""Lines with locks that a summary lists."""
FEW_ROWS = 24
"""Probabilities are rounded until the table of the bet/fold game has so few rows, to one digit at the least."""


def measured_parts(measured: Measurement, locked: int = 0, broken: float | None = None) -> Iterator[Any]:
    """The players' values and gains, and their sum; ``broken`` is the exploitability where locks may be broken."""
    amount = measured.game.stakes.amount_text
    kept = f", {locked:,} locked infoset{'s'[: locked != 1]} kept" if locked else ""
    yield from (replace(measured.to_table(), caption="Expected chips a hand", notes=()), "")
    facts: Facts = {
        "NashConv": amount(measured.nash_conv),
        "exploitability": f"{amount(measured.exploitability)} (exact{kept})",
    }
    if broken is not None:
        facts["locks broken"] = f"{amount(broken)} (best responses that need not keep to them)"
    yield facts


def promise_of(run: FinishedRun[Any]) -> str:
    """A sentence on what strategies of more than two players are: an equilibrium only as far as each gain is small."""
    measured = run.measured
    if run.until is not None and measured.largest_gain <= run.until:
        most = measured.game.stakes.amount_text(measured.largest_gain)
        return f"An approximate equilibrium: no player gains more than {most} alone; others may pay otherwise."
    return "With more than two players no convergence to an equilibrium is promised; the gains are exact."


def iterations_text(result: RunResult) -> str:
    """Number of iterations and their time."""
    rate, resumed = result.iterations_per_second, getattr(result, "resumed_at_iteration", 0)
    speed = "" if rate is None else f", {rate:,.0f} a second" if rate >= 100 else f", {rate:.3g} a second"
    return f"{result.iterations:,}{f' (from {resumed:,} on)' if resumed else ''} in {duration_text(result.seconds)}{speed}"


def turns_text(result: MeasuredResult) -> str:
    """The variant, and how the players' strategies are updated."""
    turns = "alternating updates" if result.alternating else "simultaneous updates"
    return f"{result.variant or 'magnetic mirror descent'}, {turns}"


def solved_parts(result: SolveResult, run: FinishedRun[Any]) -> Iterator[Any]:
    """The game, the file, the first decision, values and gains; from the blinds on a chart of the first decision."""
    game, locked = run.solver.game, result.locked_infosets
    first = game.player_names[game.rules.root.actor]
    threads = f", {result.threads} threads" if result.threads > 1 else ""
    facts: Facts = {
        "game" if result.chart is not None else "spot": game_lines(game),
        "method": f"{turns_text(result)}, {result.solver_precision} precision{threads}",
        "iterations": iterations_text(result),
    }
    if locked:
        facts["locked"] = f"{locked:,} infoset{'s'[: locked != 1]} at {locked_places(result.locked_nodes)}"
    flops = game.params.get("flops", "all")
    if flops != "all":
        facts["flops"] = f"{flops.removeprefix('flops:')} of 1,755 represent all"
    facts[f"{first} starts with"] = ", ".join(f"{name} {share:.2%}" for name, share in result.root_frequencies.items())
    facts["file"] = file_text(result.file, result.file_bytes)
    if result.river_bound is not None:
        facts["rivers"] = f"re-solved on demand; then exploitability is {result.river_bound}"
    if result.file is not None and result.chart is None:
        facts["hand by hand"] = f"pokerzoo show {result.file}"
    yield from (facts, "")
    yield from measured_parts(run.measured, locked, result.exploitability_with_locks_broken_chips)
    if game.num_players > 2:
        yield promise_of(run)
    if result.chart is not None:
        yield ""
        yield from chart_parts(game, result.chart)


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


def trained_result(method: str, run: FinishedRun[Any], out: str | None, checkpoint: str | None, log: str | None) -> Result:
    """The result of a run whose average strategy is measured."""
    from pokerzoo.agents.training.run_result import training_result
    from pokerzoo.envs.games.bet_fold import BetFoldGame

    solver, result = run.solver, training_result(run, out, checkpoint, log)
    if isinstance(solver.game, BetFoldGame) and method in ("cfr", "symmetric"):
        from pokerzoo.evaluation.measures.bet_fold_measures import bet_fold_result

        curve = bet_fold_result(solver.average_policy(), result.exploitability_chips)
        if curve is not None:  # else the players differ
            return Result(result.to_dict() | curve.to_dict(), bet_fold_parts(solver, result, curve))
    mirror = solver.own_result() if method == "mmd" else None
    record = result if mirror is None else result.to_dict() | mirror.to_dict()
    return Result(record, trained_parts(method, run, result, mirror))


def trained_parts(
    method: str, run: FinishedRun[Any], result: TrainingResult, mirror: MirrorDescentResult | None
) -> Iterator[Any]:
    """The average strategy, how it was made, and its values."""
    solver, file = run.solver, result.file
    policy, game = solver.average_policy(), solver.game
    yield from strategy_parts(policy)
    deals = "every deal each iteration" if result.sampling is None else f"{result.sampling} sampling, seed {solver.seed}"
    facts: Facts = {
        "game": game_lines(game),
        "method": network_text(solver) if METHODS[method].network else f"{turns_text(result)}, {deals}",
        "iterations": iterations_text(result),
    }
    if mirror is not None:
        facts["settings"] = f"temperature {mirror.temperature}, step {mirror.step}, magnet rate {mirror.magnet_rate}"
        facts["last policy"] = f"exploitability {game.stakes.amount_text(mirror.current_exploitability_chips)}"
    yield from (facts | {"file": file_text(file)}, "")
    yield from measured_parts(run.measured)
    if game.num_players > 2:
        yield promise_of(run)
    if is_cut(policy):
        hint = "Every row" if file is not None else "Every row, once it is in a file"
        yield f"{hint}: pokerzoo show {file or 'FILE'} --all"


def network_text(solver: Any) -> str:
    """A learner with networks with its seed, and the options that are not its defaults."""
    options = solver.options.to_dict()
    defaults = type(solver.options)().to_dict() | {name: options.get(name) for name in ("device", "chips_per_unit")}
    changed = [f"{name.replace('_', ' ')} {value}" for name, value in options.items() if value != defaults[name]]
    return ", ".join([solver.name, f"seed {solver.seed}", *changed])


def bet_fold_parts(solver: Any, result: TrainingResult, curve: BetFoldResult) -> Iterator[Any]:
    """The one strategy of all players by card, and what a deviation from it gains."""
    from pokerzoo.evaluation.measures.bet_fold_measures import card_runs

    rounded = [card_runs(curve.bet_probabilities, digits) for digits in (4, 3, 2, 1)]
    rows = next((rows for rows in rounded if len(rows) <= FEW_ROWS), rounded[-1])
    cells = [(str(a) if a == b else f"{a} to {b}", text) for a, b, text in rows]
    table = Table("average strategy of all players", ("cards", "P(bet)"), cells)
    yield from (table.first(WHOLE_TABLE, "{:,} more rows; --json has all cards"), "")
    exact = result.chance == "all"
    gain = f"{distance_text(curve.best_response_gain_bb)} bb = {distance_text(curve.best_response_gain_chips)} chips a game"
    facts: Facts = {
        "game": game_text(solver.game),
        "method": f"exact values of all cards, {result.variant}" if exact else f"sampled games, cfr, seed {solver.seed}",
        "updates" if exact else "games": iterations_text(result),
        "threshold": f"{curve.threshold} (lowest card that bets)",
        "best-response gain": f"{gain} for each player (average strategy)",
        "file": file_text(result.file),
    }
    yield facts
    if solver.game.num_players > 2:
        yield "More than two players need not reach an equilibrium; the best-response gain says how far they are."


def unmeasured_result(run: FinishedRun[Any], checkpoint: str | None) -> Result:
    """The result of training networks on a game that is too large to measure them."""
    from pokerzoo.agents.training.run_result import UnmeasuredResult, run_facts

    solver = run.solver
    record = UnmeasuredResult(
        **run_facts(run), resumed_at_iteration=run.resumed_at, decisions=solver.decisions, seed=solver.seed,
        checkpoint=checkpoint,
    )  # fmt: skip
    facts: Facts = {
        "game": game_lines(solver.game),
        "method": network_text(solver),
        "iterations": iterations_text(record),
        "decisions": f"{solver.decisions:,}",
        "exploitability": "not measured: the game is too large; play matches in Python with average_agent()",
        "network": f"in the checkpoints in {checkpoint}" if checkpoint else "not kept: no --checkpoint",
    }
    return Result(record, [facts])


def locked_places(lines: Sequence[str]) -> str:
    """The lines with locks in a few words.

    >>> locked_places(["", "b25"])
    'the start, b25'
    """
    shown = ", ".join(line or "the start" for line in lines[:MOST_LINES])
    return shown + (f" and {len(lines) - MOST_LINES:,} more lines" if len(lines) > MOST_LINES else "")
