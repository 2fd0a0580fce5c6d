"""The result of solving a flop alone: exploitability is not among its numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pokerzoo.agents import DepthLimitedCFR
from pokerzoo.agents.neural.flop_alone import MEASURED
from pokerzoo.agents.training.run_result import FinishedRun, facts_of_run
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.support.records import Chips, Percent, Record, Seconds

from .solve_result import PlayerValue
from .spot_report import SpotReport


@dataclass(frozen=True, kw_only=True)
class FlopAloneResult(Record):
    """The result of solving a flop alone.

    Attributes:
        game: name of the game.
        parameters: its parameters.
        limit: the street that was solved: ``flop``.
        variant: the CFR variant.
        alternating: whether the players update in turn.
        iterations: iterations done.
        stopped_by: ``iterations`` or ``interrupt``.
        interrupted: whether Ctrl-C stopped the run.
        seconds: time in the iterations; compiling and writing files do not count.
        iterations_per_second: iterations divided by ``seconds``; None if there were none.
        solver_precision: precision of regrets and averages: ``single``.
        threads: over how many threads it was solved.
        exploitability_chips: None: for that all turns and rivers would have to be solved.
        exploitability_pot_percent: None, too.
        stated_error: the exploitability that was measured on other flops, in a sentence.
        players: what each player expects, as the network estimates it.
        root_frequencies: how often the range of the first player takes each first action, by the action's name.
        file: the file written, as named by ``--out``.
        file_bytes: size of the file.
    """

    game: str
    parameters: dict[str, Any]
    limit: str
    variant: str | None
    alternating: bool
    iterations: int
    stopped_by: str
    interrupted: bool
    seconds: Seconds
    iterations_per_second: float | None
    solver_precision: str
    threads: int
    exploitability_chips: Chips | None
    exploitability_pot_percent: Percent | None
    stated_error: str
    players: list[PlayerValue]
    root_frequencies: dict[str, float]
    file: str | None
    file_bytes: int | None


def flop_alone_result(
    game: HoldemGame, run: FinishedRun[DepthLimitedCFR], file: str | None, file_bytes: int | None
) -> FlopAloneResult:
    """The result of a run."""
    solver, start = run.solver, game.rules.root
    node = SpotReport(game, solver.average_policy()).at()
    names = map(start.action_name, start.legal_actions)
    return FlopAloneResult(
        **facts_of_run(run, file),
        limit=solver.until_street,
        solver_precision="single",
        threads=solver.threads,
        exploitability_chips=None,
        exploitability_pot_percent=None,
        stated_error=MEASURED,
        players=[PlayerValue(player, net, net + game.starting_pot / 2) for player, net in enumerate(node.mean_ev.tolist())],
        root_frequencies=dict(zip(names, node.frequencies.tolist(), strict=True)),
        file_bytes=file_bytes,
    )
