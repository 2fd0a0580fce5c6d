"""The result of solving a spot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pokerzoo.agents import CFR, RiverBound
from pokerzoo.agents.training.run_result import FinishedRun, RunResult, run_facts
from pokerzoo.envs.compiled.forms import evaluator_of
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.support.records import Chips, Record

from .spot_report import SpotReport


@dataclass(frozen=True)
class PlayerValue(Record):
    """A player's expected value when both play the average strategy.

    Attributes:
        player: 0 (OOP) or 1 (IP).
        expected_net_chips: the player's expected value in net chips.
        expected_pot_share_chips: the same as pot share.
    """

    player: int
    expected_net_chips: Chips
    expected_pot_share_chips: Chips


@dataclass(frozen=True, kw_only=True)
class SolveResult(RunResult):
    """The result of solving a spot.

    Attributes:
        solver_precision: precision of regrets and averages: ``single``, ``half`` or ``double``.
        threads: over how many threads it was solved.
        locked_infosets: how many infosets kept to ``--lock`` and ``--lock-at``.
        locked_nodes: the lines with such infosets, as given to ``show --at``.
        exploitability_with_locks_broken_chips: exploitability where best responses may break the locks; null without any.
        players: what each player expects.
        root_frequencies: how often the range of the first player takes each first action, by the action's name.
        file_bytes: size of the file.
        river_bound: by how much the policy with rivers solved anew is worse than what was solved, at most; None without
            ``--streets 1`` and ``--out``.
    """

    solver_precision: str
    threads: int
    locked_infosets: int
    locked_nodes: list[str]
    exploitability_with_locks_broken_chips: Chips | None
    players: list[PlayerValue]
    root_frequencies: dict[str, float]
    file_bytes: int | None
    river_bound: RiverBound | None


def solve_result(
    game: HoldemGame,
    run: FinishedRun[CFR],
    file: str | None,
    file_bytes: int | None,
    locks: tuple[int, Sequence[str]],
    river_bound: RiverBound | None,
) -> SolveResult:
    """The result of a run; ``locks`` are the number of locked infosets, and their lines."""
    solver = run.solver
    start, policy = game.rules.root, solver.average_policy()
    frequencies = SpotReport(game, policy).frequencies(start)
    players = [
        PlayerValue(player, expected, expected + game.starting_pot / 2)
        for player, expected in enumerate(solver.measure().values.tolist())
    ]
    return SolveResult(
        **run_facts(run, file),
        solver_precision=solver.precision,
        threads=solver.threads,
        locked_infosets=locks[0],
        locked_nodes=list(locks[1]),
        exploitability_with_locks_broken_chips=policy.measured_by(evaluator_of(game)).exploitability if policy.locked else None,
        players=players,
        root_frequencies=dict(zip(map(start.line.action_name, start.line.legal_actions), frequencies.tolist(), strict=True)),
        file_bytes=file_bytes,
        river_bound=river_bound,
    )
