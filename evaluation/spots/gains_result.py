"""The result of solving a spot for three players: values, and what each player's best response gains."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pokerzoo.agents import CFR
from pokerzoo.agents.training.run_result import FinishedRun, RunResult, run_facts
from pokerzoo.envs.compiled.forms import evaluator_of
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.measurement import PlayerMeasurement
from pokerzoo.envs.support.records import Chips, Percent, Record
from pokerzoo.envs.support.units import pot_percent


@dataclass(frozen=True, kw_only=True)
class GainsResult(RunResult, Record):
    """The result of solving a spot for three players.

    Attributes:
        solver_precision: precision of regrets and averages: ``single`` or ``double``.
        threads: over how many threads it was solved.
        locked_infosets: how many infosets kept to ``--lock`` and ``--lock-at``.
        locked_nodes: the lines with such infosets, as given to ``show --at``.
        exploitability_with_locks_broken_chips: exploitability where best responses may break the locks; null without any.
        players: what each player expects, and what a best response to the others gains.
        nash_conv_chips: the sum of the gains (NashConv).
        largest_gain_chips: the largest of the gains.
        largest_gain_pot_percent: the same in percent of the starting pot.
        root_frequencies: how often the range of the first player takes each first action, by the action's name.
        file_bytes: size of the file.
    """

    solver_precision: str
    threads: int
    locked_infosets: int
    locked_nodes: list[str]
    exploitability_with_locks_broken_chips: Chips | None
    players: list[PlayerMeasurement]
    nash_conv_chips: Chips
    largest_gain_chips: Chips
    largest_gain_pot_percent: Percent | None
    root_frequencies: dict[str, float]
    file_bytes: int | None


def gains_result(
    game: HoldemGame, run: FinishedRun[CFR], file: str | None, file_bytes: int | None, locks: tuple[int, list[str]]
) -> GainsResult:
    """The result of a run; ``locks`` are the number of locked infosets, and their lines."""
    solver, measured = run.solver, run.measured
    largest, policy = float(measured.gains.max()), solver.average_policy()
    return GainsResult(
        **run_facts(run, file),
        solver_precision=solver.precision,
        threads=solver.threads,
        locked_infosets=locks[0],
        locked_nodes=locks[1],
        exploitability_with_locks_broken_chips=policy.measured_by(evaluator_of(game)).exploitability if policy.locked else None,
        players=measured.players,
        nash_conv_chips=measured.nash_conv,
        largest_gain_chips=largest,
        largest_gain_pot_percent=pot_percent(game, largest),
        root_frequencies=root_frequencies(game, solver),
        file_bytes=file_bytes,
    )


def root_frequencies(game: HoldemGame, solver: CFR) -> dict[str, float]:
    """Frequency of each first action, hands as often as they are dealt."""
    rules = game.rules
    entries = game.infosets.entries(rules.root)
    held = entries[0] >= 0
    dealt = (rules.ranges.weight_rows[rules.root.actor] * rules.ranges.opposing_rows[rules.root.actor])[held]
    shares = solver.average_policy().probabilities[entries[:, held]]
    names = map(rules.root.line.action_name, rules.root.line.legal_actions)
    return dict(zip(names, np.asarray(shares @ dealt / dealt.sum()).tolist(), strict=True))
