"""The result of solving a table before the flop, as the command prints it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pokerzoo.agents.policies.preflop_policy import ChartMoves, HandSpread, PreflopDecision, PreflopPolicy, chart_moves
from pokerzoo.agents.training.run_result import FinishedRun, RunResult, run_facts
from pokerzoo.envs.support.errors import ParameterError
from pokerzoo.envs.support.records import INTERNAL, Share, json_key

if TYPE_CHECKING:
    from collections.abc import Sequence

OFTEN = 0.02
"""Decisions that are reached less often are not listed but with push/fold."""


def points_of(until: str) -> float | None:
    """``"1 point"`` as a probability; None for a limit in another unit.

    >>> points_of("1 point"), points_of("0.5 points"), points_of("10 mbb")
    (0.01, 0.005, None)
    """
    number, _, unit = until.strip().partition(" ")
    if unit not in ("point", "points"):
        return None
    try:
        points = float(number)
    except ValueError:
        points = 0.0
    if not 0.0 < points <= 100.0:
        raise ParameterError("until", until, "must be above 0 and at most 100 points")
    return points / 100


class ChartWatch:
    """A callback that compares charts whenever iterations have doubled, and ends the run once they move by less than a mean.

    Attributes:
        until: the mean move at which it ends the run, as a probability; None: never.
        moves: the last move.
        iterations: the iterations between which it was.
        has_settled: whether it was below ``until``.
    """

    def __init__(self, until: float | None) -> None:
        self.until = until
        self.moves: ChartMoves | None = None
        self.iterations: tuple[int, int] | None = None
        self.has_settled = False
        self._before: PreflopPolicy | None = None
        self._due = 1

    def __call__(self, solver: Any) -> bool:
        if solver.iteration < self._due:
            return False
        now = solver.average_policy()
        if self._before is not None:
            self.moves, self.iterations = chart_moves(self._before, now), (self._due // 2, solver.iteration)
        self._before, self._due = now, 2 * solver.iteration
        self.has_settled = self.until is not None and self.moves is not None and self.moves.mean < self.until
        return self.has_settled


@dataclass(frozen=True, kw_only=True)
class PreflopResult(RunResult):
    """The result of solving a table before the flop.

    Attributes:
        positions: the names of the seats, in the order of acting.
        payoffs: ``chips`` or ``prize money``.
        seed: of the deals; with several runs that of the first, which is printed.
        deals: deals of an iteration; with push/fold those from which outcomes of three hands are estimated.
        decisions_in_game: lines at which a player acts.
        values: what each player expects: net chips, or prize money.
        value_widths: half the width of a 95% interval of each value; with push/fold none, as in the next two lists.
        gains: what each player gains by a response that was learned on other deals; with push/fold by a best response.
        gain_widths: half the width of a 95% interval of each gain.
        most_gains: what a best response gains in the deals that it was learned from.
        decisions: the strategies at the decisions that are reached often, and at those of ``--at``; with push/fold at all.
        moves: how far charts moved while iterations doubled.
        moves_between: the iterations between which that was.
        spreads: with several seeds, the hands that the runs play differently, the widest spread first.
        file: the file written, as named by ``--out``.
    """

    positions: tuple[str, ...]
    payoffs: str
    seed: int
    deals: int
    decisions_in_game: int
    values: list[float]
    value_widths: list[float]
    gains: list[float]
    gain_widths: list[float]
    most_gains: list[float]
    decisions: list[PreflopDecision]
    moves: ChartMoves | None = field(metadata=INTERNAL)
    moves_between: tuple[int, int] | None
    spreads: list[HandSpread]
    file: str | None

    @property
    @json_key
    def moves_mean(self) -> Share | None:
        """The mean change of frequencies above 5%, of a hand's action, in that time."""
        return None if self.moves is None else self.moves.mean

    @property
    @json_key
    def moves_share(self) -> Share | None:
        """The share of these frequencies that moved by a percentage point or more."""
        return None if self.moves is None else self.moves.share

    @property
    @json_key
    def moves_largest(self) -> Share | None:
        """The largest move of a decision's frequency over all hands."""
        return None if self.moves is None else self.moves.largest


def preflop_result(
    run: FinishedRun[Any], policy: PreflopPolicy, watch: ChartWatch, lines: Sequence[str], spreads: list[HandSpread],
    file: str | None,
) -> PreflopResult:  # fmt: skip
    """The result of a run, with the decisions after some lines."""
    solver, game = run.solver, policy.game
    measured: Any = run.measured
    decisions = [decision for decision in policy.decisions(0.0 if game.is_push_fold else OFTEN) if len(decision.actions) > 1]
    known = {decision.line for decision in decisions}
    decisions += [decision for decision in map(policy.decision, lines) if decision.line not in known]
    facts = run_facts(run, run.until is not None and measured.distance <= run.until)
    if watch.has_settled and facts["stopped_by"] == "iterations":
        facts["stopped_by"] = "settled"
    return PreflopResult(
        **facts,
        positions=game.positions,
        payoffs=game.pays,
        seed=int(solver.seed or 0),
        deals=solver.deals,
        decisions_in_game=policy.tree.size.decisions,
        values=measured.values.tolist(),
        value_widths=measured.value_widths.tolist(),
        gains=measured.gains.tolist(),
        gain_widths=measured.gain_widths.tolist(),
        most_gains=measured.most_gains.tolist(),
        decisions=decisions,
        moves=watch.moves,
        moves_between=watch.iterations,
        spreads=spreads,
        file=file,
    )
