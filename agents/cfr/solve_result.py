"""The result of solving a spot, or a game from the blinds on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pokerzoo.agents.policies.later_values import RiverBound
from pokerzoo.agents.training.run_result import FinishedRun, MeasuredResult, measured_facts
from pokerzoo.envs import Game
from pokerzoo.envs.compiled.forms import evaluator_of
from pokerzoo.envs.games.bet_fold import BetFoldGame
from pokerzoo.envs.measurement import PlayerMeasurement
from pokerzoo.envs.poker.cards import CLASS_NAMES
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.game_facts import big_blind_of
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.records import Chips, Percent

from .cfr import CFR


@dataclass(frozen=True, kw_only=True)
class SolveResult(MeasuredResult):
    """The result of solving a hold'em spot for two players or three, or a game from the blinds on.

    Attributes:
        solver_precision: precision of regrets and averages: ``single``, ``half`` or ``double``.
        threads: over how many threads it was solved.
        locked_infosets: how many infosets kept to ``--lock`` and ``--lock-at``.
        locked_nodes: the lines with such infosets, as given to ``show --at``.
        exploitability_with_locks_broken_chips: exploitability where best responses may break the locks; None without any.
        players: what each player expects, and what a best response to the others gains.
        largest_gain_chips: the largest of the gains.
        largest_gain_pot_percent: the same in percent of the starting pot.
        root_frequencies: how often the range of the first player takes each first action, by the action's name.
        chart: from the blinds on for each of the 169 hands how often it takes each first action, by the action's name; None
            in a spot.
        file_bytes: size of the file.
        river_bound: an upper bound on how much worse the policy with re-solved rivers is than the solution; None without
            ``--streets 1`` and ``--out``.
    """

    solver_precision: str
    threads: int
    locked_infosets: int
    locked_nodes: list[str]
    exploitability_with_locks_broken_chips: Chips | None
    players: list[PlayerMeasurement]
    largest_gain_chips: Chips
    largest_gain_pot_percent: Percent | None
    root_frequencies: dict[str, float]
    chart: dict[str, dict[str, float]] | None
    file_bytes: int | None
    river_bound: RiverBound | None


def default_limit(game: Game) -> str | float:
    """The exploitability at which solving stops by itself: 0.1% of the pot, 5 mbb from the blinds on, else 0.001 chips.

    Of the bet/fold game, which is solved exactly, it is 1e-9 big blinds.
    """
    if game.stakes.starting_pot is not None:
        return "0.1%"
    if big_blind_of(game) is not None:
        return "5 mbb"
    return 1e-9 * game.stakes.big_blind if isinstance(game, BetFoldGame) and game.stakes.big_blind else 0.001


def solve_result(
    game: PokerGame,
    run: FinishedRun[CFR],
    file: str | None,
    locks: tuple[int, Sequence[str]],
    river_bound: RiverBound | None = None,
) -> SolveResult:
    """The result of a run; ``locks`` are the number of locked infosets, and their lines."""
    solver, measured, start = run.solver, run.measured, game.rules.root
    policy, names = solver.average_policy(), start.line.action_names
    shares = np.nan_to_num(policy.strategy(start))
    return SolveResult(
        **measured_facts(run, file),
        solver_precision=solver.precision,
        threads=solver.threads,
        locked_infosets=locks[0],
        locked_nodes=list(locks[1]),
        exploitability_with_locks_broken_chips=policy.measured_by(evaluator_of(game)).exploitability if policy.locked else None,
        players=measured.players,
        largest_gain_chips=measured.largest_gain,
        largest_gain_pot_percent=game.stakes.pot_percent(measured.largest_gain),
        root_frequencies=dict(zip(names, mean_frequencies(game, shares).tolist(), strict=True)),
        chart=preflop_chart(game, names, shares) if game.rules.betting.blinds else None,
        file_bytes=run.file_bytes,
        river_bound=river_bound,
    )


def mean_frequencies(game: PokerGame, shares: Floats) -> Floats:
    """float64 [actions]: frequency of each first action, hands as often as they are dealt."""
    dealt, ranges = shares.sum(axis=0), game.rules.ranges  # 1 for each hand that can be there
    if ranges.weights:
        actor = game.rules.root.actor
        dealt *= ranges.weight_rows[actor] * ranges.opposing_rows[actor]
    return np.asarray(shares @ dealt / dealt.sum())


def preflop_chart(game: PokerGame, names: Sequence[str], shares: Floats) -> dict[str, dict[str, float]]:
    """Mean frequencies of each hand class that can be dealt."""
    held = shares.sum(axis=0) > 0
    classes = game.rules.deck.hand_classes[held]
    means = np.array([np.bincount(classes, row[held]) for row in shares]) / np.maximum(np.bincount(classes), 1)
    return {CLASS_NAMES[k]: dict(zip(names, means[:, k].tolist(), strict=True)) for k in np.unique(classes)}
