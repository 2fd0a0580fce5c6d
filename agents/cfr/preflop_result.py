"""The result of solving a table before the flop, as the command prints it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pokerzoo.agents.policies.preflop_policy import HandSpread, PreflopDecision, PreflopPolicy
from pokerzoo.agents.training.run_result import FinishedRun, RunResult, run_facts

if TYPE_CHECKING:
    from collections.abc import Sequence

OFTEN = 0.02
"""Decisions that are reached less often are not listed but with push/fold."""


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
    spreads: list[HandSpread]
    file: str | None


def preflop_result(
    run: FinishedRun[Any], policy: PreflopPolicy, lines: Sequence[str], spreads: list[HandSpread], file: str | None
) -> PreflopResult:
    """The result of a run, with the decisions after some lines."""
    solver, game = run.solver, policy.game
    measured: Any = run.measured
    decisions = [one for one in policy.decisions(0.0 if game.is_push_fold else OFTEN) if len(one.actions) > 1]
    known = {one.line for one in decisions}
    decisions += [one for one in map(policy.decision, lines) if one.line not in known]
    return PreflopResult(
        **run_facts(run, run.until is not None and measured.distance <= run.until),
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
        spreads=spreads,
        file=file,
    )
