"""Measures of policies: value and exploitability, where that is known from, and a grade of trust."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs import Game
from pokerzoo.envs.measurement import Measurement, PlayerMeasurement
from pokerzoo.envs.poker.game_facts import big_blind_of, pot_before
from pokerzoo.envs.support.records import Record
from pokerzoo.evaluation.measures.exact import measure

Grade = Literal["good", "rough", "far", "unknown"]
ROUGH, FAR = 0.01, 0.05
"""Shares of the pot before the first move: exploitability above them is rough, and far from an equilibrium."""


@dataclass
class Measured(Record):
    """Value and exploitability of a policy.

    Attributes:
        players: what each player expects, and gains by a best response; None where only exploitability is known.
        exploitability: NashConv / players, chips: the mean of the gains.
        exploitability_pot_percent: in percent of the starting pot, where there is one.
        exploitability_mbb: in thousandths of the big blind, in games that begin at the blinds.
        grade: ``good``: at most 1% of the pot before the first move; ``rough``: at most 5%; ``far``: more; ``unknown``: no pot.
            Of more than two players it is that of the largest gain.
        locked: whether the policy has locks; best responses keep to them.
        locks_broken: exploitability where best responses may break the locks; None without any, or where it was not measured.
        locks_broken_pot_percent: the same in percent of the starting pot.
        judged_by: the mean of the gains, or the largest of them: with more than two players.
        source: ``measure``: best responses to this policy; ``solve``: the same, by the solve that made it.
        iterations: of the solver that made it; None: not known.
        when: it was measured, seconds since 1970.
    """

    players: list[PlayerMeasurement] | None
    exploitability: float
    exploitability_pot_percent: float | None
    exploitability_mbb: float | None
    grade: Grade
    locked: bool
    locks_broken: float | None
    locks_broken_pot_percent: float | None
    judged_by: Literal["mean", "largest"]
    source: Literal["measure", "solve"]
    iterations: int | None
    when: float

    @property
    def decisive(self) -> float:
        """The gain by which it is judged; exploitability where gains are not known."""
        if self.players is None or self.judged_by == "mean":
            return self.exploitability
        return max(player.gain_chips for player in self.players)


def judged_by(game: Game) -> Literal["mean", "largest"]:
    """The gain that ``Measurement.distance`` is: the mean of two, or the largest."""
    return "mean" if game.num_players == 2 else "largest"


def decisive_gain(game: Game, gains: Sequence[float]) -> float:
    """``Measurement.distance``, by the gains."""
    return max(gains) if judged_by(game) == "largest" else sum(gains) / len(gains)


def measured_now(policy: TabularPolicy) -> Measured:
    """The measure of a policy by best responses: a pass over its game."""
    result = measure(policy.game, policy)
    return _record(
        policy.game, result.exploitability, result, policy.metadata.get("iterations"), time.time(), bool(policy.locked)
    )


def measured_by_solve(game: Game, exploitability: float, iterations: int, when: float, locked: bool = False) -> Measured:
    """The measure that a solve ended with."""
    return _record(game, exploitability, None, iterations, when, locked)


def grade_of(game: Game, exploitability: float) -> Grade:
    """Grade of trust by exploitability, or by the largest gain."""
    pot = pot_before(game)
    if not pot:
        return "unknown"
    return grade_of_share(exploitability / pot)


def grade_of_share(share: float) -> Grade:
    """Grade of trust by exploitability as a share of the pot before the first move."""
    return "far" if share > FAR else "rough" if share > ROUGH else "good"


def _record(
    game: Game, exploitability: float, measurement: Measurement | None, iterations: Any, when: float, locked: bool
) -> Measured:
    broken = None if measurement is None else measurement.exploitability_with_locks_broken
    decisive = exploitability if measurement is None else measurement.distance
    return Measured(
        players=None if measurement is None else measurement.players,
        exploitability=exploitability,
        exploitability_pot_percent=game.stakes.pot_percent(exploitability),
        exploitability_mbb=None if big_blind_of(game) is None else game.stakes.mbb(exploitability),
        grade=grade_of(game, decisive),
        locked=locked,
        locks_broken=broken,
        locks_broken_pot_percent=None if broken is None else game.stakes.pot_percent(broken),
        judged_by=judged_by(game),
        source="solve" if measurement is None else "measure",
        iterations=iterations if isinstance(iterations, int) else None,
        when=when,
    )
