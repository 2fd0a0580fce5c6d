"""EV, equity and first actions of the ranges at the start of a solved spot.

On a river it is read off the solver's rows. No policy is made of them, and no other public state is looked at.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.agents import CFR
from pokerzoo.envs.compiled.evaluator import Evaluator
from pokerzoo.envs.compiled.run_outs import FullBoards
from pokerzoo.envs.compiled.simd import unpack_rows
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.measurement import Measurement
from pokerzoo.evaluation.spots.spot_report import SpotReport

Floats: TypeAlias = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class RootValues:
    """The start of a spot under the average policy of a solver. Means and frequencies are as in ``NodeReport``."""

    game: HoldemGame
    measurement: Measurement
    net: Floats
    equity: Floats
    combos: Floats
    frequencies: Floats
    action_net: Floats


def root_values(game: HoldemGame, solver: CFR) -> RootValues:
    """The start of a spot that was solved."""
    if len(game.rules.deck.board) == 5:
        return of_river(game, solver)
    root = SpotReport(game, solver.average_policy()).at()
    return RootValues(
        game, solver.measure(), root.mean_net, root.mean_equity, root.combos, root.frequencies, root.mean_action_net
    )


def of_river(game: HoldemGame, solver: CFR) -> RootValues:
    """Compute them from the rows of a solver on a river."""
    rules, evaluator, measurement = game.rules, solver._evaluator, solver.measure()
    assert isinstance(evaluator, Evaluator)
    form, rows = evaluator.form, evaluator.shares
    actions = len(rules.root.line.moves)
    taken = unpack_rows(form.lanes, rows[0], form.num_lanes)[1 : 1 + actions].astype(np.float64)
    worth = form.root_reach[0] * evaluator.utilities(0, rows)[1 : 1 + actions]  # times the probability of the hand
    weights, dealable = rules.ranges.weight_rows, rules.ranges.dealable_rows
    joint = weights * rules.ranges.opposing_rows
    share = joint[0] / joint[0].sum()
    held = (taken * share).sum(axis=1)
    chips = (taken * worth).sum(axis=1)
    ahead = FullBoards(game).ahead((), weights * dealable)
    return RootValues(
        game=game,
        measurement=measurement,
        net=measurement.values,
        equity=0.5 + 0.5 * (weights * dealable * ahead).sum(axis=1) / joint.sum(axis=1),
        combos=(weights * dealable).sum(axis=1),
        frequencies=held,
        action_net=np.divide(chips, held, out=np.full(actions, np.nan), where=held > 0),
    )
